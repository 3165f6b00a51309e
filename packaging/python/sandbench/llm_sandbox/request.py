# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Turns what a session is asked to be into the body of POST /sessions. Reads Dockerfiles; does no other input or output."""

import math
import os
import json
from typing import Any

from .const import SandboxBackend
from .core.config import SessionConfig
from .exceptions import ExtraArgumentsError, UnsupportedBackendError, ValidationError
from .runtime_configs import environment_of, members_of, mounts_of

LONGEST_DOCKERFILE = 1 << 20

# Words of sessions that change nothing in a sandbox: output is always streamed, and the exit code comes anyway.
_NO_DIFFERENCE = ("stream",)


# Members that the embedded engine refuses: who says one of them means a container.
_OF_CONTAINERS = {"user", "mounts", "root", "runtime", "add_host", "labels"}


def backend_of(backend: Any, config: SessionConfig, options: dict[str, Any]) -> SandboxBackend | None:
    """Which engine; None for the server's own. What only containers have is Docker's where nothing is said.

    Errors: UnsupportedBackendError.
    """
    if backend is not None:
        try:
            return SandboxBackend(backend)
        except ValueError:
            raise UnsupportedBackendError(backend) from None
    members = members_of(config.runtime_configs)
    is_container = (
        config.image or config.dockerfile or config.container_id or options.get("client") is not None
        or options.get("mounts") or _OF_CONTAINERS & members.keys() or members.get("network", "none") != "none"
    )
    return SandboxBackend.DOCKER if is_container else None


def body_of(backend: SandboxBackend | None, config: SessionConfig, options: dict[str, Any]) -> dict[str, Any]:
    """options: the session's other arguments; what is taken is removed from them.

    Errors: ExtraArgumentsError for what is left, ValidationError; both name it.
    """
    body: dict[str, Any] = {"language": str(config.lang), "workdir": config.workdir}
    if backend:
        body["engine"] = backend.engine
    if config.image:
        body["image"] = config.image
    _add_origin(backend, config, options, body)
    _add_lifetime(config, body)
    body.update(members_of(config.runtime_configs))
    _add_options(backend, options, body)
    _add_module_path(config, body)
    body.update(options.pop("sandbox", None) or {})
    for name in _NO_DIFFERENCE:
        options.pop(name, None)
    if options:
        raise ExtraArgumentsError(f"{', '.join(sorted(options))}: is not to be had in a sandbox, or nobody knows it")
    return body


def _add_origin(
    backend: SandboxBackend | None, config: SessionConfig, options: dict[str, Any], body: dict[str, Any]
) -> None:
    if config.container_id:
        body["pod" if backend is SandboxBackend.KUBERNETES else "container"] = config.container_id
        # Its own folders stay as they are.
        del body["workdir"]
    if config.dockerfile:
        folder = os.path.basename(os.path.dirname(os.path.abspath(config.dockerfile))).lower() or "root"
        with open(config.dockerfile, encoding="utf-8") as file:
            body["dockerfile"] = file.read(LONGEST_DOCKERFILE)
        body["image"] = f"sandbox-{config.lang}-{folder}"
    keeps = options.pop("keep_template", None)
    if keeps is not None and body.get("engine") in ("docker", "podman") and ("image" in body or keeps):
        body["keep_template"] = bool(keeps)
    if options.pop("commit_container", False):
        if not config.image:
            raise ValidationError("commit_container: name the image that the sandbox starts from and becomes")
        body["commit"] = config.image


def _add_lifetime(config: SessionConfig, body: dict[str, Any]) -> None:
    # As long as the server allows; whoever opened the session closes it.
    body["idle_seconds"] = 0
    body["lifetime_seconds"] = math.ceil(config.session_timeout) if config.session_timeout else 0


def _add_options(backend: SandboxBackend | None, options: dict[str, Any], body: dict[str, Any]) -> None:
    mounts = options.pop("mounts", None)
    if mounts is not None:
        body["mounts"] = [*body.get("mounts", []), *mounts_of("mounts", mounts)]
    variables = options.pop("env_vars", None)
    if variables is not None:
        body["env"] = {**body.get("env", {}), **environment_of("env_vars", variables)}
    namespace = options.pop("kube_namespace", None) or options.pop("namespace", None)
    if namespace:
        body["namespace"] = namespace
    manifest = options.pop("pod_manifest", None)
    if manifest is not None:
        body["manifest"] = json.dumps(manifest)
        said = (manifest.get("metadata") or {}).get("namespace")
        if said:
            body.setdefault("namespace", said)
    environment = options.pop("environment", None)
    if backend is SandboxBackend.MICROMAMBA:
        body.setdefault("image", "mambaorg/micromamba:latest")
        body["environment"] = environment or "base"
    elif environment is not None:
        raise ExtraArgumentsError("environment: only the backend micromamba has environments")


def _add_module_path(config: SessionConfig, body: dict[str, Any]) -> None:
    """Programs find modules in the working folder, though their own file is elsewhere."""
    variable = {"python": "PYTHONPATH", "ruby": "RUBYLIB"}.get(config.lang)
    if variable and not config.container_id:
        body["env"] = {variable: config.workdir, **body.get("env", {})}
