# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What a client object of docker, podman or kubernetes says of where its engine is.

Sandboxes are made by sandbenchctl, so of a client only the address is used: it is read, never called.
"""

import os
from typing import Any
from urllib.parse import unquote, urlsplit

from .exceptions import ExtraArgumentsError


def address_of(client: Any, engine: str) -> str:
    """An address for --connection; empty where it is the one that sandbenchctl finds by itself.

    Errors: ExtraArgumentsError where the address cannot be told, or needs what only the client has (certificates).
    """
    if client is None:
        return ""
    if engine == "docker":
        address = _docker_address(client)
        usual = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    elif engine == "podman":
        address = _podman_address(client)
        usual = os.environ.get("CONTAINER_HOST", "")
    else:
        raise ExtraArgumentsError(f"client: sandboxes of engine {engine} are reached as sandbenchctl finds it")
    return "" if address == usual else address


def kubernetes_host_of(client: Any) -> str:
    """Errors: ExtraArgumentsError."""
    host = getattr(getattr(getattr(client, "api_client", None), "configuration", None), "host", None)
    if not isinstance(host, str):
        raise ExtraArgumentsError("client: it does not say which cluster it is for; use the context of kubeconfig instead")
    return host.rstrip("/")


def _docker_address(client: Any) -> str:
    api = getattr(client, "api", None)
    base = getattr(api, "base_url", "")
    if isinstance(base, str) and base.startswith("http+docker://"):
        path = getattr(api.get_adapter(base), "socket_path", None)
        if isinstance(path, str):
            return "unix://" + ("/" + path.lstrip("/"))
    if isinstance(base, str) and base.startswith("http://"):
        return "tcp://" + urlsplit(base).netloc
    raise ExtraArgumentsError(
        "client: how it reaches its Docker cannot be told; name it in DOCKER_HOST, or with 'sandbenchctl connections add'"
    )


def _podman_address(client: Any) -> str:
    base = getattr(getattr(client, "api", None), "base_url", None)
    text = base if isinstance(base, str) else base.geturl() if hasattr(base, "geturl") else ""
    parts = urlsplit(text)
    if parts.scheme in ("http+unix", "unix"):
        return "unix://" + unquote(parts.netloc + parts.path)
    if parts.scheme in ("http", "tcp") and parts.netloc:
        return "tcp://" + parts.netloc
    raise ExtraArgumentsError(
        "client: how it reaches its Podman cannot be told; name it in CONTAINER_HOST, or with 'sandbenchctl connections add'"
    )
