# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Copies files into a sandbox and out of it.

What comes out was made by strangers: names stay below the destination, nothing is written through a link that is there, links
and devices are left out, and of modes only whether it is a program stays.
"""

import io
import os
import posixpath
import tarfile
from pathlib import Path
from typing import IO, Any

from ..answer import FileEntry
from ..client import Client
from ..errors import BadAnswer, ServerProblem
from .exceptions import SecurityError
from .problems import translated

_DEEPEST = 64
_MODES = 0o755
MOST_ENTRIES = 100_000


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
                self._put_folder(source, there)
            else:
                self._put_file(source, there)

    def copy_from_runtime(self, src: str, dest: str) -> None:
        """A file becomes dest, or dest's new entry where that is a folder; of a folder, dest gets one of its name.

        Errors: FileNotFoundError where the sandbox has no src.
        """
        self._check_open()
        there = self._path_in_sandbox(src)
        target = Path(dest)
        entries = self._entries_of(there)
        if entries is None:
            self._get_file(there, target / posixpath.basename(there) if target.is_dir() else target, False)
            return
        top = target / (posixpath.basename(there) or "root")
        top.mkdir(parents=True, exist_ok=True)
        for relative, entry in entries:
            _check_below(top, relative)
            here = top.joinpath(*relative)
            if entry.kind == "directory":
                here.mkdir(parents=True, exist_ok=True)
            elif entry.kind == "file":
                here.parent.mkdir(parents=True, exist_ok=True)
                self._get_file(entry.path, here, bool(entry.mode & 0o100))

    def get_archive(self, path: str) -> tuple[bytes, dict[str, Any]]:
        """A tar archive of a file or folder, and what it is: its name, size and mode. Links and devices are left out."""
        self._check_open()
        there = self._path_in_sandbox(path)
        name = posixpath.basename(there) or "root"
        entries = self._entries_of(there)
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

    def _put_folder(self, source: Path, there: str) -> None:
        self._client.make_folder(self.container.id, there)
        for folder, folders, files in os.walk(source):
            below = posixpath.join(there, *Path(folder).relative_to(source).parts)
            for name in folders:
                if not os.path.islink(os.path.join(folder, name)):
                    self._client.make_folder(self.container.id, posixpath.join(below, name))
            for name in files:
                if os.path.isfile(os.path.join(folder, name)):
                    self._put_file(Path(folder, name), posixpath.join(below, name))

    def _put_file(self, source: Path, there: str) -> None:
        with source.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode & _MODES
            # Whoever the program is there, it can read what was brought for it.
            self._client.write_file(self.container.id, there, file, mode | 0o444)

    def _entries_of(self, there: str) -> list[tuple[tuple[str, ...], FileEntry]] | None:
        """Everything below a folder, with the names on the way to it; None for what is no folder."""
        found: list[tuple[tuple[str, ...], FileEntry]] = []
        waiting: list[tuple[str, ...]] = [()]
        while waiting:
            above = waiting.pop()
            with translated():
                try:
                    entries = self._client.list_folder(self.container.id, posixpath.join(there, *above))
                except ServerProblem as problem:
                    if problem.code == "not_found" and not above:
                        return None
                    raise
                for each in entries:
                    relative = (*above, posixpath.basename(each.path))
                    found.append((relative, each))
                    if each.kind == "directory":
                        waiting.append(relative)
                if len(found) > MOST_ENTRIES or len(above) > _DEEPEST:
                    raise BadAnswer(f"{there} has more folders or files in it than are copied at once")
        return found

    def _get_file(self, there: str, here: Path, is_program: bool) -> None:
        here.parent.mkdir(parents=True, exist_ok=True)
        new = here.with_name(f".{here.name[:200]}.{os.getpid()}.part")
        try:
            # A new file that then takes the name's place: a link of that name is replaced, never followed.
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666), "wb") as file:
                self._download(there, file)
                if is_program:
                    readers = os.fstat(file.fileno()).st_mode & 0o444
                    os.fchmod(file.fileno(), os.fstat(file.fileno()).st_mode | readers >> 2)
            new.replace(here)
        finally:
            new.unlink(missing_ok=True)

    def _add_file(self, archive: tarfile.TarFile, there: str, name: str, mode: int) -> int:
        content = io.BytesIO()
        self._download(there, content)
        entry = tarfile.TarInfo(name)
        entry.size, entry.mode = content.tell(), mode
        content.seek(0)
        archive.addfile(entry, content)
        return entry.size

    def _download(self, there: str, into: IO[bytes]) -> None:
        with translated():
            try:
                self._client.read_file(self.container.id, there, into)
            except ServerProblem as problem:
                if problem.code == "not_found" and "there is no session" not in problem.detail:
                    raise FileNotFoundError(f"The sandbox has no {there}: {problem.detail}") from problem
                raise


def _check_below(top: Path, relative: tuple[str, ...]) -> None:
    """Errors: SecurityError for a name that leads elsewhere, and for a link that stands where a folder shall be."""
    here = top
    for name in relative:
        if name in ("", ".", "..") or "/" in name or "\0" in name:
            raise SecurityError(f"the sandbox has a name that cannot be here: {name!r}")
        if here.is_symlink():
            raise SecurityError(f"{here} is a link; nothing is written through it")
        here = here / name


def _folder_entry(name: str) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode = tarfile.DIRTYPE, 0o755
    return entry


def _closed(archive: tarfile.TarFile, made: io.BytesIO) -> bytes:
    archive.close()
    return made.getvalue()
