# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""The server that a process starts for itself, and one that is named; and servers that mean harm."""

import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

from engines import require
from sandbench.client import Client
from sandbench.connection import Connection
from sandbench.errors import BadAnswer, SandbenchError, ServerProblem, ServerUnreachable
from sandbench.llm_sandbox import SandboxSession
from sandbench.llm_sandbox.exceptions import ContainerError, ExtraArgumentsError, MissingDependencyError
from sandbench.server import client_for

PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
OPENS = """
import sys; sys.path.insert(0, {package!r})
from sandbench.llm_sandbox import SandboxSession
session = SandboxSession(backend="local"); session.open()
from sandbench import server
print(server._own["", ""]._keeper.pid, session._client.url, flush=True)
input()
{more}
"""


def started(more):
    return subprocess.Popen(
        [sys.executable, "-c", OPENS.format(package=PACKAGE, more=more)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


class OwnServers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require("local")

    def test_end_with_the_process(self):
        for more in ("", "import os; os._exit(0)", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
                     "import os\nif os.fork() == 0: os._exit(0)\nos.wait()"):
            with self.subTest(more=more), started(more) as process:
                keeper, url = process.stdout.readline().split()
                ending = os.pidfd_open(int(keeper))
                process.communicate("\n")
                self.assertTrue(select.select([ending], [], [], 60)[0], "its server goes on")
                os.close(ending)
                self.assertFalse(os.path.exists(os.path.dirname(url.removeprefix("unix://"))))

    def test_do_not_hear_the_terminals_interrupt(self):
        with started("print(session.run('print(7)').stdout)") as process:
            keeper, _ = process.stdout.readline().split()
            self.assertNotEqual(os.getpgid(int(keeper)), os.getpgid(process.pid))
            self.assertIn("7", process.communicate("\n")[0])

    def test_are_one_for_a_process(self):
        self.assertIs(client_for(), client_for())

    def test_that_cannot_start_say_why(self):
        before = os.environ["SANDBENCHCTL"]
        try:
            os.environ["SANDBENCHCTL"] = "/no-such-program"
            with self.assertRaises(SandbenchError):
                client_for("docker", "unix:///other.sock")
            os.environ["SANDBENCHCTL"] = "false"
            with self.assertRaisesRegex(ServerUnreachable, "did not start"):
                client_for("docker", "unix:///other.sock")
        finally:
            os.environ["SANDBENCHCTL"] = before

    def test_of_others_are_used_if_they_are_named(self):
        os.environ["SANDBENCH_URL"] = client_for().url
        try:
            with SandboxSession(backend="local") as session:
                self.assertEqual(session.run("print(1)").stdout, "1\n")
            with self.assertRaises(SandbenchError):
                client_for("docker", "unix:///other.sock")
        finally:
            del os.environ["SANDBENCH_URL"]

    def test_refuse_with_their_own_sentence(self):
        with self.assertRaisesRegex(ServerProblem, "there is no session"):
            client_for().run("s-0", {"code": "1"})


class Addresses(unittest.TestCase):
    def test_that_are_none_are_refused(self):
        for url in ("", "localhost:80", "ftp://a", "http://", "file:///a"):
            with self.subTest(url=url), self.assertRaises(SandbenchError):
                Connection(url)
        with self.assertRaises(SandbenchError):
            Connection("http://a", "to\nken")

    def test_of_nobody_are_told(self):
        os.environ["SANDBENCH_URL"] = "unix:///no-such-socket"
        try:
            with self.assertRaises(ContainerError):
                SandboxSession(backend="local").open()
        finally:
            del os.environ["SANDBENCH_URL"]


class Strangers(unittest.TestCase):
    """A server that answers each request with the same bytes, and then ends the connection."""

    def answered(self, answer, call, reads_all=True):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listening:
            listening.bind(f"{folder}/s")
            listening.listen(1)

            def serve():
                connection, _ = listening.accept()
                with connection:
                    request, length = connection.makefile("rb"), 0
                    while (line := request.readline().strip()):
                        if line.lower().startswith(b"content-length:"):
                            length = int(line.split(b":")[1])
                    request.read(length if reads_all else 1)
                    try:
                        connection.sendall(answer)
                    except OSError:
                        pass
            thread = threading.Thread(target=serve)
            thread.start()
            try:
                return call(Client(Connection(f"unix://{folder}/s")))
            finally:
                thread.join()

    def run_on(self, client):
        return client.run("s-1", {"code": "1"})

    def test_are_not_believed(self):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        cases = {
            b"": ServerUnreachable, b"nonsense\r\n\r\n": ServerUnreachable, b"HTTP/1.1 502 Bad\r\nConnection: close\r\n\r\n": ServerProblem,
            head: BadAnswer, head + b"event: ended\ndata: {}\n\n": BadAnswer, head + b"event: stdout\ndata: {}\n\n": BadAnswer,
            head + b"event: stdout\ndata: {\"base64\": \"!\"}\n\n": BadAnswer, head + b"event: lost\ndata: {}\n\n": BadAnswer,
            head + b"event: ended\ndata: {\"run_id\": \"r\"}\n\n": BadAnswer,
            b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 1000 + b"\r\n": ServerUnreachable,
        }
        for answer, error in cases.items():
            with self.subTest(answer=answer[:60]), self.assertRaises(error):
                self.answered(answer, self.run_on)

    def test_cannot_send_without_end(self):
        body = b"x" * 5000
        answer = b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + body
        with self.assertRaises(BadAnswer):
            self.answered(answer, lambda client: client._connection.fetch("/", 1000))
        self.assertEqual(self.answered(answer, lambda client: client._connection.fetch("/", 5000)), body)

    def test_that_refuse_a_body_before_its_end_are_understood(self):
        answer = b"HTTP/1.1 413 Large\r\nConnection: close\r\n\r\n{\"code\": \"resource_exhausted\", \"detail\": \"too long\"}"
        body = {"code": "x" * (8 << 20)}
        with self.assertRaisesRegex(ServerProblem, "too long"):
            self.answered(answer, lambda client: client.run("s-1", body), reads_all=False)

    def test_cannot_say_that_a_session_has_no_name(self):
        with self.assertRaises(BadAnswer):
            self.answered(b"HTTP/1.1 201 OK\r\nContent-Length: 2\r\n\r\n{}", lambda client: client.open_session({}))


class Programs(unittest.TestCase):
    def test_that_are_missing_are_named(self):
        before = {name: os.environ.pop(name, None) for name in ("SANDBENCHCTL", "PATH")}
        os.environ["PATH"] = "/no-such-folder"
        try:
            with self.assertRaisesRegex(MissingDependencyError, "SANDBENCHCTL"):
                # Another connection, for the process may have a server already.
                SandboxSession(backend="docker", client=_client_of("/a")).open()
        finally:
            os.environ.update({name: value for name, value in before.items() if value is not None})

    def test_are_reached_by_one_way_only(self):
        with self.assertRaisesRegex(ExtraArgumentsError, "client"):
            SandboxSession(backend="local", client=object()).open()


def _client_of(path):
    class Api:
        base_url = "http+docker://localhost"

        def get_adapter(self, url):
            return type("Adapter", (), {"socket_path": path})

    return type("DockerClient", (), {"api": Api()})
