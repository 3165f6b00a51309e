// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_programs.h"

namespace sandbench::test {

namespace {

std::vector<PythonProgram> exits()
{
    std::vector<PythonProgram> all;
    for (const char* value :
         {"", "None", "0", "3", "256", "-1", "10**30", "-10**30", "True", "'text'", "''", "(1, 2)",
          "1.5", "b'x'", "object()", "'\\udc80 surrogate'"})
        all.push_back(
            {std::string("sys.exit(") + value + ")",
             "import sys\nprint('before', end='')\nsys.exit(" + std::string(value) + ")\n"});
    return all;
}

} // namespace

std::vector<PythonProgram> exitPrograms()
{
    auto all = exits();
    const std::vector<PythonProgram> more = {
        {"SystemExit with two arguments", "raise SystemExit(1, 2)\n"},
        {"SystemExit whose text raises",
         "class E:\n  def __str__(self): raise ValueError('no text')\nraise SystemExit(E())\n"},
        {"SystemExit class", "raise SystemExit\n"},
        {"site's exit()", "print(exit)\nexit(4)\n"},
        {"os._exit skips buffers", "import os\nprint('lost')\nos._exit(5)\n"},
        {"abort without a newline", "import os\nprint('lost', end='')\nos.abort()\n"},
        {"SIGTERM", "import os, signal\nprint('lost')\nos.kill(os.getpid(), signal.SIGTERM)\n"},
        {"SIGKILL", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"},
        {"SIGSEGV", "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n"},
        {"SIGINT", "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(1)\n"},
        {"KeyboardInterrupt raised", "print('a')\nraise KeyboardInterrupt('b')\n"},
        {"KeyboardInterrupt with an excepthook",
         "import sys\nsys.excepthook = lambda *a: print('hook', a[0])\nraise KeyboardInterrupt\n"},
        {"uncaught exception",
         "def f(n):\n    return 1 // n\n\n\nclass A:\n    def g(self):\n        return f(0)\n\n\n"
         "print('out')\nA().g()\n"},
        {"chained exceptions",
         "try:\n  try: {}['a']\n  except KeyError as e: raise ValueError('b') from e\n"
         "except ValueError:\n  int('x')\n"},
        {"suppressed context",
         "try: {}['a']\nexcept KeyError: raise ValueError('only this') from None\n"},
        {"exception group",
         "raise ExceptionGroup('many', [ValueError(1), ExceptionGroup('in', [KeyError(2)])])\n"},
        {"exception with notes", "e = ValueError('x')\ne.add_note('look here')\nraise e\n"},
        {"exception whose text raises",
         "class E(Exception):\n  def __str__(self): raise ValueError\nraise E\n"},
        {"exception of an inner module", "import json\njson.loads('{')\n"},
        {"recursion without end", "def f(n): return f(n + 1)\nf(0)\n"},
        {"NameError with a suggestion", "value = 1\nprint(valeu)\n"},
        {"ImportError", "import no_such_module_here\n"},
        {"excepthook replaced",
         "import sys\nsys.excepthook = lambda k, v, t: print('hook', k.__name__, v, "
         "t.tb_lineno)\n1 / 0\n"},
        {"excepthook raises",
         "import sys\ndef hook(*a): raise RuntimeError('second')\nsys.excepthook = hook\n1 / 0\n"},
        {"excepthook exits",
         "import sys\ndef hook(*a): sys.exit(9)\nsys.excepthook = hook\n1 / 0\n"},
        {"excepthook deleted", "import sys\ndel sys.excepthook\n1 / 0\n"},
        {"excepthook None", "import sys\nsys.excepthook = None\n1 / 0\n"},
        {"stderr None", "import sys\nsys.stderr = None\n1 / 0\n"},
        {"stderr None, exit text", "import sys\nsys.stderr = None\nsys.exit('text')\n"},
        {"stdout replaced", "import io, sys\nsys.stdout = io.StringIO()\nprint('lost')\n"},
        {"stdout closed", "import sys\nsys.stdout.close()\n"},
        {"stdout's descriptor closed", "import os\nprint('x')\nos.close(1)\n"},
        {"stdout and stderr descriptors closed",
         "import os\nprint('x')\nos.close(1)\nos.close(2)\n"},
        {"broken pipe at the end",
         "import os\nr, w = os.pipe()\nos.dup2(w, 1)\nos.close(r)\nos.close(w)\nprint('x')\n"},
        {"full device at the end",
         "import os\nos.dup2(os.open('/dev/full', os.O_WRONLY), 1)\nprint('x')\n"},
        {"broken pipe in a print",
         "import os\nr, w = os.pipe()\nos.dup2(w, 1)\nos.close(r)\nprint('x', flush=True)\n"},
        {"atexit order",
         "import atexit\natexit.register(print, 'first')\natexit.register(print, 'second', "
         "sep='-')\nprint('body')\n"},
        {"atexit raises",
         "import atexit\natexit.register(print, 'still')\n@atexit.register\ndef bad(): 1 / 0\n"},
        {"atexit exits", "import atexit, sys\natexit.register(sys.exit, 7)\nprint('body')\n"},
        {"atexit after an exception", "import atexit\natexit.register(print, 'bye')\n1 / 0\n"},
        {"atexit registers more",
         "import atexit\n@atexit.register\ndef a():\n  atexit.register(print, 'late')\n"},
        {"__del__ at the end",
         "class D:\n  def __init__(self, n): self.n = n\n  def __del__(self): print('del', "
         "self.n)\n"
         "_private = D('private')\na = D('a')\nb = D('b')\nb.me = b\nc = [D('list')]\n"},
        {"garbage dies before the modules",
         "class D:\n  def __del__(self):\n    import json\n    print(json.dumps([1]))\n"
         "d = D()\nd.me = d\ndel d\n"},
        {"garbage of a program that leaves only numbers",
         "x = 1\nD = type('D', (), {'__del__': lambda self: print('gone')})\nd = D()\nd.me = d\n"
         "del d, D\n"},
        {"garbage without a collector",
         "import gc\ngc.disable()\nclass D:\n  def __del__(self): print('late')\n"
         "d = D()\nd.me = d\ndel d\n"},
        {"__del__ raises",
         "class D:\n  def __del__(self): 1 / 0\nd = D()\ndel d\nprint('on')\ne = D()\n"},
        {"__del__ sees globals",
         "import sys\nclass D:\n  def __del__(self): print(sys is not None, helper)\n"
         "helper = 'help'\nd = D()\n"},
        {"generator closed at the end",
         "def g():\n  try: yield 1\n  finally: print('closed')\nx = g()\nnext(x)\n"},
        {"weakref.finalize",
         "import weakref\nclass A: pass\na = A()\nweakref.finalize(a, print, 'finalized')\n"},
        {"unraisablehook",
         "import sys\nsys.unraisablehook = lambda u: print('unraisable', u.exc_type, "
         "u.object)\nclass D:\n  def __del__(self): 1 / 0\nD()\n"},
        {"file written but not closed",
         "f = open('left.txt', 'w')\nf.write('kept')\nimport atexit, os\n"
         "print(os.path.getsize('left.txt'))\n"},
        {"MemoryError", "x = bytearray(1 << 62)\n"},
    };
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace sandbench::test
