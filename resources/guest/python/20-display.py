# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- What a run shows: records on the display descriptor ---------------------------------------------------------------


class Display:
    """Writes records for the host. Only the process that owns the run may write to the descriptor; what its children show
    goes through files, see Children. All failures end here: the capture must never disturb the program."""

    MOST = 200  # results that the host takes of a run
    fd = -1
    pid = 0
    counts = {}

    @classmethod
    def open(cls, fd):
        cls.fd, cls.pid = fd, os.getpid()
        cls.counts = {}
        Children.begin()

    @classmethod
    def owns(cls):
        return cls.fd >= 0 and cls.pid == os.getpid()

    @classmethod
    def active(cls):
        return cls.fd >= 0 and sum(cls.counts.values()) < cls.MOST

    @classmethod
    def next_name(cls, kind):
        """ "figure-1" """
        cls.counts[kind] = cls.counts.get(kind, 0) + 1
        return "%s-%d" % (kind, cls.counts[kind])

    @classmethod
    def emit(cls, header, body=b""):
        if cls.fd < 0:
            return
        import time

        header["time"] = time.time()
        if not cls.owns():
            return later("RECORDS", "keep")(Children.folder, header, body)
        view = memoryview(later("RECORDS", "packed")(header, body))
        try:
            while view:
                view = view[os.write(cls.fd, view) :]
        except OSError:
            cls.fd = -1  # nobody reads any more

    @classmethod
    def show(cls, parts, **header):
        header["parts"] = [{"mime": mime, "size": len(data)} for mime, data in parts]
        cls.emit(header, b"".join(data for _, data in parts))

    @staticmethod
    def chart_of(figure):
        return later("CHART", "chart_of")(figure)

    @classmethod
    def figure_opened(cls):
        """The agent tells of the time limit by a signal, a moment before it kills; the kernel does at that of CPU time."""
        for number in (LIMIT_SIGNAL, signal.SIGXCPU):
            if cls.owns() and signal.getsignal(number) == signal.SIG_DFL:
                try:
                    signal.signal(number, later("CAPTURE", "on_limit"))
                except ValueError:  # not in the main thread
                    pass

    @staticmethod
    def figures_may_come():
        """In a program of the kernel's, conclude() sees to what is left open."""


LIMIT_SIGNAL = 60  # of the real-time ones, which nobody gets by accident; known to the agent


def guarded(function):
    """Runs a capture; its failure becomes a notice, never an exception in the user's program."""
    try:
        return function()
    except Exception as error:
        Display.emit({"kind": "notice", "text": "could not capture: %s: %s" % (type(error).__name__, str(error)[:500])})
        return None


# These, like CAPTURE, are shared with the interpreters that a program starts: see Children.
RECORDS = r"""
def packed(header, body):
    import json

    head = json.dumps(header).encode()
    return len(head).to_bytes(4, "little") + len(body).to_bytes(4, "little") + head + body


kept = []


def keep(folder, header, body):
    '''For the host to find: whole or not at all, also when this process is killed meanwhile.'''
    import io
    import time

    header["process"] = os.getpid()
    if len(kept) >= Display.MOST:
        return
    kept.append(None)
    try:
        if not os.path.isdir(folder):
            os.mkdir(folder, 0o700)
        name = "%020d-%d" % (time.time_ns(), os.getpid())
        with io.open(folder + "/." + name, "xb") as file:
            file.write(packed(header, body))
        os.rename(folder + "/." + name, folder + "/" + name)
    except OSError:
        pass
"""

FINDER = r"""
class PostImport:
    '''A meta path finder that calls a function once a named module has been imported.'''

    def __init__(self, hooks):
        self.hooks = hooks

    def find_spec(self, name, path=None, target=None):
        hook = self.hooks.pop(name, None)
        if hook is None:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                break
        else:
            return None
        original = getattr(spec.loader, "exec_module", None)
        if original:

            def exec_module(module):
                original(module)
                guarded(lambda: hook(module))

            spec.loader.exec_module = exec_module
        return spec


# What is hooked once it is imported, and by which function of CAPTURE.
HOOKED = {
    "matplotlib": "hook_matplotlib",
    "matplotlib._pylab_helpers": "hook_pylab",
    "matplotlib.animation": "hook_animation",
    "matplotlib.axes._axes": "hook_axes",
    "matplotlib.backends.backend_agg": "hook_agg",
    "matplotlib.figure": "hook_figure",
    "matplotlib.pyplot": "hook_pyplot",
    "plotly.io": "hook_plotly",
    "PIL.Image": "hook_pillow",
}
STARTERS = ("subprocess", "multiprocessing.util")


def install(capture, hook_starter):
    hooks = {name: lambda module, hook=hook: capture(hook)(module) for name, hook in HOOKED.items()}
    hooks.update(dict.fromkeys(STARTERS, hook_starter))
    sys.meta_path.insert(0, PostImport(hooks))
"""
PostImport = later("FINDER", "PostImport")


def install_hooks():
    later("FINDER", "install")(lambda name: later("CAPTURE", name), lambda module: later("STARTING", "hook")(module))
    os.register_at_fork(before=Children.announce)
    os.system = replaced_system(os.system)


def finish_figures():
    """Captures what is open and was not saved, and closes it."""
    if "matplotlib._pylab_helpers" in sys.modules:
        guarded(later("CAPTURE", "finish_figures"))
