// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::cli {

/// One event of an event stream.
struct ServerEvent
{
    std::string kind; ///< "stdout"
    std::string data;
};

/// Takes server-sent events apart, however they are cut. No I/O. Thread: one.
/// Source: WHATWG HTML, 9.2.6, without "\r" alone as a line's end, which our server never writes.
class ServerEvents
{
public:
    static constexpr std::size_t kMostBytes = 64U << 20; ///< Of one event.

    /// Those that are whole now. Errors: Protocol for one that is too long.
    Result<std::vector<ServerEvent>> add(std::string_view bytes);

private:
    void takeLine(std::string_view line, std::vector<ServerEvent>& events);

    std::string m_line;
    ServerEvent m_event;
    bool m_hasData = false;
};

} // namespace sandbench::cli
