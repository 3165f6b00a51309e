// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace sandbench::mcp {

/// Cuts a stream of bytes into lines. Untrusted, no I/O; memory is bounded. Thread: one.
class LineSplitter
{
public:
    using OnLine = std::function<void(std::string_view line)>;

    /// A longer line is dropped to its end and told as @p onTooLong.
    LineSplitter(std::size_t most, OnLine onLine, std::function<void()> onTooLong);

    void feed(std::string_view bytes);
    /// The input is over: what has no end is a line as well.
    void finish();

private:
    void take(std::string_view part);
    void endLine();

    const std::size_t m_most;
    const OnLine m_onLine;
    const std::function<void()> m_onTooLong;
    std::string m_line;
    bool m_isTooLong = false;
};

} // namespace sandbench::mcp
