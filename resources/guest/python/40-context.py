# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- A seat becomes a context ------------------------------------------------------------------------------------------

REPR_METHODS = (
    ("text/html", "_repr_html_"),
    ("image/svg+xml", "_repr_svg_"),
    ("image/png", "_repr_png_"),
    ("image/jpeg", "_repr_jpeg_"),
    ("application/pdf", "_repr_pdf_"),
    ("text/markdown", "_repr_markdown_"),
    ("text/latex", "_repr_latex_"),
    ("application/json", "_repr_json_"),
)
ONLY_AST = 0x400  # ast.PyCF_ONLY_AST, without importing ast
MAX_TEXT = 1 << 20
MAY_AWAIT = 0x2000 if sys.version_info >= (3, 8) else 0  # ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
IS_COROUTINE = 0x80  # inspect.CO_COROUTINE
NOTHING = compile("None", "", "eval", dont_inherit=True)


def as_bytes(data):
    if isinstance(data, tuple):  # (data, metadata), as IPython allows
        data = data[0]
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    if isinstance(data, str):
        return data.encode("utf-8", "replace")
    import json

    return json.dumps(data).encode()


def mime_parts(value):
    """The representations of a value, as Jupyter's protocol has them."""
    if hasattr(value, "to_plotly_json") and "plotly.io" in sys.modules:
        chart = sys.modules["plotly.io"].to_json(value)
        return [("application/vnd.plotly.v1+json", chart.encode()), ("text/plain", type(value).__name__.encode())]
    parts = []
    bundle = getattr(type(value), "_repr_mimebundle_", None)
    if bundle:
        made = guarded(lambda: value._repr_mimebundle_(include=None, exclude=None))
        made = made[0] if isinstance(made, tuple) else made
        parts += [(mime, as_bytes(data)) for mime, data in (made or {}).items()]
    for mime, name in REPR_METHODS:
        if getattr(type(value), name, None) and not any(mime == known for known, _ in parts):
            made = guarded(lambda: getattr(value, name)())
            if made is not None:
                parts.append((mime, as_bytes(made)))
    if not any(mime == "text/plain" for mime, _ in parts):
        parts.append(("text/plain", limited(repr(value), MAX_TEXT).encode("utf-8", "replace")))
    return parts


def show_value(value):
    if value is None:
        return
    builtins._ = value
    figure = sys.modules.get("matplotlib.figure")
    if figure and isinstance(value, figure.Figure):
        return  # drawn with the other open figures at the cell's end
    Display.show(mime_parts(value), kind="result")


class Context:
    """A namespace that lives on between cells."""

    is_hidden = False  # a copy is
    oom_score = ""  # before it was hidden

    def __init__(self, sock, fields):
        self.sock = sock
        self.module = fresh_main("")
        Report.from_cells = True
        self.flags = 0  # of `from __future__ import …` in earlier cells
        builtins.display = lambda *values, **more: later("NOTEBOOK", "display")(*values, **more)
        self.interrupt = signal.default_int_handler
        set_limits(fields)
        set_environment(fields)
        os.chdir(first(fields, "cwd", "/"))
        set_streams()
        sys.argv[:] = [""]
        sys.path[0] = ""
        adopt_user_site()
        reseed()

    def serve(self):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        while True:
            op, fields, fds = receive(self.sock)
            if op is None:
                os._exit(0)
            if op == "copy":
                self.sock = leave_copy(self.sock)
                continue
            guarded(go_on)
            if op == "cell":
                status = self.run_cell(fields, fds)
                send(self.sock, "done", "code=%d" % status)
            elif op == "check":
                for fd in fds:
                    os.close(fd)
                send(self.sock, "done", "code=%d" % later("NOTEBOOK", "check")(self, first(fields, "path")))
            elif op == "look":
                code = look(self.module.__dict__, fields, fds)
                for fd in fds:
                    os.close(fd)
                send(self.sock, "looked", "code=%d" % code)

    def run_cell(self, fields, fds):
        for number, fd in enumerate(fds[:3]):
            os.dup2(fd, number)
            os.close(fd)
        sys.stdin = sys.__stdin__ = text_stream(0, "<stdin>", SERVER_STREAMS[0])
        for text in fields.get("env", ()):
            key, _, value = text.partition("=")
            os.environ[key] = value
        adopt_packages()
        Display.open(fds[3] if len(fds) > 3 else -1)
        owner = os.getpid()
        status = self.execute(first(fields, "path"), first(fields, "name", "main.py"))
        if os.getpid() != owner:  # a forked child of the program ran to the cell's end
            os._exit(status)
        finish_figures()
        flush(sys.stdout)
        flush(sys.stderr)
        self.let_go(fds)
        return status

    @staticmethod
    def let_go(fds):
        null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        for number in range(3):
            os.dup2(null, number)
        os.close(null)
        if len(fds) > 3:
            os.close(fds[3])
        Display.fd = -1

    def execute(self, path, name):
        try:
            with io.open(path, "rb") as file:
                source = file.read()
            self.remember_lines(source, name)
            codes = self.compiled(source, name)
        except BaseException as error:
            error.__traceback__ = None
            return report_uncaught(error)
        try:
            signal.signal(signal.SIGINT, self.interrupt)
            show_value(self.evaluated(codes, self.module.__dict__))
            return 0
        except SystemExit as error:
            return exit_status(error)
        except BaseException as error:
            return report_uncaught(error)
        finally:
            self.interrupt = signal.getsignal(signal.SIGINT) or signal.default_int_handler
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def evaluated(self, codes, names):
        """The value of the last of @codes."""
        made = None
        for code in codes:
            made = eval(code, self.module.__dict__, names)
            if code.co_flags & IS_COROUTINE:
                made = later("NOTEBOOK", "awaited")(made)
        return made

    def parsed(self, source, name):
        """The syntax tree; of what notebooks have and Python has not, that of what it means in Python."""
        try:
            return compile(source, name, "exec", ONLY_AST | self.flags, True)
        except SyntaxError:
            meant = later("NOTEBOOK", "meaning")(source)
            if meant is None:
                raise
        if not hasattr(builtins, "__notebook__"):
            run_text = lambda text, name, names: self.evaluated(self.compiled(text, name), names)
            builtins.__notebook__ = later("COMMANDS", "Notebook")(run_text, self.module.__dict__)
        return compile(meant[0], name, "exec", ONLY_AST | self.flags, True)

    def compiled(self, source, name):
        """What is to be evaluated one after the other; the value of the last is the cell's."""
        import _ast

        tree = self.parsed(source, name)
        last = tree.body[-1] if tree.body else None
        value = isinstance(last, _ast.Expr) and tree.body.pop().value
        trees = [(tree, "exec")] if tree.body or not value else []
        if value:
            trees.append((_ast.Expression(value), "eval"))
        codes = [self.compiled_tree(tree, name, kind) for tree, kind in trees]
        if codes[0].co_flags >> 17:  # a future statement
            import __future__

            known = [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names]
            self.flags |= sum(flag for flag in known if flag >> 17 and codes[0].co_flags & flag)
        return codes if value else codes + [NOTHING]

    def compiled_tree(self, tree, name, kind):
        try:
            return compile(tree, name, kind, self.flags, True)
        except SyntaxError:
            return compile(tree, name, kind, self.flags | MAY_AWAIT, True)

    @staticmethod
    def remember_lines(source, name):
        """Tracebacks show the text of the cell. Leading blank lines mean that the cell is a part of a larger file whose
        other lines are known from earlier cells."""
        import linecache

        text = source.decode("utf-8", "replace")
        lines = text.splitlines(True)
        if lines and not lines[0].strip() and name in linecache.cache:
            old = list(linecache.cache[name][2])
            old += ["\n"] * (len(lines) - len(old))
            for number, line in enumerate(lines):
                if line.strip():
                    old[number] = line
            lines = old
        linecache.cache[name] = (len(text), None, lines, name)
