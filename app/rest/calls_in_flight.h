// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace sandbench::rest {

/// The calls that are being answered, by caller. Thread: any.
class CallsInFlight
{
public:
    /// One call, until what this returns goes, on any thread; it may not outlive this. Errors:
    /// ResourceExhausted past the caller's quota, Unavailable where @p room is not for it.
    Result<std::shared_ptr<void>> enter(const workspace::Caller& caller, Room room);

private:
    std::mutex m_mutex;
    std::map<std::string, std::size_t> m_counts; ///< By caller; nobody without a call.
};

} // namespace sandbench::rest
