# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Reads what a server answers. Nothing here does input or output; every answer is hostile until it was read here.

Errors: BadAnswer, which names the member.
"""

import json
from dataclasses import dataclass
from typing import Any

from .errors import BadAnswer, ServerProblem

MOST_ARTIFACTS = 1000
_LONGEST_DETAIL = 4096


@dataclass(frozen=True)
class Artifact:
    """A picture or file that a run made. Units: width and height in pixels, 0 where nobody knows."""

    index: int
    name: str
    mime: str
    size: int
    width: int
    height: int
    dpi: float
    is_other_form: bool  #: of an artifact before it, such as a table's HTML beside its picture


@dataclass(frozen=True)
class Record:
    """How a run ended. exit_code is None where no program said one; then signal may say what ended it."""

    run_id: str
    verdict: str
    sentence: str
    exit_code: int | None
    signal: int | None
    result: str | None
    artifacts: tuple[Artifact, ...]


@dataclass(frozen=True)
class FileEntry:
    """Something in a folder of a sandbox. path: absolute there."""

    path: str
    kind: str  #: "file", "directory", "link" or another
    mode: int


def object_of(data: bytes | str) -> dict[str, Any]:
    """Reads one JSON object."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadAnswer(f"the server's answer is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadAnswer("the server's answer is no JSON object")
    return value


def member(source: dict[str, Any], name: str, kind: type | tuple[type, ...], default: Any = None) -> Any:
    """A member that is absent or null is @p default; one of another type is no answer of ours."""
    value = source.get(name)
    if value is None:
        return default
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise BadAnswer(f"the server's answer: {name} has the wrong type")
    return value


def required(source: dict[str, Any], name: str, kind: type | tuple[type, ...]) -> Any:
    value = member(source, name, kind)
    if value is None:
        raise BadAnswer(f"the server's answer: {name} is missing")
    return value


def objects(source: dict[str, Any], name: str, most: int) -> list[dict[str, Any]]:
    values = member(source, name, list, [])
    if len(values) > most or not all(isinstance(each, dict) for each in values):
        raise BadAnswer(f"the server's answer: {name} is no list of at most {most} objects")
    return values


def problem_of(status: int, data: bytes) -> ServerProblem:
    """What a refusal says; one that is not of the server's form keeps its status."""
    try:
        said = object_of(data)
        code = member(said, "code", str, "unknown")
        detail = member(said, "detail", str, "") or member(said, "title", str, "")
    except BadAnswer:
        code, detail = "unknown", ""
    return ServerProblem(status, code, detail[:_LONGEST_DETAIL] or f"the server answered {status}")


def unless_refused(said: dict[str, Any]) -> dict[str, Any]:
    """The data of an "ended" event. A run that could not start has an error instead of a record. Errors: ServerProblem."""
    error = said.get("error")
    if "run_id" not in said and isinstance(error, dict):
        code, message = member(error, "code", str, "unknown"), member(error, "message", str, "")
        raise ServerProblem(0, code, message[:_LONGEST_DETAIL] or code)
    return said


def _artifact_of(said: dict[str, Any]) -> Artifact:
    return Artifact(
        index=required(said, "index", int),
        name=required(said, "name", str),
        mime=required(said, "mime", str),
        size=required(said, "bytes", int),
        width=member(said, "width", int, 0),
        height=member(said, "height", int, 0),
        dpi=float(member(said, "dpi", (int, float), 0)),
        is_other_form=said.get("form_of") is not None,
    )


def record_of(said: dict[str, Any]) -> Record:
    return Record(
        run_id=required(said, "run_id", str),
        verdict=required(said, "verdict", str),
        sentence=member(said, "sentence", str, ""),
        exit_code=member(said, "exit_code", int),
        signal=member(said, "signal", int),
        result=member(said, "result", str),
        artifacts=tuple(_artifact_of(each) for each in objects(said, "artifacts", MOST_ARTIFACTS)),
    )


def files_of(said: dict[str, Any], most: int) -> list[FileEntry]:
    """Errors: BadAnswer also where the folder has more than could be told, so that no copy is silently short."""
    if member(said, "truncated", bool, False):
        raise BadAnswer("the folder has more entries than a server tells at once")
    entries = []
    for each in objects(said, "files", most):
        mode = member(each, "mode", str, "644")
        if not mode.isdigit() or len(mode) > 5 or set(mode) & {"8", "9"}:
            raise BadAnswer("the server's answer: mode is no octal number")
        entries.append(FileEntry(required(each, "path", str), required(each, "type", str), int(mode, 8)))
    return entries
