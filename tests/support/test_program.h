// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <memory>
#include <optional>
#include <string>

namespace sandbench::test {

/// One class of tests in a program of many. It is called by the name of its source file without
/// ".cpp", by which CTest knows it too: "tests_unit tst_units" runs it alone.
struct TestClass
{
    std::string name;
    std::unique_ptr<QObject> (*make)() = nullptr;
    /// Called before there is an application object, where the class needs more than that; a value
    /// ends the program with this status.
    std::optional<int> (*prepare)(int argc, char** argv) = nullptr;
};

/// Makes a class known to the program's main(). @p file is __FILE__. Thread: main, before main().
bool registerTest(
    const char* file, std::unique_ptr<QObject> (*make)(),
    std::optional<int> (*prepare)(int argc, char** argv) = nullptr);

} // namespace sandbench::test

#define SANDBENCH_TEST_AFTER(prepare, Class)                                                       \
    static const bool isRegistered##Class = sandbench::test::registerTest(                         \
        __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); }, prepare)
#define SANDBENCH_TEST(Class) SANDBENCH_TEST_AFTER(nullptr, Class)
