# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Environments for Harbor, where it is installed."""

import asyncio
import tempfile
import unittest
from contextlib import asynccontextmanager
from pathlib import Path

from engines import WANTED, on_each_engine, require, require_package

_IMAGE = "sandbench-python:1"
_CONTAINERS = [each for each in WANTED if each != "local"]


def _environment(folder, sandbox, network="no-network", **members):
    """One of a task that is in @p folder and says @p members."""
    from harbor.models.task.config import EnvironmentConfig
    from harbor.models.trial.paths import TrialPaths
    from sandbench.harbor import SandbenchEnvironment

    config = EnvironmentConfig(network_mode=network, **members)
    (folder / "environment").mkdir(exist_ok=True)
    return SandbenchEnvironment(
        environment_dir=folder / "environment", environment_name="task", session_id="trial",
        trial_paths=TrialPaths(trial_dir=folder), task_env_config=config, network_policy=config.resolve_baseline(),
        sandbox=sandbox, persistent_env={"COLOUR": "blue"},
    )


@on_each_engine
class Harbor:
    def setUp(self):
        require_package("harbor.environments.capabilities", "HARBOR")
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)

    @asynccontextmanager
    async def environment(self, **members):
        made = _environment(self.folder, {"engine": self.engine}, **members)
        await made.start(force_build=False)
        try:
            yield made
        finally:
            await made.stop(delete=True)

    def test_commands_are_bash_lines_with_their_limits(self):
        async def use():
            async with self.environment() as environment:
                line = "[[ 1 -eq 1 ]] && echo $COLOUR $SIZE; pwd; echo bad >&2; exit 3"
                told = await environment.exec(line, cwd="/tmp", env={"SIZE": "big"})
                self.assertEqual((told.return_code, told.stdout, told.stderr), (3, "blue big\n/tmp\n", "bad\n"))
                with self.assertRaises(TimeoutError):
                    await environment.exec("sleep 60", timeout_sec=1)
                with self.assertRaisesRegex(PermissionError, "agent"):
                    await environment.exec("true", user="agent")
                self.assertTrue(await environment.is_dir("/tmp"))
                self.assertFalse(await environment.is_file("/tmp"))
        asyncio.run(use())

    def test_files_and_folders_go_in_and_come_out(self):
        async def use():
            given = self.folder / "given"
            given.mkdir()
            (given / "test.sh").write_text("#!/bin/sh\necho ran\n")
            (given / "test.sh").chmod(0o755)
            async with self.environment() as environment:
                await environment.upload_dir(given, "/work/tests")
                await environment.upload_file(given / "test.sh", "/work/deep/one.sh")
                self.assertEqual((await environment.exec("tests/test.sh; deep/one.sh")).stdout, "ran\nran\n")
                await environment.exec("mkdir -p out/deep; echo 1 > out/deep/reward.txt; ln -s /etc/passwd out/link")
                await environment.download_dir("/work/out", self.folder / "came")
                await environment.download_file("/work/out/deep/reward.txt", self.folder / "reward")
                with self.assertRaises(FileNotFoundError):
                    await environment.download_file("/work/never", self.folder / "never")
                with self.assertRaises(FileNotFoundError):
                    await environment.upload_dir(given / "test.sh", "/work/never")
            came = sorted(str(each.relative_to(self.folder / "came")) for each in (self.folder / "came").rglob("*"))
            self.assertEqual(came, ["deep", "deep/reward.txt"])
            self.assertEqual((self.folder / "reward").read_text(), "1\n")
        asyncio.run(use())

    def test_root_is_there_in_containers_alone(self):
        async def use():
            async with self.environment() as environment:
                await environment.exec("mkdir from; touch from/left from/taken")
                chosen = environment.download_dir_with_exclusions(
                    source_dir="/work/from", target_dir=self.folder / "to", exclude=["left"]
                )
                if self.engine == "local":
                    with self.assertRaisesRegex(PermissionError, "root"):
                        await chosen
                else:
                    await chosen
                    self.assertEqual([each.name for each in (self.folder / "to").iterdir()], ["taken"])
                    self.assertEqual((await environment.exec("id -u; touch /new", user=0)).stdout, "0\n")
        asyncio.run(use())

    def test_a_command_whose_time_harbor_ends_is_ended(self):
        async def use():
            async with self.environment() as environment:
                with self.assertRaises(TimeoutError):
                    await asyncio.wait_for(environment.exec("echo $$ > process; sleep 600"), 1)
                while (await environment.exec("test -e /proc/$(cat process)")).return_code == 0:
                    pass
        asyncio.run(use())


class HarborTasks(unittest.TestCase):
    def setUp(self):
        require_package("harbor.environments.capabilities", "HARBOR")
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)

    def test_a_network_is_there_only_when_both_say_so(self):
        _environment(self.folder, {"network": "bridge"}, network="public")
        _environment(self.folder, {"network": "none"}, network="public")
        _environment(self.folder, {}, network="no-network")
        for sandbox, members in (
            ({}, {"network": "public"}),
            ({"network": "bridge"}, {"network": "no-network"}),
            ({"network": "bridge"}, {"network": "allowlist", "allowed_hosts": ["example.org"]}),
        ):
            with self.subTest(**members), self.assertRaisesRegex(ValueError, "network"):
                _environment(self.folder, sandbox, **members)

    def test_what_a_sandbox_cannot_be_is_refused_by_name(self):
        with self.assertRaisesRegex(RuntimeError, "GPU"):
            _environment(self.folder, {}, gpus=1)
        (self.folder / "environment").mkdir(exist_ok=True)
        (self.folder / "environment/docker-compose.yaml").touch()
        with self.assertRaisesRegex(ValueError, "docker-compose.yaml"):
            _environment(self.folder, {})

    @unittest.skipUnless(_CONTAINERS, "no engine with containers takes part")
    def test_a_trial_of_a_task_is_solved_and_judged(self):
        require(_CONTAINERS[0])
        from harbor.models.trial.config import TrialConfig
        from harbor.trial.trial import Trial

        for definition in (f'docker_image = "{_IMAGE}"', ""):
            with self.subTest(definition=definition):
                task = self.folder / f"task{len(definition)}"
                _write_task(task, definition)
                config = TrialConfig.model_validate({
                    "task": {"path": task}, "trials_dir": self.folder / "trials", "agent": {"name": "oracle"},
                    "environment": {
                        "import_path": "sandbench.harbor:SandbenchEnvironment",
                        "kwargs": {"sandbox": {"engine": _CONTAINERS[0], "keep_template": False}},
                    },
                })

                async def use():
                    return await (await Trial.create(config)).run()
                result = asyncio.run(use())
                self.assertIsNone(result.exception_info)
                self.assertEqual(result.verifier_result.rewards, {"reward": 1.0})


def _write_task(folder, definition):
    for name in ("environment", "solution", "tests"):
        (folder / name).mkdir(parents=True)
    (folder / "instruction.md").write_text("Write 42 to /app/answer.\n")
    (folder / "task.toml").write_text(
        f'[environment]\nnetwork_mode = "no-network"\nmemory_mb = 512\ncpus = 1\n{definition}\n'
        + ('workdir = "/app"\n' if definition else "")
    )
    if not definition:
        (folder / "environment/Dockerfile").write_text(f"FROM {_IMAGE}\nWORKDIR /app\n")
    (folder / "solution/solve.sh").write_text("#!/bin/bash\necho 42 > answer\n")
    (folder / "tests/test.sh").write_text(
        '#!/bin/bash\n[[ "$(cat /app/answer)" == 42 && $(id -u) == 0 ]] && echo 1 > /logs/verifier/reward.txt\n'
    )
