// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

#include <cstdlib>
#include <string>
#include <string_view>

namespace sandbench::test {

/// True where @p need ("local", "matplotlib" …) may not be missing: SANDBENCH_REQUIRE_<NEED>=1.
/// packaging/test says so of all that it installs.
inline bool isRequired(std::string_view need)
{
    std::string name = "SANDBENCH_REQUIRE_";
    for (const char c : need)
        name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const char* value = std::getenv(name.c_str());
    return value != nullptr && std::string_view(value) == "1";
}

} // namespace sandbench::test

/// Skips the test because @p need is missing, or fails it where that is required. @p why is a
/// const char*.
#define SKIP_WITHOUT(need, why)                                                                    \
    do {                                                                                           \
        if (sandbench::test::isRequired(need))                                                     \
            QFAIL(why);                                                                            \
        QSKIP(why);                                                                                \
    } while (false)
