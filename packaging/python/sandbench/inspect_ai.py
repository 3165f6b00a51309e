# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sandboxes for inspect_ai: ``sandbox="sandbench"`` once this module is imported, or ``("sandbench", "sandbench.json")``.

The file has members of POST /sessions (packaging/docs/rest.md), such as {"engine": "docker", "memory": "2g"}. Each sample has a
sandbox of its own. Needs inspect_ai; not a part of the package's own tests where that is missing.
"""

import io
import json
import uuid
from typing import Any

from inspect_ai.util import ExecResult, OutputLimitExceededError, SandboxEnvironment, SandboxEnvironmentLimits, sandboxenv
from pydantic import BaseModel, ConfigDict

from .async_sandbox import AsyncSandbox

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
    def __init__(self, sandbox: AsyncSandbox) -> None:
        super().__init__()
        self._sandbox = sandbox

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
        return {"default": cls(await AsyncSandbox.open(_members_of(config)))}

    @classmethod
    async def sample_cleanup(
        cls, task_name: str, config: BaseModel | str | None, environments: dict[str, SandboxEnvironment], interrupted: bool
    ) -> None:
        for each in environments.values():
            await each.as_type(SandbenchSandboxEnvironment)._sandbox.close()

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
        given = await self._input_of(cmd, input) if input is not None else {"command": cmd}
        limits: list[float | None] = [timeout]
        if timeout and timeout_retry:
            limits += [min(timeout, each) for each in _RETRY_SECONDS]
        for limit in limits:
            result = await self._run(timeout=limit, folder=cwd, env=env, **given)
            if result is not None:
                return result
        raise TimeoutError(f"the command did not end within {timeout} s")

    async def write_file(self, file: str, contents: str | bytes) -> None:
        data = contents.encode("utf-8", "surrogateescape") if isinstance(contents, str) else contents
        await self._sandbox.write_file(file, io.BytesIO(data))

    async def read_file(self, file: str, text: bool = True) -> Any:
        content = _Bounded()
        await self._sandbox.read_file(file, content)
        return content.getvalue().decode("utf-8") if text else content.getvalue()

    async def _input_of(self, cmd: list[str], given: str | bytes) -> dict[str, Any]:
        """Short text goes with the call; all else through a file, which the command has opened before it is removed."""
        try:
            if len(given) <= _LONGEST_INPUT:
                return {"command": cmd, "stdin": given if isinstance(given, str) else given.decode("utf-8")}
        except UnicodeDecodeError:
            pass
        path = f"/tmp/input-{uuid.uuid4().hex}"
        await self.write_file(path, given)
        return {"command": ["sh", "-c", 'exec <"$0"; rm -f "$0"; exec "$@"', path, *cmd]}

    async def _run(self, **members: Any) -> ExecResult[str] | None:
        """None for a command that its time limit ended."""
        ended = await self._sandbox.run(output_limit=str(SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE), **members)
        stdout, stderr = ended.stdout.decode("utf-8", "replace"), ended.stderr.decode("utf-8", "replace")
        if ended.has_timed_out:
            return None
        if ended.verdict == "output_limit":
            raise OutputLimitExceededError(SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE_STR, stdout or stderr)
        return ExecResult(success=ended.code == 0, returncode=ended.code, stdout=stdout, stderr=stderr)


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
