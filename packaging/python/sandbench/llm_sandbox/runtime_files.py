# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Copies files into the sandbox of a session and out of it, as archives too."""

import io
import posixpath
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .. import copying
from ..client import Client
from ..errors import ServerProblem
from .exceptions import SecurityError
from .problems import translated

_MODES = 0o755


class RuntimeFiles:
    """A part of sessions. Relative paths of the sandbox begin in its working folder."""

    config: Any
    container: Any
    _client: Client | None
    _is_untouched: bool

    def _check_open(self) -> None:
        raise NotImplementedError

    def copy_to_runtime(self, src: str, dest: str) -> None:
        """A file, or a folder with all that is in it (links are followed to files, and left out to folders).

        Errors: FileNotFoundError; SecurityError for a dest with ".." in it.
        """
        self._check_open()
        self._is_untouched = False
        source = Path(src)
        if not source.exists():
            raise FileNotFoundError(f"Source path {src} does not exist")
        there = self._path_in_sandbox(dest)
        with translated():
            if source.is_dir():
                copying.put_folder(self._client, self.container.id, source, there)
            else:
                copying.put_file(self._client, self.container.id, source, there)

    def copy_from_runtime(self, src: str, dest: str) -> None:
        """A file becomes dest, or dest's new entry where that is a folder; of a folder, dest gets one of its name.

        Errors: FileNotFoundError where the sandbox has no src.
        """
        self._check_open()
        there = self._path_in_sandbox(src)
        target = Path(dest)
        with _translated(there):
            entries = copying.entries_of(self._client, self.container.id, there)
            if entries is None:
                here = target / posixpath.basename(there) if target.is_dir() else target
                copying.get_file(self._client, self.container.id, there, here)
            else:
                copying.get_folder(self._client, self.container.id, entries, target / (posixpath.basename(there) or "root"))

    def get_archive(self, path: str) -> tuple[bytes, dict[str, Any]]:
        """A tar archive of a file or folder, and what it is: its name, size and mode. Links and devices are left out."""
        self._check_open()
        there = self._path_in_sandbox(path)
        name = posixpath.basename(there) or "root"
        with translated():
            entries = copying.entries_of(self._client, self.container.id, there)
        made = io.BytesIO()
        with tarfile.open(fileobj=made, mode="w") as archive:
            if entries is None:
                size = self._add_file(archive, there, name, 0o644)
                return _closed(archive, made), {"name": name, "size": size, "mode": 0o644, "linkTarget": ""}
            archive.addfile(_folder_entry(name))
            for relative, entry in entries:
                inside = posixpath.join(name, *relative)
                if entry.kind == "directory":
                    archive.addfile(_folder_entry(inside))
                elif entry.kind == "file":
                    self._add_file(archive, entry.path, inside, entry.mode & _MODES)
            return _closed(archive, made), {"name": name, "size": 0, "mode": 0o755, "linkTarget": ""}

    # -- what these stand on -----------------------------------------------------------------------------------------

    def _path_in_sandbox(self, path: str) -> str:
        text = str(path)
        if ".." in text.split("/"):
            raise SecurityError(f"Path traversal detected in {text!r}")
        return posixpath.normpath(posixpath.join(self.config.workdir, text))

    def _add_file(self, archive: tarfile.TarFile, there: str, name: str, mode: int) -> int:
        content = io.BytesIO()
        with _translated(there):
            self._client.read_file(self.container.id, there, content)
        entry = tarfile.TarInfo(name)
        entry.size, entry.mode = content.tell(), mode
        content.seek(0)
        archive.addfile(entry, content)
        return entry.size


@contextmanager
def _translated(there: str) -> Iterator[None]:
    """As translated(). Errors: FileNotFoundError where the sandbox has no such file."""
    with translated():
        try:
            yield
        except ServerProblem as problem:
            if problem.code == "not_found" and "there is no session" not in problem.detail:
                raise FileNotFoundError(f"The sandbox has no {there}: {problem.detail}") from problem
            raise


def _folder_entry(name: str) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode = tarfile.DIRTYPE, 0o755
    return entry


def _closed(archive: tarfile.TarFile, made: io.BytesIO) -> bytes:
    archive.close()
    return made.getvalue()
