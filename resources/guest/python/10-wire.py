# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sandbench's Python kernel: a fork server for stateless runs and interpreter contexts.

The files of this folder are joined in the order of their names into one program, which the agent starts; the build
compiles all but the last (packaging/cmake/compile_python_kernel.py). It speaks core/agent/guest/kernel_protocol.md. Only modules that are cheap to import are imported before a fork: json, re,
socket and traceback cost more than a whole run. Each page that a seat touches is copied for it, which is half of what
a short run costs: what all seats need alike is found out once, before the fork (class Server).
"""

import sys

BUILT_IN = frozenset(sys.modules)

import _signal as signal  # the other one wraps each call in enumerations
import _socket
import atexit
import builtins
import gc
import io
import os
import select

try:
    import resource
except ImportError:  # a slim interpreter
    resource = None

try:
    import _ctypes  # what there is of it without the module ctypes, which takes milliseconds
except ImportError:
    _ctypes = None

MAX_PACKET = 192 << 10
MAX_FILES = _socket.CMSG_SPACE(8 * 4)
FILE_NAMES = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
KERNEL_MODULE = sys.modules["__main__"]  # kept alive when a program's own __main__ takes its place
KERNEL_FILE = KERNEL_MODULE.__file__
KERNEL_FILES = (KERNEL_FILE, sys._getframe().f_code.co_filename)  # of our frames; the second is where this is compiled
SERVER_STREAMS = (sys.stdin, sys.stdout, sys.stderr)
SERVER_LOCALE = {key: os.environ.get(key) for key in ("LC_ALL", "LC_CTYPE", "LANG")}
SERVER_ZONE = os.environ.get("TZ")
# What only the kernel needs: a program imports them itself. The compiled-in ones stay, they cannot be hidden.
OWN_MODULES = frozenset(sys.modules) - BUILT_IN - frozenset(sys.builtin_module_names)
PRELOADED = set()  # top-level names that only this server has loaded
DISPLAY, KERNEL_COPY = 3, 4  # descriptors of a seat
COMPILED = 6  # and of all: where the build has compiled the kernel (core/agent/guest/kernel_protocol.md)


def send(sock, op, *fields, fds=()):
    """One packet: op and key=value strings, each ended by NUL; descriptors ride along."""
    data = b"\0".join((op.encode(),) + tuple(os.fsencode(f) for f in fields)) + b"\0"
    ancillary = []
    if fds:
        packed = b"".join(fd.to_bytes(4, sys.byteorder) for fd in fds)
        ancillary.append((_socket.SOL_SOCKET, _socket.SCM_RIGHTS, packed))
    sock.sendmsg([data], ancillary)


def receive(sock):
    """The next packet as (op, {key: [values]}, fds); op is None at the end of the connection."""
    data, ancillary, flags, _ = sock.recvmsg(MAX_PACKET, MAX_FILES, _socket.MSG_CMSG_CLOEXEC)
    fds = []
    for level, kind, packed in ancillary:
        if level == _socket.SOL_SOCKET and kind == _socket.SCM_RIGHTS:
            fds += [int.from_bytes(packed[i : i + 4], sys.byteorder) for i in range(0, len(packed) - 3, 4)]
    if flags & _socket.MSG_TRUNC:
        raise OSError("a packet is larger than %d bytes" % MAX_PACKET)
    if not data:
        return None, {}, fds
    op, *words = data.decode(*FILE_NAMES).split("\0")[:-1]
    fields = {}
    for word in words:
        key, _, value = word.partition("=")
        fields.setdefault(key, []).append(value)
    return op, fields, fds


def first(fields, key, fallback=""):
    return fields.get(key, [fallback])[0]


SO_PASSCRED = 16


LATER = {}


def later(text, name):
    """What a text of ours, called so here, defines. It is read when a process first needs it: what few programs need costs
    others nothing. KERNEL_LATER has those that the build compiled."""
    if text not in LATER:
        LATER[text] = dict(globals(), __name__="sandbench")
        compiled = KERNEL_LATER.get(text)
        if compiled is None:
            code = compile(globals()[text], KERNEL_FILE, "exec", dont_inherit=True)
        else:
            code = sys.modules["marshal"].loads(compiled)
        exec(code, LATER[text])
    return LATER[text][name]


def socket_pair():
    return _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET | _socket.SOCK_CLOEXEC)
