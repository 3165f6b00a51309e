// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_programs.h"

namespace sandbench::test {

namespace {

using namespace std::string_literals;

std::vector<PythonProgram> streamPrograms()
{
    return {
        {"both streams", "import sys\nprint('out')\nprint('err', file=sys.stderr)\nprint('out')\n"},
        {"bytes", "import sys\nsys.stdout.buffer.write(b'\\xff\\x00\\n')\nprint('after')\n"},
        {"surrogates", "print('\\udc80')\n"},
        {"surrogates on stderr", "import sys\nprint('\\udc80', file=sys.stderr)\n"},
        {"input", "print(repr(input('? ')), repr(input()))\n", "one\ntwo\n"},
        {"input at the end", "print(input('? '))\n"},
        {"input without a newline", "print(repr(input()))\n", "last"},
        {"lines of stdin", "import sys\nfor line in sys.stdin: print(repr(line))\n", "a\r\nb\n\nc"},
        {"stdin bytes", "import sys\nprint(sys.stdin.buffer.read())\n", "\xff\0x"s},
        {"stdin invalid", "import sys\nprint(ascii(sys.stdin.read()))\n", "a\xff"},
        {"stdin closed", "import sys\nsys.stdin.close()\ninput()\n"},
        {"stdin by descriptor", "import os\nprint(os.read(0, 3), open(0).read())\n", "abcdef\n"},
        {"fileinput", "import fileinput\nfor l in fileinput.input(): print(l, end='')\n", "x\ny\n"},
        {"contextlib.redirect_stdout",
         "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as f: print('x')\n"
         "print(repr(f.getvalue()))\n"},
        {"order with a child",
         "import os, subprocess\nprint('first', flush=True)\nsubprocess.run(['echo', 'second'])\n"
         "print('third')\nos.system('echo before third')\n"},
        {"much output", "for i in range(20000): print('line', i)\n"},
    };
}

std::vector<PythonProgram> threadPrograms()
{
    return {
        {"thread outlives main",
         "import threading, time\ndef f():\n  time.sleep(0.05)\n  print('thread', "
         "threading.main_thread().is_alive())\nthreading.Thread(target=f).start()\n"
         "import atexit\natexit.register(print, 'atexit')\nprint('main')\n"},
        {"daemon thread is cut",
         "import threading, time\nthreading.Thread(target=lambda: (time.sleep(9), print('no')), "
         "daemon=True).start()\nprint('main')\n"},
        {"thread raises",
         "import threading\nt = threading.Thread(target=lambda: 1 / 0, name='T')\nt.start()\n"
         "t.join()\nprint('main')\n"},
        {"thread exits",
         "import sys, threading\nt = threading.Thread(target=sys.exit, args=(5,))\n"
         "t.start()\nt.join()\nprint('main')\n"},
        {"threading.excepthook",
         "import threading\nthreading.excepthook = lambda a: print('hook', a.exc_type)\n"
         "t = threading.Thread(target=lambda: 1 / 0)\nt.start()\nt.join()\n"},
        {"main thread",
         "import threading\nm = threading.main_thread()\nprint(m, m is "
         "threading.current_thread(), m.ident == threading.get_ident(), threading.active_count(), "
         "m.native_id == __import__('os').getpid())\n"},
        {"thread pool",
         "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(3) as p: "
         "print(list(p.map(lambda x: x * x, range(5))))\n"},
        {"pool not closed",
         "from concurrent.futures import ThreadPoolExecutor\nimport time\np = "
         "ThreadPoolExecutor(1)\np.submit(lambda: (time.sleep(0.05), print('late')))\n"},
        {"thread and exit status",
         "import sys, threading, time\nthreading.Thread(target=lambda: (time.sleep(0.05), "
         "print('thread'))).start()\nsys.exit(6)\n"},
        {"_thread",
         "import _thread, time\n_thread.start_new_thread(print, ('x',))\n"
         "time.sleep(0.05)\n"},
        {"timer", "import threading\nthreading.Timer(0.02, print, ['tick']).start()\n"},
        {"signal in main",
         "import signal, os\nsignal.signal(signal.SIGUSR1, lambda s, f: "
         "print('got', s, f.f_lineno))\nos.kill(os.getpid(), signal.SIGUSR1)\n"},
        {"alarm",
         "import signal, time\nsignal.signal(signal.SIGALRM, lambda *a: 1 / 0)\n"
         "signal.setitimer(signal.ITIMER_REAL, 0.02)\ntime.sleep(5)\n"},
    };
}

} // namespace

std::vector<PythonProgram> processPrograms()
{
    auto all = streamPrograms();
    const auto threads = threadPrograms();
    all.insert(all.end(), threads.begin(), threads.end());
    const std::vector<PythonProgram> more = {
        {"fork, both print",
         "import os\nprint('once')\nif os.fork() == 0: print('child')\nelse:\n  os.wait()\n"
         "  print('parent')\n"},
        {"fork, child exits with a status",
         "import os, sys\npid = os.fork()\nif pid == 0: sys.exit(3)\n"
         "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"},
        {"fork, child raises",
         "import os\npid = os.fork()\nif pid == 0: 1 / 0\n"
         "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"},
        {"fork, atexit twice",
         "import atexit, os\natexit.register(lambda: print('bye', os.getpid() == me))\n"
         "me = os.getpid()\nif os.fork(): os.wait()\n"},
        {"no child to wait for", "import os\nos.wait()\n"},
        {"subprocess",
         "import subprocess, sys\nr = subprocess.run([sys.executable, '-c', "
         "'import sys; print(sys.argv); sys.exit(4)', 'a'], capture_output=True)\n"
         "print(r.returncode, r.stdout, sys.executable)\n"},
        {"subprocess fails", "import subprocess\nsubprocess.run(['false'], check=True)\n"},
        {"subprocess missing", "import subprocess\nsubprocess.run(['no-such-program'])\n"},
        {"exec", "import os, sys\nprint('lost')\nos.execv('/bin/echo', ['echo', 'replaced'])\n"},
        {"multiprocessing fork",
         "import multiprocessing as m\ndef f(x): return x * x\nif __name__ == '__main__':\n"
         "  with m.get_context('fork').Pool(2) as p: print(p.map(f, range(5)))\n"},
        {"multiprocessing spawn",
         "import multiprocessing as m\nprint('imported as', __name__, flush=True)\ndef f(x): "
         "return x * x\n"
         "if __name__ == '__main__':\n"
         "  with m.get_context('spawn').Pool(1) as p: print(p.map(f, range(5)))\n"},
        {"multiprocessing without a guard",
         "import multiprocessing as m\nm.set_start_method('fork')\n"
         "p = m.Process(target=print, args=('child',))\np.start()\np.join()\nprint(p.exitcode, "
         "m.current_process(), m.parent_process())\n"},
        {"multiprocessing queue",
         "import multiprocessing as m\ndef f(q): q.put(m.current_process().name)\n"
         "q = m.Queue()\np = m.Process(target=f, "
         "args=(q,))\np.start()\nprint(q.get())\np.join()\n"},
        {"process pool executor",
         "from concurrent.futures import ProcessPoolExecutor\ndef f(x): return x + 1\n"
         "if __name__ == '__main__':\n  with ProcessPoolExecutor(2) as p: print(list(p.map(f, "
         "[1, 2])))\n"},
        {"process raises",
         "import multiprocessing as m\ndef f(): 1 / 0\np = m.Process(target=f)\np.start()\n"
         "p.join()\nprint(p.exitcode)\n"},
        {"cProfile",
         "import cProfile, pstats, io\np = cProfile.Profile()\np.enable()\nlen([])\np.disable()\n"
         "print(pstats.Stats(p, stream=io.StringIO()).total_calls)\n"},
        {"tempfile is removed",
         "import tempfile, os\nf = tempfile.NamedTemporaryFile()\nd = "
         "tempfile.TemporaryDirectory()\nprint(os.path.exists(f.name))\n"},
        {"unittest",
         "import unittest\nclass T(unittest.TestCase):\n  def test_a(self): self.assertEqual(1, "
         "2)\nif __name__ == '__main__':\n  unittest.main(exit=True, testRunner="
         "unittest.TextTestRunner(resultclass=type('R', (unittest.TextTestResult,), {})) "
         "if False else None, verbosity=0) if False else print(unittest.main.__name__)\n"},
        {"doctest", "'''\n>>> 1 + 1\n3\n'''\nimport doctest\nprint(doctest.testmod())\n"},
        {"code.interact", "import code\ncode.interact(banner='b', exitmsg='e', local={})\n",
         "print(1 + 1)\n1 / 0\n"},
        {"faulthandler", "import faulthandler\nprint(faulthandler.is_enabled())\n"},
    };
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace sandbench::test
