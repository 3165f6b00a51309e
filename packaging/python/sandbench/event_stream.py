# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Reads server-sent events from bytes that come in pieces of any size. Nothing here does input or output.

Format: lines that end in LF or CR LF; "event", "data" and "id" count, an empty line ends an event, ":" begins a comment.
Errors: BadAnswer for an event or a line beyond the limit, and for data that is no JSON object.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .answer import object_of
from .errors import BadAnswer

LONGEST_EVENT = 64 << 20


@dataclass(frozen=True)
class Event:
    name: str
    data: dict[str, Any]


class EventReader:
    def __init__(self, longest: int = LONGEST_EVENT) -> None:
        self._longest = longest
        self._rest = bytearray()
        self._searched = 0
        self._name = ""
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, piece: bytes) -> Iterator[Event]:
        """Events that are complete with @p piece."""
        self._rest += piece
        while (end := self._rest.find(b"\n", self._searched)) >= 0:
            line = bytes(self._rest[:end]).removesuffix(b"\r")
            del self._rest[: end + 1]
            self._searched = 0
            event = self._take(line)
            if event:
                yield event
        self._searched = len(self._rest)
        if len(self._rest) + self._size > self._longest:
            raise BadAnswer("the server sent an event that is too long")

    def _take(self, line: bytes) -> Event | None:
        if not line:
            return self._finish()
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"event":
            self._name = value.decode("utf-8", "replace")
        elif field == b"data":
            self._size += len(value)
            if self._size > self._longest:
                raise BadAnswer("the server sent an event that is too long")
            self._data.append(value)
        return None

    def _finish(self) -> Event | None:
        name, data = self._name or "message", self._data
        self._name, self._data, self._size = "", [], 0
        return Event(name, object_of(b"\n".join(data))) if data else None
