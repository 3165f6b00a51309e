# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What runs give back."""

import json
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

#: Is called with each piece of text as it comes, in the thread that runs the program.
StreamCallback = Callable[[str], None]


class FileType(Enum):
    PNG = "png"
    JPEG = "jpeg"
    PDF = "pdf"
    SVG = "svg"
    CSV = "csv"
    JSON = "json"
    TXT = "txt"
    HTML = "html"


@dataclass(frozen=True)
class PlotOutput:
    """A picture or chart. Units: pixels, dots per inch; None where nobody knows."""

    format: FileType
    content_base64: str
    width: int | None = None
    height: int | None = None
    dpi: int | None = None


@dataclass(frozen=True)
class ConsoleOutput:
    """exit_code: the program's own; 128 and the signal's number where a signal ended it, as shells have it."""

    exit_code: int = 0
    stderr: str = ""
    stdout: str = ""

    def text(self) -> str:
        warnings.warn("text() is deprecated, stdout is the same", DeprecationWarning, stacklevel=2)
        return self.stdout

    def success(self) -> bool:
        return self.exit_code == 0

    def to_json(self, include_plots: bool = False) -> str:
        shown: dict = {"exit_code": self.exit_code, "stderr": self.stderr, "stdout": self.stdout}
        plots = getattr(self, "plots", None)
        if include_plots and plots is not None:
            shown["plots"] = [{**vars(each), "format": each.format.value} for each in plots]
        return json.dumps(shown, indent=2)


@dataclass(frozen=True)
class ExecutionResult(ConsoleOutput):
    plots: list[PlotOutput] = field(default_factory=list)
