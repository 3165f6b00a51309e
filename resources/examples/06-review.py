# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""A program to review: F8 goes from finding to finding. What is only spoken of, as os.system() here, is none."""

import os as tools
from importlib import import_module

# subprocess.run("rm -r /") in a comment runs nothing
advice = "never hand a stranger's text to os.system()"


def renamed():
    return tools.system("exit 3")


def disguised():
    module = import_module("sub" + "process")
    return module.run(["echo", "hello from a child"], capture_output=True, text=True).stdout.strip()


def evaluated():
    return eval("__import__('socket').gethostname()")


for step in (renamed, disguised, evaluated):
    print(f"{step.__name__:10} gives {step()!r}")
print(advice)
