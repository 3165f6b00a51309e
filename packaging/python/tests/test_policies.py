# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""A caller's own policy: what it finds, and what it does not take for a find."""

import unittest

from sandbench.llm_sandbox import RestrictedModule, SandboxSession, SecurityIssueSeverity, SecurityPattern, SecurityPolicy
from sandbench.llm_sandbox.exceptions import InvalidRegexPatternError
from sandbench.llm_sandbox.languages import handler_of
from sandbench.llm_sandbox.security import judge, keeps_out

HIGH, MEDIUM, LOW, SAFE = (SecurityIssueSeverity(each) for each in (3, 2, 1, 0))
IMPORTS = {
    "python": ("os", ["import os", "import sys, os", "  import os.path as p", "from os import system", "x = 1; import os",
                      "__import__('os')", "importlib.import_module(\"os\")", "import os;", "x = '#'; import os"],
               ["# import os", "import osmosis", "from .os import x", "print('please import os now')", "important = os"]),
    "javascript": ("fs", ["const a = require('fs')", "import a from \"fs\"", "import 'node:fs'", "await import('fs/promises')"],
                   ["// require('fs')", "/* require('fs') */", "require('fsx')"]),
    "java": ("java.io", ["import java.io.File;", "import static java.io.File.*;"], ["// import java.io.File;", "import java.iox.A;"]),
    "cpp": ("thread", ["#include <thread>", "# include \"thread\""], ["// #include <thread>", "#include <threads>"]),
    "go": ("os", ["import \"os\"", "import (\n\t\"fmt\"\n\t\"os\"\n)", "import x \"os/exec\""], ["// import \"os\"", "import \"osx\""]),
    "ruby": ("open3", ["require 'open3'", "require_relative(\"open3/x\")"], ["# require 'open3'", "=begin\nrequire 'open3'\n=end"]),
    "r": ("httr", ["library(httr)", "x <- 1\nrequire('httr')", "httr::GET(1)"], ["# library(httr)", "library(httr2)"]),
}


def policy(threshold, *patterns):
    return SecurityPolicy(threshold, [SecurityPattern(text, text, severity) for text, severity in patterns])


class Imports(unittest.TestCase):
    def test_are_found_however_they_are_written(self):
        for lang, (module, found, others) in IMPORTS.items():
            rules = SecurityPolicy(HIGH, restricted_modules=[RestrictedModule(module, "", HIGH)])
            for code in found:
                with self.subTest(lang=lang, code=code):
                    self.assertFalse(judge(rules, code, handler_of(lang))[0])
            for code in others:
                with self.subTest(lang=lang, other=code):
                    self.assertTrue(judge(rules, code, handler_of(lang))[0])

    def test_of_the_same_program_are_told_the_same_twice(self):
        session = SandboxSession(security_policy=SecurityPolicy(SAFE, restricted_modules=[RestrictedModule("os", "", LOW)]))
        self.assertEqual(len(session.is_safe("import os")[1]), 1)
        self.assertEqual(len(session.is_safe("import os")[1]), 1)


class Thresholds(unittest.TestCase):
    def test_decide_what_blocks(self):
        code = "a(); b()"
        for threshold, safe, count in ((SAFE, True, 2), (LOW, False, 1), (MEDIUM, False, 2), (HIGH, False, 2)):
            with self.subTest(threshold=threshold):
                found = judge(policy(threshold, (r"a\(", LOW), (r"b\(", HIGH)), code, handler_of("python"))
                self.assertEqual((found[0], len(found[1])), (safe, count))

    def test_policies_become_mappings_and_come_back(self):
        rules = policy(LOW, (r"a", HIGH))
        rules.add_restricted_module(RestrictedModule("os", "", LOW))
        self.assertEqual(SecurityPolicy.model_validate(rules.model_dump()), rules)

    def test_without_a_policy_all_is_safe(self):
        self.assertEqual(judge(None, "import os", handler_of("python")), (True, []))

    def test_lines_of_comments_keep_their_numbers(self):
        self.assertEqual(handler_of("cpp").filter_comments("/* a\nb */x // y\nz").count("\n"), 2)

    def test_a_pattern_that_is_none_is_refused(self):
        with self.assertRaises(InvalidRegexPatternError):
            SecurityPattern("(", "", HIGH)


class Packages(unittest.TestCase):
    def test_are_kept_out_however_they_are_named(self):
        rules = SecurityPolicy(restricted_modules=[RestrictedModule("requests", "", LOW)])
        for name in ("requests", "Requests", "requests==2", "requests[socks]>=1", " requests ; python_version>'3'"):
            with self.subTest(name=name):
                self.assertTrue(keeps_out(rules, name))
        self.assertFalse(keeps_out(rules, "requests-html"))
        self.assertFalse(keeps_out(None, "requests"))
