# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sessions whose sandbox is one of a pool."""

from typing import Any

from ..core.config import SessionConfig
from ..core.session_base import BaseSession
from ..exceptions import ExtraArgumentsError, LibraryInstallationNotSupportedError
from .base import ContainerPoolManager, PooledContainer
from .exceptions import DuplicateClientError

# What the pool has said for all of its sandboxes.
_OF_THE_POOL = ("image", "dockerfile", "container_id", "runtime_configs", "libraries", "mounts", "sandbox")
_OF_A_SESSION = (
    "verbose", "security_policy", "default_timeout", "execution_timeout", "session_timeout", "encoding_errors",
    "skip_environment_setup",
)


class PooledSandboxSession(BaseSession):
    """Opened by taking a sandbox of the pool, closed by giving it back. Packages are the pool's.

    Errors: PoolExhaustedError and PoolClosedError from open().
    """

    def __init__(self, pool_manager: ContainerPoolManager, **options: Any) -> None:
        if options.get("client") is not None:
            raise DuplicateClientError
        template = pool_manager.template
        for name in ("lang", "image", "workdir"):
            said, there = options.pop(name, None), getattr(template.config, name)
            if said is not None and said != there:
                raise ExtraArgumentsError(f"{name}: the pool's sandboxes have {there}")
        for name in ("client", "stream", "backend", "keep_template", "commit_container"):
            options.pop(name, None)
        refused = [name for name in options if name in _OF_THE_POOL and options[name]]
        if refused:
            raise ExtraArgumentsError(f"{', '.join(refused)}: is the pool's, give it to create_pool_manager() instead")
        settings = {name: options.pop(name) for name in _OF_A_SESSION if options.get(name) is not None}
        left = sorted(name for name, value in options.items() if value is not None)
        if left:
            raise ExtraArgumentsError(f"{', '.join(left)}: nobody knows it")
        super().__init__(SessionConfig(lang=template.config.lang, workdir=template.config.workdir, **settings), template.backend)
        self._pool_manager = pool_manager
        self._pooled_container: PooledContainer | None = None

    def close(self) -> None:
        self.is_open = False
        self.container = None
        taken, self._pooled_container = self._pooled_container, None
        if taken is not None:
            self._pool_manager.release(taken)

    def install(self, libraries: list[str] | None = None) -> None:
        """Errors: LibraryInstallationNotSupportedError for any."""
        if libraries:
            raise LibraryInstallationNotSupportedError(self.config.lang, "in a pool, name libraries for create_pool_manager()")

    def _connect(self) -> None:
        self._client = self._pool_manager.client

    def _open_sandbox(self) -> None:
        self._pooled_container, said = self._pool_manager.take()
        self._remember(said)


class ArtifactPooledSandboxSession:
    """Made by ArtifactSandboxSession(pool=…), which it is."""

    def __new__(cls, pool_manager: ContainerPoolManager, **options: Any) -> Any:
        from ..session import ArtifactSandboxSession

        return ArtifactSandboxSession(pool=pool_manager, **options)
