// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// main() of every test program:
//   PROGRAM                       all of its classes, one after the other
//   PROGRAM --list                their names
//   PROGRAM CLASS [ARGUMENT...]   one of them, with the arguments of Qt Test
#include "tests/support/test_program.h"

#ifdef SANDBENCH_TEST_WINDOWS
#include "tests/support/stall_watchdog.h"
using Application = sandbench::test::WatchedApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace sandbench::test {

static std::vector<TestClass>& testClasses()
{
    static std::vector<TestClass> classes;
    return classes;
}

bool registerTest(
    const char* file, std::unique_ptr<QObject> (*make)(),
    std::optional<int> (*prepare)(int argc, char** argv))
{
    testClasses().push_back({std::filesystem::path(file).stem().string(), make, prepare});
    return true;
}

/// In a process of its own: a class may change what belongs to its process, as its environment.
static int runInChild(const TestClass& test, const char* program)
{
    const auto child = ::fork();
    if (child == 0) {
        ::execl("/proc/self/exe", program, test.name.c_str(), nullptr);
        ::_exit(127);
    }
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child && status == 0 ? 0 : 1;
}

static int runHere(const TestClass& test, std::span<char*> arguments)
{
    // The history of whoever runs the tests is theirs.
    const QTemporaryDir state;
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    int count = static_cast<int>(arguments.size());
    if (test.prepare != nullptr)
        if (const auto status = test.prepare(count, arguments.data()))
            return *status;
    const Application application(count, arguments.data());
    const auto object = test.make();
    return QTest::qExec(object.get(), count, arguments.data());
}

static int runProgram(std::span<char*> arguments)
{
    auto& classes = testClasses();
    std::ranges::sort(classes, {}, &TestClass::name);
    if (arguments.size() < 2) {
        int failed = 0;
        for (const auto& test : classes)
            failed += runInChild(test, arguments[0]);
        return failed;
    }
    const std::string_view wanted = arguments[1];
    if (wanted == "--list") {
        for (const auto& test : classes)
            std::puts(test.name.c_str());
        return 0;
    }
    const auto found = std::ranges::find(classes, wanted, &TestClass::name);
    if (found == classes.end()) {
        std::fprintf(stderr, "there is no test %s here; --list names them\n", arguments[1]);
        return 2;
    }
    return runHere(*found, arguments.subspan(1));
}

} // namespace sandbench::test

int main(int argc, char** argv)
{
    return sandbench::test::runProgram({argv, static_cast<std::size_t>(argc)});
}
