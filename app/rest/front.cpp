// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/front.h"

#include "core/base/clock.h"
#include "core/base/text.h"

#include <exception>
#include <utility>

namespace sandbench::rest {

namespace {

constexpr std::size_t kLongestLine = 2000;
constexpr int kTooMany = 429, kClientGone = 499;

Answer tryLater(const Error& error)
{
    auto answer = problemAnswer(error);
    answer.headers["retry-after"] = "1";
    return answer;
}

/// What an answer takes until it was sent.
struct Held
{
    std::shared_ptr<void> call;
    std::shared_ptr<MemoryShare> memory;
};

/// Notes when a stream is over, which is when its answer goes.
class StreamEnd
{
public:
    StreamEnd(AuditLog& log, AuditEntry entry, Clock::time_point begin, std::shared_ptr<void> held)
        : m_log(log)
        , m_entry(std::move(entry))
        , m_begin(begin)
        , m_held(std::move(held))
    {
        m_entry.part = AuditEntry::Part::End;
    }
    ~StreamEnd() { m_log.add(m_entry, Clock::now() - m_begin); }
    StreamEnd(const StreamEnd&) = delete;
    StreamEnd& operator=(const StreamEnd&) = delete;

private:
    AuditLog& m_log;
    AuditEntry m_entry;
    const Clock::time_point m_begin;
    const std::shared_ptr<void> m_held;
};

/// What the answer of a call says of it, until the answer was sent.
void endSpan(const Call& call, Answer& answer, std::shared_ptr<telemetry::OpenSpan> span)
{
    span->set("http.response.status_code", answer.status);
    if (!call.caller.id.empty())
        span->set("enduser.id", call.caller.id);
    if (answer.status >= 500) {
        span->set("error.type", std::to_string(answer.status));
        span->fail(answer.hidden);
    }
    if (answer.stream)
        answer.held = std::make_shared<std::pair<std::shared_ptr<void>, std::shared_ptr<void>>>(
            std::move(answer.held), std::move(span));
}

} // namespace

Front::Front(
    Gatekeeper& gate, Router router, std::unique_ptr<AuditLog> audit, Log log,
    std::stop_token ending, telemetry::TraceExporter* traces)
    : m_gate(gate)
    , m_router(std::move(router))
    , m_audit(std::move(audit))
    , m_log(std::move(log))
    , m_ending(std::move(ending))
    , m_traces(traces)
{
}

Answer Front::answer(Call& call)
{
    const auto begin = Clock::now();
    call.ending = m_ending;
    m_router.resolve(call);
    if (m_traces)
        call.span = spanOf(call);
    auto answer = m_router.inItsWords(call, admitAndRoute(call));
    if (answer.status == kClientGone && m_ending.stop_requested())
        answer = tryLater(Error(ErrorCode::Unavailable, "the server is ending"));
    for (auto& [name, value] : m_gate.corsHeaders(call))
        answer.headers[name] = value;
    // What a sandbox made must never be taken for a page of ours; handlers may say more.
    answer.headers.try_emplace("x-content-type-options", "nosniff");
    answer.headers.try_emplace("referrer-policy", "no-referrer");
    answer.headers.try_emplace("cache-control", "no-store");
    // Whoever has too much of something has less of it when a run or a sandbox of theirs ends.
    if (answer.status == kTooMany)
        answer.headers.try_emplace("retry-after", "1");
    if (!answer.hidden.empty() && m_log)
        m_log(oneLine(call.method + " " + call.path + ": " + answer.hidden, kLongestLine));
    if (m_audit)
        audit(call, answer, begin);
    count(call, answer.status);
    if (call.span)
        endSpan(call, answer, std::exchange(call.span, nullptr));
    return answer;
}

/// Source: OpenTelemetry's semantic conventions for HTTP.
std::shared_ptr<telemetry::OpenSpan> Front::spanOf(const Call& call) const
{
    const auto parent = telemetry::parseTraceParent(call.header("traceparent"));
    const auto* const route = call.route;
    // Probes come every second, and tell nothing.
    const bool isProbe = route && route->tag == "server" && !parent;
    if (isProbe || (parent && !parent->isSampled))
        return nullptr;
    auto name = call.method;
    if (route)
        name += " " + std::string(route->path);
    auto span = std::make_shared<telemetry::OpenSpan>(
        *m_traces, std::move(name), telemetry::Span::Kind::Server, parent);
    span->set("http.request.method", call.method);
    span->set("url.path", call.path);
    span->set("client.address", call.peer);
    if (route)
        span->set("http.route", route->path);
    return span;
}

void Front::count(const Call& call, int status)
{
    const std::scoped_lock lock(m_answersMutex);
    ++m_answers[{call.route ? call.route->id : std::string_view(), status}];
}

Front::Answers Front::answers() const
{
    const std::scoped_lock lock(m_answersMutex);
    return m_answers;
}

void Front::audit(const Call& call, Answer& answer, Clock::time_point begin)
{
    AuditEntry entry = auditEntry(call, answer.status);
    if (answer.stream)
        entry.part = AuditEntry::Part::Begin;
    m_audit->add(entry, Clock::now() - begin);
    if (answer.stream)
        answer.held = std::make_shared<StreamEnd>(
            *m_audit, std::move(entry), begin, std::move(answer.held));
}

void Front::noteRefusal(const std::string& peer, int status)
{
    if (m_audit)
        m_audit->add({.peer = peer, .status = status}, {});
}

void Front::noteRevoked(const std::string& caller, const std::string& sandbox)
{
    if (m_audit)
        m_audit->add(
            {.caller = caller, .method = "REVOKED", .path = "/sessions/" + sandbox, .status = 204},
            {});
}

Answer Front::admitAndRoute(Call& call)
{
    using For = Gatekeeper::For;
    const bool isForEverybody = call.route && !call.route->scope;
    auto admitted = m_gate.admit(call, isForEverybody ? For::Everybody : For::Callers);
    if (auto* const answer = std::get_if<Answer>(&admitted))
        return std::move(*answer);
    call.caller = std::move(std::get<workspace::Caller>(admitted));
    // The router has but a refusal for whoever has no id.
    if (isForEverybody || call.caller.id.empty())
        return routed(call);
    const auto entry = m_calls.enter(call.caller, call.room);
    if (!entry)
        return tryLater(entry.error());
    auto answer = counted(call);
    answer.held = std::make_shared<Held>(Held{*entry, std::move(call.memory)});
    return answer;
}

Answer Front::counted(Call& call)
{
    call.memory = m_memory.share(call.caller.id);
    if (call.body)
        call.body->setCharge([&call](std::size_t bytes) { return call.charge(bytes); });
    auto answer = routed(call);
    if (answer.stream)
        return answer;
    // Nobody looks at it any more; the answer stays until its client has read it.
    call.json = {};
    const auto room = call.memory->resize(answer.body.size());
    return room ? std::move(answer) : tryLater(room.error());
}

Answer Front::routed(Call& call)
{
    try {
        return m_router.answer(call);
    } catch (const std::exception& failure) {
        return problemAnswer(Error(ErrorCode::Internal, failure.what()));
    }
}

Result<std::shared_ptr<void>> CallsInFlight::enter(const workspace::Caller& caller, Room room)
{
    auto leave = [this, id = caller.id](void*) {
        const std::scoped_lock lock(m_mutex);
        if (const auto at = m_counts.find(id); --at->second == 0)
            m_counts.erase(at);
    };
    {
        const auto most = caller.quotas.calls;
        const std::scoped_lock lock(m_mutex);
        const auto at = m_counts.find(caller.id);
        const std::size_t others = at == m_counts.end() ? 0 : at->second;
        if (most != 0 && others >= most)
            return Error(
                ErrorCode::ResourceExhausted,
                "the token has " + std::to_string(most) + " calls at the same time already");
        if (room == Room::Last || (room == Room::Little && others > 0))
            return Error(
                ErrorCode::Unavailable, "the server has as many requests at once as it takes");
        ++m_counts[caller.id];
    }
    return std::shared_ptr<void>(this, std::move(leave));
}

} // namespace sandbench::rest
