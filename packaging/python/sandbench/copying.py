# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Copies files and folders into a sandbox and out of it.

What comes out was made by strangers: names stay below the destination, nothing is written through a link that is there, links
and devices are left out, and of modes only whether it is a program stays.
"""

import os
import posixpath
from pathlib import Path

from .answer import FileEntry
from .client import Client
from .errors import BadAnswer, ServerProblem, UnsafeName

Found = list[tuple[tuple[str, ...], FileEntry]]  #: the names on the way to something, and what it is

MOST_ENTRIES = 100_000
_DEEPEST = 64
_MODES = 0o755


def put_file(client: Client, session: str, source: Path, there: str) -> None:
    with source.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode & _MODES
        # Whoever the program is there, it can read what was brought for it.
        client.write_file(session, there, file, mode | 0o444)


def put_folder(client: Client, session: str, source: Path, there: str) -> None:
    """Links are followed to files, and left out to folders."""
    client.make_folder(session, there)
    for folder, folders, files in os.walk(source):
        below = posixpath.join(there, *Path(folder).relative_to(source).parts)
        for name in folders:
            if not os.path.islink(os.path.join(folder, name)):
                client.make_folder(session, posixpath.join(below, name))
        for name in files:
            if os.path.isfile(os.path.join(folder, name)):
                put_file(client, session, Path(folder, name), posixpath.join(below, name))


def entries_of(client: Client, session: str, there: str) -> Found | None:
    """Everything below a folder; None for what is no folder."""
    found: Found = []
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        above = waiting.pop()
        try:
            entries = client.list_folder(session, posixpath.join(there, *above))
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


def get_file(client: Client, session: str, there: str, here: Path, is_program: bool = False) -> None:
    here.parent.mkdir(parents=True, exist_ok=True)
    new = here.with_name(f".{here.name[:200]}.{os.getpid()}.part")
    try:
        # A new file that then takes the name's place: a link of that name is replaced, never followed.
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666), "wb") as file:
            client.read_file(session, there, file)
            if is_program:
                readers = os.fstat(file.fileno()).st_mode & 0o444
                os.fchmod(file.fileno(), os.fstat(file.fileno()).st_mode | readers >> 2)
        new.replace(here)
    finally:
        new.unlink(missing_ok=True)


def get_folder(client: Client, session: str, entries: Found, top: Path) -> None:
    """entries: of entries_of(); all of it comes into top. Errors: UnsafeName."""
    top.mkdir(parents=True, exist_ok=True)
    for relative, entry in entries:
        _check_below(top, relative)
        here = top.joinpath(*relative)
        if entry.kind == "directory":
            here.mkdir(parents=True, exist_ok=True)
        elif entry.kind == "file":
            get_file(client, session, entry.path, here, bool(entry.mode & 0o100))


def _check_below(top: Path, relative: tuple[str, ...]) -> None:
    """Errors: UnsafeName for a name that leads elsewhere, and for a link that stands where a folder shall be."""
    here = top
    for name in relative:
        if name in ("", ".", "..") or "/" in name or "\0" in name:
            raise UnsafeName(f"the sandbox has a name that cannot be here: {name!r}")
        if here.is_symlink():
            raise UnsafeName(f"{here} is a link; nothing is written through it")
        here = here / name
