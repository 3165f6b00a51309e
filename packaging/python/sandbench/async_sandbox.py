# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""One sandbox for programs of asyncio: what the adapters of other frameworks have in common.

A call that is cancelled ends what it began: a command is ended, a sandbox that was being opened is closed.

Errors: ServerProblem, ServerUnreachable and BadAnswer from every call; those of files besides as file_error() has them.
"""

import asyncio
import contextlib
import contextvars
import posixpath
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from . import copying
from .client import Client
from .errors import SandbenchError, ServerProblem
from .server import client_for

DEFAULT_FOLDER = "/work"
_AS_LONG_AS_ALLOWED = {"idle_seconds": 0, "lifetime_seconds": 0, "timeout": 0}


@dataclass(frozen=True)
class Ended:
    """How a command ended. code: a shell's, so 127 for no such program, and 128 and the number for a signal."""

    verdict: str
    code: int
    stdout: bytes
    stderr: bytes

    @property
    def has_timed_out(self) -> bool:
        return self.verdict in ("wall_timeout", "cpu_timeout")


class AsyncSandbox:
    def __init__(self, client: Client, session: str, folder: str = DEFAULT_FOLDER) -> None:
        self._client = client
        self.session = session
        self.folder = folder  #: where relative paths and commands begin

    @classmethod
    async def open(cls, members: dict[str, Any]) -> "AsyncSandbox":
        """members: of POST /sessions. Without others it lives, and its commands run, as long as the server allows."""
        client = await _in_thread(client_for)
        body = {**_AS_LONG_AS_ALLOWED, **members}

        def work(tell: Callable[[str], None]) -> str:
            session = client.open_session(body)["session_id"]
            tell(session)
            return session

        session = await undone_if_cancelled(work, client.close_session)
        return cls(client, session, members.get("workdir") or DEFAULT_FOLDER)

    @classmethod
    async def find(cls, session: str, folder: str) -> "AsyncSandbox | None":
        """One that is open already; None where there is none."""
        client = await _in_thread(client_for)
        try:
            await _in_thread(client.session, session)
        except ServerProblem as problem:
            if problem.code in ("not_found", "session_lost"):
                return None
            raise
        return cls(client, session, folder)

    async def is_open(self) -> bool:
        return await self.find(self.session, self.folder) is not None

    async def close(self) -> None:
        """One that is closed already, or went away, is fine. A caller that is cancelled does not keep it open."""
        await _in_thread(_unless_gone, self._client.close_session, self.session)

    async def run(
        self, command: list[str], folder: str | None = None, timeout: float | None = None, **members: Any
    ) -> Ended:
        """Runs a program to its end.

        timeout: in seconds, 0 or None for none. members: others of POST /sessions/{id}/execute; None are not said.
        Errors: PermissionError where a policy refuses it; SandbenchError where nobody knows how it ended.
        """
        body = {name: value for name, value in members.items() if value is not None}
        body.update(command=command, folder=self.path_of(folder or ""), timeout=timeout or 0)
        try:
            ran = await undone_if_cancelled(
                lambda tell: self._client.run(self.session, body, on_start=tell), self._client.cancel_run
            )
        except ServerProblem as problem:
            if problem.code == "permission_denied":
                raise PermissionError(problem.detail) from problem
            if "cannot start" not in problem.detail or command[:2] == ["sh", "-c"]:
                raise
            # What a shell says of it, with the shell's own exit code.
            return await self.run(["sh", "-c", 'exec "$@"', "sh", *command], folder, timeout, **members)
        record, stderr = ran.record, ran.stderr
        code = record.exit_code if record.signal is None else 128 + record.signal
        if record.verdict != "exited":
            if code is None and record.verdict not in ("wall_timeout", "cpu_timeout", "output_limit"):
                raise SandbenchError(record.sentence)
            stderr += f"{record.sentence}\n".encode()
        return Ended(record.verdict, 128 + 9 if code is None else code, ran.stdout, stderr)

    async def write_file(self, path: str, source: BinaryIO, mode: int = 0o644) -> None:
        await self._with_file(path, self._client.write_file, source, mode)

    async def read_file(self, path: str, into: BinaryIO) -> None:
        await self._with_file(path, self._client.read_file, into)

    async def put(self, source: Path, path: str) -> None:
        """Copies a file, or all that is in a folder (links to folders are left out). Errors: FileNotFoundError."""
        if not source.exists():
            raise FileNotFoundError(f"there is no {source}")
        copy = copying.put_folder if source.is_dir() else copying.put_file
        await self._with_file(path, lambda session, there: copy(self._client, session, source, there))

    async def get_file(self, path: str, target: Path) -> None:
        """Errors: besides, UnsafeName."""
        await self._with_file(path, lambda session, there: copying.get_file(self._client, session, there, target))

    async def get_folder(self, path: str, target: Path) -> None:
        """Copies all that is in a folder into one that may be there (links and devices are left out). Errors: UnsafeName."""
        def work(session: str, there: str) -> None:
            entries = copying.entries_of(self._client, session, there)
            if entries is None:
                raise FileNotFoundError(f"the sandbox has no folder {there}")
            copying.get_folder(self._client, session, entries, target)

        await self._with_file(path, work)

    def path_of(self, path: str) -> str:
        return posixpath.normpath(posixpath.join(self.folder, path))

    async def _with_file(self, path: str, work: Callable[..., Any], *arguments: Any) -> None:
        there = self.path_of(path)
        try:
            await _in_thread(work, self.session, there, *arguments)
        except ServerProblem as problem:
            raise file_error(problem, there) from problem


def file_error(problem: ServerProblem, path: str) -> Exception:
    """FileNotFoundError, PermissionError, IsADirectoryError, or the problem itself."""
    if problem.code == "not_found" and "there is no session" not in problem.detail:
        return FileNotFoundError(problem.detail)
    if problem.code == "permission_denied":
        return PermissionError(problem.detail)
    if "folder" in problem.detail or "no regular file" in problem.detail:
        return IsADirectoryError(f"{path} is a directory, or no regular file")
    return problem


def _unless_gone(function: Callable[[str], Any], name: str) -> None:
    try:
        function(name)
    except ServerProblem as problem:
        if problem.code not in ("not_found", "session_lost", "run_ended"):
            raise


async def _in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """In a thread of its own, so that as many calls go on as the caller makes. It goes on when this is cancelled.

    What the caller's context variables say holds there too.
    """
    loop, context = asyncio.get_running_loop(), contextvars.copy_context()
    ended: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if ended.cancelled():
            return
        if error is None:
            ended.set_result(result)
        else:
            ended.set_exception(error)

    def work() -> None:
        result, error = None, None
        try:
            result = context.run(function, *arguments)
        except BaseException as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # The loop is closed: nobody waits.
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, name="sandbench", daemon=True).start()
    return await ended


async def undone_if_cancelled(work: Callable[[Callable[[str], None]], Any], undo: Callable[[str], Any]) -> Any:
    """work: tells the id of what it makes, as soon as it knows; undo gets that if this call is cancelled."""
    made: list[str] = []
    is_cancelled = threading.Event()

    def tell(name: str) -> None:
        made.append(name)
        if is_cancelled.is_set():
            _unless_gone(undo, name)

    try:
        return await _in_thread(work, tell)
    except asyncio.CancelledError:
        is_cancelled.set()
        if made:
            await _in_thread(_unless_gone, undo, made[0])
        raise
