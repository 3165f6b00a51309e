// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lsp/language_server.h"

#include "core/engine/profile_spec.h"

#include <thread>
#include <utility>

namespace sandbench::lsp {

namespace {

constexpr auto kProfile = "strict";

RunRequest requestFor(const std::vector<std::string>& command)
{
    RunRequest request;
    request.language.clear();
    request.command = command;
    request.liveInput = true;
    request.isObserved = false;
    request.limits = {0, 0, 0, 0, 1024}; // it stays as long as it is needed
    request.keepBytes = 0;
    return request;
}

} // namespace

/// Takes what the server says, and has its input written beside that: a server that waits until it
/// is read would else be waited for.
class LanguageServer::Sink : public RunSink
{
public:
    Sink(LanguageServer& server, Session& session, std::stop_source end)
        : m_server(server)
        , m_session(session)
        , m_end(std::move(end))
    {
    }

    void onStarted(const std::string& runId) override
    {
        m_writer = std::jthread(
            [this, runId](const std::stop_token& stop) { m_server.write(m_session, runId, stop); });
    }
    void onOutput(StreamKind stream, std::string_view bytes) override
    {
        if (stream == StreamKind::Stdout && !m_server.take(bytes))
            m_end.request_stop();
    }

private:
    LanguageServer& m_server;
    Session& m_session;
    std::stop_source m_end;
    std::jthread m_writer; ///< Last: it uses the others.
};

const LayerNames& LanguageServer::demandedLayers()
{
    static const LayerNames kLayers = {"memory-limit",    "mount-namespace",   "network-namespace",
                                       "no-capabilities", "no-network",        "no-new-privileges",
                                       "process-limit",   "process-namespace", "read-only-root",
                                       "seccomp"};
    return kLayers;
}

LanguageServer::LanguageServer()
    : m_conversation([this](std::uint64_t number, Answer answer) {
        m_answers.insert_or_assign(number, std::move(answer));
    })
{
}

Result<void> LanguageServer::serve(
    const Workshop& workshop, const std::vector<ServerCandidate>& candidates, std::stop_token stop)
{
    const auto attempt = [&]() -> Result<void> {
        const auto command = findServer(candidates);
        if (command.empty())
            return Error(ErrorCode::NotFound, "no language server is installed");
        SANDBENCH_TRY(const auto profile, workshop.profiles.find(kProfile));
        SessionSpec spec;
        applyProfile(profile, false, spec.sandbox);
        spec.sandbox.requiredLayers = demandedLayers();
        spec.profile = profile.name;
        spec.warm = Warm::Never;
        SANDBENCH_TRY(
            const auto session,
            Session::open(
                workshop.engine, std::move(spec), workshop.languages, workshop.artifacts, stop));
        auto ran = runIn(*session, command, stop);
        auto closed = session->close();
        return ran ? std::move(closed) : std::move(ran);
    };
    auto served = attempt();
    end();
    return served;
}

Result<void> LanguageServer::runIn(
    Session& session, const std::vector<std::string>& command, const std::stop_token& stop)
{
    std::stop_source ending;
    const std::stop_callback passOn(stop, [&ending] { ending.request_stop(); });
    Sink sink(*this, session, ending);
    return withoutValue(session.run(requestFor(command), sink, ending.get_token()));
}

bool LanguageServer::take(std::string_view bytes)
{
    const std::lock_guard lock(m_mutex);
    const bool isFine = m_conversation.feed(bytes).has_value();
    m_changed.notify_all();
    return isFine;
}

void LanguageServer::write(Session& session, const std::string& runId, const std::stop_token& stop)
{
    for (;;) {
        std::string output;
        {
            std::unique_lock lock(m_mutex);
            const bool hasSome = m_changed.wait(lock, stop, [&] {
                output = m_conversation.takeOutput();
                return !output.empty();
            });
            if (!hasSome)
                return;
        }
        if (!session.sendInput(runId, output, stop))
            return; // it has ended, and so will the run
    }
}

void LanguageServer::end()
{
    const std::lock_guard lock(m_mutex);
    m_hasEnded = true;
    m_changed.notify_all();
}

Result<Answer> LanguageServer::ask(
    const Question& question, std::chrono::milliseconds patience, std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "the answer is not wanted any more");
    if (m_conversation.isBehind())
        return Error(ErrorCode::Unavailable, "the language server does not listen");
    const auto number = ++m_lastNumber;
    m_conversation.ask(number, question);
    m_changed.notify_all();
    const bool hasAnswer = m_changed.wait_for(
        lock, stop, patience, [&] { return m_hasEnded || m_answers.contains(number); });
    auto answer = m_answers.extract(number);
    if (!answer.empty())
        return std::move(answer.mapped());
    m_conversation.drop(number);
    m_changed.notify_all();
    if (hasAnswer)
        return Error(ErrorCode::NotFound, "the language server has ended");
    return stop.stop_requested() ? Error(ErrorCode::Cancelled, "the answer is not wanted any more")
                                 : Error(ErrorCode::Timeout, "the language server does not answer");
}

void LanguageServer::close(const std::string& document)
{
    const std::lock_guard lock(m_mutex);
    m_conversation.close(document);
    m_changed.notify_all();
}

} // namespace sandbench::lsp
