# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- A seat becomes a program ------------------------------------------------------------------------------------------


def set_limits(fields):
    for text in fields.get("rlimit", ()):
        name, soft, hard = text.split(":")
        number = getattr(resource, "RLIMIT_" + name, None) if resource else None
        if number is not None:
            try:
                resource.setrlimit(number, (int(soft), int(hard)))
            except (OSError, ValueError):
                pass  # stricter already


def set_environment(fields):
    """Whether this is the server's own."""
    pairs = [text.partition("=")[::2] for text in fields.get("env", ())]
    if dict(pairs) == Server.environment:
        return True
    os.environ.clear()
    for key, value in pairs:
        os.environ[key] = value
    backend = os.environ.get("MPLBACKEND")
    if backend and "matplotlib" in sys.modules and backend != Server.environment.get("MPLBACKEND"):
        guarded(lambda: sys.modules["matplotlib"].use(backend))
    return False


def fresh_main(path):
    module = type(sys)("__main__")
    space = module.__dict__
    space["__annotations__"] = {}
    space["__builtins__"] = builtins
    if path:
        loader = sys.modules["_frozen_importlib_external"].SourceFileLoader
        space["__loader__"] = loader("__main__", path)
        space["__file__"] = path
        space["__cached__"] = None
    sys.modules["__main__"] = module
    return module


def reseed():
    """Forked twins must not draw the same numbers nor have the same name."""
    if "random" in sys.modules:
        sys.modules["random"].seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    if "threading" in sys.modules:
        main = sys.modules["threading"].main_thread()
        if hasattr(main, "_set_native_id"):  # a fork keeps the server's
            main._set_native_id()


def adopt_user_site():
    # The server runs with -s, so that nothing a program leaves behind runs in it; programs see their packages.
    site = sys.modules.get("site")
    if site and sys.flags.no_user_site:
        site.ENABLE_USER_SITE = True
        if os.environ.get("HOME") != Server.environment.get("HOME"):
            site.USER_SITE = site.USER_BASE = None
        path = site.getusersitepackages()
        if os.access(path, os.F_OK) and os.path.isdir(path):  # most have none, and the first question costs no exception
            site.addsitedir(path)


def without_kernel_frames(error, seen=None):
    """Cuts our frames out of the traceback of an exception and of those that it came from."""
    seen = set() if seen is None else seen
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        head = None
        tail = None
        tb = error.__traceback__
        while tb is not None:
            following = tb.tb_next
            if tb.tb_frame.f_code.co_filename not in KERNEL_FILES:
                if tail is None:
                    head = tb
                else:
                    tail.tb_next = tb
                tail = tb
            tb = following
        if tail is not None:
            tail.tb_next = None
        error.__traceback__ = head
        without_kernel_frames(error.__cause__, seen)
        error = error.__context__
    return None


class Report:
    """How uncaught exceptions become text; contexts have lines that stand in no file."""

    from_cells = False


def default_report(error):
    """The text that the interpreter prints for an uncaught exception."""
    if Report.from_cells:
        import traceback

        return "".join(traceback.format_exception(type(error), error, error.__traceback__))
    real, sys.stderr = sys.stderr, io.StringIO()
    try:
        sys.__excepthook__(type(error), error, error.__traceback__)
        return sys.stderr.getvalue()
    finally:
        sys.stderr = real


def limited(text, size):
    return text if len(text) <= size else text[:size] + "…"


def emit_error(error):
    guarded(
        lambda: Display.emit(
            {
                "kind": "error",
                "name": limited(type(error).__name__, 200),
                "value": limited(str(error), 64 << 10),
                "traceback": limited(default_report(error), 256 << 10),
            }
        )
    )


def exit_status(error):
    """What python3 exits with for a SystemExit; prints the text of one that carries text."""
    code = error.code
    if code is None:
        return 0
    if isinstance(code, int):
        # As a C long cut to an exit status; one that does not fit is -1.
        return code & 0xFF if -(1 << 63) <= code < 1 << 63 else 255
    flush(sys.stdout)
    try:
        text = str(code)
    except BaseException:
        text = ""
    if sys.stderr is None:
        os.write(2, os.fsencode(text) + b"\n")
    else:
        sys.stderr.write(text + "\n")
        flush(sys.stderr)
    return 1


def flush(stream):
    try:
        if stream is not None and not stream.closed:
            stream.flush()
        return True
    except BaseException:
        return False


def call_excepthook(hook, kind, error):
    """Returns what the hook raised. Not inside an except clause: its exception must not be chained to ours."""
    try:
        hook(kind, error, error.__traceback__)
    except BaseException as second:
        without_kernel_frames(second)
        return second
    return None


def report_uncaught(error):
    """sys.excepthook with python3's own fallbacks; returns the exit status."""
    if isinstance(error, SystemExit):
        return exit_status(error)
    without_kernel_frames(error)
    emit_error(error)
    kind = type(error)
    sys.last_type, sys.last_value, sys.last_traceback = kind, error, error.__traceback__
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    if not hasattr(sys, "excepthook"):
        sys.stderr.write("sys.excepthook is missing\n")
        sys.__excepthook__(kind, error, error.__traceback__)
        return 1
    if Report.from_cells and sys.excepthook is sys.__excepthook__:
        sys.stderr.write(default_report(error))
        return 1
    second = call_excepthook(sys.excepthook, kind, error)
    if isinstance(second, SystemExit):
        return exit_status(second)
    if second is not None and sys.stderr is not None:
        sys.stderr.write("Error in sys.excepthook:\n")
        sys.__excepthook__(type(second), second, second.__traceback__)
        sys.stderr.write("\nOriginal exception was:\n")
        sys.__excepthook__(kind, error, error.__traceback__)
    return 1


PART_OF_SOURCE = 64 << 10


class Ending:
    """How the program ended, for the last callback of atexit."""

    status = 0
    interrupted = False
    program = None
    baseline = ()
    library = None
    callbacks = 0


def conclude(program, error):
    """What follows the program's last line; returns its exit status. atexit's callbacks come after this, run by the
    interpreter itself."""
    Ending.program = program
    Ending.status = report_uncaught(error) if error is not None else 0
    Ending.interrupted = isinstance(error, KeyboardInterrupt)
    threading = sys.modules.get("threading")
    if threading:
        guarded_shutdown(threading)
    if Display.owns():  # before atexit, where matplotlib closes its figures
        finish_figures()
    return Ending.status


def guarded_shutdown(threading):
    try:
        threading._shutdown()
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)


def leave():
    """Registered first with atexit, so it runs last: the part of Py_FinalizeEx that a program can see, without tearing
    down every preloaded module. Where a flush fails it returns, and the interpreter's own finalization tells."""
    if not (flush(sys.stdout) and flush(sys.stderr)):
        return
    release_modules()
    if not (flush(sys.stdout) and flush(sys.stderr)):
        return
    if Ending.interrupted:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(Ending.status)


PLAIN = frozenset((int, float, str, bytes, bool, type(None)))


def leaves_nothing():
    """Whether no death of a module could be seen: the program imported nothing, and none of its names is an object."""
    if len(sys.modules) != len(Ending.baseline) or hasattr(sys, "last_value"):
        return False
    own = ("__builtins__", "__loader__", "__annotations__")
    return all(type(value) in PLAIN or name in own for name, value in Ending.program.__dict__.items())


def release_modules():
    """Collects garbage, then lets the program's modules die as finalize_modules() does: first by dropping them, then by
    clearing those that something still holds, the last import first."""
    if gc.isenabled():
        gc.collect()
        if leaves_nothing():
            return
    last = ("last_exc", "last_type", "last_value", "last_traceback")
    for name in ("path", "argv", "path_hooks", "path_importer_cache", "meta_path") + last:
        setattr(sys, name, None)
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__
    import _weakref

    held = []
    for name in list(sys.modules):
        if name not in Ending.baseline or name == "__main__":
            module = sys.modules.pop(name)
            if isinstance(module, type(sys)):
                held.append(_weakref.ref(module))
    module = Ending.program = None
    Ending.library = dict(sys.modules)  # the library stays alive, but nothing can be imported any more
    sys.modules.clear()
    gc.collect()
    alive = [module for module in (reference() for reference in reversed(held)) if module is not None]
    if alive:
        while alive:
            clear_module(alive.pop(0))
        gc.collect()


def clear_module(module):
    # Not module.__dict__: some modules load more of themselves when they are asked for it.
    space = type(sys).__dict__["__dict__"].__get__(module)
    for name in list(space):
        if name[:1] == "_" and name[1:2] != "_":
            space[name] = None
    for name in list(space):
        if name != "__builtins__":
            space[name] = None


def packages_folder():
    """The virtual environment that packages were installed into, where this server started before there was one."""
    folder = os.environ.get("VIRTUAL_ENV", "")
    return folder if folder and folder != sys.prefix and os.path.exists(folder + "/bin/python3") else None


def interpreter():
    folder = packages_folder()
    return folder + "/bin/python3" if folder else sys.executable


def adopt_packages():
    """For an interpreter that goes on: what was installed since it started, ahead of the system's own packages."""
    folder, site = packages_folder(), sys.modules.get("site")
    if not folder or not site:
        return
    path = "%s/lib/python%d.%d/site-packages" % ((folder,) + sys.version_info[:2])
    if path in sys.path or not os.path.isdir(path):
        return
    end = len(sys.path)
    at = next((i for i, known in enumerate(sys.path) if known.endswith("-packages")), end)
    site.addsitedir(path)
    added = sys.path[end:]
    del sys.path[end:]
    sys.path[at:at] = added


def run_real_interpreter(path, arguments):
    os.execve(interpreter(), ["python3", path] + arguments, dict(os.environ))


def start_over(path, arguments):
    """The interpreter itself must start with this environment; the kernel then runs the program in it at once."""
    if Display.fd >= 0:
        os.set_inheritable(Display.fd, True)
    for fd in KERNEL_COPY, COMPILED:
        if os.path.exists("/proc/self/fd/%d" % fd):
            os.set_inheritable(fd, True)
    kernel = "/proc/self/fd/%d" % KERNEL_COPY
    os.execve(interpreter(), ["python3", kernel, "program", path] + arguments, dict(os.environ))


EMULATED = ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")


def serves(environment):
    """Whether a program in that environment finds this interpreter as one of its own would be."""
    return not any(key.startswith("PYTHON") and key not in EMULATED for key in environment) and all(
        environment.get(key) == value for key, value in SERVER_LOCALE.items()
    )


def needs_own_interpreter(path):
    if packages_folder():
        return True
    # A file beside the program that hides a library which this server has loaded already.
    beside = os.listdir(os.path.dirname(path) or ".") if PRELOADED else ()
    return any(name.partition(".")[0] in PRELOADED for name in beside)


def take_descriptors(fds):
    for number, fd in enumerate(fds[:3]):
        os.dup2(fd, number)
    if len(fds) > 3:
        if fds[3] != DISPLAY:
            os.dup2(fds[3], DISPLAY, inheritable=False)
        Display.open(DISPLAY)
    # The source moves last: its old number may be any.
    if KERNEL_COPY != kernel_source():
        os.dup2(kernel_source(), KERNEL_COPY, inheritable=False)
    os.closerange(KERNEL_COPY + 1, COMPILED)
    os.closerange(COMPILED + 1, Server.highest)
    if len(fds) <= 3:
        os.close(DISPLAY)


def kernel_source():
    return int(KERNEL_FILE.rpartition("/")[2])


def prepare_script(fields, fds):
    """The seat becomes `python3 path arg…` up to its first line."""
    take_descriptors(fds)
    if first(fields, "pty") == "1":
        import fcntl
        import termios

        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    set_limits(fields)
    is_served = Server.serves_environment if set_environment(fields) else serves(os.environ)
    os.chdir(first(fields, "cwd", "/"))
    path, arguments = first(fields, "path"), fields.get("arg", [])
    if not is_served or needs_own_interpreter(path):
        start_over(path, arguments)
    sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
    set_streams()
    if os.environ.get("TZ") != SERVER_ZONE:
        import time

        time.tzset()
    return prepare_program(path, arguments)


def prepare_started_over(path, arguments):
    """The same in a fresh interpreter, which has its environment and streams already."""
    if os.path.exists("/proc/self/fd/%d" % DISPLAY):
        os.set_inheritable(DISPLAY, False)
        Display.open(DISPLAY)
    return prepare_program(path, arguments)


def source_of(path):
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        parts = [os.read(fd, PART_OF_SOURCE)]
        while len(parts[-1]) == PART_OF_SOURCE:
            parts.append(os.read(fd, PART_OF_SOURCE))
        return b"".join(parts)
    finally:
        os.close(fd)


def prepare_program(path, arguments):
    try:
        source = source_of(path)
        code = compile(source, path, "exec", dont_inherit=True)
        if not source.isascii() and b"coding" not in source[:512]:
            source.decode()  # the compiler overlooks bad bytes in comments, the reader of files does not
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        if isinstance(error, SyntaxError):
            error.__traceback__ = None
            guarded(lambda: later("NOTEBOOK", "refuse_line")(source, path))
            emit_error(error)
        run_real_interpreter(path, arguments)  # says it in its own words
    os.closerange(KERNEL_COPY, COMPILED + 1)
    sys.argv[:] = [path] + arguments
    if hasattr(sys, "orig_argv"):
        sys.orig_argv[:] = ["python3", path] + arguments
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = os.path.dirname(path)
    adopt_user_site()
    reseed()
    program = fresh_main(path)
    if not PRELOADED:
        for name in OWN_MODULES:
            sys.modules.pop(name, None)
    Ending.baseline = Server.modules if len(sys.modules) == len(Server.modules) else frozenset(sys.modules)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    atexit.register(leave)
    Ending.callbacks = atexit._ncallbacks()
    return code, program
