# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What the adapters of other frameworks stand on."""

import asyncio
import io
import queue
import tempfile
import threading
import unittest
from contextlib import asynccontextmanager
from pathlib import Path

from engines import on_each_engine

from sandbench.async_sandbox import AsyncSandbox, undone_if_cancelled
from sandbench.errors import ServerProblem


def runs(test):
    def run(self):
        asyncio.run(test(self))
    run.__name__ = test.__name__
    return run


@on_each_engine
class AsyncSandboxes:
    @asynccontextmanager
    async def sandbox(self):
        made = await AsyncSandbox.open({"engine": self.engine})
        try:
            yield made
        finally:
            await made.close()

    @runs
    async def test_says_how_a_command_ended(self):
        async with self.sandbox() as sandbox:
            ended = await sandbox.run(["sh", "-c", "cat; echo $A; pwd; exit 3"], "/tmp", env={"A": "1"}, stdin="in ")
            self.assertEqual((ended.code, ended.stdout, ended.stderr), (3, b"in 1\n/tmp\n", b""))
            self.assertEqual((await sandbox.run(["no-such-program"])).code, 127)
            killed = await sandbox.run(["sh", "-c", "kill -9 $$"])
            self.assertEqual(killed.code, 137)
            self.assertNotEqual(killed.stderr, b"")
            self.assertTrue((await sandbox.run(["sleep", "60"], timeout=0.2)).has_timed_out)

    @runs
    async def test_ends_a_command_whose_caller_is_cancelled(self):
        async with self.sandbox() as sandbox:
            started = asyncio.create_task(sandbox.run(["sh", "-c", "echo $$ > new; mv new process; sleep 600"]))
            is_there = ["sh", "-c", "test -e /proc/$(cat process)"]
            while (await sandbox.run(["test", "-e", "process"])).code != 0:
                pass
            self.assertEqual((await sandbox.run(is_there)).code, 0)
            started.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await started
            while (await sandbox.run(is_there)).code == 0:
                pass

    @runs
    async def test_copies_files_and_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            here = Path(folder)
            (here / "from/deep").mkdir(parents=True)
            (here / "from/deep/run").write_bytes(b"\0\xff")
            (here / "from/deep/run").chmod(0o755)
            async with self.sandbox() as sandbox:
                await sandbox.put(here / "from", "copied")
                self.assertEqual((await sandbox.run(["test", "-x", "copied/deep/run"])).code, 0)
                await sandbox.run(["sh", "-c", "cd copied; ln -s /etc/passwd link; mkdir empty; : > none"])
                await sandbox.get_folder("copied", here / "to")
                there = sorted(str(each.relative_to(here / "to")) for each in (here / "to").rglob("*"))
                self.assertEqual(there, ["deep", "deep/run", "empty", "none"])
                self.assertEqual((here / "to/deep/run").read_bytes(), b"\0\xff")
                await sandbox.get_file("copied/none", here / "file")
                self.assertEqual((here / "file").read_bytes(), b"")

    @runs
    async def test_says_what_is_wrong_with_a_file(self):
        async with self.sandbox() as sandbox:
            for path, error in (("never", FileNotFoundError), ("/work", IsADirectoryError)):
                with self.assertRaises(error):
                    await sandbox.read_file(path, io.BytesIO())
            with self.assertRaises(FileNotFoundError):
                await sandbox.get_folder("never", Path("never"))
            with self.assertRaises(FileNotFoundError):
                await sandbox.put(Path("/never"), "here")

    @runs
    async def test_finds_a_sandbox_that_is_open_and_none_that_is_closed(self):
        async with self.sandbox() as sandbox:
            found = await AsyncSandbox.find(sandbox.session, "/tmp")
            self.assertEqual((await found.run(["pwd"])).stdout, b"/tmp\n")
            self.assertTrue(await sandbox.is_open())
        self.assertFalse(await sandbox.is_open())
        self.assertIsNone(await AsyncSandbox.find(sandbox.session, "/tmp"))
        with self.assertRaises(ServerProblem):
            await sandbox.run(["true"])
        await sandbox.close()


class CancelledCalls(unittest.TestCase):
    @runs
    async def test_undo_what_was_made_before_and_what_is_made_afterwards(self):
        for is_made_before in (True, False):
            with self.subTest(is_made_before=is_made_before):
                has_begun, may_go_on, undone = threading.Event(), threading.Event(), queue.Queue()

                def work(tell):
                    if is_made_before:
                        tell("it")
                    has_begun.set()
                    may_go_on.wait()
                    if not is_made_before:
                        tell("it")

                call = asyncio.create_task(undone_if_cancelled(work, undone.put))
                await asyncio.to_thread(has_begun.wait)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                may_go_on.set()
                self.assertEqual(await asyncio.to_thread(undone.get), "it")
