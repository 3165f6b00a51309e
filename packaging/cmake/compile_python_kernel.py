#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""compile_python_kernel.py OUTPUT PART... LAST: writes the Python kernel as one program.

Compiling the kernel takes a fifth of the time that a sandbox needs to open, so the program holds all parts but the last
one compiled as well, for the Python that builds it. Any other Python finds another magic number and takes the text. What
a program of a user runs in, the last part, stays text: its frame is the one that stands below such a program.
"""

import ast
import importlib.util
import marshal
import re
import sys
import zlib

NAME = "sandbench-kernel"  # of the file, in tracebacks
CODE_FD = 6  # core/agent/guest/kernel_protocol.md

# The code stands behind the text and a NUL, and comes in a file of its own: as a literal of this program it took 3 ms more
# to read, of the 20 in which a bare interpreter starts. The kernel's own text is small, since few interpreters need it.
PROGRAM = """\
import posix
import sys

if sys.modules["_frozen_importlib_external"].MAGIC_NUMBER == {magic!r}:
    KERNEL_CODE, KERNEL_LATER = sys.modules["marshal"].loads(posix.pread({fd}, {code_bytes}, 0))
else:
    import zlib

    KERNEL_LATER = {{}}
    KERNEL_CODE = zlib.decompress(posix.pread({fd}, {text_bytes}, {code_bytes}))
    del sys.modules["zlib"], zlib
    KERNEL_CODE = compile(KERNEL_CODE, {name!r}, "exec", dont_inherit=True)
posix.set_inheritable({fd}, False)
exec(KERNEL_CODE)
del KERNEL_CODE, posix
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
    text = zlib.compress(text.encode(), 9)
    program = PROGRAM.format(
        code_bytes=len(code), text_bytes=len(text), fd=CODE_FD, magic=importlib.util.MAGIC_NUMBER, name=NAME
    )
    with open(output, "wb") as file:
        file.write((program + read(parts[-1])).encode() + b"\0" + code + text)


main(*sys.argv[1:])
