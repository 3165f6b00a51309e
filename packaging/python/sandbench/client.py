# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""The calls of ``sandbenchctl serve`` that sandboxes need (packaging/docs/rest.md).

Thread: as Connection. Errors: ServerProblem, ServerUnreachable and BadAnswer from every call.
"""

import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO
from urllib.parse import quote

from .answer import FileEntry, Record, files_of, member, objects, record_of, required, unless_refused
from .connection import Connection
from .errors import BadAnswer
from .event_stream import Event, EventReader

MOST_OUTPUT = 1 << 30
MOST_FILES = 10_000  #: in one folder
_MOST_ARTIFACT = 64 << 20

OutputSink = Callable[[str, bytes], None]


@dataclass(frozen=True)
class Ran:
    """How a run ended, and all that it printed."""

    record: Record
    stdout: bytes
    stderr: bytes


class Client:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def url(self) -> str:
        return self._connection.url

    def close(self) -> None:
        self._connection.close()

    def open_session(self, body: dict[str, Any]) -> dict[str, Any]:
        said = self._connection.call("POST", "/sessions", body)
        required(said, "session_id", str)
        return said

    def session(self, session: str) -> dict[str, Any]:
        said = self._connection.call("GET", f"/sessions/{quote(session, '')}")
        required(said, "session_id", str)
        return said

    def close_session(self, session: str) -> None:
        self._connection.call("DELETE", f"/sessions/{quote(session, '')}")

    def run(
        self, session: str, body: dict[str, Any], on_output: OutputSink | None = None,
        on_start: Callable[[str], None] | None = None,
    ) -> Ran:
        """Runs code or a command to its end.

        on_output: is told "stdout" or "stderr" and bytes as they come, in this thread. on_start: is told the run's id, with
        which another thread may cancel it. An exception of theirs goes through and cancels the run.
        """
        reader = EventReader()
        output = {"stdout": bytearray(), "stderr": bytearray()}
        with self._connection.events(f"/sessions/{quote(session, '')}/execute", body) as pieces:
            for piece in pieces:
                for event in reader.feed(piece):
                    if event.name in output:
                        data = _output_of(event)
                        output[event.name] += data
                        if len(output[event.name]) > MOST_OUTPUT:
                            raise BadAnswer("the program printed more than this client takes")
                        if on_output:
                            on_output(event.name, data)
                    elif event.name == "started" and on_start:
                        on_start(required(event.data, "run_id", str))
                    elif event.name == "lost":
                        raise BadAnswer("the server lost a part of the output")
                    elif event.name == "ended":
                        # What follows is the stream's own end, which lets the connection be used again.
                        for _ in pieces:
                            pass
                        return Ran(record_of(unless_refused(event.data)), bytes(output["stdout"]), bytes(output["stderr"]))
        raise BadAnswer("the server ended the stream before the run's end")

    def cancel_run(self, run: str) -> None:
        self._connection.call("DELETE", f"/runs/{quote(run, '')}")

    def artifact(self, run: str, index: int) -> bytes:
        return self._connection.fetch(f"/runs/{quote(run, '')}/artifacts/{index}", _MOST_ARTIFACT)

    def install(self, session: str, packages: list[str]) -> str:
        """The end of what the package manager printed."""
        said = self._connection.call("POST", f"/sessions/{quote(session, '')}/packages", {"packages": packages})
        return member(said, "output", str, "")

    def list_folder(self, session: str, path: str) -> list[FileEntry]:
        query = f"absolute=true&depth=1&limit={MOST_FILES}&path={quote(path, '')}"
        said = self._connection.call("GET", f"/sessions/{quote(session, '')}/files?{query}")
        return files_of(said, MOST_FILES)

    def read_file(self, session: str, path: str, into: BinaryIO) -> None:
        self._connection.download(_file_path(session, path), into)

    def write_file(self, session: str, path: str, source: BinaryIO, mode: int) -> None:
        """source: a file at its beginning, whose size is sent first."""
        self._connection.upload(f"{_file_path(session, path)}&mode={mode:o}", source)

    def make_folder(self, session: str, path: str) -> None:
        self._connection.call("POST", f"/sessions/{quote(session, '')}/folders", {"path": path, "absolute": True})

    def engines(self) -> list[dict[str, Any]]:
        return objects(self._connection.call("GET", "/engines"), "engines", 100)

    def open_pool(self, body: dict[str, Any]) -> None:
        self._connection.call("POST", "/pools", body)

    def pool(self, name: str) -> dict[str, Any]:
        return self._connection.call("GET", f"/pools/{quote(name, '')}")

    def close_pool(self, name: str) -> None:
        self._connection.call("DELETE", f"/pools/{quote(name, '')}")


def _file_path(session: str, path: str) -> str:
    return f"/sessions/{quote(session, '')}/files/{quote(path.lstrip('/'))}?absolute=true"


def _output_of(event: Event) -> bytes:
    coded = member(event.data, "base64", str)
    if coded is None:
        return required(event.data, "text", str).encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(coded, validate=True)
    except binascii.Error:
        raise BadAnswer("the server's answer: base64 is none") from None
