# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""The package installs with pip, without fetching anything."""

import os
import subprocess
import sys
import tempfile
import unittest

PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


class Installing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
            if os.environ.get("SANDBENCH_REQUIRE_PIP") == "1":
                raise AssertionError("pip is missing")
            raise unittest.SkipTest("pip is missing")

    def test_needs_no_index(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-compile", "--target", folder, PACKAGE]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            code = "import sandbench.llm_sandbox.pool as p; print(p.__file__)"
            told = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True,
                                  env={**os.environ, "PYTHONPATH": folder})
            self.assertTrue(told.stdout.startswith(os.path.realpath(folder)), told.stdout)
        self.assertFalse(os.path.exists(f"{PACKAGE}/build"))
