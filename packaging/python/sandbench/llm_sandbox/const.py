# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Names of backends, languages and images."""

from dataclasses import dataclass
from enum import StrEnum as _StrEnum
from typing import Any, Literal

EncodingErrorsType = Literal["strict", "replace", "ignore", "surrogateescape", "backslashreplace", "xmlcharrefreplace"]


class StrEnum(_StrEnum):
    """Looked up in any case."""

    @classmethod
    def _missing_(cls, value: Any) -> Any:
        if isinstance(value, str):
            for each in cls:
                if each.value == value.lower():
                    return each
        return None


class SandboxBackend(StrEnum):
    """An engine of Sandbench. MICROMAMBA is Docker with an environment; the last four are only ours."""

    DOCKER = "docker"
    KUBERNETES = "kubernetes"
    PODMAN = "podman"
    MICROMAMBA = "micromamba"
    LOCAL = "local"
    APPTAINER = "apptainer"
    SLURM = "slurm"
    SSH = "ssh"

    @property
    def engine(self) -> str:
        return "docker" if self is SandboxBackend.MICROMAMBA else self.value


class SupportedLanguage(StrEnum):
    """The last five are only ours."""

    PYTHON = "python"
    JAVA = "java"
    JAVASCRIPT = "javascript"
    CPP = "cpp"
    GO = "go"
    RUBY = "ruby"
    R = "r"
    TYPESCRIPT = "typescript"
    BASH = "bash"
    C = "c"
    RUST = "rust"
    PHP = "php"


@dataclass
class DefaultImage:
    """Images that containers are made from where none is named (packaging/images)."""

    PYTHON = "sandbench-python:1"
    JAVA = "sandbench-languages:1"
    JAVASCRIPT = "sandbench-python:1"
    CPP = "sandbench-languages:1"
    GO = "sandbench-languages:1"
    RUBY = "sandbench-languages:1"
    R = "sandbench-languages:1"
