# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Which exception a refusal of the server is."""

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import SandbenchError, ServerProblem, UnsafeName
from ..server import ProgramMissing
from .exceptions import ContainerError, ImagePullError, MissingDependencyError, ResourceError, SecurityError, ValidationError

_KINDS = {
    "invalid_argument": ValidationError,
    "unsupported": ValidationError,
    "permission_denied": SecurityError,
    "unauthorized": SecurityError,
    "resource_exhausted": ResourceError,
    "storage_full": ResourceError,
}


@contextmanager
def translated(image: str | None = None) -> Iterator[None]:
    """Raises what llm-sandbox would for what goes wrong with a server; its sentence stays."""
    try:
        yield
    except ProgramMissing as error:
        raise MissingDependencyError(str(error)) from error
    except ServerProblem as error:
        if image and (error.detail.startswith("pulling ") or "ImagePull" in error.detail):
            raise ImagePullError(image, error.detail) from error
        raise _KINDS.get(error.code, ContainerError)(error.detail) from error
    except UnsafeName as error:
        raise SecurityError(str(error)) from error
    except SandbenchError as error:
        raise ContainerError(str(error)) from error
