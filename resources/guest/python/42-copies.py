# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- Copies of a context ------------------------------------------------------------------------------------------------


class Unnoticed:
    """What a program has set up that would see or change a fork, or that a fork would change. Put back on both sides."""

    def __enter__(self):
        self.on_child = signal.getsignal(signal.SIGCHLD)
        if self.on_child is not None:  # None: not Python's to put back
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        module = sys.modules.get("random")  # seeds itself anew in each child
        self.numbers = module and (module, module.getstate())
        self.warnings = None
        if sys.version_info >= (3, 12) and "warnings" in sys.modules:  # which threads a copy lacks is told in another way
            self.warnings = sys.modules["warnings"].catch_warnings()
            self.warnings.__enter__()
            sys.modules["warnings"].simplefilter("ignore")
        return self

    def __exit__(self, *_):
        if self.warnings:
            self.warnings.__exit__()
        if self.numbers:
            self.numbers[0].setstate(self.numbers[1])
        if self.on_child is not None:
            signal.signal(signal.SIGCHLD, self.on_child)


def leave_copy(sock):
    """Leaves a copy of this process that waits until the agent makes it a context; both return the socket that they hear on.
    The copy is no child of this process, whose program may wait for any of its children."""
    ours, theirs = socket_pair()
    ours.setsockopt(_socket.SOL_SOCKET, SO_PASSCRED, 1)
    lost = guarded(what_copies_lack) or ()
    was_hidden = Context.is_hidden
    if not was_hidden:
        guarded(hide)
    with Unnoticed():
        is_copy = fork_apart()
        if is_copy:
            guarded(settle_as_copy)
    if not is_copy and not was_hidden:
        guarded(go_on)
    if is_copy is None:
        send(sock, "copied")
        return sock
    if not is_copy:
        theirs.close()
        ours.recv(1, _socket.MSG_PEEK)  # what the copy says: the agent knows its process as soon as it hears of it
        send(sock, "copied", *lost, fds=[ours.fileno()])
        return sock
    ours.close()
    sock.close()
    send(theirs, "copy")
    return theirs


def fork_apart():
    """Whether this is the copy; None: there is none."""
    try:
        between = os.fork()
    except OSError:  # no more processes, no more memory
        return None
    if between:
        try:
            return None if os.waitpid(between, 0)[1] else False
        except ChildProcessError:
            return False
    try:
        if os.fork():
            os._exit(0)
    except BaseException:
        os._exit(1)
    return True


def settle_as_copy():
    os.setsid()
    main = sys.modules["threading"].main_thread() if "threading" in sys.modules else None
    if hasattr(main, "_set_native_id"):
        main._set_native_id()


def exchange_oom_score(score):
    with io.open("/proc/self/oom_score_adj", "r+") as file:
        before = file.read().strip()
        file.seek(0)
        file.write(score)
    return before


def hide():
    """Before the fork, so that a copy is never otherwise: it goes first where memory runs out, and no later cell reaches into
    it. The file is not ours to write any more once we are hidden."""
    Context.is_hidden = True
    Context.oom_score = guarded(lambda: exchange_oom_score("1000")) or ""
    Apart.hide()


def go_on():
    """What made the copy, or a copy that is the context now."""
    if not Context.is_hidden:
        return
    Context.is_hidden = False
    Apart.become_program(stays=True)
    if Context.oom_score:
        exchange_oom_score(Context.oom_score)


def what_copies_lack():
    sockets = 0
    for fd in os.listdir("/proc/self/fd"):
        try:
            sockets += os.readlink("/proc/self/fd/" + fd).startswith("socket:")
        except OSError:
            pass  # of the listing itself
    # Not the context's own, and the pair for the copy.
    return "threads=%d" % (len(os.listdir("/proc/self/task")) - 1), "sockets=%d" % max(0, sockets - 3)
