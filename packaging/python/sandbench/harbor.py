# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sandboxes for Harbor: ``--environment-import-path sandbench.harbor:SandbenchEnvironment``.

``--environment-kwarg 'sandbox={"network": "bridge"}'`` says members of POST /sessions (packaging/docs/rest.md). Needs harbor; not
a part of the package's own tests where that is missing.
"""

import re
from pathlib import Path
from typing import Any

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.environments.capabilities import EnvironmentCapabilities, EnvironmentResourceCapabilities
from harbor.models.trial.config import ResourceMode

from .async_sandbox import AsyncSandbox, Ended

_LONGEST_DOCKERFILE = 1 << 20
# Harbor's tasks write to /tests and /logs as root. These engines can give a sandbox such a user and such a file system.
_OF_CONTAINERS = {"user": "root", "root": "writable"}
_CONTAINER_ENGINES = ("docker", "podman", "kubernetes")


class SandbenchEnvironment(BaseEnvironment):
    """A task's environment as one sandbox, made from the task's image or its Dockerfile.

    sandbox: members of POST /sessions, which beat the task's. A task that may use a network gets one only where these name it;
    as Harbor forbids to give it another network than it says, such a task is refused until "network" is said.
    Errors: ValueError for what a sandbox cannot be; ServerProblem and others of the server's from every call.
    """

    def __init__(self, *arguments: Any, sandbox: dict[str, Any] | None = None, **others: Any) -> None:
        members = {"engine": "docker", **(sandbox or {})}
        self._members = {**(_OF_CONTAINERS if members["engine"] in _CONTAINER_ENGINES else {}), **members}
        self._sandbox: AsyncSandbox | None = None
        super().__init__(*arguments, **others)

    @staticmethod
    def type() -> str:
        return "sandbench"

    @property
    def capabilities(self) -> EnvironmentCapabilities:
        return EnvironmentCapabilities(disable_internet=True)

    @classmethod
    def resource_capabilities(cls) -> EnvironmentResourceCapabilities:
        return EnvironmentResourceCapabilities(cpu_limit=True, memory_limit=True)

    def _validate_definition(self) -> None:
        if (self.environment_dir / "docker-compose.yaml").exists():
            raise ValueError("a task with docker-compose.yaml is of several containers; a sandbox is one")

    def _validate_network_policy_support(self) -> None:
        super()._validate_network_policy_support()
        said = self._members.get("network")
        if self._network_is_public and said is None:
            raise ValueError(
                'the task may use a network (network_mode = "public", which is also Harbor\'s default): say sandbox='
                '{"network": "bridge"} to give it one, or {"network": "none"} to run it without'
            )
        if self._network_disabled and said not in (None, "none"):
            raise ValueError(f'the task must have no network, and sandbox= says "network": "{said}"')

    async def start(self, force_build: bool) -> None:
        await self.stop(delete=True)  # Of a start before, which failed half-way.
        self._sandbox = await AsyncSandbox.open(self._body(force_build))
        made = await self.ensure_dirs(self._mount_targets(writable_only=True))
        if made is not None and made.return_code != 0:
            raise RuntimeError(f"the sandbox cannot have the folders of the task's logs: {made.stderr}")
        await self._upload_environment_dir_after_start()

    async def stop(self, delete: bool) -> None:
        """delete: False leaves the sandbox open until its server closes it; a server of this process ends with the process."""
        sandbox, self._sandbox = self._sandbox, None
        if sandbox is None:
            return
        if delete:
            await sandbox.close()
        else:
            self.logger.info("session %s stays open as long as its server lets it", sandbox.session)

    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        """Runs a line of Bash, or of sh where there is none.

        user: nobody, or the sandbox's. Errors: PermissionError for another one; TimeoutError.
        """
        self._check_user(user if user is not None else self.default_user)
        shell = ["sh", "-c", 'exec "$(command -v bash || command -v sh)" -c "$0"', command]
        ended = await self._open.run(shell, cwd, timeout_sec, env=self._merge_env(env))
        if ended.has_timed_out:
            raise TimeoutError(f"the command did not end within {timeout_sec} s")
        return _result_of(ended)

    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        await self._open.put(_checked(Path(source_path), is_folder=False), target_path)

    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        """Links are followed to files, and left out to folders."""
        await self._open.put(_checked(Path(source_dir), is_folder=True), target_dir)

    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        await self._open.get_file(source_path, Path(target_path))

    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        """Links and devices are left out. Errors: UnsafeName for a name that leads elsewhere."""
        await self._open.get_folder(source_dir, Path(target_dir))

    @property
    def _open(self) -> AsyncSandbox:
        if self._sandbox is None:
            raise RuntimeError("the environment is not started, or was stopped")
        return self._sandbox

    def _body(self, force_build: bool) -> dict[str, Any]:
        body: dict[str, Any] = {}
        dockerfile = self.environment_dir / "Dockerfile"
        text = _text_of(dockerfile) if dockerfile.exists() else None
        image = self.task_env_config.docker_image
        if image and not (force_build and text is not None):
            body["image"] = image
        elif text is not None:
            body["dockerfile"] = text
            body["image"] = "harbor-" + (re.sub("[^a-z0-9]+", "-", self.environment_name.lower()).strip("-") or "task")
        folder = self.task_env_config.workdir or _last_workdir(text or "")
        if folder:
            body["workdir"] = folder
        body.update(self._limits())
        return {**body, **self._members}

    def _limits(self) -> dict[str, Any]:
        limits: dict[str, Any] = {}
        cpus = self._resource_limit_value("cpu", auto_mode=ResourceMode.LIMIT)
        memory = self._resource_limit_value("memory", auto_mode=ResourceMode.LIMIT)
        if cpus is not None:
            limits["cpus"] = cpus
        if memory is not None:
            limits["memory"] = f"{memory}m"
        if self._effective_storage_mb is not None:
            limits["disk"] = f"{self._effective_storage_mb}m"
        return limits

    def _check_user(self, user: str | int | None) -> None:
        own = str(self._members.get("user", "its own"))
        if user is not None and str(user) not in (own, {"root": "0", "0": "root"}.get(own)):
            raise PermissionError(f"a command's user cannot be chosen: this sandbox's is {own}, not {user}")


def _result_of(ended: Ended) -> ExecResult:
    return ExecResult(
        stdout=ended.stdout.decode("utf-8", "replace"), stderr=ended.stderr.decode("utf-8", "replace"), return_code=ended.code
    )


def _checked(source: Path, is_folder: bool) -> Path:
    if source.is_dir() != is_folder or not source.exists():
        raise FileNotFoundError(f"{source} is no {'folder' if is_folder else 'file'}")
    return source


def _text_of(file: Path) -> str:
    with file.open(encoding="utf-8") as opened:
        text = opened.read(_LONGEST_DOCKERFILE + 1)
    if len(text) > _LONGEST_DOCKERFILE:
        raise ValueError(f"{file} is longer than a Dockerfile may be here")
    return text


def _last_workdir(dockerfile: str) -> str | None:
    """Where a Dockerfile's programs begin; None where it does not say, or says it with variables or relative to its base."""
    found = re.findall(r"^[ \t]*WORKDIR[ \t]+(\S+)[ \t]*$", dockerfile, re.IGNORECASE | re.MULTILINE)
    return found[-1] if found and re.fullmatch(r"/[\w./-]*", found[-1]) else None
