// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sandbench::guest {

/// The memory of another process, to read; it may change while it is read. Never waits. Thread:
/// one.
class ProcessMemory
{
public:
    explicit ProcessMemory(pid_t pid);

    bool isOpen() const { return static_cast<bool>(m_fd); }
    /// As much of it as there is, perhaps nothing.
    std::string bytes(std::uint64_t address, std::size_t most) const;
    /// Up to its NUL; cut at @p most.
    std::string text(std::uint64_t address, std::size_t most) const;
    /// A list of texts that ends with a null pointer. @p isCut: it goes on behind the bounds.
    std::vector<std::string>
    texts(std::uint64_t address, std::size_t most, std::size_t mostBytes, bool& isCut) const;

private:
    UniqueFd m_fd;
};

} // namespace sandbench::guest
