# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Plots of a run: which of its artifacts are plots, and how they look to the caller."""

import base64
from typing import Any

from ..answer import Artifact
from ..client import Client
from .data import FileType, PlotOutput

_FORMATS = {
    "image/png": FileType.PNG,
    "image/jpeg": FileType.JPEG,
    "image/svg+xml": FileType.SVG,
    "application/pdf": FileType.PDF,
    "text/html": FileType.HTML,
}


def is_plot(artifact: Artifact) -> bool:
    return artifact.mime.split(";")[0] in _FORMATS and not artifact.is_other_form


def plots_of(client: Client, record: Any) -> list[PlotOutput]:
    """In the order in which they were drawn. Errors: those of Client."""
    return [_plot_of(each, client.artifact(record.run_id, each.index)) for each in record.artifacts if is_plot(each)]


def _plot_of(artifact: Artifact, data: bytes) -> PlotOutput:
    return PlotOutput(
        format=_FORMATS[artifact.mime.split(";")[0]],
        content_base64=base64.b64encode(data).decode("ascii"),
        width=artifact.width or None,
        height=artifact.height or None,
        dpi=round(artifact.dpi) or None,
    )
