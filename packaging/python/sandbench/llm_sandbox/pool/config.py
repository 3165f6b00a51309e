# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What a pool shall be like."""

from dataclasses import dataclass

from ..const import StrEnum
from ..model import Model


class ExhaustionStrategy(StrEnum):
    """What happens when all sandboxes of a pool are in use."""

    FAIL_FAST = "fail_fast"
    WAIT = "wait"
    TEMPORARY = "temporary"


@dataclass
class PoolConfig(Model):
    """Units: seconds. health_check_interval is checked and says nothing here: a sandbox that ends is replaced at once.

    max_container_uses: a sandbox is used once and then closed, whatever is allowed here. Errors: ValueError.
    """

    max_pool_size: int = 10
    min_pool_size: int = 0
    idle_timeout: float | None = 300.0
    acquisition_timeout: float | None = 30.0
    health_check_interval: float = 60.0
    max_container_lifetime: float | None = 3600.0
    max_container_uses: int | None = None
    exhaustion_strategy: ExhaustionStrategy = ExhaustionStrategy.WAIT
    enable_prewarming: bool = True

    def __post_init__(self) -> None:
        self.exhaustion_strategy = ExhaustionStrategy(self.exhaustion_strategy)
        if self.max_pool_size < 1:
            raise ValueError("max_pool_size must be 1 or more")
        if self.min_pool_size < 0:
            raise ValueError("min_pool_size must be 0 or more")
        if self.min_pool_size > self.max_pool_size:
            raise ValueError(f"min_pool_size ({self.min_pool_size}) cannot be greater than max_pool_size ({self.max_pool_size})")
        for name in ("idle_timeout", "acquisition_timeout", "health_check_interval", "max_container_lifetime"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise ValueError(f"{name} must be above 0")
        if self.max_container_uses is not None and self.max_container_uses < 1:
            raise ValueError("max_container_uses must be 1 or more")
