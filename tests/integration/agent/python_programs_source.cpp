// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_programs.h"

namespace sandbench::test {

namespace {

using namespace std::string_literals;

const char* const kPrintModules = R"py(
import sys
path = sys.argv[0].rpartition('/')[0]
print(sorted(n for n, m in sys.modules.items() if getattr(m, '__file__', None) and path in m.__file__))
)py";

} // namespace

std::vector<PythonProgram> sourcePrograms()
{
    return {
        {"empty file", ""},
        {"no final newline", "print('x')"},
        {"only a comment", "# nothing"},
        {"carriage returns", "print('a')\r\nif True:\r\n    print('b')\r\n"},
        {"old Mac line ends", "print('a')\rprint('b')\r"},
        {"form feed and tabs", "\fif True:\n\tprint('x')\n"},
        {"SyntaxError", "print('never')\na = = 1\n"},
        {"SyntaxError in the last line", "x = (1,\n"},
        {"SyntaxError of the compiler", "return 1\n"},
        {"SyntaxError in an import", "import broken\n", "", {}, {}, {{"broken.py", "x = = 1\n"}}},
        {"IndentationError", "if True:\nprint(1)\n"},
        {"TabError", "if True:\n        x = 1\n\ty = 2\n"},
        {"unclosed string", "x = 'abc\n"},
        {"SyntaxWarning", "print(1 is 1)\nassert (1, 'x')\n"},
        {"invalid escape", "print(len('\\d'))\n"},
        {"latin-1 declaration", "# -*- coding: latin-1 -*-\nprint(ascii('\xe4'))\n"},
        {"unknown encoding", "# coding: nonsense\nprint(1)\n"},
        {"UTF-8 names", "größe = 'Ünïcode ☃ 🎉'\nprint(größe, len(größe))\n"},
        {"byte order mark", "\xef\xbb\xbfprint('bom')\n"},
        {"byte order mark against declaration", "\xef\xbb\xbf# coding: latin-1\nprint(1)\n"},
        {"NUL byte", "print(1)\n\0print(2)\n"s},
        {"NUL byte in a string", "print('a\0b')\n"s},
        {"invalid UTF-8", "print('a')\nx = '\xff'\n"},
        {"invalid UTF-8 in a comment", "print('a')\n# \xff\n"},
        {"binary", "\x7f\x45LF\x02\x01\x01\0\0\0\xff\xfe"s},
        {"deep nesting", "x = " + std::string(300, '(') + std::string(300, ')') + "\n"},
        {"deep expression", "x = " + std::string(5000, '-') + "1\n"},
        {"long line", "x = '" + std::string(200'000, 'y') + "'\nprint(len(x))\n"},
        {"shebang", "#!/usr/bin/env python2\nprint('mine')\n"},
        {"future annotations",
         "from __future__ import annotations\ndef f(x: Nothing): pass\n"
         "print(f.__annotations__, __annotations__)\ny: Later = 1\nprint(__annotations__)\n"},
        {"main guard", "def main(): print('main')\nif __name__ == '__main__': main()\n"},
        {"doc string", "'''The doc.'''\nprint(__doc__)\n"},
        {"dataclass",
         "from dataclasses import dataclass\n@dataclass(order=True)\nclass P:\n  x: int\n  y: int "
         "= "
         "2\nprint(P(1), P(1) < P(2), P.__module__, P.__qualname__)\n"},
        {"enum and NamedTuple",
         "import enum, typing\nclass C(enum.Enum):\n  A = 1\nclass N(typing.NamedTuple):\n  a: "
         "int\n"
         "print(C.A, N(1), typing.get_type_hints(N))\n"},
        {"sibling module",
         "import helper, sys\nprint(helper.f(), helper.__file__ == sys.path[0] + '/helper.py')\n"
             + std::string(kPrintModules),
         "",
         {},
         {},
         {{"helper.py", "def f(): return __name__\n"}}},
        {"sibling raises", "import helper\n", "", {}, {}, {{"helper.py", "1 / 0\n"}}},
        {"import of itself", "print(__name__)\nimport main\n" + std::string(kPrintModules)},
        {"sibling named json",
         "import json\nprint(json.x)\n" + std::string(kPrintModules),
         "",
         {},
         {},
         {{"json.py", "x = 'mine'\n"}}},
        {"sibling named random",
         "import random\nprint(random.x)\n",
         "",
         {},
         {},
         {{"random.py", "x = 'mine'\n"}}},
        {"sibling named fcntl and resource",
         "import resource\nprint(resource.x)\n",
         "",
         {},
         {},
         {{"resource.py", "x = 'mine'\n"}, {"fcntl.py", "print('theirs')\n"}}},
        {"siblings named as the kernel's modules",
         "import os, sys\nfor n in ('_socket', 'select', 'linecache', 'traceback', 'tempfile'):\n"
         "  print(n, getattr(__import__(n), 'mine', 'library'))\n",
         "",
         {},
         {},
         {{"select.py", "mine = 1\n"},
          {"_socket.py", "mine = 1\n"},
          {"linecache.py", "mine = 1\nimport sys\n"},
          {"tempfile.py", "mine = 1\n"}}},
        {"package beside it",
         "from pack.inner import a\nprint(a)\n",
         "",
         {},
         {},
         {{"pack/__init__.py", ""}, {"pack/inner.py", "from . import __name__ as a\n"}}},
        {"byte code of siblings",
         "import helper, os\nprint(sorted(os.listdir('__pycache__')))\n",
         "",
         {},
         {},
         {{"helper.py", "x = 1\n"}}},
        {"no byte code wanted",
         "import helper, os, sys\nprint(sys.dont_write_bytecode, os.path.exists('__pycache__'))\n",
         "",
         {"PYTHONDONTWRITEBYTECODE=1"},
         {},
         {{"helper.py", "x = 1\n"}}},
        {"inspect.getsource",
         "import inspect\ndef f():\n    return 1  # here\nprint(inspect.getsource(f), "
         "inspect.getfile(f).endswith('main.py'))\n"},
        {"exec and eval", "exec('a = 1')\nprint(a, eval('a + 1'), compile('1', 'f', 'eval'))\n"},
        {"runpy",
         "import runpy\nprint(runpy.run_path('other.py', run_name='r')['x'])\n",
         "",
         {},
         {},
         {{"other.py", "x = __name__\n"}}},
    };
}

} // namespace sandbench::test
