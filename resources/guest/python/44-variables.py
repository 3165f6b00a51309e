# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- The variables of a context -----------------------------------------------------------------------------------------

LOOK_SECONDS = 3


def look(names, fields, fds):
    """Has a copy of this process write what the variables are, or all of one; it ends with that. So nothing of the program's
    that is called changes the program, and what takes long is killed. 0: told, 1: it took too long, 2: there was no process
    for it, 3: it failed."""
    reading, writing = os.pipe2(os.O_CLOEXEC)
    try:
        with Unnoticed():
            try:
                child = os.fork()
            except OSError:
                return 2
            if child == 0:
                tell_and_end(names, first(fields, "name"), fds[0])
            os.close(writing)
            writing = -1
            return ending_of(child, reading)
    finally:
        os.close(reading)
        if writing >= 0:
            os.close(writing)


def ending_of(child, reading):
    """The pipe ends with the child."""
    poll = select.poll()
    poll.register(reading, select.POLLIN)
    if not poll.poll(LOOK_SECONDS * 1000):
        os.kill(child, signal.SIGKILL)
    try:
        status = os.waitpid(child, 0)[1]
    except ChildProcessError:  # a thread of the program waits for any child
        return 0
    if status == 0:
        return 0
    return 1 if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL else 3


def tell_and_end(names, name, descriptor):
    status = 3
    try:
        gc.disable()
        with io.open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
    except BaseException:  # not ours to write
        pass
    try:
        later("VARIABLES", "tell")(names, name, descriptor)
        status = 0
    finally:
        os._exit(status)


# See later(). Values are read by the methods of Python's own types, also those of their subclasses: what a program has
# defined is asked nothing, but for what its repr() says of a variable that somebody wants to see.
VARIABLES = r'''
MOST_NAMES, SHORT, MOST_BYTES = 1000, 200, 800 << 10
MOST_BITS = 4000  # of an integer whose digits are worth their time
MOST_DEPTH = 4
IS_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: what programs define is one
SECONDS, LIST_SECONDS = 0.5, 1.2

NAME, MODULE, ORDER, FLAGS = (type.__dict__[key].__get__ for key in ("__name__", "__module__", "__mro__", "__flags__"))
FUNCTION, MODULE_TYPE = type(lambda: 0), type(sys)
ITEMS = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}
SINGLE = (bool, int, float, complex, str, bytes, bytearray, range, type(None), FUNCTION, type, MODULE_TYPE)
KNOWN = tuple(ITEMS) + (dict,) + SINGLE


kinds = {}  # by the type's number: a program's type may be asked for no hash


class TimeUp(BaseException):
    pass


def within_time(function, fallback):
    """For what may be the program's own code."""

    def stop(*_):
        raise TimeUp

    try:
        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            return function()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except TimeUp:
        return "it did not say what it is within %g s" % SECONDS if fallback is None else fallback
    except BaseException as error:
        return "it failed to say what it is: " + type_name(type(error)) if fallback is None else fallback


def clipped(text, most):
    """An exact text, whatever subclass @text is of."""
    whole = str.__len__(text) <= most
    return str.__getitem__(text, slice(0, most)) if whole else str.__getitem__(text, slice(0, most - 1)) + "…"


def type_name(kind):
    return clipped(NAME(kind), SHORT)


def is_of(kind, module, name):
    return not FLAGS(kind) & IS_HEAP_TYPE and NAME(kind) == name and MODULE(kind) == module


def is_pandas(kind, name):
    module = MODULE(kind) if FLAGS(kind) & IS_HEAP_TYPE else None
    return NAME(kind) == name and type(module) is str and module.startswith("pandas.")


def known(kind):
    """What of the types below it, or that itself, says how its values are read."""
    if id(kind) not in kinds:
        kinds[id(kind)] = found_kind(kind)
    return kinds[id(kind)]


def found_kind(kind):
    for base in ORDER(kind):
        for one in KNOWN:
            if base is one:
                return one
        for name in ("ndarray", "generic"):
            if is_of(base, "numpy", name):
                return name
        for name in ("datetime", "date", "time", "timedelta"):
            if is_of(base, "datetime", name):
                return "moment"
        for name in ("DataFrame", "Series", "Index"):
            if is_pandas(base, name):
                return name
    return None


class Full(Exception):
    pass


class Text:
    """A value in words, of which only so many are made."""

    def __init__(self, most):
        self.parts, self.left = [], most

    def put(self, text):
        self.parts.append(text[: self.left])
        self.left -= len(text)
        if self.left < 0:
            raise Full

    def write(self, value, depth=0):
        kind = known(type(value))
        if kind in ITEMS:
            self.write_items(value, kind, depth)
        elif kind is dict:
            self.write_dict(value, depth)
        elif kind == "ndarray":
            if type(value) is ndarray_of(value) and depth == 0:
                self.write_array(value)
            else:
                self.put("<%s %s>" % (type_name(type(value)), array_size(value)))
        else:
            self.put(plain(value, kind, self.left))

    def write_items(self, value, kind, depth):
        if kind.__len__(value) == 0 and kind in (set, frozenset):
            return self.put("set()")
        if depth >= MOST_DEPTH:
            return self.put("%s…%s" % tuple(ITEMS[kind]))
        self.put(ITEMS[kind][0])
        for at, item in enumerate(kind.__iter__(value)):
            self.put(", " if at else "")
            self.write(item, depth + 1)
        self.put(("," if kind is tuple and tuple.__len__(value) == 1 else "") + ITEMS[kind][1])

    def write_dict(self, value, depth):
        if depth >= MOST_DEPTH:
            return self.put("{…}")
        self.put("{")
        for at, (key, item) in enumerate(dict.items(value)):
            self.put(", " if at else "")
            self.write(key, depth + 1)
            self.put(": ")
            self.write(item, depth + 1)
        self.put("}")

    def write_array(self, array):
        shape = shape_of(array)
        if len(shape) > 3:
            return self.put("<%s>" % array_size(array))
        most = [24] if len(shape) == 1 else [4] + [8] * (len(shape) - 1)
        self.write_level(values_of(array, tuple(slice(0, count) for count in most)), shape, most)

    def write_level(self, values, shape, most):
        if not shape:
            return self.write(values, 1)
        self.put("[")
        for at, item in enumerate(values):
            self.put(", " if at else "")
            self.write_level(item, shape[1:], most[1:])
        self.put(", …]" if shape[0] > most[0] else "]")


def in_words(value, most):
    text = Text(most)
    try:
        text.write(value)
    except Full:
        return "".join(text.parts)[: most - 1] + "…"
    return "".join(text.parts)


def plain(value, kind, left):
    """What is not made of other values."""
    if kind is int:
        bits = int.bit_length(value)
        return int.__repr__(value) if bits <= MOST_BITS else "<int of %d bits>" % bits
    if kind in (str, bytes, bytearray):
        return kind.__repr__(kind.__getitem__(value, slice(0, left + 1)))
    if kind is range:
        ends = (value.start, value.stop) + ((value.step,) if value.step != 1 else ())
        return "range(%s)" % ", ".join(plain(end, int, left) for end in ends)
    if kind in (bool, float, complex, type(None)):
        return kind.__repr__(value)
    if kind is FUNCTION:
        code = FUNCTION.__dict__["__code__"].__get__(value)
        named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        return clipped("%s(%s)" % (clipped(value.__name__, SHORT), ", ".join(named)), SHORT)
    if kind is type:
        return "<class %s>" % type_name(value)
    if kind == "generic":
        return scalar(value, left)
    if kind == "moment":
        base = next(base for base in ORDER(type(value)) if not FLAGS(base) & IS_HEAP_TYPE)
        zone = base.__dict__["tzinfo"].__get__(value) if "tzinfo" in base.__dict__ else None
        return base.__str__(value) if zone is None else ""  # which a program's own class may be
    return "<%s>" % type_name(type(value))


def scalar(value, left):
    base = next(base for base in ORDER(type(value)) if not FLAGS(base) & IS_HEAP_TYPE)
    item = base.item(value)
    if known(type(item)) in (bool, int, float, complex, str, bytes):
        return plain(item, known(type(item)), left)
    return clipped(base.__str__(value), SHORT)


# Arrays of numpy, by the methods of its own types.
def ndarray_of(array):
    return next(base for base in ORDER(type(array)) if is_of(base, "numpy", "ndarray"))


def shape_of(array):
    return ndarray_of(array).__dict__["shape"].__get__(array)


def dtype_of(array):
    """(kind, bytes of an element)"""
    dtype = ndarray_of(array).__dict__["dtype"].__get__(array)
    base = next(base for base in ORDER(type(dtype)) if is_of(base, "numpy", "dtype"))
    return base.__dict__["kind"].__get__(dtype), base.__dict__["itemsize"].__get__(dtype)


KINDS = {"f": "float", "i": "int", "u": "uint", "c": "complex"}
OTHER_KINDS = {"b": "bool", "O": "object", "U": "str", "S": "bytes", "M": "datetime64", "m": "timedelta64", "V": "record"}


def dtype_name(array):
    kind, size = dtype_of(array)
    return KINDS[kind] + str(8 * size) if kind in KINDS else OTHER_KINDS.get(kind, kind)


def array_size(array):
    return "%s %s" % (shape_of(array), dtype_name(array))


def values_of(array, at):
    """Some of its elements, as Python's own."""
    some = ndarray_of(array).__getitem__(array, at) if shape_of(array) else array
    if type(some) is not ndarray_of(array):  # a single element
        return some
    if dtype_of(some)[0] in "Mm":
        some = some.astype("U")
    return some.tolist()


def is_numeric(array):
    kind, size = dtype_of(array)
    return kind in "biu" or (kind == "f" and size <= 8)


# What is told of each.
def counted(count, one):
    return "%s %s%s" % ("{:,}".format(count), one, "" if count == 1 else "s")


def size_of(value, kind):
    """(in words, as a number)"""
    if kind in ITEMS or kind is dict:
        return counted(kind.__len__(value), "item"), kind.__len__(value)
    if kind is str:
        return counted(str.__len__(value), "character"), str.__len__(value)
    if kind in (bytes, bytearray):
        return bytes_in_words(kind.__len__(value)), kind.__len__(value)
    if kind is range:
        count = max(0, (value.stop - value.start + value.step - (1 if value.step > 0 else -1)) // value.step)
        return counted(count, "item") if count < 1 << 60 else "", min(count, 1 << 60)
    if kind == "ndarray":
        count = 1
        for length in shape_of(value):
            count *= length
        return array_size(value), count
    if kind in ("DataFrame", "Series", "Index"):
        return within_time(lambda: frame_size(value, kind), ("", 0))
    return "", 0


def bytes_in_words(count):
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= unit:
            return "%.1f %s" % (count / unit, name)
    return counted(count, "byte")


def frame_size(frame, kind):
    shape, count = tuple(map(int, frame.shape)), 1
    for length in shape:
        count *= length
    words = str(shape) if kind == "DataFrame" else "%s %s" % (shape, frame.dtype)
    return clipped(words, SHORT), count


def frame_in_words(frame, kind, most):
    if kind == "DataFrame":
        return in_words(frame.columns[:50].tolist(), most).strip("[]")
    return in_words((frame if kind == "Index" else frame.iloc[:24]).tolist()[:24], most)


def mark_of(value, kind, text):
    """Another number where the value is another, as far as a glance tells."""
    if kind == "ndarray" and type(value) is ndarray_of(value) and dtype_of(value)[0] != "O" and shape_of(value):
        step = max(1, shape_of(value)[0] // 100)
        some = tuple(slice(0, 100) for _ in shape_of(value)[1:])
        text = (text, value[(slice(None, None, step),) + some].tobytes())
    elif kind in ITEMS or kind is dict or kind is str:
        text = in_words(value, 5 * SHORT)
    return "%x" % (hash(text) & 0xFFFFFFFFFFFF)


def described(name, value):
    kind = known(type(value))
    size, count = size_of(value, kind)
    if kind in ("DataFrame", "Series", "Index"):
        text = within_time(lambda: frame_in_words(value, kind, SHORT), "")
    else:
        text = in_words(value, SHORT) if kind is not None else ""
    mark = mark_of(value, kind, text)
    kind_name = type_name(type(value))
    return {"name": clipped(name, SHORT), "type": kind_name, "size": size, "count": count, "value": text, "mark": mark}


def of_user(names):
    """(name, value) of each; what starts with _ is the interpreter's or meant for nobody else."""
    for name, value in names.items():
        if type(name) is str and not name.startswith("_") and type(value) is not MODULE_TYPE:
            yield name, value


def last_of(names):
    """The names that were defined last, and how many there are."""
    kept, total = [], 0
    for pair in of_user(names):
        total += 1
        if len(kept) == 2 * MOST_NAMES:
            del kept[:MOST_NAMES]
        kept.append(pair)
    return kept[-MOST_NAMES:], total


def briefly(name, value):
    return {"name": clipped(name, SHORT), "type": type_name(type(value)), "size": "", "count": 0, "value": "", "mark": ""}


def all_of(names):
    import time

    kept, total = last_of(names)
    told, left = [], MOST_BYTES
    until = time.monotonic() + LIST_SECONDS
    for name, value in kept:
        try:
            one = (described if time.monotonic() < until else briefly)(name, value)
        except Exception:  # a type that was made so that it cannot be read
            one = briefly(name, value)
        left -= len(as_json(one).encode("utf-8", "replace"))
        if left < 0:
            break
        told.append(one)
    return {"variables": told, "total": total}


# The module json is not loaded in every program, and a program may have another of that name.
ESCAPES = {number: "\\u%04x" % number for number in range(32)}
ESCAPES.update({34: '\\"', 92: "\\\\"})


def as_json(value):
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if type(value) is str:
        return '"%s"' % value.translate(ESCAPES)
    if type(value) is dict:
        return "{%s}" % ",".join('"%s":%s' % (key, as_json(one)) for key, one in value.items())
    if type(value) is list:
        return "[%s]" % ",".join(map(as_json, value))
    return repr(value)


def tell(names, wanted, descriptor):
    told = later("WHOLE", "all_about")(names, wanted) if wanted else all_of(names)
    view = memoryview(as_json(told).encode("utf-8", "replace"))
    while view:
        view = view[os.write(descriptor, view) :]
'''
