#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""compile_python_kernel.py OUTPUT PART... LAST: writes the Python kernel as one program.

Compiling the kernel takes a fifth of the time that a sandbox needs to open, so the program holds all parts but the last
one compiled as well, for the Python that builds it. Any other Python finds another magic number and takes the text. What
a program of a user runs in, the last part, stays text: its frame is the one that stands below such a program.
"""

import ast
import base64
import importlib.util
import marshal
import re
import sys
import zlib

NAME = "sandbench-kernel"  # of the file, in tracebacks

# As base64: a text without escapes is the quickest to read. The text is small, since few interpreters need it.
PROGRAM = """\
import binascii
import sys

KERNEL_TEXT = "{text}"
KERNEL_CODE = "{code}"
if sys.modules["_frozen_importlib_external"].MAGIC_NUMBER == {magic!r}:
    KERNEL_CODE, KERNEL_LATER = sys.modules["marshal"].loads(binascii.a2b_base64(KERNEL_CODE))
else:
    import zlib

    KERNEL_LATER = {{}}
    KERNEL_TEXT = zlib.decompress(binascii.a2b_base64(KERNEL_TEXT))
    del sys.modules["zlib"], zlib
    KERNEL_CODE = compile(KERNEL_TEXT, {name!r}, "exec", dont_inherit=True)
del sys.modules["binascii"]  # a program imports it itself
exec(KERNEL_CODE)
del KERNEL_TEXT, KERNEL_CODE, binascii
"""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def compiled(text):
    return compile(text, NAME, "exec", dont_inherit=True)


def later_texts(text):
    """(name, value) of what the kernel reads by later()."""
    names = set(re.findall(r'\blater\("([A-Z]+)", ', text))
    for part in ast.parse(text).body:
        name = getattr(part.targets[0], "id", "") if isinstance(part, ast.Assign) else ""
        if name in names:
            yield name, part.value.value


def main(output, *parts):
    text = "".join(map(read, parts[:-1]))
    later = {name: marshal.dumps(compiled(part)) for name, part in later_texts(text)}
    code = marshal.dumps((compiled(text), later))
    program = PROGRAM.format(
        text=base64.b64encode(zlib.compress(text.encode(), 9)).decode(),
        code=base64.b64encode(code).decode(),
        magic=importlib.util.MAGIC_NUMBER,
        name=NAME,
    )
    with open(output, "w", encoding="utf-8") as file:
        file.write(program + read(parts[-1]))


main(*sys.argv[1:])
