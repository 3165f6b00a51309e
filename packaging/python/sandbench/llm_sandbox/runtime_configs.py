# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Turns what a Docker client would be told of a container into what a sandbox can be asked for.

Nothing here does input or output. What Sandbench has not, or does anyway, is decided here once: a word that would be
lost is an ExtraArgumentsError that names it.
"""

from collections.abc import Callable
from typing import Any

from .exceptions import ExtraArgumentsError, ValidationError

_PERIOD = 100_000


def members_of(configs: dict[str, Any]) -> dict[str, Any]:
    """Errors: ExtraArgumentsError, ValidationError; both name the entry."""
    body: dict[str, Any] = {}
    for name, value in configs.items():
        if value is None:
            continue
        if name in _ANYWAY:
            if value not in _ANYWAY[name]:
                raise ExtraArgumentsError(f"runtime_configs: {name}={value!r} is not to be had in a sandbox")
        elif name in _MEMBERS:
            body.update(_MEMBERS[name](name, value))
        elif name not in ("cpu_quota", "cpu_period", "memswap_limit"):
            raise ExtraArgumentsError(f"runtime_configs: {name} is not to be had in a sandbox")
    _add_cpus(configs, body)
    swap = configs.get("memswap_limit")
    if swap is not None and swap != configs.get("mem_limit"):
        raise ExtraArgumentsError("runtime_configs: memswap_limit: a sandbox has no swap besides its memory")
    return body


def environment_of(name: str, value: Any) -> dict[str, str]:
    """A mapping, or a list of NAME=VALUE."""
    if isinstance(value, dict):
        return {str(key): str(each) for key, each in value.items() if each is not None}
    pairs = [str(each).partition("=") for each in _list_of(name, value)]
    return {key: each for key, _, each in pairs}


def mounts_of(name: str, value: Any) -> list[dict[str, Any]]:
    """Docker's mounts (objects with Source, Target and ReadOnly), volumes (a mapping or "SOURCE:TARGET:MODE")."""
    if isinstance(value, dict):
        value = [f"{source}:{said['bind']}:{said.get('mode', 'rw')}" for source, said in value.items()]
    mounts = []
    for each in _list_of(name, value):
        if isinstance(each, dict):
            if each.get("Type", "bind") not in ("bind", "volume"):
                raise ExtraArgumentsError(f"{name}: a mount of type {each['Type']} is not to be had in a sandbox")
            source, target, writable = each.get("Source"), each.get("Target"), not each.get("ReadOnly", False)
        else:
            source, _, rest = str(each).partition(":")
            target, _, mode = rest.partition(":")
            writable = "ro" not in mode.split(",")
        if not source or not target:
            raise ValidationError(f"{name}: {each!r} names no source and target")
        mounts.append({"source": str(source), "target": str(target), "writable": writable})
    return mounts


def _list_of(name: str, value: Any) -> list[Any]:
    if isinstance(value, (str, bytes)) or not isinstance(value, (list, tuple)):
        raise ValidationError(f"{name}: must be a list")
    return list(value)


def _size(name: str, value: Any) -> dict[str, str]:
    text = str(value).strip().lower()
    return {"memory": text.removesuffix("b") if text[-2:-1].isalpha() else text}


def _number(member: str) -> Callable[[str, Any], dict[str, Any]]:
    def read(name: str, value: Any) -> dict[str, Any]:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValidationError(f"runtime_configs: {name} must be a number")
        return {member: value}

    return read


def _text(member: str) -> Callable[[str, Any], dict[str, Any]]:
    return lambda name, value: {member: str(value)}


def _network(name: str, value: Any) -> dict[str, str]:
    return {"network": "bridge" if value == "default" else str(value)}


def _limits(name: str, value: Any) -> dict[str, Any]:
    body = {}
    for each in _list_of(name, value):
        said = {str(key).lower(): one for key, one in dict(each).items()}
        if said.get("name") != "nofile":
            raise ExtraArgumentsError(f"runtime_configs: {name}: {said.get('name')} is not to be had in a sandbox")
        body["open_files"] = said.get("hard", said.get("soft"))
    return body


def _hosts(name: str, value: Any) -> dict[str, list[str]]:
    hosts = [f"{host}:{address}" for host, address in value.items()] if isinstance(value, dict) else _list_of(name, value)
    return {"add_host": [str(each) for each in hosts]}


def _cpus_of_nano(name: str, value: Any) -> dict[str, float]:
    return {"cpus": _number("cpus")(name, value)["cpus"] / 1e9}


def _add_cpus(configs: dict[str, Any], body: dict[str, Any]) -> None:
    quota, period = configs.get("cpu_quota"), configs.get("cpu_period")
    if quota is None:
        if period is not None:
            raise ValidationError("runtime_configs: cpu_period says nothing without cpu_quota")
        return
    if not isinstance(quota, int) or not isinstance(period or _PERIOD, int) or (period or _PERIOD) <= 0:
        raise ValidationError("runtime_configs: cpu_quota and cpu_period must be numbers above 0")
    body["cpus"] = max(quota, 0) / (period or _PERIOD)


_MEMBERS: dict[str, Callable[[str, Any], dict[str, Any]]] = {
    "mem_limit": _size,
    "nano_cpus": _cpus_of_nano,
    "cpus": _number("cpus"),
    "pids_limit": _number("pids"),
    "network_mode": _network,
    "network": _network,
    "network_disabled": lambda name, value: {"network": "none"} if value else {},
    "environment": lambda name, value: {"env": environment_of(name, value)},
    "user": _text("user"),
    "hostname": _text("hostname"),
    "working_dir": _text("workdir"),
    "runtime": _text("runtime"),
    "platform": _text("platform"),
    "read_only": lambda name, value: {"root": "read-only" if value else "writable"},
    "volumes": lambda name, value: {"mounts": mounts_of(name, value)},
    "mounts": lambda name, value: {"mounts": mounts_of(name, value)},
    "labels": lambda name, value: {"labels": environment_of(name, value)},
    "extra_hosts": _hosts,
    "ulimits": _limits,
}

# What a sandbox is in any case, or what makes no difference to it: only these values can be said.
_ANYWAY: dict[str, tuple[Any, ...]] = {
    "cap_drop": (["ALL"], ["all"], ("ALL",)),
    "cap_add": ([],),
    "security_opt": (["no-new-privileges"], ["no-new-privileges:true"], ["no-new-privileges=true"], []),
    "privileged": (False,),
    "init": (True, False),
    "detach": (True,),
    "tty": (True, False),
    "stdin_open": (True, False),
    "remove": (True,),
    "auto_remove": (True,),
}
