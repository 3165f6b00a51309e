# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sessions: a sandbox that is open, and what can be done in it.

Thread: one at a time for each session; sessions of several threads do not disturb each other.
"""

import logging
import math
import re
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from ...client import Client
from ...errors import ServerProblem
from ...server import client_for
from ..const import SandboxBackend
from ..artifacts import plots_of
from ..data import ConsoleOutput, PlotOutput, StreamCallback
from ..engine_client import address_of, kubernetes_host_of
from ..exceptions import (
    CommandEmptyError, ContainerError, ExtraArgumentsError, NotOpenSessionError, SandboxTimeoutError,
)
from ..languages import LanguageHandler, handler_of
from ..libraries import Libraries
from ..output import Collector, console_output
from ..problems import translated
from ..request import backend_of, body_of
from ..runtime_files import RuntimeFiles
from ..security import SecurityPattern, judge
from .config import SessionConfig

_OUR_SESSION = re.compile(r"s-[0-9a-f]{16}")
# Debian's names, in sandboxes that have no others.
_ALSO_CALLED = {"python": "python3", "pip": "pip3"}


@dataclass(frozen=True)
class Container:
    """id: the session's, at the server. A session that is made with it as container_id shares the sandbox."""

    id: str


class BaseSession(RuntimeFiles, Libraries):
    """Errors of all calls: SandboxError's classes, as exceptions.py tells; NotOpenSessionError where it is not open."""

    def __init__(self, config: SessionConfig, backend: Any = None, **options: Any) -> None:
        self.config = config
        self.verbose = config.verbose
        self.logger = logging.getLogger("sandbench.llm_sandbox")
        if self.verbose and not self.logger.handlers and not logging.getLogger().handlers:
            self.logger.addHandler(logging.StreamHandler())
            self.logger.setLevel(logging.DEBUG)
        self.language_handler: LanguageHandler = handler_of(config.lang)
        self.is_open = False
        self.container: Container | None = None
        self.using_existing_container = config.is_using_existing_container()
        self._is_joined = bool(config.container_id and _OUR_SESSION.fullmatch(config.container_id))
        self._libraries: list[str] = list(options.pop("libraries", None) or [])
        self.backend = backend_of(backend, config, options)
        self._engine_client = options.pop("client", None)
        self._body = body_of(self.backend, config, options)
        self._client: Client | None = None
        self._engine = ""
        self._network = "none"
        self._is_untouched = True
        self._deadline = math.inf

    # -- its life ----------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Opens the sandbox, with the libraries that were named for it."""
        if self.is_open:
            return
        if self._libraries:
            self._check_libraries(self._libraries)
        if self.config.session_timeout:
            self._deadline = time.monotonic() + self.config.session_timeout
        self._connect()
        self._open_sandbox()
        self.is_open = True

    def close(self) -> None:
        """Ends the sandbox with all that is in it. May be called at any time, and again."""
        self.is_open = False
        container, self.container = self.container, None
        if container is None or self._client is None or self._is_joined:
            return
        try:
            with translated():
                self._client.close_session(container.id)
        except ContainerError as error:
            # It is gone, or its server is; there is nothing left to close.
            self._log(f"closing: {error}")

    def __enter__(self) -> Any:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- programs ----------------------------------------------------------------------------------------------------

    def run(
        self,
        code: str,
        libraries: list[str] | None = None,
        timeout: float | None = None,
        on_stdout: StreamCallback | None = None,
        on_stderr: StreamCallback | None = None,
    ) -> ConsoleOutput:
        """Runs a program to its end, after installing @p libraries.

        timeout: of the program alone, in seconds. Errors: SandboxTimeoutError, with what was printed by then; the program and
        all that it started are gone. SecurityViolationError where a policy of the server refused it.
        """
        return self.run_for_plots(code, libraries, timeout, on_stdout, on_stderr)[0]

    def run_for_plots(
        self,
        code: str,
        libraries: list[str] | None = None,
        timeout: float | None = None,
        on_stdout: StreamCallback | None = None,
        on_stderr: StreamCallback | None = None,
    ) -> tuple[ConsoleOutput, Callable[[], list[PlotOutput]]]:
        """As run(), and a function that fetches what the program drew."""
        output, record = self._run_program(code, libraries, timeout, on_stdout, on_stderr)

        def plots() -> list[PlotOutput]:
            assert self._client is not None
            with translated():
                return plots_of(self._client, record)

        return output, plots

    def execute_command(
        self,
        command: str,
        workdir: str | None = None,
        on_stdout: StreamCallback | None = None,
        on_stderr: StreamCallback | None = None,
    ) -> ConsoleOutput:
        """Runs a program of the sandbox. command: its words, as a shell would split them; no shell reads them."""
        if not command or not command.strip():
            raise CommandEmptyError
        self._check_open()
        body: dict[str, Any] = {"command": shlex.split(command), **self._limit(None)}
        if workdir:
            body["folder"] = workdir
        try:
            return self._run(body, None, on_stdout, on_stderr)[0]
        except _CannotStart:
            program = _ALSO_CALLED.get(body["command"][0])
            if program:
                return self.execute_command(shlex.join([program, *body["command"][1:]]), workdir, on_stdout, on_stderr)
            # What a shell says of it, with the shell's own exit code.
            body["command"] = ["sh", "-c", 'exec "$@"', "sh", *body["command"]]
            return self._run(body, None, on_stdout, on_stderr)[0]

    def execute_commands(
        self,
        commands: list[str | tuple[str, str | None]],
        workdir: str | None = None,
        on_stdout: StreamCallback | None = None,
        on_stderr: StreamCallback | None = None,
    ) -> ConsoleOutput:
        """One after the other, up to the first that fails. The answer is the last one's that ran."""
        output = ConsoleOutput()
        for each in commands:
            command, folder = (each, workdir) if isinstance(each, str) else each
            output = self.execute_command(command, folder, on_stdout, on_stderr)
            if output.exit_code:
                break
        return output

    def is_safe(self, code: str) -> tuple[bool, list[SecurityPattern]]:
        """Whether the session's policy blocks nothing of it, and what of it the policy names."""
        return judge(self.config.security_policy, code, self.language_handler)

    def environment_setup(self) -> None:
        """Nothing: a sandbox is complete when it is open."""

    @property
    def python_executable_path(self) -> str:
        return self._path_of("python3")

    @property
    def pip_executable_path(self) -> str:
        return self._path_of("pip3")

    # -- what these stand on -----------------------------------------------------------------------------------------

    def _run_program(
        self,
        code: str,
        libraries: list[str] | None,
        timeout: float | None,
        on_stdout: StreamCallback | None,
        on_stderr: StreamCallback | None,
    ) -> tuple[ConsoleOutput, Any]:
        self._check_open()
        self.install(libraries)
        return self._run({**self._program(code), **self._limit(timeout)}, timeout, on_stdout, on_stderr)

    def _run(
        self, body: dict[str, Any], timeout: float | None, on_stdout: StreamCallback | None, on_stderr: StreamCallback | None
    ) -> tuple[ConsoleOutput, Any]:
        """What was printed, and the server's record."""
        self._check_open()
        assert self._client is not None and self.container is not None
        self._is_untouched = False
        collector = Collector(self.config.encoding_errors, on_stdout, on_stderr)
        with translated():
            try:
                ran = self._client.run(self.container.id, body, collector)
            except ServerProblem as problem:
                if "cannot start" in problem.detail and "command" in body:
                    raise _CannotStart(problem.detail) from problem
                raise
        collector.finish()
        self._log(f"{ran.record.sentence} ({ran.record.run_id})")
        return console_output(ran, self.config.encoding_errors, timeout or self.config.get_execution_timeout()), ran.record

    def _program(self, code: str) -> dict[str, Any]:
        return {"code": code}

    def _limit(self, timeout: float | None) -> dict[str, float]:
        if timeout is not None and timeout < 0:
            raise SandboxTimeoutError(f"Operation timed out before it began: {timeout} seconds", timeout)
        seconds = timeout or self.config.get_execution_timeout()
        return {"timeout": seconds} if seconds else {}

    def _check_open(self) -> None:
        if time.monotonic() > self._deadline:
            self.close()
            raise SandboxTimeoutError(
                f"Session exceeded maximum lifetime of {self.config.session_timeout} seconds", self.config.session_timeout
            )
        if not self.is_open:
            raise NotOpenSessionError

    def pool_body(self) -> tuple[dict[str, Any], Client]:
        """What a session like this one asks for, and the server that it asks."""
        if self._libraries:
            self._check_libraries(self._libraries)
        self._connect()
        assert self._client is not None
        return self._sandbox_body(), self._client

    def _connect(self) -> None:
        with translated():
            self._client = client_for(*self._place())
        self._check_cluster()

    def _sandbox_body(self) -> dict[str, Any]:
        return {**self._body, **({"libraries": self._libraries} if self._libraries else {})}

    def _open_sandbox(self) -> None:
        assert self._client is not None
        with translated(self.config.image):
            if self._is_joined:
                said = self._client.session(self.config.container_id)
            else:
                said = self._client.open_session(self._sandbox_body())
        self._remember(said)

    def _remember(self, said: dict[str, Any]) -> None:
        self.container = Container(said["session_id"])
        self._engine = str(said.get("engine", ""))
        self._network = str(said.get("network", "none"))
        self._is_untouched = True
        self._log(f"session {self.container.id}: {said.get('description', '')}")

    def _place(self) -> tuple[str, str]:
        if self.backend in (None, SandboxBackend.KUBERNETES):
            return "", ""
        return self.backend.engine, address_of(self._engine_client, self.backend.engine)

    def _check_cluster(self) -> None:
        """A client of another cluster than the server's would be silently ignored."""
        if self.backend is not SandboxBackend.KUBERNETES or self._engine_client is None:
            return
        assert self._client is not None
        host = kubernetes_host_of(self._engine_client)
        with translated():
            engines = self._client.engines()
        ours = next((str(each.get("connection")) for each in engines if each.get("engine") == "kubernetes"), "")
        if ours.split(",")[0].rstrip("/") != host:
            raise ExtraArgumentsError(f"client: it is for {host}, and sandboxes are made in {ours or 'no cluster'}")

    def _path_of(self, program: str) -> str:
        found = self.execute_command(f"sh -c 'command -v {program}'")
        if found.exit_code:
            raise ContainerError(f"the sandbox has no {program}")
        return found.stdout.strip()

    def _log(self, message: str) -> None:
        if self.verbose and message:
            self.logger.info(message)


class _CannotStart(ContainerError):
    """The sandbox has no program of that name."""
