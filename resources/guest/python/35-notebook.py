# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- What notebooks have and Python has not ------------------------------------------------------------------------------

# See later(). What reads cells that are no Python, and what awaits.
NOTEBOOK = r'''
import re

CELL = re.compile(r"\s*%%([A-Za-z]\w*)[ \t]*([^\n]*)(?:\n|\Z)")
LINE = re.compile(r"(\s*(?:[A-Za-z_][\w.,\[\] ]*?\s*=\s*)?)(?:!!?(?![=!])\s*|(?=%%?[A-Za-z]))(.+)", re.DOTALL)
COMMAND = re.compile(r"%(%?\w+)\s*(.*)", re.DOTALL)
HELP = re.compile(r"(\s*)(?:\?\??\s*(%{0,2}[A-Za-z_][\w.]*)|(%{0,2}[A-Za-z_][\w.]*)\?\??)\s*\Z")


class Statements:
    """Tells of each line whether a statement begins there: not inside brackets or a text, nor behind a backslash."""

    quote, depth, is_joined = "", 0, False

    def begins(self):
        return not (self.quote or self.depth or self.is_joined)

    def read(self, line):
        at, self.is_joined = 0, False
        while at < len(line):
            if self.quote:
                if line[at] == "\\":
                    at += 2
                elif line.startswith(self.quote, at):
                    at += len(self.quote)
                    self.quote = ""
                else:
                    at += 1
                continue
            if line[at] == "#":
                return
            if line[at] in "\"'":
                self.quote = line[at] * (3 if line.startswith(line[at] * 3, at) else 1)
                at += len(self.quote)
                continue
            self.depth = max(0, self.depth + (line[at] in "([{") - (line[at] in ")]}"))
            at += 1
        self.is_joined = line.endswith("\\")
        if len(self.quote) == 1 and not self.is_joined:
            self.quote = ""


def python_of(line):
    """The statement that a line of notebooks means, or None."""
    found = LINE.match(line)
    if found:
        head, text = found.groups()
        command = COMMAND.match(text) if text.startswith("%") else None
        if command:
            return "%s__notebook__.line(%r, %r, locals())" % ((head,) + command.groups())
        keeps = head.strip() != ""
        return "%s__notebook__.%s(%r, locals())" % (head, "output" if keeps else "system", text)
    found = HELP.match(line)
    if found:
        return "%s__notebook__.help(%r, locals())" % (found.group(1), found.group(2) or found.group(3))
    return None


def translated(text):
    """The same in Python, and (number, text) of the first line that was not; lines stay where they are."""
    found = CELL.match(text)
    if found:
        above = text[: found.start(1)].count("\n")
        call = "__notebook__.cell(%r, %r, %r, locals())" % (found.group(1), found.group(2).strip(), text[found.end() :])
        return "\n" * above + call + "\n", (above + 1, found.group().strip())
    lines, made, first, statements = text.split("\n"), [], None, Statements()
    while len(made) < len(lines):
        line, count = lines[len(made)].rstrip("\r"), 1
        python = python_of(line) if statements.begins() else None
        if python is None:
            statements.read(line)
            made.append(line)
            continue
        first = first or (len(made) + 1, line.strip())
        while line.endswith("\\") and len(made) + count < len(lines):
            line += "\n" + lines[len(made) + count].rstrip("\r")
            count += 1
        made += [python_of(line)] + [""] * (count - 1)
    return "\n".join(made), first


def meaning(source):
    """As translated(), or nothing where all of it was Python, or is no text."""
    try:
        made = translated(source.decode() if isinstance(source, bytes) else source)
    except UnicodeDecodeError:
        return None
    return made if made[1] else None


def refuse_line(source, path):
    """Returns but where lines that only notebooks have are all that is wrong with the program: what to do is said then."""
    meant = meaning(source)
    if not meant:
        return
    try:
        compile(meant[0], path, "exec", dont_inherit=True)
    except Exception:
        return
    number, line = meant[1]
    if line.startswith(("%pip", "!pip")):
        advice = "have the packages installed before it runs (--library NAME, or 'packages' in REST and MCP)"
    else:
        advice = "run it as a cell of a context (sandbenchctl repl, or 'context' in REST and MCP), or write it in Python"
    text = "'%s' is a command of notebooks, which a program of its own does not have; " % limited(line, 100)
    error = SyntaxError(text + advice, (path, number, 1, line))
    emit_error(error)
    sys.stderr.write(default_report(error))
    flush(sys.stderr)
    os._exit(1)


COMPLETE, OPEN, BLOCK = 0, 1, 2  # can run; cannot yet; can run, but may go on after an empty line
BLOCKS = ("For", "While", "If", "With", "Try", "TryStar", "Match", "FunctionDef", "ClassDef")


def check(context, path):
    """Whether a cell can run as it is. One that can never run can: the interpreter then says what is wrong."""
    import codeop
    import warnings

    with open(path, "r", encoding="utf-8", errors="replace") as file:
        text = file.read()
    last = (text.rstrip().splitlines() or [""])[-1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = context.parsed(text, "")
            kind = type(tree.body[-1]).__name__.replace("Async", "") if tree.body else ""
            if text.lstrip().startswith("%%"):
                return COMPLETE if text.endswith("\n\n") else BLOCK
            if kind in BLOCKS and last[0] in " \t":
                return BLOCK
            return OPEN if last.endswith("\\") else COMPLETE
        except Exception:
            meant = meaning(text)
        try:
            whole = codeop.compile_command((meant[0] if meant else text).rstrip("\n"), "", "exec")
            return OPEN if whole is None else COMPLETE
        except Exception:
            return COMPLETE


LOOPS = []


def awaited(coroutine):
    import asyncio

    if not LOOPS or LOOPS[-1].is_closed():
        LOOPS[:] = [asyncio.new_event_loop()]
    asyncio.set_event_loop(LOOPS[-1])  # asyncio.run() takes it away
    task = LOOPS[-1].create_task(coroutine)
    try:
        return LOOPS[-1].run_until_complete(task)
    except KeyboardInterrupt:
        task.cancel()
        raise


def display(*values, **ignored):
    """As notebooks have it."""
    flush(sys.stdout)
    figure = sys.modules.get("matplotlib.figure")
    for value in values:
        if figure and isinstance(value, figure.Figure):
            guarded(lambda: later("CAPTURE", "show_figure")(value))
        else:
            Display.show(mime_parts(value), kind="display")
'''
