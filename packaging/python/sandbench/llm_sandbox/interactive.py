# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sessions whose interpreter stays: variables, imports and functions of one run are there in the next."""

from dataclasses import dataclass
from typing import Any

from .const import SandboxBackend, StrEnum, SupportedLanguage
from .core.config import SessionConfig
from .core.session_base import BaseSession
from .data import ConsoleOutput, StreamCallback
from .exceptions import ExtraArgumentsError, LanguageNotSupportedError

_CONTEXT = "interactive"
_CONFIG = tuple(SessionConfig.__dataclass_fields__)


class KernelType(StrEnum):
    """Cells may say what IPython's may, within what packaging/docs/languages.md lists; the interpreter is Sandbench's."""

    IPYTHON = "ipython"


@dataclass
class InteractiveSettings:
    """history_size and poll_interval are checked and say nothing here: nothing is polled, and nothing has to be forgotten."""

    kernel_type: KernelType = KernelType.IPYTHON
    max_memory: str | None = None
    history_size: int = 1000
    timeout: float | None = 300.0
    poll_interval: float = 0.1

    def __post_init__(self) -> None:
        self.kernel_type = KernelType(self.kernel_type)
        if self.history_size < 0:
            raise ValueError("history_size must be non-negative")
        if self.poll_interval <= 0:
            raise ValueError("poll_interval must be positive")


class InteractiveSandboxSession(BaseSession):
    """A time limit interrupts the cell, and the variables stay. Languages: all that keep variables (languages.py)."""

    def __init__(
        self,
        *,
        backend: SandboxBackend | str | None = None,
        lang: str = SupportedLanguage.PYTHON,
        kernel_type: KernelType | str = KernelType.IPYTHON,
        max_memory: str | None = "1GB",
        history_size: int = 1000,
        timeout: float | None = 300.0,
        interactive_settings: InteractiveSettings | None = None,
        runtime_configs: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        if backend in (SandboxBackend.MICROMAMBA, "micromamba"):
            raise ExtraArgumentsError("backend: micromamba has no interactive sessions")
        settings = interactive_settings or InteractiveSettings(KernelType(kernel_type), max_memory, history_size, timeout)
        configs = dict(runtime_configs or {})
        if settings.max_memory:
            configs.setdefault("mem_limit", settings.max_memory)
        if not options.get("execution_timeout"):
            options["execution_timeout"] = settings.timeout
        said = {name: options.pop(name) for name in _CONFIG if name in options}
        config = {name: each for name, each in said.items() if each is not None}
        super().__init__(SessionConfig(lang=lang, runtime_configs=configs, **config), backend, **options)
        self.settings = settings
        if not self.language_handler.keeps_variables:
            raise LanguageNotSupportedError(lang)

    def run(
        self,
        code: str,
        libraries: list[str] | None = None,
        timeout: float | None = None,
        on_stdout: StreamCallback | None = None,
        on_stderr: StreamCallback | None = None,
    ) -> ConsoleOutput:
        """Runs a cell. The value of its last expression is the end of stdout, as an interpreter shows it."""
        output, record = self._run_program(code, libraries, timeout, on_stdout, on_stderr)
        if record.result:
            return ConsoleOutput(output.exit_code, output.stderr, output.stdout + record.result + "\n")
        return output

    def _program(self, code: str) -> dict[str, Any]:
        return {"code": code, "context": _CONTEXT}
