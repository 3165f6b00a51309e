# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What a server says is read once, whole or byte by byte, and nonsense is told as such."""

import json
import random
import unittest

from sandbench.answer import files_of, object_of, problem_of, record_of, unless_refused
from sandbench.errors import BadAnswer, ServerProblem
from sandbench.event_stream import Event, EventReader

STREAM = (
    b"retry: 1000\n\n: a comment\nid: 1\nevent: started\ndata: {\"run_id\": \"r-1\"}\n\n"
    b"event: stdout\r\ndata: {\"text\":\r\ndata: \"\xe2\x82\xac\"}\r\n\r\ndata: {}\n\nevent: empty\n\n"
)
EVENTS = [Event("started", {"run_id": "r-1"}), Event("stdout", {"text": "€"}), Event("message", {})]
RECORD = {"run_id": "r-1", "verdict": "exited", "exit_code": 0, "artifacts": []}
ARTIFACT = {"index": 0, "name": "a.png", "mime": "image/png", "bytes": 3, "form_of": None}


class Events(unittest.TestCase):
    def test_reads_a_whole_stream(self):
        self.assertEqual(list(EventReader().feed(STREAM)), EVENTS)

    def test_reads_it_byte_by_byte(self):
        reader = EventReader()
        self.assertEqual([event for byte in STREAM for event in reader.feed(bytes([byte]))], EVENTS)

    def test_refuses_a_line_without_end(self):
        reader = EventReader(longest=1000)
        with self.assertRaises(BadAnswer):
            for _ in range(100):
                list(reader.feed(b"x" * 100))

    def test_refuses_an_event_of_too_many_lines(self):
        reader = EventReader(longest=1000)
        with self.assertRaises(BadAnswer):
            for _ in range(100):
                list(reader.feed(b"data: " + b"1" * 100 + b"\n"))

    def test_refuses_data_that_is_no_object(self):
        for data in (b"1", b"[]", b"{", b"\"\"", b"{\"a\":" * 5000, b"\xff"):
            with self.subTest(data=data[:8]), self.assertRaises(BadAnswer):
                list(EventReader().feed(b"data: " + data + b"\n\n"))

    def test_random_bytes_are_events_or_bad_answers(self):
        source = random.Random(21)
        for _ in range(500):
            data = bytes(source.choice(b"data: {}\n\r:\x00\xff\"event") for _ in range(200))
            try:
                list(EventReader().feed(data))
            except BadAnswer:
                pass


class Records(unittest.TestCase):
    def test_keeps_that_there_is_no_exit_code(self):
        record = record_of({**RECORD, "exit_code": None, "signal": 11, "verdict": "signaled"})
        self.assertEqual((record.exit_code, record.signal), (None, 11))

    def test_names_the_member_that_is_wrong(self):
        wrong = {
            "run_id": 1, "verdict": None, "exit_code": "0", "signal": True, "result": {}, "artifacts": [1],
            "sentence": [],
        }
        for name, value in wrong.items():
            with self.subTest(name=name), self.assertRaisesRegex(BadAnswer, name):
                record_of({**RECORD, name: value})
        for name in ("index", "mime", "bytes"):
            with self.subTest(name=name), self.assertRaisesRegex(BadAnswer, name):
                record_of({**RECORD, "artifacts": [{**ARTIFACT, name: None}]})

    def test_takes_a_bounded_number_of_artifacts(self):
        with self.assertRaises(BadAnswer):
            record_of({**RECORD, "artifacts": [ARTIFACT] * 1001})

    def test_a_run_that_could_not_start_is_a_problem(self):
        with self.assertRaisesRegex(ServerProblem, "cannot start x") as raised:
            unless_refused({"error": {"code": "invalid_argument", "message": "cannot start x"}})
        self.assertEqual(raised.exception.code, "invalid_argument")
        programs_own = {**RECORD, "error": {"name": "ValueError"}}
        self.assertIs(unless_refused(programs_own), programs_own)


class Refusals(unittest.TestCase):
    def test_say_their_code_and_sentence(self):
        said = problem_of(404, json.dumps({"code": "not_found", "detail": "there is none"}).encode())
        self.assertEqual((said.status, said.code, str(said)), (404, "not_found", "there is none"))

    def test_of_a_stranger_keep_their_status(self):
        for data in (b"", b"<html>", b"[]", b"{\"code\": 1}"):
            with self.subTest(data=data):
                self.assertEqual(str(problem_of(502, data)), "the server answered 502")

    def test_have_a_bounded_length(self):
        self.assertLess(len(str(problem_of(400, json.dumps({"detail": "x" * 100000}).encode()))), 5000)


class Folders(unittest.TestCase):
    def test_are_never_silently_short(self):
        with self.assertRaises(BadAnswer):
            files_of({"files": [], "truncated": True}, 10)

    def test_have_octal_modes(self):
        entry = {"path": "/a", "type": "file", "mode": "755"}
        self.assertEqual(files_of({"files": [entry]}, 10)[0].mode, 0o755)
        for mode in ("9", "-1", "0x1", "", "1234567"):
            with self.subTest(mode=mode), self.assertRaises(BadAnswer):
                files_of({"files": [{**entry, "mode": mode}]}, 10)

    def test_an_answer_that_is_no_json_is_told(self):
        with self.assertRaises(BadAnswer):
            object_of(b"\xff")
