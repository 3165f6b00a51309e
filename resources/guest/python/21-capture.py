# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- What libraries are asked to show ----------------------------------------------------------------------------------

# See later(); also read by the interpreters that a program starts, whose Display is another one.
CAPTURE = r'''
import io
import os
import sys
import weakref

# --- Where a result comes from


def in_library(name):
    return name.startswith("<frozen ") or "-packages/" in name or name.startswith(LIBRARY)


LIBRARY = os.path.dirname(os.__file__) + "/"
OWN_FILES = globals().get("KERNEL_FILES", ()) + (sys._getframe().f_code.co_filename,)


def source_line():
    """The line of the program that called what calls this."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if name not in OWN_FILES and not in_library(name):
            return {"file": name[:1000], "line": frame.f_lineno}
        frame = frame.f_back
    return None


def title_of(figure):
    whole = getattr(figure, "_suptitle", None)
    texts = [whole.get_text()] if whole is not None else []
    try:
        texts += [axes.get_title(place) for axes in figure.axes for place in ("center", "left", "right")]
    except Exception:
        pass  # axes of another library's
    texts.append(str(figure.get_label()))  # what its window is called
    return next((text[:200] for text in texts if text and text.strip()), "")


def dots_of(figure, wanted=None):
    if wanted is None:
        wanted = sys.modules["matplotlib"].rcParams["savefig.dpi"]
    return float(figure.dpi if wanted == "figure" else wanted)


def facts_of(figure, wanted=None):
    line = source_line() or getattr(figure, "_sandbench_line", None)
    return {"title": title_of(figure), "dpi": dots_of(figure, wanted), "source": line}


# --- Figures

saving = []  # what an animation saves, frame by frame, is not for us


def png_of(figure):
    buffer = io.BytesIO()
    with WarningsOfProgram(source_line() or getattr(figure, "_sandbench_line", None)):
        figure.canvas.print_figure(buffer, format="png", facecolor="auto", edgecolor="auto")
    return buffer.getvalue()


class WarningsOfProgram:
    """What matplotlib warns of while we draw, such as a missing glyph, is told at the program's line."""

    def __init__(self, line):
        self.line = line

    def __enter__(self):
        import warnings

        self.show = warnings.showwarning
        if self.line:
            warnings.showwarning = self.tell

    def __exit__(self, *error):
        import warnings

        warnings.showwarning = self.show

    def tell(self, message, category, filename, lineno, *more):
        if filename in OWN_FILES:
            filename, lineno = self.line["file"], self.line["line"]
        self.show(message, category, filename, lineno, *more)


def open_figures():
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    managers = helpers.Gcf.get_all_fig_managers() if helpers else []
    return sorted(managers, key=lambda manager: manager.num)


def has_content(figure):
    return bool(figure.axes or figure.texts or figure.images)


def show_figures(wanted=lambda figure: True):
    """Captures the open figures in the order of their numbers and closes them, as closing their windows would."""
    for manager in open_figures():
        figure = manager.canvas.figure
        figure._sandbench_waits = False
        if wanted(figure) and has_content(figure):
            guarded(lambda figure=figure: show_figure(figure))
        sys.modules["matplotlib._pylab_helpers"].Gcf.destroy(manager)


def finish_figures():
    show_figures(lambda figure: not getattr(figure, "_sandbench_saved", False))


def on_limit(number, frame):
    """In the moment before the kill. Ends as it would have, so that it is seen at once that nothing more comes."""
    import signal

    saving.append("limit")
    finish_figures()
    if number == signal.SIGXCPU:
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os.kill(os.getpid(), signal.SIGKILL)


def show_figure(figure):
    if not Display.active():
        return
    facts = facts_of(figure)
    moving = None if saving else guarded(lambda: gif_of(figure))
    data = moving or png_of(figure)
    order, at = ("little", 6) if moving else ("big", 16)
    half = 2 if moving else 4
    Display.show(
        [("image/gif" if moving else "image/png", data), *chart_parts(figure)],
        kind="display",
        name=Display.next_name("figure"),
        width=int.from_bytes(data[at : at + half], order),
        height=int.from_bytes(data[at + half : at + 2 * half], order),
        **facts
    )


def chart_parts(figure):
    """What it shows as numbers, beside what it looks like."""
    import json

    try:
        chart = Display.chart_of(figure)
        text = json.dumps(chart, separators=(",", ":"), allow_nan=False)
    except Exception:
        return []  # axes of another library's; the picture is there
    return [("application/vnd.sandbench.chart+json", text.encode())] if chart else []


def show_later(figure):
    """Its window would stay open, and the program goes on drawing: captured when it is closed, as it is then."""
    if has_content(figure):
        figure._sandbench_waits = True
        figure._sandbench_line = source_line()


def note_saved(figure, target, wanted=None):
    if saving:
        return
    if not isinstance(target, (str, bytes, os.PathLike)):
        target = getattr(target, "name", None)
        if not isinstance(target, str) or not os.path.isfile(target):
            return note_saved_in_memory(figure)
    figure._sandbench_saved, figure._sandbench_waits = True, False
    path = os.path.abspath(os.fsdecode(target))
    if not os.path.exists(path):  # matplotlib appends the format where a name has none
        path += "." + sys.modules["matplotlib"].rcParams["savefig.format"]
    Display.show(chart_parts(figure), kind="file", path=path, **facts_of(figure, wanted))


def note_saved_in_memory(figure):
    if any(manager.canvas.figure is figure for manager in open_figures()):
        show_later(figure)
    elif has_content(figure):
        show_figure(figure)


def hook_agg(module):
    # MPLBACKEND is Agg in every sandbox, so this is the show() of whoever did not ask for something else.
    def show(*args, block=None, **kwargs):
        if not Display.active():
            return
        if block is False or (block is None and sys.modules["matplotlib"].is_interactive()):
            for manager in open_figures():
                guarded(lambda manager=manager: show_later(manager.canvas.figure))
        else:
            show_figures()

    module.show = show


def imitate(function, original):
    function.__doc__, function.__wrapped__ = original.__doc__, original
    function.__name__, function.__qualname__ = original.__name__, original.__qualname__
    return function


def hook_figure(module):
    save, show = module.Figure.savefig, module.Figure.show

    def savefig(self, fname, *args, **kwargs):
        result = save(self, fname, *args, **kwargs)
        guarded(lambda: note_saved(self, fname, kwargs.get("dpi")))
        return result

    def show_one(self, *args, **kwargs):
        result = show(self, *args, **kwargs)
        guarded(lambda: show_later(self))
        return result

    module.Figure.savefig = imitate(savefig, save)
    module.Figure.show = imitate(show_one, show)


def hook_pylab(module):
    gcf = module.Gcf
    destroy, destroy_all, create = gcf.destroy, gcf.destroy_all, getattr(gcf, "_set_new_active_manager", None)

    def close(managers):
        for manager in managers:
            figure = manager.canvas.figure
            if getattr(figure, "_sandbench_waits", False):
                figure._sandbench_waits = False
                guarded(lambda figure=figure: show_figure(figure))

    def destroy_one(cls, num):
        close([manager for manager in list(cls.figs.values()) if manager is num or manager.num == num])
        return destroy(num)

    def destroy_each(cls):
        close(list(cls.figs.values()))
        return destroy_all()

    def created(cls, manager):
        result = create(manager)
        manager.canvas.figure._sandbench_line = source_line()
        guarded(Display.figure_opened)
        return result

    gcf.destroy = classmethod(imitate(destroy_one, destroy))
    gcf.destroy_all = classmethod(imitate(destroy_each, destroy_all))
    if create:
        gcf._set_new_active_manager = classmethod(imitate(created, create))
    Display.figures_may_come()


def hook_axes(module):
    draw = module.Axes.bxp

    def bxp(self, bxpstats, *args, **kwargs):
        artists = draw(self, bxpstats, *args, **kwargs)
        flat = kwargs.get("orientation") == "horizontal" or kwargs.get("vert") is False
        self.__dict__.setdefault("_sandbench_boxes", []).append((list(bxpstats), artists, flat))
        return artists

    module.Axes.bxp = imitate(bxp, draw)


# --- Animations

MOST_FRAMES, MOST_SECONDS, MOST_PIXELS = 300, 10, 200_000_000


def gif_of(figure):
    """The moving picture of an animation that goes on in the figure; None where there is none, or no Pillow."""
    alive = [made() for made in getattr(figure, "_sandbench_animations", ())]
    animation = next((made for made in alive if made is not None), None)
    if animation is None:
        return None
    try:
        from PIL import Image
    except ImportError:
        return None
    frames = drawn_frames(animation, figure, Image)
    if len(frames) < 2:
        return None
    buffer = io.BytesIO()
    pause = max(20, int(getattr(animation, "_interval", None) or 200))
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], duration=pause, loop=0)
    return buffer.getvalue()


def drawn_frames(animation, figure, Image):
    import time

    frames, pixels, end = [], 0, time.monotonic() + MOST_SECONDS
    animation._init_draw()
    for data in animation.new_saved_frame_seq():
        animation._draw_next_frame(data, blit=False)
        figure.canvas.draw()
        size = figure.canvas.get_width_height()
        picture = Image.frombuffer("RGBA", size, bytes(figure.canvas.buffer_rgba()), "raw", "RGBA", 0, 1)
        frames.append(picture.convert("RGB").quantize(256, 2))
        pixels += size[0] * size[1]
        if len(frames) == MOST_FRAMES or pixels > MOST_PIXELS or time.monotonic() > end:
            break
    return frames


def hook_animation(module):
    begin, save = module.Animation.__init__, module.Animation.save

    def begun(self, fig, *args, **kwargs):
        begin(self, fig, *args, **kwargs)
        fig.__dict__.setdefault("_sandbench_animations", []).append(weakref.ref(self))

    def saved(self, *args, **kwargs):
        saving.append(self)
        try:
            result = save(self, *args, **kwargs)
        finally:
            saving.remove(self)
        self._fig._sandbench_saved, self._fig._sandbench_waits = True, False
        return result

    module.Animation.__init__ = imitate(begun, begin)
    module.Animation.save = imitate(saved, save)


# --- Backends of matplotlib that open windows or draw into a notebook's page: there is neither, so what they are asked for
# is drawn as everything else is. A program that started a display of its own may use it.

WINDOWS = r"(gtk|qt|tk|wx)\d?(agg|cairo)?|macosx|nbagg|notebook|webagg|inline|widget|ipympl"
PAGES = r"module://(matplotlib_inline|ipympl|backend_interagg)\b.*"
told = []


def chosen(name):
    import re

    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not isinstance(name, str) or has_display or not re.fullmatch(WINDOWS + "|" + PAGES, name.lower()):
        return name
    if not told:
        told.append(name)
        text = "the program asks matplotlib for %s, which a sandbox has not: its figures are captured as results"
        Display.emit({"kind": "notice", "text": text % name[:100]})
    return "agg"


def replace(module, name):
    original = getattr(module, name)

    def chooses(backend, *args, **kwargs):
        return original(chosen(backend), *args, **kwargs)

    setattr(module, name, imitate(chooses, original))


def hook_matplotlib(module):
    replace(module, "use")
    named = dict.__getitem__(module.rcParams, "backend")
    if chosen(named) != named:
        module.rcParams["backend"] = "agg"


def hook_pyplot(module):
    replace(module, "switch_backend")


# --- Charts and pictures


def hook_plotly(module):
    def show(fig, renderer=None, validate=True, **kwargs):
        guarded(lambda: show_chart(module.to_json(fig, validate=validate)))

    show.__doc__ = module.show.__doc__
    module.show = show


def chart_title(text):
    import json

    title = (json.loads(text).get("layout") or {}).get("title")
    title = title.get("text") if isinstance(title, dict) else title
    return title[:200] if isinstance(title, str) else ""


def show_chart(text):
    if not Display.active():
        return
    Display.show(
        [("application/vnd.plotly.v1+json", text.encode())],
        kind="display",
        name=Display.next_name("plotly"),
        title=guarded(lambda: chart_title(text)) or "",
        source=source_line(),
    )


def hook_pillow(module):
    if hasattr(module, "_show"):  # what Image.show() calls, to look for a viewer
        module._show = lambda image, title=None, **options: guarded(lambda: show_picture(image, title))


def show_picture(image, title):
    if not Display.active():
        return
    buffer = io.BytesIO()
    plain = image if image.mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I", "I;16") else image.convert("RGB")
    plain.save(buffer, "PNG")
    dots = image.info.get("dpi")
    Display.show(
        [("image/png", buffer.getvalue())],
        kind="display",
        name=Display.next_name("picture"),
        width=image.width,
        height=image.height,
        title=title[:200] if isinstance(title, str) else "",
        dpi=float(dots[0]) if isinstance(dots, tuple) and dots else 0,
        source=source_line(),
    )
'''
