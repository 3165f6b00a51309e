# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What sessions raise."""

from typing import Any


class SandboxError(Exception):
    """Base of all of them, but for the pool's."""

    def __init__(self, message: str) -> None:
        super().__init__(message)


class ContainerError(SandboxError):
    """The engine or the server could not do it, or the sandbox went away."""


class SecurityError(SandboxError):
    """It would have left what is allowed."""


class ResourceError(SandboxError):
    """A limit or a quota is reached."""


class ValidationError(SandboxError):
    """Something that was said cannot be."""


class ExtraArgumentsError(SandboxError):
    """An argument that nobody knows or that Sandbench does not have. The message names it."""


class LanguageNotSupportedError(SandboxError):
    def __init__(self, lang: str) -> None:
        super().__init__(f"Language {lang} is not supported")


class ImageNotFoundError(SandboxError):
    def __init__(self, image: str) -> None:
        super().__init__(f"Image {image} not found")


class NotOpenSessionError(SandboxError):
    def __init__(self) -> None:
        super().__init__("Session is not open. Please call open() method before running code.")


class LibraryInstallationNotSupportedError(SandboxError):
    def __init__(self, lang: str, reason: str = "") -> None:
        super().__init__(f"Library installation is not supported for {lang}" + (f": {reason}" if reason else ""))


class CommandEmptyError(SandboxError):
    def __init__(self) -> None:
        super().__init__("Command cannot be empty")


class CommandFailedError(SandboxError):
    """An installation failed. Only then is it raised; a program that fails has an exit code."""

    def __init__(self, command: str, exit_code: int | None, output: str) -> None:
        code = "" if exit_code is None else f" with exit code {exit_code}"
        super().__init__(f"Command {command} failed{code}:\n{output}")


class PackageManagerError(SandboxError):
    def __init__(self, package_manager: str) -> None:
        super().__init__(f"Package manager {package_manager} not found")


class ImagePullError(SandboxError):
    def __init__(self, image: str, error: str) -> None:
        super().__init__(f"Failed to pull image {image}: {error}")


class UnsupportedBackendError(SandboxError):
    def __init__(self, backend: Any) -> None:
        super().__init__(f"Unsupported backend: {backend}")


class MissingDependencyError(SandboxError):
    """There is no sandbenchctl, and no server was named."""


class LanguageNotSupportPlotError(SandboxError):
    def __init__(self, lang: str) -> None:
        super().__init__(f"Language {lang} does not support plot detection")


class InvalidRegexPatternError(SandboxError):
    def __init__(self, pattern: str) -> None:
        super().__init__(f"Invalid regex pattern: {pattern}")


class LanguageHandlerNotInitializedError(SandboxError):
    def __init__(self, language: str) -> None:
        super().__init__(f"Language handler for {language} is not initialized.")


class SecurityViolationError(SandboxError):
    """A policy keeps it out."""


class SandboxTimeoutError(SandboxError):
    """The time limit of a run or of the session. stdout, stderr: what the run had printed by then."""

    def __init__(
        self, message: str, timeout_duration: float | None = None, stdout: str = "", stderr: str = ""
    ) -> None:
        super().__init__(message)
        self.timeout_duration = timeout_duration
        self.stdout = stdout
        self.stderr = stderr
