// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_driver.h"

#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/session/gate_check.h"
#include "core/session/missing_language.h"

#include <algorithm>

namespace sandbench {

namespace {

using namespace std::chrono_literals;
using agent::Channel;
using agent::StreamItem;

constexpr auto kNever = agent::AgentStream::kForever;
constexpr std::size_t kFlushAt = 1U << 20;
constexpr auto kEmptyPatience = 10s;
constexpr auto kKillPatience = 2s;
// A sink that takes longer is slow by itself, not for what the agent sends.
constexpr auto kSlowSink = 20ms;
// A stopped run is reported within 100 ms, also when its tree takes longer to kill.
constexpr auto kStopPatience = 80ms;

std::chrono::steady_clock::duration toDuration(double seconds)
{
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(std::min(seconds, 1e8)));
}

Error cancelled()
{
    return Error(ErrorCode::Cancelled, "stopped before the program started");
}

} // namespace

RunDriver::RunDriver(
    SessionCore& core, const RunRequest& request, RunSink& sink, std::stop_token stop)
    : m_core(core)
    , m_request(request)
    , m_sink(sink)
    , m_stop(std::move(stop))
{
}

RunDriver::~RunDriver()
{
    if (!m_fileName.empty() && m_request.projectFile.empty())
        m_core.fileNames.giveBack(m_fileName);
    // What cannot be removed any more is gone with the sandbox.
    for (const auto& folder :
         {m_buildFolder, m_collector ? m_collector->childrenFolder() : std::string()})
        if (!folder.empty()) [[maybe_unused]]
            const auto sent = m_core.client->post(
                {{"verb", "remove"}, {"path", folder}, {"recursive", true}}, m_stop);
    const std::lock_guard lock(m_core.mutex);
    m_core.runs.erase(m_runId);
}

Result<RunRecord> RunDriver::run()
{
    if (m_stop.stop_requested())
        return cancelled();
    if (auto failure = m_core.client->failure())
        return *failure;
    // A command needs no language.
    const bool isCommand = m_request.language.empty() && !m_request.command.empty();
    auto language = isCommand ? Language() : m_core.languages.find(m_request.language);
    if (!language)
        return Error(ErrorCode::InvalidArgument, language.error().message());
    if (!m_request.onlyChecked
        && isDeniedByPolicy(
            m_core.spec.policy.get(), m_request, *language, m_core.scanOfProject().get(), m_record))
        return denied();
    if (auto missing = missingOnHost(m_core, m_request, *language))
        return *std::move(missing);
    if (auto done = runProgram(*language); !done) {
        if (m_evidence.killed == KilledBecause::StopRequested && !m_started)
            return cancelled();
        const bool ran = m_started && m_record.phase == RunPhase::Run;
        const bool isMissing
            = done.error().code() == ErrorCode::NotFound && m_filesAreThere && !ran;
        // An interpreter that could be opened is there; another run's may still have failed to.
        if (isMissing && !m_request.context.empty())
            return Error(
                ErrorCode::Unavailable,
                "the context '" + m_request.context
                    + "' could not be opened, or has just ended; run this again");
        if (isMissing && m_request.command.empty())
            return missingInSandbox(m_core, *language, done.error());
        return std::move(done.error());
    }
    finish();
    return std::move(m_record);
}

RunRecord RunDriver::denied()
{
    m_record.sessionId = m_core.spec.id;
    m_record.startedAt = utcNow();
    m_record.runId = m_core.nextRunId();
    fillRecord();
    return std::move(m_record);
}

Result<void> RunDriver::runProgram(const Language& language)
{
    if (!language.id.empty()) {
        SANDBENCH_TRY(const auto wanted, programFileName(m_request, language));
        m_fileName = m_request.projectFile.empty()
            ? m_core.fileNames.take(wanted, language.fileNameRule != FileNameRule::None)
            : wanted;
    }
    m_runId = m_core.nextRunId();
    SANDBENCH_TRY(const auto plan, planIn(language));
    SANDBENCH_TRY_VOID(prepare(language));
    auto done = attempt(plan);
    if (isProgramRefused(done) && done.error().code() != ErrorCode::ResourceExhausted
        && mendWorkFolder())
        done = attempt(plan);
    if (isProgramRefused(done))
        return runFromReserve(language, std::move(done.error()));
    return done;
}

bool RunDriver::isProgramRefused(const Result<void>& attempted) const
{
    return !attempted && m_isProgramRefused;
}

bool RunDriver::mendWorkFolder()
{
    const auto mended = m_core.client->call(
        {{"verb", "mend"}, {"path", m_core.layout.work}}, m_stop, kEmptyPatience);
    if (!mended || !jsonBool(*mended, "changed"))
        return false;
    m_notice = "An earlier program had closed or moved the working folder; it was opened again";
    return true;
}

Result<RunPlan> RunDriver::planIn(const Language& language, const std::string& folder) const
{
    SANDBENCH_TRY(
        auto plan,
        planRun(
            m_request, language, {m_fileName, m_runId, folder}, m_core.environment(),
            m_core.layoutOfPrograms()));
    // The guest does not see all limits.
    if (const auto memory = m_core.spec.sandbox.limits.memoryBytes; memory != 0)
        plan.run["memory_bytes"] = memory;
    return plan;
}

Result<void> RunDriver::runFromReserve(const Language& language, Error whyNotInWork)
{
    const auto& folder = m_core.layout.reserve;
    SANDBENCH_TRY(auto plan, planIn(language, folder));
    // The input files were accepted.
    plan.files.erase(plan.files.begin(), plan.files.end() - 1);
    m_notice = (whyNotInWork.code() == ErrorCode::ResourceExhausted
                    ? "The working folder is full"
                    : "The program's file could not be written (" + whyNotInWork.message() + ")")
        + "; the program ran from " + plan.programPath;
    auto done = attempt(plan);
    if (isProgramRefused(done)) {
        // Programs can fill this folder too, and nothing in it is theirs to keep. The folder itself
        // is a mount, so its own removal fails.
        [[maybe_unused]] const auto emptied = m_core.client->call(
            {{"verb", "remove"}, {"path", folder}, {"recursive", true}}, m_stop, kEmptyPatience);
        done = attempt(plan);
    }
    if (!done && !m_filesAreThere && m_core.client->isAlive())
        return whyNotInWork;
    return done;
}

Result<void> RunDriver::prepare(const Language& language)
{
    m_record.sessionId = m_core.spec.id;
    m_record.language = language.id;
    m_record.startedAt = utcNow();
    m_collector.emplace(m_core.artifacts, m_record, m_sink, m_core.layout);
    SANDBENCH_TRY_VOID(openContext(language));
    {
        const std::lock_guard lock(m_core.instanceMutex);
        m_core.instance->resetPeak();
        m_before = m_core.instance->counters();
    }
    return {};
}

Result<void> RunDriver::attempt(const RunPlan& plan)
{
    m_isProgramRefused = false;
    m_batch.emplace(*m_core.client, m_stop);
    auto sent = upload(plan);
    if (sent)
        sent = sendRun(plan);
    m_batch.reset();
    return sent ? follow() : std::move(sent);
}

Result<void> RunDriver::openContext(const Language& language)
{
    const auto& name = m_request.context;
    const auto state
        = name.empty() ? ContextTable::State::Open : m_core.contexts.find(name, language.id);
    if (state == ContextTable::State::Open)
        return {};
    if (state == ContextTable::State::OtherLanguage)
        return Error(
            ErrorCode::InvalidArgument, "the context '" + name + "' belongs to another language");
    const auto opened = m_core.openContext(name, language, m_stop);
    if (opened.failedAs(ErrorCode::NotFound))
        return missingInSandbox(m_core, language, opened.error());
    // A run beside this one may have opened it just now.
    if (!opened && opened.error().code() != ErrorCode::AlreadyExists)
        return Error(opened.error()).within("opening the context '" + name + "'");
    m_core.contexts.add(name, language.id);
    return {};
}

Result<void> RunDriver::upload(const RunPlan& plan)
{
    for (const auto& file : plan.files) {
        auto stream = m_batch->add(writeRequest(file.path, file.mode));
        const auto rest = file.bytes.substr(m_batch->addData(stream, Channel::File, file.bytes));
        if (!rest.empty() || m_batch->bytes() > kFlushAt) {
            SANDBENCH_TRY_VOID(m_batch->send());
            if (!rest.empty())
                SANDBENCH_TRY_VOID(sendRest(stream, rest));
            m_batch.emplace(*m_core.client, m_stop);
        }
        m_uploads.push_back(std::move(stream));
    }
    return {};
}

Result<void> RunDriver::sendRest(agent::AgentStream& stream, std::string_view rest)
{
    auto sent = stream.send(Channel::File, rest, m_stop);
    if (sent)
        sent = stream.sendEof(Channel::File, m_stop);
    // A refused file is over early; its reply, looked at later, says why.
    return !sent && sent.error().code() != ErrorCode::NotFound ? std::move(sent) : Result<void>();
}

Result<void> RunDriver::sendRun(const RunPlan& plan)
{
    m_active = std::make_shared<ActiveRun>();
    m_active->context = m_request.context;
    m_active->takesInput = m_request.liveInput;
    m_buildFolder = plan.buildFolder;
    m_steps = jsonField(plan.run, "steps").size();
    // Where it cannot be made, the compiler says why.
    if (!m_buildFolder.empty())
        m_batch->add({{"verb", "mkdir"}, {"path", m_buildFolder}, {"mode", 0755}}).detach();
    Json request = plan.run;
    for (const auto& upload : m_uploads)
        request["after"].push_back(upload.id());
    m_active->stream = m_batch->add(request);
    if (!m_request.liveInput && !m_request.stdinBytes.empty())
        m_inputLeft
            = std::string_view(m_request.stdinBytes)
                  .substr(m_batch->addData(m_active->stream, Channel::Stdin, m_request.stdinBytes));
    {
        const std::lock_guard lock(m_core.mutex);
        m_record.runId = m_runId;
        m_core.runs.emplace(m_runId, m_active);
    }
    m_begin = Clock::now();
    const auto patience = startPatience(m_request);
    m_deadline = patience ? m_begin + *patience : kNever;
    return m_batch->send();
}

Result<void> RunDriver::checkUploads()
{
    auto uploads = std::exchange(m_uploads, {});
    for (auto& upload : uploads) {
        auto reply = upload.reply(m_stop, m_deadline);
        if (reply)
            continue;
        // The agent's own word, not a stop or a lost connection.
        m_isProgramRefused = &upload == &uploads.back() && m_core.client->isAlive()
            && !reply.failedAs(ErrorCode::Cancelled, ErrorCode::Timeout);
        return std::move(reply.error()).within("preparing the run");
    }
    m_filesAreThere = true;
    return {};
}

Result<void> RunDriver::follow()
{
    for (;;) {
        pumpInput();
        const bool stopIsKnown = m_evidence.killed == KilledBecause::StopRequested;
        auto item = m_active->stream.next(stopIsKnown ? std::stop_token() : m_stop, m_deadline);
        if (!item && handleSilence(item.error()))
            return {};
        if (!item)
            continue;
        // Files were written before the run began, so their replies are here when its first word
        // is.
        if (auto ready = checkUploads(); !ready && ready.error().code() != ErrorCode::Cancelled) {
            giveUpAttempt();
            return std::move(ready.error());
        }
        const auto begin = Clock::now();
        SANDBENCH_TRY(const bool isOver, handle(std::move(*item)));
        if (isOver)
            return {};
        // While our side does not read, an honest agent cannot say that the run has ended.
        if (const auto taken = Clock::now() - begin; taken > kSlowSink && m_deadline != kNever)
            m_deadline += taken;
    }
}

bool RunDriver::handleSilence(const Error& error)
{
    if (error.code() == ErrorCode::Cancelled) {
        kill(KilledBecause::StopRequested, kStopPatience);
        return false;
    }
    if (error.code() != ErrorCode::Timeout) {
        m_evidence.agentLost = true;
        const std::lock_guard lock(m_core.mutex);
        if (m_core.closing && m_evidence.killed == KilledBecause::Nothing)
            m_evidence.killed = KilledBecause::SessionClosed;
        return true;
    }
    if (m_evidence.killed == KilledBecause::Nothing && m_started) {
        kill(KilledBecause::WallGuard, kKillPatience);
        return false;
    }
    if (m_evidence.killed != KilledBecause::StopRequested) {
        m_core.client->fail(Error(
            ErrorCode::ConnectionLost, "the sandbox's agent did not end a run that it had to end"));
        m_evidence.agentLost = true;
    }
    return true;
}

Result<bool> RunDriver::handle(StreamItem item)
{
    switch (item.kind) {
    case StreamItem::Kind::Event:
        if (jsonString(item.json, "event") == "started")
            handleStarted(jsonNumber(item.json, "clock"));
        else if (jsonString(item.json, "event") == "step")
            handleStep(item.json);
        else if (jsonString(item.json, "event") == "files")
            m_collector->addChangedFiles(item.json);
        return false;
    case StreamItem::Kind::Data:
        if (item.channel == Channel::Stdout || item.channel == Channel::Stderr)
            keep(
                item.channel == Channel::Stdout ? StreamKind::Stdout : StreamKind::Stderr,
                item.bytes());
        else if (item.channel == Channel::Display)
            m_collector->addDisplayBytes(item.bytes());
        return false;
    case StreamItem::Kind::Eof:
    case StreamItem::Kind::Writable:
        return false;
    case StreamItem::Kind::Reply:
        break;
    }
    SANDBENCH_TRY_VOID(handleReply(std::move(item.json)));
    return true;
}

void RunDriver::handleStarted(double clock)
{
    if (std::exchange(m_started, true))
        return;
    m_collector->begin(clock);
    const auto limit = m_request.limits.wallSeconds;
    if (m_evidence.killed == KilledBecause::Nothing)
        m_deadline = limit > 0 ? Clock::now() + toDuration(limit) + m_core.spec.agentGrace : kNever;
    m_sink.onStarted(m_record.runId);
    if (!m_notice.empty()) {
        m_sink.onNotice(m_notice);
        m_record.warnings.push_back(std::move(m_notice));
    }
}

void RunDriver::handleStep(const Json& event)
{
    const auto index = jsonInt(event, "index", -1);
    const bool isProgram = index < 0 || static_cast<std::uint64_t>(index) >= m_steps;
    m_record.phase = isProgram ? RunPhase::Run : RunPhase::Compile;
    m_sink.onPhase(m_record.phase, replaceInvalidUtf8(jsonString(event, "name")));
}

Result<void> RunDriver::handleReply(Json reply)
{
    auto checked = agent::checkReply(std::move(reply));
    // Behind a step, what comes next can still fail to start.
    if (!checked && (!m_started || m_record.phase == RunPhase::Compile))
        return std::move(checked.error());
    if (checked)
        m_evidence.ended = readEndedReport(*checked, jsonString(m_core.client->hello(), "arch"));
    return {};
}

void RunDriver::keep(StreamKind kind, std::string_view bytes)
{
    auto& kept = kind == StreamKind::Stdout ? m_record.stdoutBytes : m_record.stderrBytes;
    auto& total = kind == StreamKind::Stdout ? m_record.stdoutTotal : m_record.stderrTotal;
    total += bytes.size();
    const auto room
        = m_request.keepBytes - std::min<std::uint64_t>(kept.size(), m_request.keepBytes);
    kept.append(
        bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(room, bytes.size()))));
    m_record.truncated = m_record.truncated || room < bytes.size();
    m_sink.onOutput(kind, bytes);
}

void RunDriver::pumpInput()
{
    if (m_inputLeft.empty())
        return;
    const auto sent = m_active->stream.trySend(Channel::Stdin, m_inputLeft, m_stop);
    m_inputLeft.remove_prefix(sent ? *sent : m_inputLeft.size());
    if (sent && m_inputLeft.empty()) [[maybe_unused]]
        const auto ended = m_active->stream.sendEof(Channel::Stdin, m_stop);
}

void RunDriver::giveUpAttempt()
{
    // An honest agent has refused the run.
    sendKill();
    {
        const std::lock_guard lock(m_core.mutex);
        m_core.runs.erase(m_runId);
    }
    // Here, because a stream must not be dropped while a batch is open.
    m_active.reset();
}

void RunDriver::sendKill()
{
    // A failed write means that the connection is gone, which next() tells.
    [[maybe_unused]] const auto sent
        = m_core.client->post({{"verb", "kill"}, {"run", m_active->stream.id()}}, m_stop);
}

void RunDriver::kill(KilledBecause why, Clock::duration patience)
{
    m_evidence.killed = why;
    m_deadline = Clock::now() + patience;
    m_inputLeft = {};
    sendKill();
}

} // namespace sandbench
