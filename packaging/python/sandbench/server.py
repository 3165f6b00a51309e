# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Finds the server to talk to: SANDBENCH_URL's (with SANDBENCH_TOKEN), else one that this process starts for itself.

A server of one's own is ``sandbenchctl serve`` (of SANDBENCHCTL, else of PATH) on a Unix socket in a folder that only this
user can open. It ends with this process, however that ends: a shell beside it waits for the other end of a pipe.
Thread: any.
"""

import atexit
import os
import select
import shutil
import socket
import subprocess
import tempfile
import threading

from .answer import object_of
from .client import Client
from .connection import Connection
from .errors import SandbenchError, ServerUnreachable

_START_SECONDS = 60
_END_SECONDS = 20

# $1 is the folder to remove at the end, the rest is the server's command. Standard input is the listening socket, which the
# server gets as descriptor 3, as systemd would give it; standard error is a pipe that ends with this process.
_KEEPER = r"""
folder=$1; shift
exec 3<&0 4<&2 0</dev/null 2>"$folder/log"
sh -c 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@" 4<&-' sh "$@" & server=$!
exec >&- 3<&-
read -r never <&4
kill -TERM "$server" 2>/dev/null
wait "$server"
rm -f "$folder/socket" "$folder/log"
rmdir "$folder"
"""


class ProgramMissing(SandbenchError):
    """There is no sandbenchctl to start."""


class OwnServer:
    """One ``sandbenchctl serve`` of this process."""

    def __init__(self, arguments: list[str]) -> None:
        program = os.environ.get("SANDBENCHCTL") or shutil.which("sandbenchctl")
        if not program or not shutil.which(program):
            raise ProgramMissing(
                "there is no sandbenchctl: install it, name it in SANDBENCHCTL, or name a server in SANDBENCH_URL"
            )
        self._folder = tempfile.mkdtemp(prefix="sandbench-")
        path = os.path.join(self._folder, "socket")
        until_we_end, self._lifeline = os.pipe()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening, os.fdopen(until_we_end, "rb") as ending:
            listening.bind(path)
            listening.listen(128)
            command = [program, "serve", "--json", "--grace", "1", "--sandboxes", "0", "--runs", "0", *arguments]
            self._keeper = subprocess.Popen(
                ["sh", "-c", _KEEPER, "sandbench-keeper", self._folder, *command],
                stdin=listening, stdout=subprocess.PIPE, stderr=ending, start_new_session=True,
            )
        try:
            self._wait()
            self.client = Client(Connection(f"unix://{path}"))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Ends it, and waits until its sandboxes are closed."""
        if hasattr(self, "client"):
            self.client.close()
        os.close(self._lifeline)
        try:
            self._keeper.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            pass  # It is on its way, and the keeper removes the folder.
        self._keeper.stdout.close()

    def forget(self) -> None:
        """In a fork of this process: the server is the other's, and must not outlive it for our sake."""
        os.close(self._lifeline)
        self._keeper.returncode = 0  # Not a child of this process; nobody waits for it here.

    def _wait(self) -> None:
        said = b""
        while not said.endswith(b"\n"):
            if not select.select([self._keeper.stdout], [], [], _START_SECONDS)[0]:
                raise ServerUnreachable(f"sandbenchctl serve did not start within {_START_SECONDS} s")
            piece = os.read(self._keeper.stdout.fileno(), 4096)
            if not piece or len(said) > 65536:
                raise ServerUnreachable(f"sandbenchctl serve did not start: {self._log()}")
            said += piece
        object_of(said)

    def _log(self) -> str:
        try:
            with open(os.path.join(self._folder, "log"), encoding="utf-8", errors="replace") as log:
                return log.read(2000).strip() or "it said nothing"
        except OSError as error:
            return str(error)


_lock = threading.Lock()
_own: dict[tuple[str, str], OwnServer] = {}
_named: dict[tuple[str, str], Client] = {}


def client_for(engine: str = "", connection: str = "") -> Client:
    """The server of this process.

    connection: how the server reaches @p engine, where that is not its usual way; such a server is another one.
    Errors: ProgramMissing, ServerUnreachable; SandbenchError where SANDBENCH_URL's server would have to be told.
    """
    url = os.environ.get("SANDBENCH_URL")
    with _lock:
        if url:
            if connection:
                raise SandbenchError(f"the server at {url} chooses its own connections; it cannot use {connection}")
            key = (url, os.environ.get("SANDBENCH_TOKEN", ""))
            return _named.setdefault(key, Client(Connection(*key)))
        if (engine, connection) not in _own and not connection:
            engine = ""
        if (engine, connection) not in _own:
            arguments = ["--engine", engine, "--connection", connection] if connection else []
            _own[engine, connection] = OwnServer(arguments)
        return _own[engine, connection].client


def close_all() -> None:
    """Ends the servers that this process started."""
    with _lock:
        servers = list(_own.values())
        _own.clear()
    for each in servers:
        each.close()


def _forget_all() -> None:
    global _lock
    _lock = threading.Lock()
    for each in _own.values():
        each.forget()
    _own.clear()
    _named.clear()


atexit.register(close_all)
os.register_at_fork(after_in_child=_forget_all)
