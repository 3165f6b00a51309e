# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""A sandbox client for OpenAI's agents SDK, where that is installed."""

import asyncio
import io
import json
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

from engines import on_each_engine, require_package


@on_each_engine
class OpenAiAgents:
    def setUp(self):
        require_package("agents.sandbox", "OPENAI_AGENTS")
        from agents.sandbox import Manifest
        from agents.sandbox.entries import File
        from sandbench.openai_agents import SandbenchSandboxClient, SandbenchSandboxClientOptions
        self.client = SandbenchSandboxClient()
        self.options = SandbenchSandboxClientOptions(sandbox={"engine": self.engine})
        self.manifest = Manifest(
            entries={"notes/a.txt": File(content=b"one\n")}, environment={"value": {"COLOUR": "blue"}}
        )

    @asynccontextmanager
    async def session(self, **members):
        made = await self.client.create(**{"manifest": self.manifest, "options": self.options, **members})
        try:
            async with made:
                yield made
        finally:
            await self.client.delete(made)

    def test_an_agent_uses_its_tools(self):
        from agents import Runner
        from agents.run import RunConfig
        from agents.sandbox import SandboxAgent, SandboxRunConfig
        from agents.sandbox.capabilities import Shell
        from agents.testing import ScriptedModel, assistant_message, function_call

        command = {"cmd": "cat notes/a.txt; id -u; echo $COLOUR > new; exit 3"}
        model = ScriptedModel([
            [function_call("exec_command", json.dumps(command), call_id="1")], [assistant_message("done")],
        ])
        agent = SandboxAgent(name="agent", model=model, default_manifest=self.manifest, capabilities=[Shell()])
        run_config = RunConfig(
            sandbox=SandboxRunConfig(client=self.client, options=self.options), tracing_disabled=True
        )
        result = asyncio.run(Runner.run(agent, "go", run_config=run_config))
        self.assertEqual(result.final_output, "done")
        said = "".join(str(getattr(each, "output", "")) for each in result.new_items)
        self.assertIn("one\n", said)
        self.assertIn("exited with code 3", said)
        model.assert_complete()

    def test_commands_have_the_manifest_and_their_limits(self):
        from agents.sandbox.errors import ConfigurationError, ExecTimeoutError

        async def use():
            async with self.session() as session:
                told = await session.exec("cat notes/a.txt; pwd; echo $COLOUR >&2; exit 3")
                self.assertEqual((told.stdout, told.stderr, told.exit_code), (b"one\n/workspace\n", b"blue\n", 3))
                self.assertEqual((await session.exec("no-such-program", shell=False)).exit_code, 127)
                with self.assertRaises(ExecTimeoutError):
                    await session.exec("sleep", "60", timeout=0.2)
                with self.assertRaises(ConfigurationError):
                    await session.exec("true", user="root")
                self.assertTrue(await session.running())
            self.assertFalse(await session.running())
        asyncio.run(use())

    def test_files_are_read_written_listed_and_patched(self):
        from agents.editor import ApplyPatchOperation
        from agents.sandbox.errors import InvalidManifestPathError, WorkspaceReadNotFoundError

        async def use():
            async with self.session() as session:
                await session.write(Path("deep/run"), io.BytesIO(b"\0\xff"))
                self.assertEqual((await session.read(Path("deep/run"))).read(), b"\0\xff")
                await session.exec("chmod 755 deep/run; ln -s /etc/passwd link")
                await session.write(Path("deep/run"), io.BytesIO(b"#!/bin/sh\necho ran"))
                self.assertEqual((await session.exec("deep/run")).stdout, b"ran\n")
                await session.apply_patch(
                    ApplyPatchOperation(type="update_file", path="notes/a.txt", diff="@@\n-one\n+two\n")
                )
                self.assertEqual((await session.read(Path("notes/a.txt"))).read(), b"two\n")
                self.assertIn("run", [Path(each.path).name for each in await session.ls("deep")])
                await session.rm("deep", recursive=True)
                with self.assertRaises(WorkspaceReadNotFoundError):
                    await session.read(Path("deep/run"))
                for path in ("link", "../etc/passwd"):
                    with self.assertRaises(InvalidManifestPathError):
                        await session.read(Path(path))
        asyncio.run(use())

    def test_a_snapshot_fills_the_next_sandbox(self):
        from agents.sandbox import LocalSnapshotSpec

        async def use(folder):
            made = await self.client.create(
                manifest=self.manifest, options=self.options, snapshot=LocalSnapshotSpec(base_path=folder)
            )
            async with made:
                await made.exec("echo kept > notes/b.txt; ln -s b.txt notes/link")
            state = self.client.deserialize_session_state(
                json.loads(json.dumps(self.client.serialize_session_state(made.state), default=str))
            )
            async with await self.client.resume(state) as resumed:
                self.assertEqual((await resumed.exec("cat notes/a.txt notes/link; ls -A")).stdout, b"one\nkept\nnotes\n")
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(use(Path(folder)))

    def test_a_state_finds_the_sandbox_that_is_still_open(self):
        async def use():
            async with self.session() as session:
                await session.exec("touch new")
                again = await self.client.resume(session.state.model_copy(deep=True))
                async with again:
                    self.assertEqual((await again.exec("ls -A")).stdout, b"new\nnotes\n")
        asyncio.run(use())

    def test_what_a_sandbox_cannot_have_is_refused_by_name(self):
        from agents.sandbox import Manifest
        from agents.sandbox.errors import ConfigurationError, WorkspaceStartError
        from agents.sandbox.types import User
        from sandbench.openai_agents import SandbenchSandboxClientOptions

        async def use():
            for members, word in (
                ({"manifest": Manifest(users=[User(name="other")])}, "users"),
                ({"options": SandbenchSandboxClientOptions(sandbox={"workdir": "/tmp"})}, "workdir"),
            ):
                with self.assertRaisesRegex(ConfigurationError, word):
                    await self.client.create(**members)
            with self.assertRaisesRegex(WorkspaceStartError, "colour"):
                async with self.session(options=SandbenchSandboxClientOptions(sandbox={"colour": "blue"})):
                    pass
        asyncio.run(use())
