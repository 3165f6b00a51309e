# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sandboxes for inspect_ai, where it is installed."""

import asyncio
import unittest

from engines import WANTED, require, require_package


class InspectAi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_package("inspect_ai", "INSPECT_AI")
        require(WANTED[0])

    def test_runs_commands_and_keeps_files(self):
        from sandbench.inspect_ai import SandbenchConfig, SandbenchSandboxEnvironment

        async def use():
            made = await SandbenchSandboxEnvironment.sample_init("task", SandbenchConfig(engine=WANTED[0]), {})
            try:
                sandbox = made["default"]
                await sandbox.write_file("folder/a", b"\0\xff")
                self.assertEqual(await sandbox.read_file("folder/a", text=False), b"\0\xff")
                told = await sandbox.exec(["sh", "-c", "cat; exit 3"], input=b"\xff", cwd="folder", env={"A": "1"})
                self.assertEqual((told.returncode, told.success, told.stdout), (3, False, "\ufffd"))
                self.assertEqual((await sandbox.exec(["no-such-program"])).returncode, 127)
                with self.assertRaises(TimeoutError):
                    await sandbox.exec(["sleep", "60"], timeout=1, timeout_retry=False)
                with self.assertRaises(FileNotFoundError):
                    await sandbox.read_file("never")
            finally:
                await SandbenchSandboxEnvironment.sample_cleanup("task", None, made, False)
        asyncio.run(use())
