# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What llm-sandbox's configurations can do besides having fields: become a mapping, and be made of one."""

import dataclasses
from typing import Any, Self


class Model:
    """Base of data classes."""

    def model_dump(self) -> dict[str, Any]:
        return dataclasses.asdict(self)  # type: ignore[call-overload]

    def model_copy(self, *, update: dict[str, Any] | None = None) -> Self:
        return dataclasses.replace(self, **(update or {}))  # type: ignore[type-var]

    @classmethod
    def model_validate(cls, said: Any) -> Self:
        """Errors: ValueError for what is no mapping, or has names that nobody knows."""
        if isinstance(said, cls):
            return said
        names = {each.name: each for each in dataclasses.fields(cls)}  # type: ignore[arg-type]
        if not isinstance(said, dict) or not said.keys() <= names.keys():
            raise ValueError(f"{cls.__name__}: must have fields of {', '.join(names)}, and no others")
        return cls(**said)
