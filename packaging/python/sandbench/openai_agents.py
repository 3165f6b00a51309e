# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""A sandbox client for OpenAI's agents SDK: ``SandboxRunConfig(client=SandbenchSandboxClient())``.

Needs openai-agents; not a part of the package's own tests where that is missing.
"""

import io
import posixpath
import tarfile
import uuid
from pathlib import Path
from typing import Any, Literal

from agents.sandbox.errors import (
    ConfigurationError, ErrorCode, ExecTimeoutError, ExecTransportError, WorkspaceArchiveReadError,
    WorkspaceArchiveWriteError, WorkspaceReadNotFoundError, WorkspaceStartError, WorkspaceWriteTypeError,
)
from agents.sandbox.manifest import Manifest
from agents.sandbox.session import SandboxSession, SandboxSessionState
from agents.sandbox.session.base_sandbox_session import BaseSandboxSession
from agents.sandbox.session.dependencies import Dependencies
from agents.sandbox.session.manager import Instrumentation
from agents.sandbox.session.runtime_helpers import RESOLVE_WORKSPACE_PATH_HELPER, RuntimeHelperScript
from agents.sandbox.session.sandbox_client import BaseSandboxClient, BaseSandboxClientOptions
from agents.sandbox.snapshot import SnapshotBase, SnapshotSpec, resolve_snapshot
from agents.sandbox.types import ExecResult, User
from agents.sandbox.util.tar_utils import UnsafeTarMemberError, validate_tar_bytes
from pydantic import Field

from .async_sandbox import AsyncSandbox
from .client import MOST_OUTPUT
from .errors import SandbenchError

_SHORTEST_TIMEOUT = 0.001
_OUR_ERRORS = (SandbenchError, OSError)


class SandbenchSandboxClientOptions(BaseSandboxClientOptions):
    """sandbox: members of POST /sessions (packaging/docs/rest.md), such as {"engine": "docker", "memory": "2g"}."""

    type: Literal["sandbench"] = "sandbench"
    sandbox: dict[str, Any] = Field(default_factory=dict)


class SandbenchSandboxSessionState(SandboxSessionState):
    type: Literal["sandbench"] = "sandbench"
    sandbox: dict[str, Any] = Field(default_factory=dict)
    server_session: str | None = None  #: the sandbox, while it is open


class SandbenchSandboxSession(BaseSandboxSession):
    """One sandbox, from start() to shutdown(); the manifest's root is its working folder.

    Errors: the SDK's, with the server's sentence.
    """

    state: SandbenchSandboxSessionState

    def __init__(self, state: SandbenchSandboxSessionState) -> None:
        self.state = state
        self._sandbox: AsyncSandbox | None = None

    # -- its life ----------------------------------------------------------------------------------------------------

    async def _ensure_backend_started(self) -> None:
        if self._sandbox is not None:
            return
        root, known = self.state.manifest.root, self.state.server_session
        found = await AsyncSandbox.find(known, root) if known else None
        self._set_start_state_preserved(found is not None)
        self._sandbox = found or await AsyncSandbox.open({**self.state.sandbox, "workdir": root})
        self.state.server_session = self._sandbox.session

    async def _after_start_failed(self) -> None:
        await self._shutdown_backend()

    async def _shutdown_backend(self) -> None:
        sandbox, self._sandbox = self._sandbox, None
        self.state.server_session = None
        if sandbox is not None:
            await sandbox.close()

    def _wrap_start_error(self, error: Exception) -> Exception:
        if isinstance(error, SandbenchError):
            return WorkspaceStartError(path=Path(self.state.manifest.root), message=str(error), cause=error)
        return error

    async def running(self) -> bool:
        return self._sandbox is not None and await self._sandbox.is_open()

    # -- commands ----------------------------------------------------------------------------------------------------

    def _prepare_exec_command(
        self, *command: str | Path, shell: bool | list[str], user: str | User | None
    ) -> list[str]:
        _refuse_user(user, "exec")
        return super()._prepare_exec_command(*command, shell=shell, user=None)

    async def _exec_internal(self, *command: str | Path, timeout: float | None = None) -> ExecResult:
        limit = None if timeout is None else max(timeout, _SHORTEST_TIMEOUT)
        variables = await self.state.manifest.environment.resolve()
        try:
            ended = await self._open.run([str(each) for each in command], timeout=limit, env=variables or None)
        except _OUR_ERRORS as error:
            raise ExecTransportError(command=command, message=str(error), cause=error) from error
        if ended.has_timed_out:
            raise ExecTimeoutError(command=command, timeout_s=timeout)
        return ExecResult(stdout=ended.stdout, stderr=ended.stderr, exit_code=ended.code)

    # -- files -------------------------------------------------------------------------------------------------------

    def _runtime_helpers(self) -> tuple[RuntimeHelperScript, ...]:
        return (RESOLVE_WORKSPACE_PATH_HELPER,)

    async def _validate_path_access(self, path: Path | str, *, for_write: bool = False) -> Path:
        return await self._validate_remote_path_access(path, for_write=for_write)

    async def read(self, path: Path, *, user: str | User | None = None) -> io.IOBase:
        _refuse_user(user, "read")
        content = io.BytesIO()
        there = await self._validate_path_access(path)
        try:
            await self._open.read_file(there.as_posix(), content)
        except FileNotFoundError as error:
            raise WorkspaceReadNotFoundError(path=Path(path), cause=error) from error
        except _OUR_ERRORS as error:
            raise WorkspaceArchiveReadError(path=Path(path), context={"reason": str(error)}, cause=error) from error
        content.seek(0)
        return content

    async def write(self, path: Path, data: io.IOBase, *, user: str | User | None = None) -> None:
        """A program stays one."""
        _refuse_user(user, "write")
        content = _bytes_of(data, Path(path))
        there = (await self._validate_path_access(path, for_write=True)).as_posix()
        try:
            said = await self._open.run(["stat", "-L", "-c", "%a", "--", there])
            mode = int(said.stdout, 8) & 0o777 if said.code == 0 else 0o644
            await self._open.write_file(there, io.BytesIO(content), mode)
        except _OUR_ERRORS as error:
            raise WorkspaceArchiveWriteError(path=Path(path), context={"reason": str(error)}, cause=error) from error

    async def persist_workspace(self) -> io.IOBase:
        root = self.state.manifest.root
        left_out = [f"--exclude=./{each.as_posix()}" for each in sorted(self._persist_workspace_skip_relpaths())]
        try:
            ended = await self._open.run(["tar", "-cf", "-", "-C", root, *left_out, "."], output_limit=str(MOST_OUTPUT))
        except _OUR_ERRORS as error:
            raise WorkspaceArchiveReadError(path=Path(root), context={"reason": str(error)}, cause=error) from error
        if ended.code != 0:
            raise WorkspaceArchiveReadError(path=Path(root), context={"reason": ended.stderr.decode("utf-8", "replace")})
        return io.BytesIO(ended.stdout)

    async def hydrate_workspace(self, data: io.IOBase) -> None:
        root = Path(self.state.manifest.root)
        content = _bytes_of(data, root)
        there = f"{root.as_posix()}/.sandbench-{uuid.uuid4().hex}"
        try:
            validate_tar_bytes(content, allow_external_symlink_targets=False)
            await self._open.write_file(there, _without_root(content), 0o600)
            unpack = 'tar -xof "$0" -C "$1"; code=$?; rm -f "$0"; exit $code'
            ended = await self._open.run(["sh", "-c", unpack, there, root.as_posix()])
        except (*_OUR_ERRORS, UnsafeTarMemberError) as error:
            raise WorkspaceArchiveWriteError(path=root, context={"reason": str(error)}, cause=error) from error
        if ended.code != 0:
            raise WorkspaceArchiveWriteError(path=root, context={"reason": ended.stderr.decode("utf-8", "replace")})

    @property
    def _open(self) -> AsyncSandbox:
        if self._sandbox is None:
            raise SandbenchError("the sandbox is not started, or was shut down")
        return self._sandbox


class SandbenchSandboxClient(BaseSandboxClient[SandbenchSandboxClientOptions | None]):
    """Sandboxes of this process's server, or of SANDBENCH_URL's. Each is opened by its session's start."""

    backend_id = "sandbench"
    supports_default_options = True

    def __init__(self, *, instrumentation: Instrumentation | None = None, dependencies: Dependencies | None = None) -> None:
        self._instrumentation = instrumentation or Instrumentation()
        self._dependencies = dependencies

    async def create(
        self,
        *,
        snapshot: SnapshotSpec | SnapshotBase | None = None,
        manifest: Manifest | None = None,
        options: SandbenchSandboxClientOptions | None = None,
    ) -> SandboxSession:
        """Errors: ConfigurationError for what a sandbox cannot have, by name."""
        manifest = self._validate_manifest_for_create(manifest if manifest is not None else Manifest())
        sandbox = options.sandbox if options is not None else {}
        _refuse_what_is_not_there(manifest, sandbox)
        session_id = uuid.uuid4()
        state = SandbenchSandboxSessionState(
            session_id=session_id, manifest=manifest, snapshot=resolve_snapshot(snapshot, str(session_id)), sandbox=sandbox
        )
        return self._wrap_session(SandbenchSandboxSession(state), instrumentation=self._instrumentation)

    async def delete(self, session: SandboxSession) -> SandboxSession:
        inner = session._inner
        if not isinstance(inner, SandbenchSandboxSession):
            raise TypeError("this session is no SandbenchSandboxSession")
        await inner.shutdown()
        return session

    async def resume(self, state: SandboxSessionState) -> SandboxSession:
        """Comes back to a sandbox that is still open; else start() opens another one and fills it from the snapshot."""
        if not isinstance(state, SandbenchSandboxSessionState):
            raise TypeError("this state is no SandbenchSandboxSessionState")
        state.assert_path_grants_rebound()
        _refuse_what_is_not_there(state.manifest, state.sandbox)
        return self._wrap_session(SandbenchSandboxSession(state), instrumentation=self._instrumentation)

    def deserialize_session_state(self, payload: dict[str, object]) -> SandboxSessionState:
        return self._deserialize_session_state_payload(payload, SandbenchSandboxSessionState)


def _refuse_what_is_not_there(manifest: Manifest, sandbox: dict[str, Any]) -> None:
    if "workdir" in sandbox:
        raise _refusal("workdir: the working folder is the manifest's root", "start")
    if manifest.users or manifest.groups:
        raise _refusal("users, groups: a sandbox has one user, who cannot make others", "start")
    if list(manifest.mount_targets()):
        raise _refusal("mounts of a manifest: a program in a sandbox cannot mount", "start")
    if any(each.host_path is not None for each in manifest.extra_path_grants):
        raise _refusal('host_path of extra_path_grants: say "mounts" in the options\' sandbox', "start")


def _refuse_user(user: str | User | None, operation: Any) -> None:
    if user is not None:
        raise _refusal("user: cannot be chosen for a command or a file; say \"user\" in the options' sandbox", operation)


def _refusal(message: str, operation: Any) -> ConfigurationError:
    return ConfigurationError(
        message=message, error_code=ErrorCode.SANDBOX_CONFIG_INVALID, op=operation, context={}, retryable=False
    )


def _without_root(archive: bytes) -> io.BytesIO:
    """The root folder itself may be another user's, whose modes and times nobody else can change."""
    made = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(archive)) as given, tarfile.open(fileobj=made, mode="w") as kept:
        for each in given:
            if posixpath.normpath(each.name) != ".":
                kept.addfile(each, given.extractfile(each) if each.isreg() else None)
    made.seek(0)
    return made


def _bytes_of(data: io.IOBase, path: Path) -> bytes:
    content = data.read()
    if not isinstance(content, bytes | bytearray):
        raise WorkspaceWriteTypeError(path=path, actual_type=type(content).__name__)
    return bytes(content)
