// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_programs.h"

namespace sandbench::test {

std::vector<PythonProgram> statePrograms()
{
    return {
        {"globals",
         "print(sorted(globals()))\nprint(__name__, __file__, __spec__, __package__, __cached__, "
         "__doc__)\nprint(__loader__.name, __loader__.path, type(__loader__))\n"
         "print(type(__builtins__), __annotations__)\n"},
        {"order of globals", "print(list(globals()))\n"},
        {"sys.modules main",
         "import sys, __main__\nx = 1\nprint(__main__.x, sys.modules['__main__'] is __main__, "
         "__main__)\n"},
        {"argv and path",
         "import sys\nprint(sys.argv, sys.orig_argv, sys.path)\n",
         "",
         {},
         {"a", "", "b c", "-x", "ü=1"}},
        // -s is the one flag that differs: the server must not run what a program left in the
        // user's site folder.
        {"sys.flags but no_user_site",
         "import sys\nprint([getattr(sys.flags, n) for n in dir(sys.flags) if not "
         "n.startswith('_') and n not in ('no_user_site', 'count', 'index')])\n"},
        {"user site",
         "import site, sys\nprint(site.ENABLE_USER_SITE, site.USER_SITE, "
         "site.USER_BASE, site.getusersitepackages())\n"},
        {"sys attributes",
         "import sys\nfor n in sorted(dir(sys)):\n  if n in ('flags', 'modules', 'meta_path', "
         "'path_importer_cache', 'api_version'): continue\n  v = getattr(sys, n)\n  if "
         "isinstance(v, (str, int, float, tuple, list, dict, type(None))): print(n, v)\n"
         "  else: print(n, type(v).__name__)\n"},
        {"sys functions",
         "import sys\nprint(sys.getrecursionlimit(), sys.getswitchinterval(), sys.gettrace(), "
         "sys.getprofile(), sys.getdefaultencoding(), sys.getfilesystemencoding(), "
         "sys.getfilesystemencodeerrors(), sys.is_finalizing(), sys.exc_info(), "
         "sys.getdlopenflags(), sys.get_int_max_str_digits())\n"},
        {"stream attributes",
         "import sys\nfor s in (sys.stdin, sys.stdout, sys.stderr):\n"
         "  print(s, s.name, s.mode, s.encoding, s.errors, s.newlines, s.line_buffering, "
         "s.write_through, s.fileno(), s.isatty(), s.readable(), s.writable(), s.seekable(), "
         "s.closed)\n  print(type(s.buffer), s.buffer.name, s.buffer.mode, type(s.buffer.raw), "
         "s.buffer.raw.name, s.buffer.raw.mode, s.buffer.raw.closefd)\n"
         "print(sys.__stdin__ is sys.stdin, sys.__stdout__ is sys.stdout, sys.__stderr__ is "
         "sys.stderr)\n"},
        {"environment",
         "import os\nfor k in sorted(os.environ): print(k, os.environ[k])\n"
         "print(sorted(os.environb))\n",
         "",
         {"A=1", "EMPTY=", "UMLAUT=ü", "EQUALS=a=b", "NEWLINE=a\nb"}},
        {"environment of a child",
         "import os, sys\nos.environ['NEW'] = 'yes'\nos.putenv('RAW', 'too')\nsys.stdout.flush()\n"
         "os.system('env | grep -v -e ^_= -e ^PWD= -e ^SHLVL= -e ^OLDPWD= | sort')\n",
         "",
         {"A=1"}},
        {"invalid UTF-8 in the environment",
         "import os\nprint(ascii(os.environ['X']))\n",
         "",
         {"X=\xff"}},
        {"invalid UTF-8 in an argument", "import sys\nprint(ascii(sys.argv))\n", "", {}, {"\xff"}},
        {"open descriptors",
         "import os\nprint(sorted(int(f) for f in os.listdir('/proc/self/fd'))[:3])\n"
         "inherited = [f for f in os.listdir('/proc/self/fd') if int(f) > 2 and "
         "os.path.exists(f'/proc/self/fd/{f}') and "
         "os.get_inheritable(int(f))]\nprint(inherited)\n"},
        {"working directory", "import os\nprint(os.getcwd(), os.path.abspath('x'))\n"},
        {"session and group",
         "import os\nprint(os.getsid(0) == os.getpid(), os.getpgrp() == os.getpid())\n"},
        {"signal handlers",
         "import signal\nfor s in sorted(signal.valid_signals()):\n"
         "  print(s, signal.getsignal(s))\nprint(signal.pthread_sigmask(signal.SIG_BLOCK, []), "
         "signal.set_wakeup_fd(-1), signal.getitimer(signal.ITIMER_REAL))\n"},
        {"signals of a child",
         "import subprocess\nprint(subprocess.run(['grep', 'Sig', '/proc/self/status'], "
         "capture_output=True, text=True).stdout)\n"},
        {"garbage collector",
         "import gc\nprint(gc.isenabled(), gc.get_threshold(), gc.get_debug(), gc.callbacks, "
         "gc.garbage)\n"},
        {"nice, umask, dumpable",
         "import os\nprint(os.getpriority(os.PRIO_PROCESS, 0), oct(os.umask(0)), "
         "os.sched_getscheduler(0))\n"},
        {"locale",
         "import locale\nprint(locale.getlocale(), locale.getpreferredencoding(), "
         "locale.setlocale(locale.LC_ALL))\n"},
        {"modules at start",
         "import sys\nknown = {'_socket', 'select', 'atexit', 'gc', 'resource'}\n"
         "print(sorted(set(sys.modules) - known))\n"},
        {"builtins", "import builtins\nprint(dir(builtins))\nprint(hasattr(builtins, '_'))\n"},
        {"frames",
         "import sys, traceback\nf = sys._getframe()\nprint(f.f_lineno, "
         "f.f_code.co_name, f.f_code.co_filename == __file__, f.f_globals is globals(), "
         "f.f_locals is globals(), f.f_builtins is __builtins__.__dict__)\n"},
        {"caught traceback",
         "import traceback\ntry: 1 / 0\nexcept ZeroDivisionError: traceback.print_exc()\n"},
        {"warnings",
         "import warnings\nwarnings.warn('careful')\nwarnings.warn('old', DeprecationWarning)\n"
         "print([f[:3] for f in warnings.filters])\n"
         "def f(): warnings.warn('caller', stacklevel=2)\nf()\n"},
        {"PYTHONWARNINGS", "import warnings\nwarnings.warn('x')\n", "", {"PYTHONWARNINGS=error"}},
        {"PYTHONUNBUFFERED",
         "import os, sys\nprint('kept', end='')\nprint(sys.stdout, sys.stdout.write_through, "
         "type(sys.stdout.buffer), file=sys.stderr)\nos._exit(0)\n",
         "",
         {"PYTHONUNBUFFERED=1"}},
        {"PYTHONHASHSEED",
         "print(hash('a'))\nimport sys\nprint(sys.flags.hash_randomization)\n",
         "",
         {"PYTHONHASHSEED=7"}},
        {"PYTHONPATH", "import sys\nprint(sys.path)\n", "", {"PYTHONPATH=/one:/two"}},
        {"PYTHONIOENCODING",
         "import sys\nprint(sys.stdout.encoding, '\\xe4')\n",
         "",
         {"PYTHONIOENCODING=latin-1"}},
        {"PYTHONOPTIMIZE", "assert False\nprint(__debug__)\n", "", {"PYTHONOPTIMIZE=1"}},
        {"other language",
         "import sys\nprint(sys.stdout.encoding, sys.stdout.errors, "
         "sys.getfilesystemencoding(), sys.flags.utf8_mode)\nprint('ä')\n",
         "",
         {"LC_ALL=POSIX"}},
        {"logging",
         "import logging\nlogging.warning('w %d', 1)\nlogging.info('no')\n"
         "print(logging.getLogger().handlers, logging.lastResort)\n"},
        {"pickle of a class of main",
         "import pickle\nclass A: pass\nprint(pickle.loads(pickle.dumps(A())).__class__ is A, "
         "A.__module__, pickle.dumps(A, 0))\n"},
        {"import machinery",
         "import sys, importlib.util\nprint(len(sys.path_hooks), "
         "importlib.util.find_spec('json').origin, __import__('email').__spec__.name)\n"},
        {"time zone",
         "import time\nprint(time.tzname, time.localtime(0).tm_hour)\n",
         "",
         {"TZ=Asia/Tokyo"}},
        {"audit and trace",
         "import sys\nseen = []\nsys.settrace(lambda f, e, a: seen.append((e, f.f_code.co_name)))\n"
         "def f(): pass\nf()\nsys.settrace(None)\nprint(seen)\n"},
        {"float, int and hash info",
         "import sys\nprint(sys.hash_info, sys.thread_info, sys.implementation.cache_tag)\n"},
        {"asyncio",
         "import asyncio\nasync def f(n):\n  await asyncio.sleep(0.01 * n)\n  print(n)\n"
         "  return n\nasync def main(): print(await asyncio.gather(f(2), f(1)))\n"
         "asyncio.run(main())\n"},
        {"random with a seed", "import random\nrandom.seed(1)\nprint(random.random())\n"},
        {"locals at module level", "x = 1\nprint(locals() is globals(), vars() is globals())\n"},
    };
}

} // namespace sandbench::test
