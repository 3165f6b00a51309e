# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""From a run of the server's to what a session gives back. Nothing here does input or output."""

import codecs
import logging

from ..client import Ran
from .data import ConsoleOutput, StreamCallback
from .exceptions import ContainerError, SandboxTimeoutError, SecurityViolationError

_TIMEOUTS = ("wall_timeout", "cpu_timeout")
_log = logging.getLogger("sandbench.llm_sandbox")


class Collector:
    """Tells callbacks of output as text. What they raise is logged, and the run goes on."""

    def __init__(self, errors: str, on_stdout: StreamCallback | None, on_stderr: StreamCallback | None) -> None:
        # A piece cannot raise for all: with "strict" the whole output does, at the end.
        kind = codecs.getincrementaldecoder("utf-8")
        shown = "replace" if errors == "strict" else errors
        self._sinks = {
            name: (kind(shown), callback) for name, callback in (("stdout", on_stdout), ("stderr", on_stderr)) if callback
        }

    def __call__(self, name: str, data: bytes) -> None:
        self._tell(name, data, False)

    def finish(self) -> None:
        for name in self._sinks:
            self._tell(name, b"", True)

    def _tell(self, name: str, data: bytes, is_last: bool) -> None:
        if name not in self._sinks:
            return
        decoder, callback = self._sinks[name]
        text = decoder.decode(data, is_last)
        if text:
            try:
                callback(text)
            except Exception:
                _log.warning("the callback for %s failed", name, exc_info=True)


def console_output(ran: Ran, errors: str, timeout: float | None) -> ConsoleOutput:
    """Errors: SandboxTimeoutError, SecurityViolationError; UnicodeDecodeError for output that is not UTF-8, with "strict".
    ContainerError where nobody knows how the program ended.
    """
    record = ran.record
    if record.verdict in _TIMEOUTS:
        after = f"Operation timed out after {timeout:g} seconds" if timeout else record.sentence
        raise SandboxTimeoutError(after, timeout, ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace"))
    if record.verdict == "policy_denied":
        raise SecurityViolationError(record.sentence)
    stdout, stderr = ran.stdout.decode("utf-8", errors), ran.stderr.decode("utf-8", errors)
    if record.verdict != "exited":
        stderr += ("" if not stderr or stderr.endswith("\n") else "\n") + record.sentence + "\n"
    if record.exit_code is not None:
        return ConsoleOutput(record.exit_code, stderr, stdout)
    if record.signal is not None:
        return ConsoleOutput(128 + record.signal, stderr, stdout)
    raise ContainerError(record.sentence or f"the run ended: {record.verdict}")
