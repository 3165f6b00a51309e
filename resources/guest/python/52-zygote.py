# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- The zygote ----------------------------------------------------------------------------------------------------------


def is_zygote(sock):
    """Whether an engine has started this process, and not an agent, which says nothing before it is asked."""
    try:
        return sock.recvmsg(16, 0, _socket.MSG_DONTWAIT | _socket.MSG_PEEK)[0] == b"zygote\0"
    except BlockingIOError:
        return False


# See later(). One process of an engine, outside of all sandboxes: it never runs a program, and hears from the engine alone.
# Its copies enter sandboxes, give up every right that it has, and serve there as if an agent had started them.
ZYGOTE = r'''
MOUNTS, CGROUPS, HOST_NAME, IPC, USERS, PROCESSES, NETWORK = (
    0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
DUMPABLE, SECCOMP, CAPBSET_DROP, NO_NEW_PRIVS, CAP_AMBIENT = 4, 22, 24, 38, 47
FILTER, CLEAR_ALL, CAPABILITY_VERSION_3, CAP_AUDIT_READ = 2, 4, 0x20080522, 37
SET_MODE_FILTER, NEW_LISTENER, WAIT_KILLABLE = 1, 1 << 3, 1 << 5
KILLED_FIRST = b"1000"
ALL = 0x7FFFFFFF
RULES = Apart.RULES


class Refused(Exception):
    pass


class Text(_ctypes._SimpleCData):
    _type_ = "z"


def address(data):
    """Where the kernel finds these bytes, while somebody holds them."""
    return int.from_bytes(Text(data), sys.byteorder)


Apart.find_functions()
SETNS, CAPSET = map(Apart.function, ("setns", "capset"))


def is_done(function, *numbers):
    return Apart.call(function, *numbers) == 0


def must(function, *numbers):
    if not is_done(function, *numbers):
        raise Refused()


def filter_program(steps):
    """A struct sock_fprog, for as long as somebody holds the steps."""
    return b"".join(number.to_bytes(8, sys.byteorder) for number in (len(steps) // 8, address(steps)))


def serve(sock):
    """Returns in a copy that is in a sandbox, with what it serves there."""
    receive(sock)
    os.closerange(COMPILED + 1, ALL)
    full, theirs = socket_pair()
    # Forked before the first copy: from then on a child would be one of that sandbox's processes.
    if os.fork():
        theirs.close()
        return Lender(sock, "bare", full).serve(())
    full.close()
    sock.close()
    op, fields, _ = receive(theirs)
    if op is None:
        os._exit(0)
    return Lender(theirs, "full").serve(preload_all(fields.get("module", [])))


class Lender:
    """Makes copies for sandboxes. A bare one at once; a preloaded one is large, and few programs need any: when the agent
    asks for it."""

    def __init__(self, sock, kind, full=None):
        self.sock = sock
        self.kind = kind
        self.full = full  # socket of the other kind's, until it is used
        self.poll = select.poll()
        self.asking = {}  # what was said of a sandbox, by its door

    def serve(self, modules):
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # what has left a sandbox is nobody's zombie
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limits[1], limits[1]))  # some for each sandbox
        Server.look()
        send(self.sock, "ready", "kind=" + self.kind, *["module=" + m for m in modules])
        self.poll.register(self.sock.fileno(), select.POLLIN)
        while True:
            for fd, events in self.poll.poll():
                fields, fds = self.asked(fd, events) if fd in self.asking else self.hear()
                if fields and is_copy_in(fds[1]):
                    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
                    for each in filter(None, (self.sock, self.full)):
                        each.detach()  # its number is soon another file's
                    return enter(fields, fds), self.kind, modules
                for each in fds:
                    os.close(each)

    def hear(self):
        """What a copy enters now; else what is to be closed."""
        op, fields, fds = receive(self.sock)
        if op is None:
            os._exit(0)
        if op == "preload" and self.full:
            send(self.full, op, *["module=" + m for m in fields.get("module", [])])
            send(self.sock, "server", fds=[self.full.fileno()])
            self.full.close()
            self.full = None
        if op != "enter" or len(fds) < 3:  # no more descriptors
            return None, fds
        if self.kind == "bare":
            return fields, fds
        self.asking[fds[0]] = fields, fds
        self.poll.register(fds[0], select.POLLIN)
        return None, ()

    def asked(self, door, events):
        self.poll.unregister(door)
        fields, fds = self.asking.pop(door)
        return fields if events == select.POLLIN else None, fds  # or its sandbox has ended


def is_copy_in(sandbox):
    """Forks into the process namespace of a sandbox, which children alone can enter."""
    try:
        must(SETNS, sandbox, PROCESSES)
        return os.fork() == 0
    except (Refused, OSError):  # it has ended meanwhile
        return False


def enter(fields, fds):
    """In a copy, which ends where anything is refused."""
    try:
        door, sandbox, system_calls, *groups = fds
        for group in groups:
            os.write(group, b"0")
        must(SETNS, sandbox, MOUNTS | CGROUPS | HOST_NAME | IPC | USERS | NETWORK)
        be_a_process_of_the_sandbox(fields)
        arrange(door, system_calls)
        return adopted(_socket.socket(fileno=3))
    except BaseException:
        os._exit(1)


def be_a_process_of_the_sandbox(fields):
    os.setsid()
    os.umask(0o22)
    os.chdir("/")
    user = int(first(fields, "user"))
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    must(Apart.prctl, DUMPABLE, 1)  # or the next file is not its own
    score = os.open("/proc/self/oom_score_adj", os.O_WRONLY | os.O_CLOEXEC)
    os.write(score, KILLED_FIRST)
    os.close(score)
    must(Apart.prctl, DUMPABLE, 0)
    for limit in fields.get("rlimit", []):
        name, most = limit.split(":")
        resource.setrlimit(getattr(resource, "RLIMIT_" + name), (int(most), int(most)))


def place(fd, number):
    if fd != number:
        os.dup2(fd, number, inheritable=False)
        os.close(fd)


def arrange(door, system_calls):
    """The files of a kernel and no others, then no right but those of a program."""
    steps = os.pread(system_calls, 1 << 20, 0)
    nowhere = os.open("/dev/null", os.O_RDWR)
    for fd in range(3):
        os.dup2(nowhere, fd)
    place(door, 3)
    os.closerange(RULES, RULES + 1)
    os.closerange(COMPILED + 1, ALL)
    must(Apart.prctl, NO_NEW_PRIVS, 1, 0, 0, 0)
    must(Apart.prctl, CAP_AMBIENT, CLEAR_ALL, 0, 0, 0)
    known = 0
    while is_done(Apart.prctl, CAPBSET_DROP, known, 0, 0, 0):
        known += 1
    header, nothing = CAPABILITY_VERSION_3.to_bytes(4, sys.byteorder) + bytes(4), bytes(24)
    must(CAPSET, address(header), address(nothing))
    if known <= CAP_AUDIT_READ:  # as many as the oldest kernel has that knows all of this
        raise Refused()
    program = filter_program(steps)
    must(Apart.prctl, SECCOMP, FILTER, address(program), 0, 0)


def adopted(sock):
    """What the agent puts on all that it starts."""
    op, fields, fds = receive(sock)
    if op != "adopt":
        os._exit(0)
    if fds:
        place(fds[0], RULES)
    heard = []
    if "filter" in fields:
        steps = bytes.fromhex(first(fields, "filter"))
        program = filter_program(steps)
        number = int(first(fields, "seccomp"))
        for flags in (NEW_LISTENER | WAIT_KILLABLE, NEW_LISTENER):
            listener = Apart.call(Apart.syscall, number, SET_MODE_FILTER, flags, address(program))
            if listener >= 0:
                heard = [listener]
                break
    send(sock, "adopted", fds=heard)
    for fd in heard:  # held by this process itself, its next call would wait for ever
        os.close(fd)
    return sock
'''
