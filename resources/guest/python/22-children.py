# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- What a program's children show --------------------------------------------------------------------------------------


class Children:
    """Forked copies, and interpreters that a program starts by a command with their name, show their things as well.
    They have not the display descriptor, and writing to it together would mix the records: each keeps its own as files
    of a folder that the host is told of before the first child is there."""

    folder = ""
    announced = hooked = False

    @classmethod
    def begin(cls):
        cls.announced = cls.hooked = False

    @classmethod
    def announce(cls):
        if not cls.announced and Display.owns():
            cls.announced = True
            cls.folder = "%s/.sandbench-%d" % (os.environ.get("TMPDIR") or "/tmp", os.getpid())
            Display.emit({"kind": "children", "path": cls.folder})

    @classmethod
    def variables(cls, environment):
        """What makes an interpreter show things: it reads our file before the program's, which then finds its
        environment as it was."""
        cls.announce()
        if not cls.hooked:
            later("STARTING", "write_hooks")(cls.folder)
            cls.hooked = True
        folder, before = os.fsencode(cls.folder), environment.get(b"PYTHONPATH")
        return {
            b"SANDBENCH_CHILD": folder,
            b"PYTHONPATH": folder if before is None else folder + b":" + before,
        }


def replaced_system(original):
    def system(command):
        if Display.active():
            text = guarded(lambda: later("STARTING", "exported")(command))
            command = command if text is None else text
        return original(command)

    system.__doc__, system.__wrapped__ = original.__doc__, original
    return system


# See later().
STARTING = r'''
import os


def write_hooks(folder):
    if not os.path.isdir(folder):
        os.mkdir(folder, 0o700)
    texts = {"sitecustomize.py": FINDER + RECORDS + CHILD, "capture": CAPTURE, "chart": CHART, "starting": STARTING}
    for name, text in texts.items():
        descriptor = os.open(folder + "/." + name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            os.write(descriptor, text.encode())
        finally:
            os.close(descriptor)
        os.rename(folder + "/." + name, folder + "/" + name)


def with_hooks(environment):
    """The list of b"K=V" that a child gets."""
    pairs = dict(os.environb) if environment is None else dict(pair.split(b"=", 1) for pair in environment)
    pairs.update(Children.variables(pairs))
    return [key + b"=" + value for key, value in pairs.items()]


def starts_python(words):
    """Other programs see nothing of us in their environment."""
    return any(b"python" in os.fsencode(word) for word in words)


def exported(command):
    """The same for a line of the shell's, in that line, so that the shell counts lines as it would."""
    text = os.fsencode(command)
    if not starts_python([text]):
        return None
    quoted = [key + b"='" + value.replace(b"'", b"'\\''") + b"'" for key, value in Children.variables(os.environb).items()]
    return b"export " + b" ".join(quoted) + b"; " + text


def hook(module):
    """Of what starts processes: subprocess, and multiprocessing where it starts interpreters."""
    import _posixsubprocess

    original = _posixsubprocess.fork_exec
    if not hasattr(original, "__wrapped__"):

        def fork_exec(*args):
            captures = Display.active() and guarded(lambda: starts_python(args[0]))
            environment = guarded(lambda: with_hooks(args[5])) if captures else None
            return original(*args) if environment is None else original(*args[:5], environment, *args[6:])

        fork_exec.__wrapped__ = original
        _posixsubprocess.fork_exec = fork_exec
    if hasattr(module, "_fork_exec"):
        module._fork_exec = _posixsubprocess.fork_exec
'''

# The sitecustomize of an interpreter that a program started; FINDER and RECORDS stand before it.
CHILD = r'''
import os
import sys


class Display:
    """As the kernel's; all is kept as files."""

    MOST = 200
    folder = os.environ.get("SANDBENCH_CHILD", "")
    counts = {}

    @classmethod
    def active(cls):
        return cls.folder != "" and sum(cls.counts.values()) < cls.MOST

    @classmethod
    def next_name(cls, kind):
        cls.counts[kind] = cls.counts.get(kind, 0) + 1
        return "%s-%d" % (kind, cls.counts[kind])

    @classmethod
    def emit(cls, header, body=b""):
        import time

        header["time"] = time.time()
        keep(cls.folder, header, body)

    @classmethod
    def show(cls, parts, **header):
        header["parts"] = [{"mime": mime, "size": len(data)} for mime, data in parts]
        cls.emit(header, b"".join(data for _, data in parts))

    @staticmethod
    def chart_of(figure):
        return text_of("chart")["chart_of"](figure)

    @staticmethod
    def figure_opened():
        """Nobody tells a child of a limit."""

    @staticmethod
    def figures_may_come():
        import atexit

        # Behind matplotlib's own, which closes the figures: these are called from the last to the first.
        atexit.register(lambda: guarded(capture("finish_figures")))


def guarded(function):
    try:
        return function()
    except Exception as error:
        Display.emit({"kind": "notice", "text": "could not capture: %s: %s" % (type(error).__name__, str(error)[:500])})
        return None


class Children:
    """For its own children, as for itself."""

    @staticmethod
    def variables(environment):
        folder, before = os.fsencode(Display.folder), environment.get(b"PYTHONPATH")
        return {
            b"SANDBENCH_CHILD": folder,
            b"PYTHONPATH": folder if before is None else folder + b":" + before,
        }


read = {}


def text_of(name):
    if name not in read:
        import io

        space = dict(globals(), __name__="sandbench")
        with io.open(Display.folder + "/" + name, encoding="utf-8") as file:
            exec(compile(file.read(), __file__, "exec", dont_inherit=True), space)
        read[name] = space
    return read[name]


def capture(name):
    return text_of("capture")[name]


def restore():
    """What the program shall find: its own environment and path."""
    path = os.environ.get("PYTHONPATH", "")
    os.environ.pop("SANDBENCH_CHILD", None)
    if path == Display.folder:
        del os.environ["PYTHONPATH"]
    elif path.startswith(Display.folder + ":"):
        os.environ["PYTHONPATH"] = path[len(Display.folder) + 1 :]
    sys.path[:] = [entry for entry in sys.path if entry != Display.folder]
    sys.path_importer_cache.pop(Display.folder, None)


def find_real():
    """The interpreter's own sitecustomize, which ours stands before."""
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    spec = PathFinder.find_spec("sitecustomize")
    if spec is not None:
        sys.modules["sitecustomize"] = module = module_from_spec(spec)
        spec.loader.exec_module(module)


if Display.folder:
    restore()
    install(capture, lambda module: text_of("starting")["hook"](module))
    find_real()
'''
