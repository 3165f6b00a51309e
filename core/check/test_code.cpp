// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/test_code.h"

#include "core/base/embedded.h"
#include "core/base/text.h"

namespace sandbench::check {

namespace {

bool definesTests(std::string_view code)
{
    while (!code.empty()) {
        const auto line = takeUpTo(code, '\n');
        for (const std::string_view start : {"def test", "async def test", "class Test"})
            if (line.starts_with(start))
                return true;
        if (line.starts_with("class ") && line.find("TestCase") != std::string_view::npos)
            return true;
    }
    return false;
}

bool startsThem(std::string_view code)
{
    for (const std::string_view call : {"__main__", "unittest.main", "pytest.main"})
        if (code.find(call) != std::string_view::npos)
            return true;
    return false;
}

} // namespace

std::string testCode(const TestFile& test)
{
    if (test.language != "python" || startsThem(test.code) || !definesTests(test.code))
        return test.code;
    const auto epilogue = embeddedFile("check/run_tests.py");
    return test.code + "\n" + std::string(epilogue.value_or(""));
}

} // namespace sandbench::check
