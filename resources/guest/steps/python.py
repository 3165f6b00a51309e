# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Writes down each step of a Python program: the line, the variables that changed, what it printed.

It is a sitecustomize.py in a folder of its own, which PYTHONPATH names: the interpreter loads it before the program, which
then starts as it always does. SANDBENCH_STEPS is the file of the trace; core/trace/step_record.h has its format. Python 3.6
and later; an older one only says that it is too old. Nothing that the program has defined is called.
"""

import os
import sys

if __name__ == "sitecustomize":
    # Under the name of the Python kernel's frames, so that it cuts these out of tracebacks as well.
    with open(__file__) as text:
        exec(compile(text.read(), "sandbench-kernel", "exec"), {"__name__": "sandbench", "__file__": __file__})
else:
    import fcntl
    import io
    import itertools
    import threading
    from _thread import get_ident

    try:
        from _json import encode_basestring_ascii as quoted
    except ImportError:
        from json.encoder import encode_basestring_ascii as quoted

    MOST_STEPS, MOST_BYTES, MOST_OUTPUT, MOST_OUTPUT_OF_STEP = 100000, 16 << 20, 1 << 20, 64 << 10
    MOST_NAMES, MOST_ITEMS, MOST_DEPTH, LONGEST = 100, 30, 3, 200
    MOST_BITS = 2000  # of an integer whose digits are worth their time
    ROOM = 60  # frames below the limit of recursion that the tracer itself may need
    TRACE_FD = 200  # out of the way of a program that closes all it sees
    HIDDEN = ("<listcomp>", "<dictcomp>", "<setcomp>")  # frames of their own in some versions only
    IN_RESERVE = "/run/sandbench/"  # where a program is whose folder is full

    NAME, ORDER, SPACE = (type.__dict__[key].__get__ for key in ("__name__", "__mro__", "__dict__"))
    ARGUMENTS = BaseException.__dict__["args"].__get__
    FUNCTION, MODULE = type(lambda: 0), type(sys)
    GETTER = type(FUNCTION.__dict__["__code__"])
    BRACKETS = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}
    SAME = (int, float, bool, type(None))  # an object of these never changes
    SIZED = (str, bytes, bytearray, list, tuple, dict, set, frozenset)

    class Trace:
        """What is known of the trace; one for the process."""

        fd, identity, pid = -1, None, 0
        folder = "/"
        steps = written = 0
        output_left, output_left_of_step = MOST_OUTPUT, MOST_OUTPUT_OF_STEP
        said = []  # [stream, text] since the last step
        stacks = {}  # by the thread's number: its activations, outermost first
        numbers = {}
        files = {}  # by co_filename: its name in the trace, or None
        is_over = False

    class Activation:
        __slots__ = ("frame", "known", "raised", "file", "name")

        def __init__(self, frame, file):
            self.frame, self.known, self.raised, self.file = frame, {}, False, file
            self.name = getattr(frame.f_code, "co_qualname", frame.f_code.co_name)

    class Told(io.FileIO):
        """The standard output or error, which also goes into the trace."""

        def write(self, data):
            count = io.FileIO.write(self, data)
            room = min(count or 0, Trace.output_left, Trace.output_left_of_step)
            if room and not Trace.is_over and os.getpid() == Trace.pid:
                text = bytes(data[:room])
                Trace.output_left -= room
                Trace.output_left_of_step -= room
                stream, said = self.fileno(), Trace.said
                if said and said[-1][0] == stream:
                    said[-1][1] += text
                else:
                    said.append([stream, text])
            return count

    # --- Values ---------------------------------------------------------------------------------------------------------

    def clipped(text, most=LONGEST):
        return text if len(text) <= most else text[: most - 1] + "\u2026"

    def kind_of(value):
        kind = type(value)
        name = clipped(NAME(kind), 60)
        return "%s[%d]" % (name, len(value)) if kind in SIZED else name

    def attributes_of(value):
        """Of an object with a plain __dict__; nothing of its class is asked."""
        for base in ORDER(type(value)):
            getter = SPACE(base).get("__dict__")
            if getter is not None:
                return getter.__get__(value) if type(getter) is GETTER else None
        return None

    def shown(value, depth=0):
        kind = type(value)
        if kind is int:
            bits = value.bit_length()
            return repr(value) if bits <= MOST_BITS else "<int of %d bits>" % bits
        if kind in (float, bool, complex, type(None), range, type(Ellipsis)):
            return repr(value)
        if kind in (str, bytes, bytearray):
            return repr(value[:LONGEST]) + ("\u2026" if len(value) > LONGEST else "")
        if kind is FUNCTION:
            return "<function %s>" % clipped(value.__name__, 60)
        if kind is type:
            return "<class %s>" % clipped(NAME(value), 60)
        if kind in BRACKETS or kind is dict:
            return shown_items(value, kind, depth)
        return shown_object(value, kind, depth)

    def joined(parts, count):
        """As many as fit; what is left out is never made."""
        said, room = [], LONGEST
        for part in parts:
            said.append(part)
            room -= len(part) + 2
            if room < 0:
                break
        return ", ".join(said) + (", \u2026" if len(said) < count else "")

    def shown_items(value, kind, depth):
        count = len(value)
        opening, closing = BRACKETS.get(kind, "{}")
        if depth >= MOST_DEPTH:
            return opening + ("\u2026" if count else "") + closing
        if kind is dict:
            some = itertools.islice(value.items(), MOST_ITEMS)
            text = joined((shown(k, depth + 1) + ": " + shown(v, depth + 1) for k, v in some), count)
        else:
            text = joined((shown(v, depth + 1) for v in itertools.islice(value, MOST_ITEMS)), count)
        if kind is tuple and count == 1:
            text += ","
        if kind in (set, frozenset) and not count:
            return NAME(kind) + "()"
        return "frozenset(%s%s%s)" % (opening, text, closing) if kind is frozenset else opening + text + closing

    def shown_object(value, kind, depth):
        name = clipped(NAME(kind), 60)
        if isinstance_of_error(kind):
            return shown_error(kind, value)
        space = attributes_of(value) if depth < MOST_DEPTH else None
        if type(space) is not dict or not space:
            return "<%s object>" % name
        some = [(k, v) for k, v in itertools.islice(space.items(), MOST_ITEMS) if type(k) is str]
        return "<%s %s>" % (name, joined((clipped(k, 60) + "=" + shown(v, depth + 1) for k, v in some), len(some)))

    def isinstance_of_error(kind):
        return any(base is BaseException for base in ORDER(kind))

    def shown_error(kind, value):
        said = ARGUMENTS(value) if value is not None else ()
        text = ", ".join(v[:LONGEST] if type(v) is str else shown(v, MOST_DEPTH - 1) for v in said[:3])
        return clipped(NAME(kind), 60) + (": " + clipped(text) if text else "")

    # --- Records --------------------------------------------------------------------------------------------------------

    def text_of(text):
        try:
            text.encode()
        except UnicodeError:
            text = text.encode("utf-8", "replace").decode()
        return quoted(text)

    def changes(activation):
        """(changed, gone) of its variables since the last step, as JSON."""
        known, names, changed = activation.known, set(), []
        try:
            frame = activation.frame
            # The same of a module, but 3.12 warns of what only one of its comprehensions knows.
            space = frame.f_globals if frame.f_code.co_name == "<module>" else frame.f_locals
            pairs = list(itertools.islice(space.items(), 10 * MOST_NAMES))
        except RuntimeError:  # another thread is at it
            return "", ""
        for name, value in pairs:
            if type(name) is not str or name[:2] == "__" or name[:1] == "." or type(value) is MODULE:
                continue
            if len(names) >= MOST_NAMES:
                break
            names.add(name)
            before = known.get(name)
            is_same = type(value) in SAME
            if before is not None and is_same and before[0] is value:
                continue
            try:
                said = kind_of(value), clipped(shown(value))
            except RuntimeError:
                continue
            if before is None or before[1] != said:
                changed.append("[%s,%s,%s]" % (text_of(clipped(name)), text_of(said[0]), text_of(said[1])))
            known[name] = (value if is_same else known, said)
        gone = [name for name in known if name not in names] if len(known) > len(names) else ()
        for name in gone:
            del known[name]
        return ",".join(changed), ",".join(text_of(clipped(name)) for name in gone)

    def write(record):
        """One line. What has the trace's number now may be a file of the program's."""
        try:
            status = os.fstat(Trace.fd)
            if (status.st_dev, status.st_ino) == Trace.identity:
                os.write(Trace.fd, record.encode() + b"\n")
                Trace.written += len(record) + 1
                return
        except OSError:
            pass
        Trace.is_over = True

    def finish(why):
        if not Trace.is_over:
            write('{"e":"end","why":"%s"}' % why)
        Trace.is_over = True
        threading.settrace(None)
        sys.settrace(None)
        for stack in list(Trace.stacks.values()):
            for activation in stack:  # before 3.10 a frame that keeps it does not know its line any more
                activation.frame.f_trace = None

    def step(event, activation, stack, extra=""):
        thread = Trace.numbers.setdefault(get_ident(), len(Trace.numbers))
        parts = ['{"e":"%s","t":%d,"d":%d' % (event, thread, len(stack) - 1)]
        parts.append(',"f":%s,"l":%d' % (text_of(activation.file), activation.frame.f_lineno or 0))
        parts.append(',"n":' + text_of(clipped(activation.name)))
        changed, gone = changes(activation)
        if changed:
            parts.append(',"v":[%s]' % changed)
        if gone:
            parts.append(',"g":[%s]' % gone)
        if Trace.said:
            said, Trace.said = Trace.said, []
            Trace.output_left_of_step = MOST_OUTPUT_OF_STEP
            texts = ("[%d,%s]" % (stream, quoted(text.decode("utf-8", "replace"))) for stream, text in said)
            parts.append(',"w":[%s]' % ",".join(texts))
        write("".join(parts) + extra + "}")
        Trace.steps += 1
        if Trace.steps >= MOST_STEPS:
            finish("steps")
        elif Trace.written >= MOST_BYTES:
            finish("bytes")

    # --- Tracing --------------------------------------------------------------------------------------------------------

    def file_of(path):
        """How a file of the program's is called; None for all others."""
        if path.startswith(IN_RESERVE):
            return path[len(IN_RESERVE) :]
        inside = Trace.folder.rstrip("/") + "/"
        if not path.startswith(inside):  # also what is no file: "<string>"
            return None
        name = os.path.normpath(path[len(inside) :])
        hides = any(part[:1] == "." or part.endswith("-packages") for part in name.split("/"))
        return None if hides or inside == "/" else clipped(name, 1000)

    def on_call(frame, event, argument):
        """What sys.settrace() gets: returns who is told of the frame's steps, or nobody."""
        if Trace.is_over or event != "call":
            return None
        path = frame.f_code.co_filename
        try:
            if path not in Trace.files:
                Trace.files[path] = file_of(path)
            if Trace.files[path] is None or frame.f_code.co_name in HIDDEN:
                return None
        except RecursionError:
            finish("recursion")
            return None
        return on_step(frame, event, argument)

    def on_step(frame, event, argument):
        if Trace.is_over or os.getpid() != Trace.pid:
            return None
        try:
            note(frame, event, argument)
        except RecursionError:
            finish("recursion")
        except MemoryError:
            finish("memory")
        except BaseException:  # an interrupt that comes just now is the program's
            finish("interrupted")
            raise
        return None if Trace.is_over else on_step

    def note(frame, event, argument):
        stack = Trace.stacks.setdefault(get_ident(), [])
        while stack and stack[-1].frame is not frame and event != "call":
            stack.pop()
        if event == "call" or not stack:
            stack.append(Activation(frame, Trace.files[frame.f_code.co_filename]))
            if len(stack) > sys.getrecursionlimit() - ROOM:
                return finish("recursion")
        activation, extra = stack[-1], ""
        if event == "exception":
            kind, error = argument[:2]
            extra = ',"r":' + text_of(shown_error(kind, error if type(error) is kind else None))
        elif event == "return" and not (activation.raised and argument is None):
            extra = ',"r":' + text_of(clipped(shown(argument)))
        activation.raised = event == "exception"
        if event in ("call", "line", "return", "exception"):
            step(event, activation, stack, extra)
        if event == "return":
            stack.pop()
            activation.frame = None

    # --- The beginning --------------------------------------------------------------------------------------------------

    def told_stream(stream):
        stream.flush()
        raw = Told(stream.fileno(), "wb", closefd=False)
        raw.name = stream.name
        at_once = bool(os.environ.get("PYTHONUNBUFFERED"))
        buffer = raw if at_once else io.BufferedWriter(raw)
        told = io.TextIOWrapper(buffer, stream.encoding, stream.errors, "\n", True, at_once)
        told.mode = "w"
        return told

    def open_trace(path):
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        try:
            Trace.fd = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, TRACE_FD)
            os.close(fd)
        except (OSError, ValueError):  # fewer files are allowed
            Trace.fd = fd
        status = os.fstat(Trace.fd)
        Trace.identity = status.st_dev, status.st_ino
        Trace.pid, Trace.folder = os.getpid(), os.getcwd()
        write('{"e":"begin","python":"%d.%d.%d"}' % sys.version_info[:3])

    def leave_no_mark():
        """The program sees the environment and the path that it would have without us; one sitecustomize hides another."""
        folder = os.path.dirname(os.path.abspath(__file__))
        os.environ.pop("PYTHONPATH", None)
        sys.path[:] = [path for path in sys.path if os.path.abspath(path) != folder]
        ours = sys.modules.pop("sitecustomize")
        try:
            import sitecustomize  # noqa: F401
        except ImportError:
            pass
        sys.modules.setdefault("sitecustomize", ours)

    def begin():
        path = os.environ.pop("SANDBENCH_STEPS", None)
        leave_no_mark()
        if not path:
            return
        open_trace(path)
        if sys.version_info < (3, 6):
            return finish("version")
        sys.stdout = sys.__stdout__ = told_stream(sys.stdout)
        sys.stderr = sys.__stderr__ = told_stream(sys.stderr)
        threading.settrace(on_call)
        sys.settrace(on_call)

    begin()
