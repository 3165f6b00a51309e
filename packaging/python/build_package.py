# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What pip calls to make a wheel or a source archive of this package (PEP 517), with the standard library alone."""

import base64
import hashlib
import os
import tarfile
import tomllib
import zipfile

_HERE = os.path.dirname(os.path.abspath(__file__))
_TIME = (1980, 1, 1, 0, 0, 0)  # The same files make the same wheel.


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    said = _project()
    info = f"{said['name']}-{said['version']}.dist-info"
    name = f"{said['name']}-{said['version']}-py3-none-any.whl"
    files = {path: _read(path) for path in _sources()}
    files[f"{info}/METADATA"] = _metadata(said).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: sandbench\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD").encode()
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, _TIME)
            entry.external_attr = 0o100644 << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory, config_settings=None):
    said = _project()
    top = f"{said['name']}-{said['version']}"
    with tarfile.open(os.path.join(sdist_directory, f"{top}.tar.gz"), "w:gz") as archive:
        for path in ["pyproject.toml", "build_package.py", *_sources()]:
            archive.add(os.path.join(_HERE, path), f"{top}/{path}", recursive=False)
    return f"{top}.tar.gz"


def _project():
    with open(os.path.join(_HERE, "pyproject.toml"), "rb") as file:
        return tomllib.load(file)["project"]


def _sources():
    found = []
    for folder, folders, names in os.walk(os.path.join(_HERE, "sandbench")):
        folders[:] = sorted(each for each in folders if each != "__pycache__")
        found += [os.path.relpath(os.path.join(folder, each), _HERE) for each in sorted(names) if each.endswith(".py")]
    return found


def _read(path):
    with open(os.path.join(_HERE, path), "rb") as file:
        return file.read()


def _metadata(said):
    return (
        f"Metadata-Version: 2.1\nName: {said['name']}\nVersion: {said['version']}\nSummary: {said['description']}\n"
        f"Requires-Python: {said['requires-python']}\nLicense: {said['license']['text']}\n"
    )


def _record(files, own):
    lines = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    return "".join(lines) + f"{own},,\n"
