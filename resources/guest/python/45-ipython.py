# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- What programs of notebooks import of IPython, where it is not installed -------------------------------------------

# A text, so that it costs nothing where nobody needs it: it is compiled when it is imported.
IPYTHON = r'''
class DisplayObject:
    """Shown as what it is, by display() or as the value of a cell."""

    mime = "text/plain"
    is_binary = False

    def __init__(self, data=None, url=None, filename=None, **ignored):
        if filename is None and data is None and url is None:
            raise ValueError("no data, url or filename")
        if data is None and url is not None:
            raise ValueError("addresses are not fetched here; give the data")
        if filename is not None:
            with open(filename, "rb") as file:
                data = file.read()
            if not self.is_binary:
                data = data.decode("utf-8", "replace")
        self.data = data

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {self.mime: self.data}


def kind(name, mime):
    return type(name, (DisplayObject,), {"mime": mime, "__module__": "IPython.display"})


Pretty = kind("Pretty", "text/plain")
HTML = kind("HTML", "text/html")
Markdown = kind("Markdown", "text/markdown")
Latex = kind("Latex", "text/latex")
SVG = kind("SVG", "image/svg+xml")
JSON = kind("JSON", "application/json")
Javascript = kind("Javascript", "text/javascript")


class Math(Latex):
    def _repr_mimebundle_(self, include=None, exclude=None):
        return {self.mime: "$\\displaystyle %s$" % self.data.strip("$")}


class Image(DisplayObject):
    is_binary = True

    def __init__(self, data=None, url=None, filename=None, format=None, **ignored):
        if isinstance(data, str):  # the name of a file, as IPython takes it
            data, filename = None, data
        DisplayObject.__init__(self, data, url, filename)
        self.mime = "image/png" if self.data[:4] == b"\x89PNG" else "image/jpeg"


def display(*values, **ignored):
    show(*values)


def clear_output(wait=False):
    """What was printed stays."""


def get_ipython():
    """No shell of IPython's runs here."""
    return None


__version__, version_info = "0", (0, 0, 0, "")
'''


def show_values(*values):
    known = getattr(builtins, "display", None)
    if known:
        return known(*values)
    flush(sys.stdout)
    for value in values:
        Display.show(mime_parts(value), kind="display")


class NotebookNames:
    """Finds them, after all others."""

    names = ("IPython", "IPython.display", "IPython.core", "IPython.core.display")

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name not in cls.names:
            return None
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, cls, is_package=name in ("IPython", "IPython.core"))

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        # One set of classes under all of the names.
        first_one = sys.modules["IPython"] if "IPython" in sys.modules else module
        if not hasattr(first_one, "DisplayObject"):
            first_one.show = show_values
            exec(compile(IPYTHON, "<IPython of the sandbox>", "exec"), first_one.__dict__)
        for name, value in list(first_one.__dict__.items()):
            if not name.startswith("__"):
                setattr(module, name, value)


sys.meta_path.append(NotebookNames)


# --- The data of a frame, for clients that want it ---------------------------------------------------------------------

MAX_CELLS = 1_000_000


def hook_frame(module):
    def bundle(self, include=None, exclude=None):
        if os.environ.get("SANDBENCH_FRAMES") != "data" or self.size > MAX_CELLS:
            return {}
        import json

        whole = json.loads(self.to_json(orient="split", date_format="iso", default_handler=str))
        columns = {str(name): [row[at] for row in whole["data"]] for at, name in enumerate(self.columns)}
        return {"application/json": {"e2b/data": columns}}

    module.DataFrame._repr_mimebundle_ = bundle


sys.meta_path.insert(0, PostImport({"pandas.core.frame": hook_frame}))
