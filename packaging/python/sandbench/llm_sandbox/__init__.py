# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""The names of the Python library llm-sandbox, with Sandbench's sandboxes behind them (packaging/docs/python.md)."""

from .const import DefaultImage, SandboxBackend, SupportedLanguage
from .core.config import SessionConfig
from .data import ConsoleOutput, ExecutionResult, FileType, PlotOutput, StreamCallback
from .exceptions import (
    ContainerError, ExtraArgumentsError, NotOpenSessionError, ResourceError, SandboxError, SandboxTimeoutError, SecurityError,
    ValidationError,
)
from .interactive import InteractiveSettings, KernelType
from .security import RestrictedModule, SecurityIssueSeverity, SecurityPattern, SecurityPolicy
from .session import ArtifactSandboxSession, InteractiveSandboxSession, SandboxSession, create_session

__all__ = [
    "ArtifactSandboxSession", "ConsoleOutput", "ContainerError", "DefaultImage", "ExecutionResult", "ExtraArgumentsError",
    "FileType", "InteractiveSandboxSession", "InteractiveSettings", "KernelType", "NotOpenSessionError", "PlotOutput",
    "ResourceError", "RestrictedModule", "SandboxBackend", "SandboxError", "SandboxSession", "SandboxTimeoutError",
    "SecurityError", "SecurityIssueSeverity", "SecurityPattern", "SecurityPolicy", "SessionConfig", "StreamCallback",
    "SupportedLanguage", "ValidationError", "create_session",
]
