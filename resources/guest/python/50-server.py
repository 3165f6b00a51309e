# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- The servers -------------------------------------------------------------------------------------------------------


def seat(sock):
    """A child forked ahead: waits for what it is to become. Returns how it prepares that, out of all frames of the server:
    nothing but the kernel's own module stands below a program."""
    os.setsid()
    Apart.leave_server()
    op, fields, fds = receive(sock)
    Apart.become_program(stays=op == "context")
    if op == "run":
        sock.close()
        return lambda: prepare_script(fields, fds)
    if op == "context":
        return lambda: Context(sock, fields).serve()
    os._exit(0)


UNHEARD = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Server:
    """Forks seats on request and tells the agent how they ended. Never runs a program itself."""

    # What its seats find as it was before they were forked.
    environment = {}
    serves_environment = False  # serves(environment)
    is_unbuffered = False
    streams = ()  # of a program that writes to pipes
    modules = frozenset()
    highest = 256  # no descriptor is above

    def __init__(self, sock, kind):
        self.sock = sock
        self.kind = kind
        self.is_apart = Apart.protect_server()
        self.wake_read, self.wake_write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)

    def serve(self, modules=()):
        """Returns in seats alone, what seat() does."""
        signal.set_wakeup_fd(self.wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in UNHEARD:  # a program may signal its parent
            signal.signal(number, signal.SIG_IGN)
        version = "%d.%d.%d" % sys.version_info[:3]
        send(
            self.sock,
            "ready",
            "kind=" + self.kind,
            "version=" + version,
            "apart=%d" % self.is_apart,
            *["module=" + m for m in modules]
        )
        poll = select.poll()
        poll.register(self.sock.fileno(), select.POLLIN)
        poll.register(self.wake_read, select.POLLIN)
        become = self.fork_seat()
        while not become:
            for fd, _ in poll.poll():
                if fd == self.wake_read:
                    os.read(self.wake_read, 4096)
                    self.reap()
                else:
                    become = self.obey()
                    if become:
                        break
        return become

    @staticmethod
    def look():
        Server.environment = dict(os.environ)
        Server.serves_environment = serves(Server.environment)
        Server.modules = frozenset(sys.modules) - (OWN_MODULES if not PRELOADED else frozenset())
        Server.highest = max(map(int, os.listdir("/proc/self/fd"))) + 32
        if "site" in sys.modules:
            sys.modules["site"].getusersitepackages()  # which remembers it

    def obey(self):
        op, fields, _ = receive(self.sock)
        if op is None:
            os._exit(0)
        if op == "fork":
            return self.fork_seat()
        if op == "preload":
            return self.fork_preloaded(fields.get("module", []))
        return None

    def fork_child(self):
        """Forks; the child gets (0, its socket), the server (pid, the other end)."""
        ours, theirs = socket_pair()
        ours.setsockopt(_socket.SOL_SOCKET, SO_PASSCRED, 1)  # from the first packet on
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            for number in UNHEARD + (signal.SIGCHLD,):
                signal.signal(number, signal.SIG_DFL)
            ours.close()
            self.sock.close()
            os.close(self.wake_read)
            os.close(self.wake_write)
            return 0, theirs
        theirs.close()
        return pid, ours

    def fork_seat(self):
        pid, sock = self.fork_child()
        if pid == 0:
            return seat(sock)
        send(self.sock, "seat", "pid=%d" % pid, fds=[sock.fileno()])
        sock.close()
        return None

    def fork_preloaded(self, modules):
        pid, sock = self.fork_child()
        if pid == 0:
            loaded = preload_all(modules)
            Server.look()
            return Server(sock, "full").serve(loaded)
        send(self.sock, "server", "pid=%d" % pid, fds=[sock.fileno()])
        sock.close()
        return None

    def reap(self):
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            send(
                self.sock,
                "exited",
                "pid=%d" % pid,
                "status=%d" % status,
                "utime=%f" % usage.ru_utime,
                "stime=%f" % usage.ru_stime,
                "maxrss=%d" % (usage.ru_maxrss * 1024),
            )


def preload_all(names):
    """In a process that is to be a preloaded server; the names of what it has."""
    known = set(sys.modules)
    loaded = preload(names)
    PRELOADED.update(name.partition(".")[0] for name in set(sys.modules) - known | OWN_MODULES)
    gc.collect()
    gc.freeze()
    return loaded


def preload(names):
    """Imports what is installed, single-threaded because threads do not survive a fork, and draws one figure of each
    kind: what a first figure sets up costs more than all the others."""
    single = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    for name in single:
        os.environ[name] = "1"
    loaded = []
    for name in names:
        try:
            __import__(name)
            loaded.append(name)
        except Exception:
            pass  # not installed, or broken: programs that import it find out themselves
    guarded(warm_matplotlib)
    guarded(warm_plotly)
    for name in single:
        del os.environ[name]
    guarded(restore_warnings)
    return loaded


def restore_warnings():
    """plotly's tools change how every program's warnings look, also of those that do not import it."""
    module = sys.modules.get("warnings")
    if module:
        module.formatwarning = module._formatwarning_orig


def warm_matplotlib():
    if "matplotlib" not in sys.modules:
        return
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    axes.plot([1, 2], [1, 4], label="a")
    axes.set_title("warm")
    axes.legend()
    later("CAPTURE", "png_of")(figure)
    plt.close("all")


def warm_plotly():
    if "plotly" not in sys.modules:
        return
    import plotly.graph_objects as go
    import plotly.io

    plotly.io.to_json(go.Figure(go.Scatter(y=[1, 2])))


def main():
    """Returns in nothing but a program's process, with the program."""
    install_hooks()
    if len(sys.argv) > 1:
        return prepare_started_over(sys.argv[2], sys.argv[3:])
    compile("", "", "exec")  # sets up the types of syntax trees, which costs more than a short run
    Server.is_unbuffered = is_unbuffered()
    Server.streams = streams_of_pipes()
    gc.collect()
    gc.freeze()
    sock, kind, modules = _socket.socket(fileno=3), "bare", ()
    if is_zygote(sock):
        sock, kind, modules = later("ZYGOTE", "serve")(sock)
    else:
        Server.look()
    become = Server(sock, kind).serve(modules)
    del sock
    return become()
