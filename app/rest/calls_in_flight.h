// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace sandbench::rest {

/// The calls that are being answered, and what the bodies of their requests take of memory, by
/// caller. Thread: any.
class CallsInFlight
{
public:
    /// One call, until it goes. Thread: any, but charge() one.
    class Entry
    {
    public:
        Entry(CallsInFlight& all, std::string caller);
        ~Entry();
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

        /// Errors: ResourceExhausted.
        Result<void> charge(std::size_t bytes);

    private:
        CallsInFlight& m_all;
        const std::string m_caller;
        std::size_t m_bytes = 0;
    };

    /// Errors: ResourceExhausted past the caller's quota, Unavailable where @p room is not for it.
    /// The entry may not outlive this.
    Result<std::shared_ptr<Entry>> enter(const service::Caller& caller, Room room);

    /// What nlohmann::json makes of a body is several times of this. Units: bytes.
    static constexpr std::size_t kMostBytes = 256U << 20, kMostOfOne = 128U << 20;

private:
    struct Share
    {
        std::size_t calls = 0, bytes = 0;
    };
    std::mutex m_mutex;
    std::map<std::string, Share> m_shares; ///< By caller; nobody without a call.
    std::size_t m_bytes = 0;
};

} // namespace sandbench::rest
