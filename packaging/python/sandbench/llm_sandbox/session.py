# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Makes sessions."""

from typing import Any

from .const import SandboxBackend, SupportedLanguage
from .core.config import SessionConfig
from .core.session_base import BaseSession
from .data import ExecutionResult, PlotOutput, StreamCallback
from .exceptions import LanguageNotSupportPlotError
from .interactive import InteractiveSandboxSession
from .pool.base import ContainerPoolManager
from .pool.session import PooledSandboxSession

_CONFIG = tuple(SessionConfig.__dataclass_fields__)

__all__ = [
    "ArtifactSandboxSession", "ContainerPoolManager", "InteractiveSandboxSession", "PooledSandboxSession", "SandboxSession",
    "create_session",
]


def create_session(
    backend: SandboxBackend | str | None = None, pool: ContainerPoolManager | None = None, **options: Any
) -> BaseSession:
    """A session that is not open yet.

    backend: an engine; where none is named the server's own (the embedded one, unless settings say another), and Docker for what only
    containers have. pool: takes sandboxes of it; backend then says nothing. options: SessionConfig's fields, libraries, mounts,
    client, keep_template, commit_container, kube_namespace, pod_manifest, env_vars, environment, and sandbox: members of
    the server's own (POST /sessions), which beat the others.
    Errors: those of SessionConfig; ExtraArgumentsError, UnsupportedBackendError, LanguageNotSupportedError.
    """
    if pool is not None:
        return PooledSandboxSession(pool, **options)
    settings = {name: options.pop(name) for name in _CONFIG if options.get(name) is not None}
    for name in _CONFIG:
        options.pop(name, None)
    return BaseSession(SessionConfig(**settings), backend, **options)


SandboxSession = create_session


class ArtifactSandboxSession:
    """A session that also gives back what its programs draw.

    Plots of earlier runs are given back again, until clear_plots(). All else is the session's.
    """

    def __init__(
        self,
        backend: SandboxBackend | str | None = None,
        image: str | None = None,
        dockerfile: str | None = None,
        lang: str = SupportedLanguage.PYTHON,
        *,
        pool: ContainerPoolManager | None = None,
        enable_plotting: bool = True,
        **options: Any,
    ) -> None:
        said = {"image": image, "dockerfile": dockerfile, "lang": None if pool is not None else lang}
        self._session = create_session(backend, pool, **{key: each for key, each in said.items() if each}, **options)
        self.enable_plotting = enable_plotting
        self._plots: list[PlotOutput] = []

    def __enter__(self) -> "ArtifactSandboxSession":
        self._session.open()
        return self

    def __exit__(self, *ending: Any) -> None:
        self._session.close()

    def __getattr__(self, name: str) -> Any:
        if name == "_session":  # Not made yet: nothing is delegated.
            raise AttributeError(name)
        return getattr(self._session, name)

    def run(
        self,
        code: str,
        libraries: list[str] | None = None,
        timeout: float | None = None,
        clear_plots: bool = False,
        on_stdout: StreamCallback | None = None,
        on_stderr: StreamCallback | None = None,
    ) -> ExecutionResult:
        """As BaseSession's. Errors: also LanguageNotSupportPlotError, while plotting is enabled."""
        handler = self._session.language_handler
        if self.enable_plotting and not handler.is_support_plot_detection:
            raise LanguageNotSupportPlotError(handler.name)
        if clear_plots:
            self.clear_plots()
        output, plots = self._session.run_for_plots(code, libraries, timeout, on_stdout, on_stderr)
        if self.enable_plotting:
            self._plots += plots()
        return ExecutionResult(output.exit_code, output.stderr, output.stdout, list(self._plots))

    def clear_plots(self) -> None:
        self._plots = []
