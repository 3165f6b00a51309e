# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sessions on real engines."""

import os
import tempfile
import threading
import time
import unittest
from pathlib import Path

from engines import on_each_engine, require_program
from sandbench.llm_sandbox import ArtifactSandboxSession, FileType, InteractiveSandboxSession, SandboxSession
from sandbench.llm_sandbox.exceptions import (
    CommandEmptyError, CommandFailedError, ContainerError, LanguageNotSupportPlotError, LibraryInstallationNotSupportedError,
    NotOpenSessionError, SandboxTimeoutError, SecurityError, SecurityViolationError,
)
from sandbench.llm_sandbox.security import RestrictedModule, SecurityPolicy

PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\n"


class Case:
    engine = ""

    def session(self, kind=SandboxSession, **options):
        return kind(backend=self.engine, **options)


@on_each_engine
class Programs(Case):
    def test_say_how_they_ended(self):
        with self.session() as session:
            for code, exit_code in (("", 0), ("print(1)", 0), ("import sys; sys.exit(3)", 3), ("1/0", 1),
                                    ("import os; os.kill(os.getpid(), 11)", 139)):
                with self.subTest(code=code):
                    output = session.run(code)
                    self.assertEqual((output.exit_code, output.success()), (exit_code, exit_code == 0))
            output = session.run("import sys; print('a'); print('b', file=sys.stderr)")
            self.assertEqual((output.stdout, output.stderr), ("a\n", "b\n"))

    def test_keep_their_exit_code_while_output_is_told(self):
        pieces = []
        with self.session() as session:
            output = session.run(
                "import sys\nfor each in 'abc': print(each, flush=True)\nsys.exit(7)", on_stdout=pieces.append
            )
        self.assertEqual((output.exit_code, output.stdout, "".join(pieces)), (7, "a\nb\nc\n", "a\nb\nc\n"))

    def test_go_on_when_a_callback_fails(self):
        def fails(piece):
            raise ValueError(piece)
        with self.session() as session, self.assertLogs("sandbench.llm_sandbox", "WARNING"):
            output = session.run("print('a', flush=True); print('b')", on_stdout=fails)
        self.assertEqual((output.exit_code, output.stdout), (0, "a\nb\n"))

    def test_letters_in_pieces_stay_whole(self):
        pieces = []
        code = "import os\nfor each in '€'.encode(): os.write(1, bytes([each]))"
        with self.session() as session:
            output = session.run(code, on_stdout=pieces.append)
        self.assertEqual((output.stdout, "".join(pieces)), ("€", "€"))

    def test_bytes_that_are_no_text_are_what_the_caller_says(self):
        code = r"import sys; sys.stdout.buffer.write(b'\xff\xfe')"
        for errors, text in (("replace", "��"), ("ignore", ""), ("backslashreplace", r"\xff\xfe")):
            with self.subTest(errors=errors), self.session(encoding_errors=errors) as session:
                self.assertEqual(session.run(code).stdout, text)
        with self.session() as session, self.assertRaises(UnicodeDecodeError):
            session.run(code)

    def test_end_at_their_time_limit_with_all_that_they_started(self):
        with self.session(execution_timeout=60) as session:
            with self.assertRaises(SandboxTimeoutError) as raised:
                session.run("import subprocess, time\nprint(1, flush=True)\nsubprocess.Popen(['sleep', '987'])\ntime.sleep(60)", timeout=0.5)
            self.assertEqual((raised.exception.timeout_duration, raised.exception.stdout), (0.5, "1\n"))
            self.assertNotIn("987", session.run(
                "import glob\nfor each in glob.glob('/proc/[0-9]*/cmdline'):\n try: print(open(each).read())\n except OSError: pass").stdout)

    def test_find_modules_in_the_working_folder(self):
        with self.session() as session, tempfile.TemporaryDirectory() as folder:
            Path(folder, "mine.py").write_text("value = 5")
            session.copy_to_runtime(f"{folder}/mine.py", "/sandbox/mine.py")
            self.assertEqual(session.run("import mine, os; print(mine.value, os.getcwd())").stdout, "5 /sandbox\n")

    def test_of_other_languages_run(self):
        for lang, code, program in (("bash", "echo 42", "bash"), ("javascript", "console.log(6 * 7)", "node")):
            with self.session(lang=lang) as session:
                require_program(session, f"{program} --version", program.upper())
                self.assertEqual(session.run(code).stdout, "42\n")


@on_each_engine
class Commands(Case):
    def test_are_words_and_no_shell(self):
        with self.session() as session:
            self.assertEqual(session.execute_command("echo 'a b' && c").stdout, "a b && c\n")
            self.assertEqual(session.execute_command("sh -c 'exit 5'").exit_code, 5)
            self.assertEqual(session.execute_command("pwd", workdir="/tmp").stdout, "/tmp\n")
            self.assertEqual(session.execute_command("python -c 'print(1)'").stdout, "1\n")
            self.assertEqual(session.execute_command("no-such-program").exit_code, 127)
            self.assertEqual(session.execute_command("/etc/hosts").exit_code, 126)
            with self.assertRaises(CommandEmptyError):
                session.execute_command(" ")

    def test_stop_at_the_first_that_fails(self):
        with self.session() as session:
            output = session.execute_commands(["true", ("sh -c 'pwd; exit 2'", "/tmp"), "echo never"])
            self.assertEqual((output.exit_code, output.stdout), (2, "/tmp\n"))


@on_each_engine
class Files(Case):
    def test_come_back_as_they_went(self):
        with self.session() as session, tempfile.TemporaryDirectory() as folder:
            there, back = Path(folder, "there"), Path(folder, "back")
            (there / "deep/empty folder").mkdir(parents=True)
            files = {"a": b"\0\xff" * 1000, "empty": b"", "deep/my..file é $'\".txt": b"x"}
            for name, data in files.items():
                (there / name).write_bytes(data)
            session.copy_to_runtime(str(there), "/sandbox/tree")
            session.copy_from_runtime("/sandbox/tree", str(back))
            for name, data in files.items():
                self.assertEqual((back / "tree" / name).read_bytes(), data)
            self.assertTrue((back / "tree/deep/empty folder").is_dir())
            session.copy_from_runtime("/sandbox/tree/empty", f"{folder}/one")
            self.assertEqual(Path(folder, "one").read_bytes(), b"")
            self.assertGreater(len(session.get_archive("/sandbox/tree")[0]), 2000)

    def test_that_are_not_there_are_told(self):
        with self.session() as session:
            for call in (lambda: session.copy_to_runtime("/no-such-file", "/sandbox/a"),
                         lambda: session.copy_from_runtime("/no-such-file", "/tmp/never")):
                with self.assertRaises(FileNotFoundError):
                    call()
            with self.assertRaises(SecurityError):
                session.copy_to_runtime("/etc/hostname", "/sandbox/../etc/a")

    def test_of_a_stranger_are_not_written_through_links(self):
        with self.session() as session, tempfile.TemporaryDirectory() as folder:
            session.run("import os\nos.makedirs('t/d'); open('t/d/a', 'w').write('new'); os.symlink('/etc/passwd', 't/link')")
            victim = Path(folder, "victim")
            victim.mkdir()
            Path(folder, "t").mkdir()
            Path(folder, "t/d").symlink_to(victim)
            with self.assertRaises(SecurityError):
                session.copy_from_runtime("/sandbox/t", folder)
            self.assertEqual(os.listdir(victim), [])
            Path(folder, "t/d").unlink()
            Path(folder, "t/d").mkdir()
            Path(folder, "t/d/a").symlink_to(victim / "b")
            session.copy_from_runtime("/sandbox/t", folder)
            self.assertEqual((Path(folder, "t/d/a").read_text(), os.listdir(victim)), ("new", []))
            self.assertFalse(Path(folder, "t/link").exists())


@on_each_engine
class Lives(Case):
    def test_without_open_there_is_nothing(self):
        session = self.session()
        for call in (lambda: session.run("1"), lambda: session.execute_command("ls"), lambda: session.copy_to_runtime("a", "b")):
            with self.assertRaises(NotOpenSessionError):
                call()
        session.close()

    def test_end_with_the_block_however_it_ends(self):
        with self.assertRaises(KeyError), self.session() as session:
            raise KeyError
        with self.assertRaises(NotOpenSessionError):
            session.run("1")
        session.close()

    def test_end_at_their_own_time_limit(self):
        with self.session(session_timeout=1) as session:
            session._deadline = time.monotonic() - 1
            with self.assertRaisesRegex(SandboxTimeoutError, "lifetime of 1 seconds"):
                session.run("1")

    def test_share_a_sandbox_by_its_id(self):
        with self.session() as first:
            first.run("open('a', 'w').write('b')")
            with self.session(container_id=first.container.id) as second:
                self.assertEqual(second.run("print(open('a').read())").stdout, "b\n")
            self.assertEqual(first.run("print(1)").exit_code, 0)

    def test_of_a_container_that_is_not_there_do_not_open(self):
        with self.assertRaises(ContainerError):
            self.session(container_id="s-0123456789abcdef").open()

    def test_of_many_threads_do_not_disturb_each_other(self):
        outputs = {}

        def work(number):
            with self.session() as session:
                outputs[number] = session.run(f"print({number})").stdout
        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual(outputs, {number: f"{number}\n" for number in range(6)})


@on_each_engine
class Packages(Case):
    def test_that_are_there_install(self):
        with self.session() as session:
            require_program(session, "python -m pip --version", "PIP")
            require_program(session, "python -c 'import numpy'", "NUMPY")
            self.assertEqual(session.run("import numpy; print(1)", libraries=["numpy"]).stdout, "1\n")

    def test_that_cannot_be_had_are_told(self):
        with self.session() as session:
            with self.assertRaises(CommandFailedError):
                session.install(["no-such-package-of-anybody"])
            self.assertEqual(session.run("print(1)").exit_code, 0)

    def test_are_refused_where_nobody_may(self):
        policy = SecurityPolicy(restricted_modules=[RestrictedModule("requests", "", 1)])
        for error, options in ((SecurityViolationError, {"security_policy": policy}),
                               (LibraryInstallationNotSupportedError, {"skip_environment_setup": True})):
            with self.subTest(error=error), self.session(**options) as session, self.assertRaises(error):
                session.install(["Requests==2"])


@on_each_engine
class Plots(Case):
    def test_come_with_those_before_until_they_are_cleared(self):
        with self.session(ArtifactSandboxSession) as session:
            require_program(session, "python -c 'import matplotlib'", "MATPLOTLIB")
            first = session.run(PLOT)
            self.assertEqual([each.format for each in first.plots], [FileType.PNG], first)
            self.assertGreater(first.plots[0].width, 100)
            self.assertEqual(len(session.run(PLOT).plots), 2)
            self.assertEqual(len(session.run(PLOT, clear_plots=True).plots), 1)
            session.clear_plots()
            self.assertEqual(session.run("print(1)").plots, [])
            self.assertEqual(session.execute_command("echo a").stdout, "a\n")

    def test_are_only_there_if_they_were_asked_for(self):
        with self.session(ArtifactSandboxSession, enable_plotting=False) as session:
            self.assertEqual(session.run(PLOT).plots, [])
        with self.session(ArtifactSandboxSession, lang="javascript") as session, self.assertRaises(LanguageNotSupportPlotError):
            session.run("1")


@on_each_engine
class Interpreters(Case):
    def test_keep_their_variables(self):
        with self.session(InteractiveSandboxSession) as session:
            session.run("x = 41")
            self.assertEqual(session.run("x + 1").stdout, "42\n")
            failed = session.run("1/0")
            self.assertEqual((failed.exit_code, "ZeroDivisionError" in failed.stderr), (1, True))
            self.assertEqual(session.run("!echo hi").stdout, "hi\n")
            with self.assertRaises(SandboxTimeoutError):
                session.run("import time; time.sleep(60)", timeout=0.5)
            self.assertEqual(session.run("import sys; sys.exit(4)").exit_code, 4)
            self.assertEqual(session.run("print(x)").stdout, "41\n")
