// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandbench::kubernetes {

/// Incremental parser of a watch's answer: one object {"type", "object"} per line, for hostile
/// bytes; an event has at most 4 MiB. No I/O. Thread: one at a time.
/// Source: Kubernetes API concepts, "Efficient detection of changes".
class WatchLines
{
public:
    /// Errors: that of next(), once there is one.
    Result<void> feed(std::string_view bytes);
    /// The next whole event; nothing = feed it. Errors: Protocol; the parser stays in that state.
    Result<std::optional<Json>> next();

private:
    std::string m_bytes;
    std::size_t m_begin = 0; ///< Of what was not handed out.
    std::size_t m_searched = 0; ///< No line ends before.
    std::optional<Error> m_error;
};

} // namespace sandbench::kubernetes
