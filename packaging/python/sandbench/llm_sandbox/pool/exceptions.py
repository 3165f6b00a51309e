# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What pools raise."""


class PoolExhaustedError(Exception):
    def __init__(self, pool_size: int, timeout: float | None = None) -> None:
        waited = "" if timeout is None else f" and timeout of {timeout}s exceeded"
        super().__init__(f"All {pool_size} containers in pool are busy{waited}")
        self.pool_size = pool_size
        self.timeout = timeout


class PoolClosedError(Exception):
    def __init__(self) -> None:
        super().__init__("Container pool has been closed")


class PoolHealthCheckError(Exception):
    """Never raised here: a sandbox that ended is replaced before anybody gets it."""

    def __init__(self, container_id: str, reason: str) -> None:
        super().__init__(f"Health check failed for container {container_id}: {reason}")
        self.container_id = container_id
        self.reason = reason


class SessionNotOpenError(RuntimeError):
    def __init__(self) -> None:
        super().__init__("Session not open - call open() first or use context manager")


class DuplicateClientError(ValueError):
    def __init__(self) -> None:
        super().__init__("A session of a pool has the pool's client; give client to create_pool_manager() instead")
