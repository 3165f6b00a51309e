# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- What a run shows: records on the display descriptor ---------------------------------------------------------------


class Display:
    """Writes records for the host; only the process that owns the run may. All failures end here: the capture must
    never disturb the program."""

    fd = -1
    pid = 0
    figures = 0
    charts = 0

    @classmethod
    def open(cls, fd):
        cls.fd, cls.pid = fd, os.getpid()
        cls.figures = cls.charts = 0

    @classmethod
    def active(cls):
        return cls.fd >= 0 and cls.pid == os.getpid()

    @classmethod
    def emit(cls, header, body=b""):
        if not cls.active():
            return
        import json

        head = json.dumps(header).encode()
        data = len(head).to_bytes(4, "little") + len(body).to_bytes(4, "little") + head + body
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(cls.fd, view) :]
        except OSError:
            cls.fd = -1  # nobody reads any more

    @classmethod
    def show(cls, parts, **header):
        header["parts"] = [{"mime": mime, "size": len(data)} for mime, data in parts]
        cls.emit(header, b"".join(data for _, data in parts))


def guarded(function):
    """Runs a capture; its failure becomes a notice, never an exception in the user's program."""
    try:
        return function()
    except Exception as error:
        Display.emit({"kind": "notice", "text": "could not capture: %s: %s" % (type(error).__name__, str(error)[:500])})
        return None


def png_of(figure):
    buffer = io.BytesIO()
    figure.canvas.print_figure(buffer, format="png", facecolor="auto", edgecolor="auto")
    return buffer.getvalue()


def open_figures():
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    if not helpers:
        return []
    managers = helpers.Gcf.get_all_fig_managers()
    return sorted(managers, key=lambda manager: manager.num)


def show_figures(wanted=lambda figure: True):
    """Captures the open figures in the order of their numbers and closes them, as closing their windows would."""
    for manager in open_figures():
        figure = manager.canvas.figure
        if wanted(figure) and (figure.axes or figure.texts or figure.images):
            guarded(lambda figure=figure: show_figure(figure))
        sys.modules["matplotlib._pylab_helpers"].Gcf.destroy(manager)


def show_figure(figure):
    png = png_of(figure)
    Display.figures += 1
    Display.show(
        [("image/png", png)],
        kind="display",
        name="figure-%d" % Display.figures,
        width=int.from_bytes(png[16:20], "big"),
        height=int.from_bytes(png[20:24], "big"),
    )


def note_saved(figure, target):
    figure._sandbench_saved = True
    if not isinstance(target, (str, bytes, os.PathLike)):
        return
    path = os.path.abspath(os.fsdecode(target))
    if not os.path.exists(path):  # matplotlib appends the format where a name has none
        path += "." + sys.modules["matplotlib"].rcParams["savefig.format"]
    Display.emit({"kind": "file", "path": path})


# Backends of matplotlib that open windows or draw into a notebook's page: there is neither, so what they are asked for is
# drawn as everything else is. A program that started a display of its own may use it.
BACKENDS = r"""
import re

WINDOWS = r"(gtk|qt|tk|wx)\d?(agg|cairo)?|macosx|nbagg|notebook|webagg|inline|widget|ipympl"
PAGES = r"module://(matplotlib_inline|ipympl|backend_interagg)\b.*"
told = []


def chosen(name):
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not isinstance(name, str) or has_display or not re.fullmatch(WINDOWS + "|" + PAGES, name.lower()):
        return name
    if not told:
        told.append(name)
        text = "the program asks matplotlib for %s, which a sandbox has not: its figures are captured as results"
        Display.emit({"kind": "notice", "text": text % limited(name, 100)})
    return "agg"


def replace(module, name):
    original = getattr(module, name)

    def chooses(backend, *args, **kwargs):
        return original(chosen(backend), *args, **kwargs)

    chooses.__doc__, chooses.__wrapped__, chooses.__name__ = original.__doc__, original, name
    setattr(module, name, chooses)


def hook_matplotlib(module):
    replace(module, "use")
    named = dict.__getitem__(module.rcParams, "backend")
    if chosen(named) != named:
        module.rcParams["backend"] = "agg"
"""


def hook_agg(module):
    # MPLBACKEND is Agg in every sandbox, so this is the show() of whoever did not ask for something else.
    module.show = lambda *args, **kwargs: show_figures() if Display.active() else None


def hook_figure(module):
    original = module.Figure.savefig

    def savefig(self, fname, *args, **kwargs):
        result = original(self, fname, *args, **kwargs)
        guarded(lambda: note_saved(self, fname))
        return result

    savefig.__doc__, savefig.__wrapped__, savefig.__qualname__ = original.__doc__, original, original.__qualname__
    module.Figure.savefig = savefig


def hook_plotly(module):
    def show(fig, renderer=None, validate=True, **kwargs):
        guarded(lambda: show_chart(module.to_json(fig, validate=validate)))

    show.__doc__ = module.show.__doc__
    module.show = show


def show_chart(text):
    Display.charts += 1
    Display.show(
        [("application/vnd.plotly.v1+json", text.encode())], kind="display", name="plotly-%d" % Display.charts
    )


class PostImport:
    """A meta path finder that calls a function once a named module has been imported."""

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


def install_hooks():
    sys.meta_path.insert(
        0,
        PostImport(
            {
                "matplotlib": lambda module: later(BACKENDS, "hook_matplotlib")(module),
                "matplotlib.backends.backend_agg": hook_agg,
                "matplotlib.figure": hook_figure,
                "matplotlib.pyplot": lambda module: later(BACKENDS, "replace")(module, "switch_backend"),
                "plotly.io": hook_plotly,
            }
        ),
    )
