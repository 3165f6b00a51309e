// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/audit_log.h"
#include "app/rest/gatekeeper.h"
#include "app/rest/message.h"
#include "app/rest/router.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>

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

/// What a listener calls: the gate, the caller's quota of calls, the router, the audit log.
/// Outlives its answers. Thread: any.
class Front
{
public:
    /// For lines of the server's log. Thread: any.
    using Log = std::function<void(std::string_view line)>;

    /// @p gate outlives it. @p audit: null = none. @p ending: see Call; calls that are stopped then
    /// are told to come again.
    Front(
        Gatekeeper& gate, Router router, std::unique_ptr<AuditLog> audit, Log log,
        std::stop_token ending = {});

    Answer answer(Call& call);
    /// Calls that were answered with 401, 403 and 429 since the start, by status. Thread: any.
    std::map<int, std::uint64_t> refusals() const;
    /// What a listener refused itself, for the audit log.
    void noteRefusal(const std::string& peer, int status);
    /// What was closed because its caller's token is not valid any more, for the audit log.
    void noteRevoked(const std::string& caller, const std::string& sandbox);

private:
    Answer admitAndRoute(Call& call);
    Answer routed(Call& call);
    Answer counted(Call& call);
    void audit(const Call& call, Answer& answer, std::chrono::steady_clock::time_point begin);

    Gatekeeper& m_gate;
    const Router m_router;
    const std::unique_ptr<AuditLog> m_audit;
    const Log m_log;
    const std::stop_token m_ending;
    CallsInFlight m_calls;
    CallMemory m_memory;
    std::atomic<std::uint64_t> m_unknown = 0, m_denied = 0, m_tooMany = 0;
};

} // namespace sandbench::rest
