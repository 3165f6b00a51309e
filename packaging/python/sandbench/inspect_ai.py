# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sandboxes for inspect_ai: ``sandbox="sandbench"`` once this module is imported, or ``("sandbench", "sandbench.json")``.

The file has members of POST /sessions (packaging/docs/rest.md), such as {"engine": "docker", "memory": "2g"}. Each sample has a
sandbox of its own. Needs inspect_ai; not a part of the package's own tests where that is missing.
"""

import functools
import io
import json
import posixpath
import uuid
from typing import Any

import anyio.to_thread
from inspect_ai.util import ExecResult, OutputLimitExceededError, SandboxEnvironment, SandboxEnvironmentLimits, sandboxenv
from pydantic import BaseModel, ConfigDict

from .client import Client
from .errors import ServerProblem
from .server import client_for

_LONGEST_CONFIG = 1 << 20
_LONGEST_INPUT = 1 << 20
_RETRY_SECONDS = (60, 30)


class SandbenchConfig(BaseModel):
    """Members of POST /sessions."""

    model_config = ConfigDict(extra="allow", frozen=True)


class _Bounded(io.BytesIO):
    """Takes as much as a file may have that is read into memory. Errors: OutputLimitExceededError."""

    def write(self, data: Any) -> int:
        if self.tell() + len(data) > SandboxEnvironmentLimits.MAX_READ_FILE_SIZE:
            raise OutputLimitExceededError(SandboxEnvironmentLimits.MAX_READ_FILE_SIZE_STR, None)
        return super().write(data)


@sandboxenv(name="sandbench")
class SandbenchSandboxEnvironment(SandboxEnvironment):
    def __init__(self, client: Client, session: str, folder: str) -> None:
        super().__init__()
        self._client = client
        self._session = session
        self._folder = folder

    @classmethod
    def config_files(cls) -> list[str]:
        return ["sandbench.json"]

    @classmethod
    def config_deserialize(cls, config: dict[str, Any]) -> BaseModel:
        return SandbenchConfig(**config)

    @classmethod
    async def sample_init(
        cls, task_name: str, config: BaseModel | str | None, metadata: dict[str, str]
    ) -> dict[str, SandboxEnvironment]:
        body = {"idle_seconds": 0, "lifetime_seconds": 0, "timeout": 0, **_members_of(config)}
        client = await _in_thread(client_for)
        said = await _in_thread(client.open_session, body)
        return {"default": cls(client, said["session_id"], body.get("workdir", "/work"))}

    @classmethod
    async def sample_cleanup(
        cls, task_name: str, config: BaseModel | str | None, environments: dict[str, SandboxEnvironment], interrupted: bool
    ) -> None:
        with anyio.CancelScope(shield=True):
            for each in environments.values():
                ours = each.as_type(SandbenchSandboxEnvironment)
                await _in_thread(ours._client.close_session, ours._session)

    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> ExecResult[str]:
        """user: cannot be chosen for a command; whoever the sandbox's user is can be named. Errors: as SandboxEnvironment's."""
        if user is not None:
            raise PermissionError("a command's user cannot be chosen: open the sandbox with a user instead")
        body: dict[str, Any] = {
            "command": cmd, "folder": posixpath.join(self._folder, cwd or ""),
            "output_limit": str(SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE),
        }
        if env:
            body["env"] = env
        if input is not None:
            body.update(await self._input_of(cmd, input))
        limits: list[float | None] = [timeout]
        if timeout and timeout_retry:
            limits += [min(timeout, each) for each in _RETRY_SECONDS]
        for limit in limits:
            result = await self._run({**body, "timeout": limit or 0})
            if result is not None:
                return result
        raise TimeoutError(f"the command did not end within {timeout} s")

    async def write_file(self, file: str, contents: str | bytes) -> None:
        data = contents.encode("utf-8", "surrogateescape") if isinstance(contents, str) else contents
        path = posixpath.join(self._folder, file)
        try:
            await _in_thread(self._client.write_file, self._session, path, io.BytesIO(data), 0o644)
        except ServerProblem as problem:
            raise _file_error(problem, path) from problem

    async def read_file(self, file: str, text: bool = True) -> Any:
        path = posixpath.join(self._folder, file)
        content = _Bounded()
        try:
            await _in_thread(self._client.read_file, self._session, path, content)
        except ServerProblem as problem:
            raise _file_error(problem, path) from problem
        return content.getvalue().decode("utf-8") if text else content.getvalue()

    async def _input_of(self, cmd: list[str], given: str | bytes) -> dict[str, Any]:
        """Short text goes with the call; all else through a file, which the command has opened before it is removed."""
        try:
            if len(given) <= _LONGEST_INPUT:
                return {"stdin": given if isinstance(given, str) else given.decode("utf-8")}
        except UnicodeDecodeError:
            pass
        path = f"/tmp/input-{uuid.uuid4().hex}"
        await self.write_file(path, given)
        return {"command": ["sh", "-c", 'exec <"$0"; rm -f "$0"; exec "$@"', path, *cmd]}

    async def _run(self, body: dict[str, Any]) -> ExecResult[str] | None:
        """None for a command that its time limit ended."""
        try:
            ran = await _in_thread(self._client.run, self._session, body)
        except ServerProblem as problem:
            if problem.code == "permission_denied":
                raise PermissionError(problem.detail) from problem
            if "cannot start" not in problem.detail or body["command"][:2] == ["sh", "-c"]:
                raise
            # What a shell says of it, with the shell's own exit code.
            return await self._run({**body, "command": ["sh", "-c", 'exec "$@"', "sh", *body["command"]]})
        record = ran.record
        stdout, stderr = ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace")
        if record.verdict in ("wall_timeout", "cpu_timeout"):
            return None
        if record.verdict == "output_limit":
            raise OutputLimitExceededError(SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE_STR, stdout or stderr)
        if record.exit_code is None and record.signal is None:
            raise RuntimeError(record.sentence)
        code = record.exit_code if record.exit_code is not None else 128 + record.signal
        if record.verdict != "exited":
            stderr += record.sentence + "\n"
        return ExecResult(success=code == 0, returncode=code, stdout=stdout, stderr=stderr)


async def _in_thread(function: Any, *arguments: Any) -> Any:
    return await anyio.to_thread.run_sync(functools.partial(function, *arguments), abandon_on_cancel=True)


def _members_of(config: BaseModel | str | None) -> dict[str, Any]:
    """Errors: ValueError for a file that has no JSON object."""
    if config is None:
        return {}
    if isinstance(config, BaseModel):
        return config.model_dump()
    with open(config, encoding="utf-8") as file:
        said = json.loads(file.read(_LONGEST_CONFIG))
    if not isinstance(said, dict):
        raise ValueError(f"{config}: must be an object with members of POST /sessions")
    return said


def _file_error(problem: ServerProblem, path: str) -> Exception:
    if problem.code == "not_found" and "there is no session" not in problem.detail:
        return FileNotFoundError(problem.detail)
    if problem.code == "permission_denied":
        return PermissionError(problem.detail)
    if "folder" in problem.detail or "no regular file" in problem.detail:
        return IsADirectoryError(f"{path} is a directory, or no regular file")
    return problem
