# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the server's files share: a real `sandbenchctl serve`, and counts that end with "Totals:" as Qt Test does."""
import importlib.machinery
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.join(os.environ.get("SANDBENCH_TEST_BIN", f"{TOP}/build/dev/bin"), "sandbenchctl")


class Checks:
    """Counts what held, what did not, and what could not be looked at."""

    def __init__(self, name):
        self.name, self.passed, self.failed, self.skipped = name, 0, 0, 0

    def check(self, what, holds, more=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL!  : {self.name}: {what} {more}")

    def skip(self, need, why):
        """A failure where SANDBENCH_REQUIRE_… says that it may not be missing."""
        if os.environ.get(f"SANDBENCH_REQUIRE_{need}"):
            self.check(f"{need} is required", False, why)
            return
        self.skipped += 1
        print(f"SKIP   : {self.name}: {why}")

    def has_program(self, name, need):
        if shutil.which(name):
            return True
        self.skip(need, f"{name} is not installed")
        return False

    def end(self):
        """Prints the sum: the exit status."""
        print(f"Totals: {self.passed} passed, {self.failed} failed, {self.skipped} skipped, 0 blacklisted")
        return 1 if self.failed or self.passed + self.skipped == 0 else 0


class Server:
    """A server of its own with a state folder of its own; ended at the end."""

    def __init__(self, folder, *arguments, unix=None):
        """`unix`: where it listens, as a service of systemd does, instead of a free port."""
        self.folder = folder
        command = [PROGRAM, "serve", "--json", "--state", f"{folder}/state", *arguments]
        env = {**os.environ, "HOME": folder}
        descriptors = ()
        if unix:
            listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            listening.bind(unix)
            listening.listen(128)
            # systemd passes them from 3 on, and says to which process.
            command = ["/bin/bash", "-c", 'export LISTEN_FDS=1 LISTEN_PID=$$; exec 3<&"$0" "$@"', str(listening.fileno()), *command]
            descriptors = (listening.fileno(),)
        else:
            command += ["--port", "0"]
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, pass_fds=descriptors)
        if unix:
            listening.close()
        ready = self.process.stdout.readline()
        if not ready:
            raise RuntimeError(f"the server did not start: status {self.process.wait()}")
        self.url = json.loads(ready)["addresses"][0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.process.stdout.close()

    def why_no_runs(self):
        """Why the embedded engine runs nothing here, or empty."""
        try:
            return "" if json.loads(self.ask("/execute", {"lang": "python", "code": "print(6 * 7)"}))["stdout"] == "42\n" else "no answer"
        except urllib.error.HTTPError as refused:
            return json.loads(refused.read())["detail"]

    def ask(self, path, body=None):
        """The text of an answer; an error when it is none of 200 to 299."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"} if data else {})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.read().decode()


def script(name):
    """A Python script of packaging/ without an ending, as a module."""
    loader = importlib.machinery.SourceFileLoader(name, f"{TOP}/packaging/{name}")
    sys.dont_write_bytecode = True
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def text_of(path):
    """A file of packaging/."""
    with open(f"{TOP}/packaging/{path}", encoding="utf-8") as file:
        return file.read()
