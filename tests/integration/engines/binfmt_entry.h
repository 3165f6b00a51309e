// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sandbench::test {

/// Lets the kernel run programs for another processor through QEMU, as long as it lives. That is a
/// setting of the whole machine, so only where SANDBENCH_REQUIRE_BINFMT=1 says that it may be; what
/// the machine has anyway stays. Needs root. Source: the kernel's binfmt-misc.rst.
class BinfmtEntry
{
public:
    /// @p machine: "aarch64" is the one that it knows.
    explicit BinfmtEntry(const std::string& machine);
    ~BinfmtEntry();
    BinfmtEntry(const BinfmtEntry&) = delete;
    BinfmtEntry& operator=(const BinfmtEntry&) = delete;

    static bool isThere(const std::string& machine);
    const std::string& problem() const { return m_problem; }

private:
    bool m_isOurs = false, m_isMounted = false;
    std::string m_problem;
};

} // namespace sandbench::test
