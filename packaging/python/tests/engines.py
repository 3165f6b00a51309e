# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Which engines take part, and classes of tests that run once for each."""

import importlib.util
import os
import shutil
import unittest

from sandbench.server import client_for

ENGINES = os.environ.get("SANDBENCH_TEST_ENGINES", "local").split(",")
# The server makes one of the others as it makes the first of them: here only the way to it counts.
WANTED = [each for each in ENGINES if each == "local"] + [each for each in ENGINES if each in ("docker", "podman")][:1]


def use_tree_programs():
    """The tree's sandbenchctl, unless the caller named one. Errors: SkipTest."""
    folder = os.environ.get("SANDBENCH_TEST_BIN")
    if folder:
        os.environ["SANDBENCHCTL"] = os.path.join(folder, "sandbenchctl")
    if "podman" in WANTED and os.environ.get("SANDBENCH_TEST_PODMAN"):
        os.environ["CONTAINER_HOST"] = os.environ["SANDBENCH_TEST_PODMAN"]
    if not shutil.which(os.environ.get("SANDBENCHCTL") or "sandbenchctl"):
        raise unittest.SkipTest("SANDBENCH_TEST_BIN does not say where sandbenchctl is")


def require(engine):
    """Errors: SkipTest with what is missing; a failure where SANDBENCH_REQUIRE_… says that it may not be."""
    use_tree_programs()
    said = next((each for each in client_for().engines() if each.get("engine") == engine), {})
    if not said.get("usable"):
        why = f"{engine}: {said.get('problem') or 'there is no such engine'}"
        if os.environ.get(f"SANDBENCH_REQUIRE_{engine.upper()}") == "1":
            raise AssertionError(why)
        raise unittest.SkipTest(why)


def require_package(module, need):
    """Errors: as require(), where a foreign package is not installed; need: the word after SANDBENCH_REQUIRE_."""
    try:
        if importlib.util.find_spec(module):
            return
    except ModuleNotFoundError:
        pass  # Nor is the package that it would be in.
    if os.environ.get(f"SANDBENCH_REQUIRE_{need}") == "1":
        raise AssertionError(f"{module} is missing")
    raise unittest.SkipTest(f"{module} is missing")


def require_program(session, command, need):
    """Errors: as require(), where the sandbox cannot run @p command; need: the word after SANDBENCH_REQUIRE_."""
    if session.execute_command(command).exit_code == 0:
        return
    why = f"the sandbox of {session.backend} cannot run {command}"
    if os.environ.get(f"SANDBENCH_REQUIRE_{need}") == "1":
        raise AssertionError(why)
    raise unittest.SkipTest(why)


def on_each_engine(case):
    """Replaces a class of tests by one for each engine; ``engine`` names it."""
    module = __import__(case.__module__)
    for engine in WANTED:
        def set_up(cls, engine=engine):
            require(engine)
        name = f"{case.__name__}On{engine.capitalize()}"
        setattr(module, name, type(name, (case, unittest.TestCase), {
            "engine": engine, "setUpClass": classmethod(set_up), "__module__": case.__module__,
        }))
    return case
