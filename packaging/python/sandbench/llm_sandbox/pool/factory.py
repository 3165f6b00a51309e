# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Makes pools."""

from typing import Any

from ..const import SandboxBackend, SupportedLanguage
from ..core.config import SessionConfig
from ..core.session_base import BaseSession
from ..exceptions import UnsupportedBackendError
from .base import ContainerPoolManager
from .config import PoolConfig

_CONFIG = tuple(SessionConfig.__dataclass_fields__)


def create_pool_manager(
    client: Any | None = None,
    backend: SandboxBackend | str | None = None,
    config: PoolConfig | None = None,
    lang: SupportedLanguage | str = SupportedLanguage.PYTHON,
    **options: Any,
) -> ContainerPoolManager:
    """A pool whose sandboxes are opened from now on. options: those of create_session(); libraries are installed in each.

    Errors: as create_session(); UnsupportedBackendError for micromamba.
    """
    if backend is not None and str(backend).lower() == SandboxBackend.MICROMAMBA:
        raise UnsupportedBackendError(backend)
    settings = {name: options.pop(name) for name in _CONFIG if options.get(name) is not None}
    for name in _CONFIG:
        options.pop(name, None)
    settings["lang"] = lang
    template = BaseSession(SessionConfig(**settings), backend, client=client, **options)
    return ContainerPoolManager(template, config or PoolConfig())
