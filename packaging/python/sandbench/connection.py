# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""HTTP to one server, over TCP, TLS or a Unix socket.

Thread: any number may call at the same time; each call has a connection of its own, which is used again afterwards.
"""

import http.client
import json
import os
import select
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from .answer import object_of, problem_of
from .errors import BadAnswer, SandbenchError, ServerUnreachable

LONGEST_ANSWER = 64 << 20
_PIECE = 64 << 10
_MOST_IDLE = 8
_CONNECT_SECONDS = 30


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str) -> None:
        super().__init__("localhost")
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.sock.connect(self._path)
        except OSError:
            self.sock.close()
            self.sock = None
            raise


class Connection:
    """url: http://…, https://… or unix:///PATH; without a path, as a server's calls are at its root."""

    def __init__(self, url: str, token: str = "") -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https", "unix") or (parts.scheme != "unix" and not parts.hostname):
            raise SandbenchError(f"{url!r} is no address of a server: http://HOST:PORT, https://… or unix:///PATH")
        if any(ord(letter) < 33 for letter in token):
            raise SandbenchError("the token has a space or a line break in it")
        self.url = url
        self._parts = parts
        self._token = token
        self._lock = threading.Lock()
        self._idle: list[http.client.HTTPConnection] = []
        self._process = os.getpid()

    def call(self, method: str, path: str, body: Any = None, longest: int = LONGEST_ANSWER) -> dict[str, Any]:
        """One JSON object for another. Errors: ServerProblem, ServerUnreachable, BadAnswer."""
        with self._exchange(method, path, body, "application/json") as answer:
            data = _all_of(answer, longest)
        return object_of(data) if data else {}

    def events(self, path: str, body: Any) -> Any:
        """A context manager of an iterator over the bytes of an event stream. Leaving it early cancels the run."""
        return self._pieces("POST", path, body, "text/event-stream")

    def fetch(self, path: str, longest: int = LONGEST_ANSWER) -> bytes:
        with self._exchange("GET", path, None, "*/*") as answer:
            return _all_of(answer, longest)

    def download(self, path: str, into: BinaryIO) -> None:
        with self._pieces("GET", path, None, "*/*") as pieces:
            for piece in pieces:
                into.write(piece)

    def upload(self, path: str, source: BinaryIO) -> dict[str, Any]:
        with self._exchange("PUT", path, source, "application/json") as answer:
            return object_of(_all_of(answer, LONGEST_ANSWER) or b"{}")

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for each in idle:
            each.close()

    @contextmanager
    def _pieces(self, method: str, path: str, body: Any, accept: str) -> Iterator[Iterator[bytes]]:
        with self._exchange(method, path, body, accept) as answer:
            yield iter(lambda: answer.read1(_PIECE), b"")

    @contextmanager
    def _exchange(self, method: str, path: str, body: Any, accept: str) -> Iterator[http.client.HTTPResponse]:
        """The answer to a request, whose status is one of success. Its connection is kept if all of it was read."""
        connection = self._take()
        keeps = False
        try:
            try:
                answer = self._send(connection, method, path, body, accept)
                if answer.status >= 300:
                    raise problem_of(answer.status, _all_of(answer, LONGEST_ANSWER))
                yield answer
                keeps = answer.isclosed() and not answer.will_close
            except (OSError, http.client.HTTPException) as error:
                raise ServerUnreachable(f"the server at {self.url}: {error or type(error).__name__}") from error
        finally:
            self._give_back(connection, keeps)

    def _send(
        self, connection: http.client.HTTPConnection, method: str, path: str, body: Any, accept: str
    ) -> http.client.HTTPResponse:
        headers = {"Accept": accept}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if isinstance(body, dict):
            headers["Content-Type"] = "application/json"
            body = json.dumps(body).encode()
        elif body is not None:
            headers["Content-Type"] = "application/octet-stream"
        try:
            connection.request(method, path, body, headers)
        except (BrokenPipeError, ConnectionResetError):
            pass  # It may have refused the rest of the body, and said why.
        return connection.getresponse()

    def _take(self) -> http.client.HTTPConnection:
        with self._lock:
            if self._process != os.getpid():  # A fork: the other process speaks on these.
                self._idle, self._process = [], os.getpid()
            while self._idle:
                kept = self._idle.pop()
                # What is readable before a request was closed by the server, and is of no more use.
                if kept.sock and not select.select([kept.sock], [], [], 0)[0]:
                    return kept
                kept.close()
        return self._connect()

    def _connect(self) -> http.client.HTTPConnection:
        parts = self._parts
        if parts.scheme == "unix":
            made: http.client.HTTPConnection = _UnixConnection(parts.path)
        elif parts.scheme == "https":
            context = ssl.create_default_context()
            made = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=_CONNECT_SECONDS, context=context)
        else:
            made = http.client.HTTPConnection(parts.hostname, parts.port, timeout=_CONNECT_SECONDS)
        try:
            made.connect()
        except OSError as error:
            raise ServerUnreachable(f"the server at {self.url} does not answer: {error}") from error
        if parts.scheme != "unix":
            # A run may be silent for hours; a machine that is gone is noticed by the kernel.
            made.sock.settimeout(None)
            made.sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        return made

    def _give_back(self, connection: http.client.HTTPConnection, keeps: bool) -> None:
        if keeps:
            with self._lock:
                if len(self._idle) < _MOST_IDLE:
                    self._idle.append(connection)
                    return
        connection.close()


def _all_of(answer: http.client.HTTPResponse, longest: int) -> bytes:
    data = answer.read(longest + 1)
    if len(data) > longest:
        raise BadAnswer("the server's answer is too long")
    if not answer.isclosed() and answer.read(1):
        raise BadAnswer("the server's answer is too long")
    return data
