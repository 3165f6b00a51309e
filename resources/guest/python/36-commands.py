# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- The commands of notebooks -----------------------------------------------------------------------------------------

# See later().
COMMANDS = r'''
import re

HARMLESS = ("matplotlib", "load_ext", "reload_ext", "unload_ext", "autoreload", "config", "colors", "xmode")
PROGRAMS = ("ls", "cat", "cp", "mv", "rm", "mkdir", "rmdir")
SCRIPTS = {"bash": "-c", "sh": "-c", "python": "-c", "python3": "-c", "perl": "-e", "ruby": "-e", "node": "-e"}
MARKUP = {"html": "text/html", "markdown": "text/markdown", "latex": "text/latex", "svg": "image/svg+xml"}


class UsageError(Exception):
    """A command of notebooks that is not offered here, or could not be obeyed."""


def is_offline():
    """Whether this sandbox can reach nothing at all: it has no routes and was told of no proxy."""
    if any(name.lower() in ("http_proxy", "https_proxy", "all_proxy", "pip_proxy") for name in os.environ):
        return False
    try:
        with open("/proc/net/route") as file:
            routes = file.read().splitlines()[1:]
        if os.path.exists("/proc/net/ipv6_route"):
            with open("/proc/net/ipv6_route") as file:
                routes += [line for line in file.read().splitlines() if not line.endswith(" lo")]
    except OSError:
        return False
    return not routes


class Notebook:
    """What translated cells call. @names are those that the statement sees."""

    OFFERED = "%cd %env %pip %pwd %reset %run %time %timeit %who %whos !COMMAND NAME?, and for whole cells"
    OFFERED += " %%bash %%capture %%html %%time %%timeit %%writefile"

    def __init__(self, run_text, space):
        self.run_text = run_text  # (text, name, names) -> the value of the last expression
        self.space = space

    def line(self, name, rest, names):
        if name.startswith("%"):
            raise UsageError("%" + name + " is for a whole cell: it must be the cell's first line")
        if name in HARMLESS:
            return None
        if name in PROGRAMS:
            return self.system(name + " " + rest, names)
        if name in ("sx", "system"):
            return self.system(rest, names)
        method = getattr(self, "do_" + name, None)
        if method is None:
            raise self.unknown("%" + name)
        return method(rest, names)

    def cell(self, name, rest, body, names):
        if name == "script":
            name, _, rest = rest.partition(" ")
        if name in SCRIPTS:
            status = self.program([name, SCRIPTS[name], body])
            if status:
                raise UsageError("%s ended with status %d" % (name, status))
            return None
        if name in MARKUP:
            return Display.show([(MARKUP[name], body.encode())], kind="display", name=name)
        method = getattr(self, "cell_" + name, None)
        if method is None:
            raise self.unknown("%%" + name)
        return method(rest, body, names)

    def unknown(self, name):
        return UsageError("%s is not among the notebook commands that a sandbox has: %s" % (name, self.OFFERED))

    # --- Commands of the shell

    def filled(self, text, names):
        """{expression} and $name as notebooks fill them in; what Python cannot, the shell is to have as it is."""
        visible = dict(self.space, **names)

        def value(found):
            if found.group() in ("{{", "}}", "$$"):
                return found.group()[0]
            if found.group(2):
                return str(visible[found.group(2)]) if found.group(2) in visible else found.group()
            made = eval(found.group(1), visible)
            if getattr(made, "__module__", "") == "builtins" or isinstance(made, type):
                raise NameError  # as in awk '{print}'
            return str(made)

        try:
            return re.sub(r"\{\{|\}\}|(?<!\$)\{([^{}]+)\}|\$\$|\$([A-Za-z_]\w*)", value, text)
        except Exception:
            return text

    def program(self, words, keep=None, env=None):
        """Its exit status; what it prints is the cell's, or goes to the list @keep."""
        import subprocess
        import threading

        flush(sys.stdout)
        flush(sys.stderr)
        is_ours = keep is None and sys.stdout is sys.__stdout__
        pipe = {} if is_ours else {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        # A session of its own, so that an interrupt can end all of it; one that comes early waits for that.
        handler, interrupts = signal.getsignal(signal.SIGINT), []
        is_main = threading.current_thread() is threading.main_thread()
        if is_main:
            signal.signal(signal.SIGINT, lambda *which: interrupts.append(which))
        try:
            process = subprocess.Popen(words, start_new_session=True, env=env, **pipe)
        finally:
            if is_main:
                signal.signal(signal.SIGINT, handler)
        try:
            if interrupts:
                raise KeyboardInterrupt
            text = (process.communicate()[0] or b"").decode("utf-8", "replace")
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        if keep is not None:
            keep += text.splitlines()
        elif not is_ours:
            sys.stdout.write(text)
        return process.returncode

    def shell(self, text, names, keep=None):
        shell = "/bin/bash" if os.path.exists("/bin/bash") else "/bin/sh"
        self.space["_exit_code"] = self.program([shell, "-c", self.filled(text, names)], keep)

    def system(self, text, names):
        self.shell(text, names)

    def output(self, text, names):
        lines = []
        self.shell(text, names, lines)
        return lines

    # --- Packages

    def do_pip(self, rest, names):
        import importlib
        import shlex

        words = shlex.split(re.sub(r"\s#.*", "", self.filled(rest, names)))
        installs, offline = words[:1] == ["install"], is_offline() and "PIP_NO_INDEX" not in os.environ
        if installs and offline:
            words.insert(1, "--no-index")  # says at once which packages are installed already, and does not try for a minute
        quiet = ("DISABLE_PIP_VERSION_CHECK", "NO_CACHE_DIR", "NO_INPUT", "NO_WARN_SCRIPT_LOCATION", "ROOT_USER_ACTION")
        env = dict({"PIP_" + name: "ignore" if name == "ROOT_USER_ACTION" else "1" for name in quiet}, **os.environ)
        env.setdefault("PIP_PROGRESS_BAR", "off")
        status = self.program([interpreter(), "-I", "-m", "pip"] + words, env=env)
        adopt_packages()
        importlib.invalidate_caches()
        if status and installs and offline:
            raise UsageError(
                "this sandbox has no network, which is the default, so pip can fetch nothing; name the packages when"
                " the sandbox is opened (--library NAME, or 'packages' in REST and MCP), or open it with a network"
                " (--network bridge)"
            )
        if status:
            raise UsageError("pip ended with status %d" % status)

    def do_conda(self, rest, names):
        raise UsageError("there is no conda in a running sandbox; use %pip, or open it with --environment FILE")

    do_mamba = do_micromamba = do_conda

    # --- Time

    def do_time(self, rest, names):
        return self.timed(rest, names)

    def cell_time(self, rest, body, names):
        return self.timed(body, names)

    def timed(self, text, names):
        import time

        before, begin = os.times(), time.perf_counter()
        try:
            return self.run_text(text, "<timed>", names)
        finally:
            wall, after = time.perf_counter() - begin, os.times()
            user, system = after[0] - before[0], after[1] - before[1]
            print("CPU times: user %s, sys: %s, total: %s" % tuple(map(spelled, (user, system, user + system))))
            print("Wall time: " + spelled(wall))

    def do_timeit(self, rest, names):
        return self.cell_timeit(rest, "", names)

    def cell_timeit(self, rest, body, names):
        import timeit

        options, rest = options_of(rest, "n:r:qoct")
        setup, text = (rest, body) if body.strip() else ("pass", rest)
        timer = timeit.Timer(python_text(text), python_text(setup) or "pass", globals=dict(self.space, **names))
        loops = int(options.get("n", 0)) or timer.autorange()[0]
        times = [seconds / loops for seconds in timer.repeat(int(options.get("r", 7)), loops)]
        mean = sum(times) / len(times)
        deviation = (sum((seconds - mean) ** 2 for seconds in times) / len(times)) ** 0.5
        if "q" not in options:
            print(
                "%s ± %s per loop (mean ± std. dev. of %d runs, %d loops each)"
                % (spelled(mean), spelled(deviation), len(times), loops)
            )
        return times if "o" in options else None

    # --- Variables, files, folders

    def own_names(self, kinds):
        ours = {name: value for name, value in self.space.items() if not name.startswith("_")}
        return sorted(name for name in ours if not kinds or type(ours[name]).__name__ in kinds)

    def do_who(self, rest, names):
        print("   ".join(self.own_names(rest.split())) or "There are no variables yet.")

    def do_whos(self, rest, names):
        print("%-16s %-16s %s" % ("Variable", "Type", "Data"))
        for name in self.own_names(rest.split()):
            value = self.space[name]
            print("%-16s %-16s %s" % (name, type(value).__name__, limited(repr(value).replace("\n", " "), 60)))

    def do_reset(self, rest, names):
        for name in self.own_names(()):
            del self.space[name]

    def do_run(self, rest, names):
        import runpy
        import shlex

        options, rest = options_of(rest, "in")
        words = shlex.split(self.filled(rest, names))
        if not words:
            raise UsageError("%run needs the name of a file")
        before, sys.argv = sys.argv, words
        try:
            # Not in place of our own module, in which the caller's frame lives.
            made = runpy.run_path(words[0], self.space if "i" in options else None, "__main__")
            self.space.update((name, value) for name, value in made.items() if not name.startswith("__"))
        except SystemExit as error:
            if error.code:
                raise UsageError("%s ended with %s" % (words[0], error.code)) from None
        finally:
            sys.argv = before

    def do_cd(self, rest, names):
        os.chdir(os.path.expanduser(self.filled(rest.strip("'\" ") or "~", names)))
        print(os.getcwd())

    def do_pwd(self, rest, names):
        return os.getcwd()

    def do_env(self, rest, names):
        if not rest:
            return dict(os.environ)
        name, separator, value = rest.partition("=" if "=" in rest else " ")
        if not separator:
            return os.environ.get(name)
        os.environ[name.strip()] = self.filled(value.strip(), names)
        return None

    do_set_env = do_env

    def cell_writefile(self, rest, body, names):
        options, path = options_of(rest, "a")
        with open(os.path.expanduser(self.filled(path.strip("'\" "), names)), "a" if options else "w") as file:
            file.write(body)
        print(("Added to " if options else "Wrote ") + path)

    cell_file = cell_writefile

    def cell_capture(self, rest, body, names):
        import contextlib

        out, err = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                self.run_text(body, "<captured>", names)
        finally:
            name = next((word for word in rest.split() if not word.startswith("-")), "")
            if name:
                self.space[name] = Captured(out.getvalue(), err.getvalue())

    # --- Help

    def help(self, name, names):
        import inspect

        if name.startswith("%"):
            return print("Notebook commands that a sandbox has: " + self.OFFERED)
        try:
            value = eval(name, dict(self.space, **names))
        except Exception:
            return print("There is nothing called %s." % name)
        if callable(value):
            try:
                print("Signature: %s%s" % (name, inspect.signature(value)))
            except (TypeError, ValueError):
                pass
        print("Type:      " + type(value).__name__)
        if not callable(value):
            print("Value:     " + limited(repr(value), 200))
        print("Docstring: " + (inspect.getdoc(value) or "none"))


class Captured:
    def __init__(self, stdout, stderr):
        self.stdout, self.stderr = stdout, stderr

    def __str__(self):
        return self.stdout

    def show(self):
        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)

    __call__ = show


def python_text(text):
    try:
        compile(text, "<timed>", "exec", dont_inherit=True)
        return text
    except SyntaxError:
        return later("NOTEBOOK", "translated")(text)[0]


def options_of(text, known):
    """({letter: value}, what follows), as getopt reads the @known letters at the beginning."""
    options = {}
    while True:
        found = re.match(r"\s*-([%s])(?:\s+|\Z|(?=\d))" % known.replace(":", ""), text)
        if not found:
            return options, text.strip()
        text, options[found.group(1)] = text[found.end() :], True
        if found.group(1) + ":" in known:
            value = re.match(r"(\d+)\s*", text)
            if not value:
                raise UsageError("-%s needs a number" % found.group(1))
            text, options[found.group(1)] = text[value.end() :], value.group(1)


def spelled(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return "%.3g %s" % (seconds / size, unit)
    return "%.3g ns" % (seconds / 1e-9)
'''
