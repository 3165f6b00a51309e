# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Pools of sandboxes that are open before anybody asks."""

from .base import ContainerPoolManager, ContainerState, PooledContainer
from .config import ExhaustionStrategy, PoolConfig
from .exceptions import DuplicateClientError, PoolClosedError, PoolExhaustedError, PoolHealthCheckError, SessionNotOpenError
from .factory import create_pool_manager
from .session import ArtifactPooledSandboxSession, PooledSandboxSession

__all__ = [
    "ArtifactPooledSandboxSession", "ContainerPoolManager", "ContainerState", "DuplicateClientError", "ExhaustionStrategy",
    "PoolClosedError", "PoolConfig", "PoolExhaustedError", "PoolHealthCheckError", "PooledContainer", "PooledSandboxSession",
    "SessionNotOpenError", "create_pool_manager",
]
