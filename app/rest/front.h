// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/audit_log.h"
#include "app/rest/gatekeeper.h"
#include "app/rest/message.h"
#include "app/rest/router.h"
#include "app/rest/telemetry/open_span.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

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
    /// are told to come again. @p traces: null = none; outlives its answers and runs.
    Front(
        Gatekeeper& gate, Router router, std::unique_ptr<AuditLog> audit, Log log,
        std::stop_token ending = {}, telemetry::TraceExporter* traces = nullptr);

    Answer answer(Call& call);
    /// Calls that were answered since the start, by the id of their route (empty where there is no
    /// such route) and status. Thread: any.
    using Answers = std::map<std::pair<std::string_view, int>, std::uint64_t>;
    Answers answers() const;
    /// What a listener refused itself, for the audit log.
    void noteRefusal(const std::string& peer, int status);
    /// What was closed because its caller's token is not valid any more, for the audit log.
    void noteRevoked(const std::string& caller, const std::string& sandbox);

private:
    Answer admitAndRoute(Call& call);
    Answer routed(Call& call);
    Answer counted(Call& call);
    void audit(const Call& call, Answer& answer, std::chrono::steady_clock::time_point begin);
    void count(const Call& call, int status);
    std::shared_ptr<telemetry::OpenSpan> spanOf(const Call& call) const;

    Gatekeeper& m_gate;
    const Router m_router;
    const std::unique_ptr<AuditLog> m_audit;
    const Log m_log;
    const std::stop_token m_ending;
    telemetry::TraceExporter* const m_traces;
    CallsInFlight m_calls;
    CallMemory m_memory;
    mutable std::mutex m_answersMutex;
    Answers m_answers;
};

} // namespace sandbench::rest
