# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# Put behind a test file that only defines tests: calls its functions and unittest's classes, and ends with 1 where one failed.


def _sandbench_run_tests(found):
    import asyncio
    import inspect
    import sys
    import traceback
    import unittest

    def call(function):
        made = function()
        if inspect.iscoroutine(made):
            asyncio.run(made)

    def methods(kind):
        for name in dir(kind):
            if name.startswith("test"):
                yield kind.__name__ + "." + name, lambda: call(getattr(kind(), name))

    tests, suite = [], unittest.TestSuite()
    for name, value in found.items():
        if inspect.isclass(value) and issubclass(value, unittest.TestCase):
            suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(value))
        elif inspect.isclass(value) and name.startswith("Test") and value.__module__ == "__main__":
            tests.extend(methods(value))
        elif inspect.isfunction(value) and name.startswith("test"):
            tests.append((name, lambda value=value: call(value)))
    failed = []
    for name, test in tests:
        try:
            test()
        except BaseException:
            failed.append(name)
            traceback.print_exc()
    if suite.countTestCases():
        result = unittest.TextTestRunner(stream=sys.stderr).run(suite)
        failed += [str(test) for test, _ in result.failures + result.errors + [(t, "") for t in result.unexpectedSuccesses]]
    count = len(tests) + suite.countTestCases()
    if not count:
        sys.exit("no test was found")
    if failed:
        sys.exit("%d of %d tests failed: %s" % (len(failed), count, ", ".join(failed)))


_sandbench_run_tests(dict(globals()))
