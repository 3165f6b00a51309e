// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/front.h"

#include "core/base/text.h"

#include <exception>

namespace sandbench::rest {

namespace {
constexpr std::size_t kLongestLine = 2000;
}

Front::Front(Gatekeeper& gate, Router router, std::unique_ptr<AuditLog> audit, Log log)
    : m_gate(gate)
    , m_router(std::move(router))
    , m_audit(std::move(audit))
    , m_log(std::move(log))
{
}

Answer Front::answer(Call& call)
{
    const auto begin = std::chrono::steady_clock::now();
    auto answer = admitAndRoute(call);
    for (auto& [name, value] : m_gate.corsHeaders(call))
        answer.headers[name] = value;
    // What a sandbox made must never be taken for a page of ours; handlers may say more.
    answer.headers.try_emplace("x-content-type-options", "nosniff");
    answer.headers.try_emplace("referrer-policy", "no-referrer");
    answer.headers.try_emplace("cache-control", "no-store");
    if (!answer.hidden.empty() && m_log)
        m_log(oneLine(call.method + " " + call.path + ": " + answer.hidden, kLongestLine));
    if (m_audit)
        m_audit->add(call, answer.status, std::chrono::steady_clock::now() - begin);
    return answer;
}

Answer Front::admitAndRoute(Call& call)
{
    auto admitted = m_gate.admit(call);
    if (auto* const answer = std::get_if<Answer>(&admitted))
        return std::move(*answer);
    call.caller = std::move(std::get<service::Caller>(admitted));
    try {
        return m_router.answer(call);
    } catch (const std::exception& failure) {
        return problemAnswer(Error(ErrorCode::Internal, failure.what()));
    }
}

} // namespace sandbench::rest
