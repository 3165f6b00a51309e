# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What a session is asked for becomes what a server is asked for, or is refused by its name."""

import os
import tempfile
import unittest
from types import SimpleNamespace
from urllib.parse import urlparse

from sandbench.llm_sandbox import SandboxBackend, SandboxSession, SessionConfig
from sandbench.llm_sandbox.engine_client import address_of
from sandbench.llm_sandbox.exceptions import (
    ExtraArgumentsError, LanguageNotSupportedError, UnsupportedBackendError, ValidationError,
)
from sandbench.llm_sandbox.pool import PoolConfig
from sandbench.llm_sandbox.request import backend_of, body_of
from sandbench.llm_sandbox.runtime_configs import members_of


class RuntimeConfigs(unittest.TestCase):
    def test_become_members(self):
        cases = [
            ({"mem_limit": "512MB"}, {"memory": "512m"}), ({"mem_limit": 1048576}, {"memory": "1048576"}),
            ({"mem_limit": "1g", "memswap_limit": "1g"}, {"memory": "1g"}),
            ({"cpu_quota": 50000}, {"cpus": 0.5}), ({"cpu_quota": 50000, "cpu_period": 25000}, {"cpus": 2.0}),
            ({"nano_cpus": 1500000000}, {"cpus": 1.5}), ({"pids_limit": 10}, {"pids": 10}),
            ({"network_mode": "none"}, {"network": "none"}), ({"network_disabled": True}, {"network": "none"}),
            ({"environment": ["A=1", "B=x=y"]}, {"env": {"A": "1", "B": "x=y"}}), ({"environment": {"A": 1}}, {"env": {"A": "1"}}),
            ({"read_only": False}, {"root": "writable"}), ({"user": 1000}, {"user": "1000"}),
            ({"volumes": {"/a": {"bind": "/b", "mode": "ro"}}}, {"mounts": [{"source": "/a", "target": "/b", "writable": False}]}),
            ({"volumes": ["/a:/b"]}, {"mounts": [{"source": "/a", "target": "/b", "writable": True}]}),
            ({"mounts": [{"Source": "/a", "Target": "/b", "Type": "bind", "ReadOnly": True}]},
             {"mounts": [{"source": "/a", "target": "/b", "writable": False}]}),
            ({"ulimits": [{"Name": "nofile", "Soft": 5, "Hard": 9}]}, {"open_files": 9}),
            ({"extra_hosts": {"a": "10.0.0.1"}}, {"add_host": ["a:10.0.0.1"]}),
            ({"privileged": False, "cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"], "tty": True}, {}),
            ({"user": None}, {}),
        ]
        for said, body in cases:
            with self.subTest(said=said):
                self.assertEqual(members_of(said), body)

    def test_that_a_sandbox_has_not_are_named(self):
        for name, value in {
            "privileged": True, "cap_add": ["SYS_ADMIN"], "devices": ["/dev/sda"], "pid_mode": "host", "shm_size": "1g",
            "security_opt": ["seccomp=unconfined"], "memswap_limit": "2g", "tmpfs": {"/x": ""}, "typo": 1, "detach": False,
            "ulimits": [{"Name": "core", "Hard": 1}], "mounts": [{"Type": "tmpfs", "Target": "/x"}],
        }.items():
            with self.subTest(name=name), self.assertRaisesRegex(ExtraArgumentsError, name):
                members_of({name: value})

    def test_of_the_wrong_kind_are_named(self):
        for name, value in {
            "pids_limit": "x", "cpu_quota": "1", "cpu_period": 5, "volumes": ["/a"], "environment": "A=1", "mounts": "x",
        }.items():
            with self.subTest(name=name), self.assertRaisesRegex(ValidationError, name):
                members_of({name: value})


class Bodies(unittest.TestCase):
    def body(self, backend=None, options=None, **config):
        return body_of(backend, SessionConfig(**config), options or {})

    def test_of_a_plain_session(self):
        self.assertEqual(self.body(), {
            "language": "python", "workdir": "/sandbox", "idle_seconds": 0, "lifetime_seconds": 0,
            "env": {"PYTHONPATH": "/sandbox"},
        })

    def test_of_a_container_keep_its_folders(self):
        body = self.body(SandboxBackend.DOCKER, container_id="mine")
        self.assertEqual((body["container"], "workdir" in body, "env" in body), ("mine", False, False))
        self.assertEqual(self.body(SandboxBackend.KUBERNETES, container_id="mine")["pod"], "mine")

    def test_of_a_dockerfile_name_its_image(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "Dockerfile")
            with open(path, "w", encoding="utf-8") as file:
                file.write("FROM a\n")
            body = self.body(SandboxBackend.DOCKER, dockerfile=path)
        self.assertEqual((body["dockerfile"], body["image"]), ("FROM a\n", f"sandbox-python-{os.path.basename(folder).lower()}"))

    def test_of_a_pod_have_its_manifest(self):
        options = {"pod_manifest": {"metadata": {"namespace": "b"}}, "env_vars": {"A": "1"}}
        body = self.body(SandboxBackend.KUBERNETES, options)
        self.assertEqual((body["namespace"], body["env"]["A"]), ("b", "1"))
        self.assertIn('"namespace"', body["manifest"])

    def test_of_micromamba_name_an_environment(self):
        self.assertEqual(self.body(SandboxBackend.MICROMAMBA)["environment"], "base")
        with self.assertRaisesRegex(ExtraArgumentsError, "environment"):
            self.body(None, {"environment": "base"})

    def test_own_members_beat_the_others(self):
        body = self.body(None, {"sandbox": {"policy": "strict", "workdir": "/w"}})
        self.assertEqual((body["policy"], body["workdir"]), ("strict", "/w"))

    def test_an_image_is_committed_only_to_its_own_name(self):
        self.assertEqual(self.body(SandboxBackend.DOCKER, {"commit_container": True}, image="a:1")["commit"], "a:1")
        with self.assertRaisesRegex(ValidationError, "commit_container"):
            self.body(SandboxBackend.DOCKER, {"commit_container": True})

    def test_the_engine_is_the_servers_unless_only_containers_have_it(self):
        def chosen(options=None, **config):
            return backend_of(None, SessionConfig(**config), options or {})
        self.assertIsNone(chosen())
        self.assertIsNone(chosen(runtime_configs={"mem_limit": "1g", "network_mode": "none"}))
        for config in ({"image": "a"}, {"container_id": "a"}, {"runtime_configs": {"user": "1"}},
                       {"runtime_configs": {"network_mode": "bridge"}}):
            with self.subTest(config=config):
                self.assertIs(chosen(**config), SandboxBackend.DOCKER)


class Sessions(unittest.TestCase):
    def test_refuse_what_nobody_knows(self):
        for error, options in (
            (ExtraArgumentsError, {"libarries": ["numpy"]}), (UnsupportedBackendError, {"backend": "zzz"}),
            (LanguageNotSupportedError, {"lang": "cobol"}), (ValidationError, {"image": "a", "dockerfile": "b"}),
            (ValidationError, {"dockerfile": "a", "container_id": "b"}), (ValidationError, {"execution_timeout": -1}),
            (ValidationError, {"encoding_errors": "wrong"}),
        ):
            with self.subTest(options=options), self.assertRaises(error):
                SandboxSession(**options)

    def test_take_names_in_any_case(self):
        self.assertIs(SandboxSession(backend="Docker", lang="PYTHON").backend, SandboxBackend.DOCKER)


class Clients(unittest.TestCase):
    def test_say_where_their_engine_is(self):
        adapter = SimpleNamespace(socket_path="/run/a.sock")
        docker = SimpleNamespace(api=SimpleNamespace(base_url="http+docker://localhost", get_adapter=lambda url: adapter))
        podman = SimpleNamespace(api=SimpleNamespace(base_url=urlparse("http+unix://%2Frun%2Fb.sock")))
        remote = SimpleNamespace(api=SimpleNamespace(base_url="http://10.0.0.1:2375"))
        self.assertEqual(address_of(docker, "docker"), "unix:///run/a.sock")
        self.assertEqual(address_of(podman, "podman"), "unix:///run/b.sock")
        self.assertEqual(address_of(remote, "docker"), "tcp://10.0.0.1:2375")
        self.assertEqual(address_of(None, "docker"), "")

    def test_that_do_not_say_are_refused(self):
        with_certificates = SimpleNamespace(api=SimpleNamespace(base_url="https://10.0.0.1:2376"))
        for client, engine in ((with_certificates, "docker"), (object(), "docker"), (object(), "podman"), (object(), "local")):
            with self.subTest(engine=engine), self.assertRaisesRegex(ExtraArgumentsError, "client"):
                address_of(client, engine)


class Pools(unittest.TestCase):
    def test_become_mappings_and_come_back(self):
        config = PoolConfig(max_pool_size=3)
        self.assertEqual(PoolConfig.model_validate(config.model_dump()), config)
        self.assertEqual(config.model_copy(update={"min_pool_size": 1}).min_pool_size, 1)
        with self.assertRaises(ValueError):
            PoolConfig.model_validate({"typo": 1})

    def test_refuse_numbers_that_cannot_be(self):
        for wrong in ({"max_pool_size": 0}, {"min_pool_size": -1}, {"min_pool_size": 3, "max_pool_size": 2}, {"idle_timeout": 0},
                      {"acquisition_timeout": -1}, {"max_container_uses": 0}, {"exhaustion_strategy": "never"}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                PoolConfig(**wrong)
