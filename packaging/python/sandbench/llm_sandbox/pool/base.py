# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""A pool: sandboxes that the server keeps open before anybody asks (packaging/docs/rest.md, Pools).

Each sandbox is used by one session and then closed, and another one opened in its place: nobody finds what another has left.
Thread: any number.
"""

import threading
import time
import uuid
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from ...answer import member
from ...errors import SandbenchError, ServerProblem
from ..const import StrEnum, SupportedLanguage
from ..core.session_base import BaseSession
from ..problems import translated
from .config import ExhaustionStrategy, PoolConfig
from .exceptions import PoolClosedError, PoolExhaustedError

_EXHAUSTED = {
    ExhaustionStrategy.FAIL_FAST: "fail",
    ExhaustionStrategy.WAIT: "wait",
    ExhaustionStrategy.TEMPORARY: "temporary",
}
_LONGEST_SECONDS = 86_400
_LOOK_SECONDS = 0.01


class ContainerState(StrEnum):
    INITIALIZING = "initializing"
    IDLE = "idle"
    BUSY = "busy"
    UNHEALTHY = "unhealthy"
    REMOVING = "removing"


@dataclass
class PooledContainer:
    """container_id: of the session at the server. created_at: when it was taken, in seconds since 1970."""

    container_id: str
    state: ContainerState = ContainerState.BUSY
    created_at: float = field(default_factory=time.time)
    use_count: int = 1


class ContainerPoolManager:
    """template: the session that its sandboxes are like. Errors: those of sessions, when it is made."""

    def __init__(self, template: BaseSession, config: PoolConfig) -> None:
        self.config = config
        self.lang = SupportedLanguage(template.config.lang)
        self.image = template.config.image
        self.backend = template.backend
        self.template = template
        self.name = f"python-{uuid.uuid4().hex[:16]}"
        self._lock = threading.Lock()
        self._is_closed = False
        self._in_use: dict[str, PooledContainer] = {}
        self.body, self.client = template.pool_body()
        # A pool serves whoever asks for the same; this makes its sandboxes like nobody else's.
        self.body["env"] = {**self.body.get("env", {}), "SANDBENCH_POOL": self.name}
        with translated(self.image):
            self.client.open_pool(self._said())

    def acquire(self) -> PooledContainer:
        """Errors: PoolExhaustedError, as the strategy says; PoolClosedError; those of sessions."""
        taken, _ = self.take()
        return taken

    def release(self, container: PooledContainer) -> None:
        """Closes what was acquired. May be called again."""
        with self._lock:
            taken = self._in_use.pop(container.container_id, None)
        if taken is None:
            return
        container.state = ContainerState.REMOVING
        try:
            self.client.close_session(container.container_id)
        except SandbenchError:
            pass  # It is gone already, or its server is.

    def take(self) -> tuple[PooledContainer, dict[str, Any]]:
        """As acquire(), with what the server says of it."""
        if self._is_closed:
            raise PoolClosedError
        with translated(self.image):
            said = self._open_one()
        taken = PooledContainer(said["session_id"])
        with self._lock:
            self._in_use[taken.container_id] = taken
        if self._is_closed:
            self.release(taken)
            raise PoolClosedError
        return taken, said

    def get_stats(self) -> dict[str, Any]:
        """Numbers by name. Of a closed pool all are 0."""
        said: dict[str, Any] = {}
        if not self._is_closed:
            with translated():
                said = self.client.pool(self.name)
        opening, ready, in_use = (member(said, name, int, 0) for name in ("opening", "ready", "in_use"))
        return {
            "total_size": opening + ready + in_use,
            "max_size": self.config.max_pool_size,
            "min_size": self.config.min_pool_size,
            "state_counts": {
                ContainerState.INITIALIZING.value: opening, ContainerState.IDLE.value: ready,
                ContainerState.BUSY.value: in_use, ContainerState.UNHEALTHY.value: 0, ContainerState.REMOVING.value: 0,
            },
            "closed": self._is_closed,
        }

    def close(self) -> None:
        """Closes all of its sandboxes, those in use as well."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            taken = list(self._in_use.values())
        try:
            self.client.close_pool(self.name)
        except SandbenchError:
            pass  # The server is gone, and its pools with it.
        for each in taken:
            self.release(each)

    def __enter__(self) -> "ContainerPoolManager":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open_one(self) -> dict[str, Any]:
        """A sandbox of the pool. One that is being opened, to stand ready or in another's place, is waited for."""
        waits = self.config.exhaustion_strategy is ExhaustionStrategy.WAIT
        while True:
            try:
                return self.client.open_session(self.body)
            except ServerProblem as problem:
                if problem.code not in ("resource_exhausted", "timeout") or f"pool {self.name} " not in problem.detail:
                    raise
                if waits or self._count("in_use") >= self.config.max_pool_size or not self._count("opening", "ready"):
                    timeout = self.config.acquisition_timeout if waits else None
                    raise PoolExhaustedError(self.config.max_pool_size, timeout) from problem
            time.sleep(_LOOK_SECONDS)

    def _count(self, *names: str) -> int:
        said = self.client.pool(self.name)
        return sum(member(said, name, int, 0) for name in names)

    def _said(self) -> dict[str, Any]:
        config = self.config
        return {
            "name": self.name,
            "min": config.min_pool_size if config.enable_prewarming else 0,
            "max": config.max_pool_size,
            "exhausted": _EXHAUSTED[config.exhaustion_strategy],
            "wait_seconds": _whole(config.acquisition_timeout),
            "idle_seconds": _whole(config.idle_timeout),
            "age_seconds": _whole(config.max_container_lifetime),
            "sandbox": self.body,
        }


def _whole(seconds: float | None) -> int:
    """No limit is a day, which is the longest that a server takes."""
    return _LONGEST_SECONDS if seconds is None else min(max(round(seconds), 1), _LONGEST_SECONDS)
