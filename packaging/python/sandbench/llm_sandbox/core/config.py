# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What a session is asked to be."""

import codecs
from dataclasses import dataclass, field
from typing import Any

from ..const import SupportedLanguage
from ..exceptions import ValidationError
from ..model import Model
from ..security import SecurityPolicy


@dataclass
class SessionConfig(Model):
    """Units: seconds. Errors: ValidationError for what excludes each other."""

    lang: str = SupportedLanguage.PYTHON
    image: str | None = None
    dockerfile: str | None = None
    container_id: str | None = None
    verbose: bool = False
    workdir: str = "/sandbox"
    default_timeout: float | None = None
    execution_timeout: float | None = None
    session_timeout: float | None = None
    security_policy: SecurityPolicy | None = None
    runtime_configs: dict[str, Any] = field(default_factory=dict)
    skip_environment_setup: bool = False
    encoding_errors: str = "strict"

    def __post_init__(self) -> None:
        if self.image and self.dockerfile:
            raise ValidationError("Only one of image and dockerfile can be given")
        if self.dockerfile and self.container_id:
            raise ValidationError("Only one of dockerfile and container_id can be given")
        for name in ("default_timeout", "execution_timeout", "session_timeout"):
            seconds = getattr(self, name)
            if seconds is not None and seconds < 0:
                raise ValidationError(f"{name} must not be negative")
        try:
            codecs.lookup_error(self.encoding_errors)
        except LookupError:
            raise ValidationError(f"encoding_errors: {self.encoding_errors!r} is none of Python's") from None

    def get_execution_timeout(self) -> float | None:
        return self.execution_timeout or self.default_timeout

    def is_using_existing_container(self) -> bool:
        return self.container_id is not None
