# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Installs packages into a sandbox that is open."""

from typing import Any

from ..client import Client
from .exceptions import (
    CommandFailedError, ContainerError, LibraryInstallationNotSupportedError, SecurityViolationError,
)
from .languages import LanguageHandler
from .problems import translated
from .security import keeps_out


class Libraries:
    """A part of sessions."""

    config: Any
    container: Any
    language_handler: LanguageHandler
    using_existing_container: bool
    _client: Client | None
    _engine: str
    _network: str
    _is_untouched: bool
    _libraries: list[str]

    def _check_open(self) -> None:
        raise NotImplementedError

    def _open_sandbox(self) -> None:
        raise NotImplementedError

    def _log(self, message: str) -> None:
        raise NotImplementedError

    def install(self, libraries: list[str] | None = None) -> None:
        """Installs packages of the session's language.

        In a sandbox without a network this needs a sandbox in which nothing has happened yet: it is opened anew, with a network
        for the installation alone. Errors: CommandFailedError with the manager's reason.
        """
        if not libraries:
            return
        self._check_libraries(libraries)
        self._check_open()
        missing = [each for each in libraries if each not in self.language_handler.comes_along]
        if missing:
            self._install(missing)

    def _check_libraries(self, libraries: list[str]) -> None:
        if self.config.skip_environment_setup:
            raise LibraryInstallationNotSupportedError(self.config.lang, "skip_environment_setup")
        if not self.language_handler.is_support_library_installation:
            raise LibraryInstallationNotSupportedError(self.config.lang)
        for each in libraries:
            if keeps_out(self.config.security_policy, each):
                raise SecurityViolationError(f"Library {each} is not allowed to be installed")

    def _install(self, libraries: list[str]) -> None:
        assert self._client is not None and self.container is not None
        opens_anew = (
            self._is_untouched and self._network == "none" and not self.using_existing_container
        )
        before = self.container.id, self._libraries
        try:
            with translated():
                if opens_anew:
                    self._libraries = [*self._libraries, *libraries]
                    self._open_sandbox()
                    self._client.close_session(before[0])
                else:
                    self._log(self._client.install(self.container.id, libraries))
        except ContainerError as error:
            raise CommandFailedError(f"install {' '.join(libraries)}", None, str(error)) from error
        finally:
            # What could not be installed is not tried again with what comes next.
            if self.container.id == before[0]:
                self._libraries = before[1]
