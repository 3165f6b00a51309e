# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- Standard streams ----------------------------------------------------------------------------------------------------


def text_stream(fd, name, like, line_buffering=False, unbuffered=False):
    """As the interpreter makes sys.std…: encoding and error handler are those it chose for this environment."""
    write = fd > 0
    mode = "wb" if write else "rb"
    if write and unbuffered:
        buffer = raw = io.open(fd, mode, 0, closefd=False)
    else:
        buffer = io.open(fd, mode, -1, closefd=False)
        raw = buffer.raw
    raw.name = name
    stream = io.TextIOWrapper(
        buffer, like.encoding, like.errors, "\n", line_buffering or os.isatty(fd), write and unbuffered
    )
    stream.mode = "w" if write else "r"
    return stream


def is_unbuffered():
    return bool(os.environ.get("PYTHONUNBUFFERED"))


def standard_stream(fd, unbuffered):
    name = ("<stdin>", "<stdout>", "<stderr>")[fd]
    return text_stream(fd, name, SERVER_STREAMS[fd], fd == 2, unbuffered)


def is_pipe(fd):
    return os.fstat(fd).st_mode & 0o170000 == 0o010000


def streams_of_pipes():
    """In a server, for its seats: what a stream finds out about a pipe when it is made is the same for all of them."""
    held = [os.dup(fd) for fd in range(3)]
    ends = os.pipe()
    for fd in range(3):
        os.dup2(ends[fd > 0], fd)
    streams = [standard_stream(fd, Server.is_unbuffered) for fd in range(3)]
    for fd in range(3):
        os.dup2(held[fd], fd)
    for fd in (*held, *ends):
        os.close(fd)
    return streams


def set_streams():
    unbuffered = is_unbuffered()
    are_made = Server.streams and unbuffered == Server.is_unbuffered
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__ = [
        Server.streams[fd] if are_made and is_pipe(fd) else standard_stream(fd, unbuffered) for fd in range(3)
    ]
