// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_fixture.h"

#include "core/base/json.h"

#include <algorithm>

namespace sandbench::test {

SandboxLimits HostileTest::smallLimits()
{
    SandboxLimits limits;
    limits.memoryBytes = 256U << 20;
    limits.pids = 64;
    limits.diskBytes = 64U << 20;
    return limits;
}

RunLimits HostileTest::wallLimit(double seconds)
{
    RunLimits limits;
    limits.wallSeconds = seconds;
    return limits;
}

QByteArray HostileTest::text(const RunRecord& record)
{
    auto json = QByteArray::fromStdString(writeJson(toJson(record)));
    return json.size() > 3000 ? json.left(3000) : json;
}

bool HostileTest::hasWarning(const RunRecord& record, std::string_view beginning)
{
    return std::any_of(
        record.warnings.begin(), record.warnings.end(),
        [&](const std::string& warning) { return warning.starts_with(beginning); });
}

void HostileTest::checkNextRun(Session& session)
{
    const auto next = runIn(session, "python", "print('works')");
    if (next.verdict != Verdict::Exited || next.stdoutBytes != "works\n")
        m_trouble += "the next run failed: " + text(next).toStdString();
}

std::unique_ptr<Session> HostileTest::openNoted(const SandboxLimits& limits)
{
    auto session = engine().open(limits);
    if (!session)
        m_trouble += engine().problem();
    return session;
}

void HostileTest::closeNoted(std::unique_ptr<Session> session)
{
    if (const auto closed = session->close(); !closed)
        m_trouble += closed.error().text();
}

Session* HostileTest::keptSession()
{
    auto& kept = m_kept[engineName()];
    if (kept.session && kept.session->isAlive())
        return kept.session.get();
    if (kept.session)
        closeNoted(std::move(kept.session));
    const auto before = traces();
    kept = {openNoted(smallLimits()), traces()};
    std::erase_if(kept.traces, [&](const auto& trace) {
        return std::find(before.begin(), before.end(), trace) != before.end();
    });
    return kept.session.get();
}

std::vector<std::string> HostileTest::tracesOfKept() const
{
    std::vector<std::string> all;
    for (const auto& [engine, kept] : m_kept)
        all.insert(all.end(), kept.traces.begin(), kept.traces.end());
    return all;
}

RunRecord HostileTest::run(
    const std::string& language, const std::string& code, RunLimits limits, SandboxLimits sandbox,
    const std::string& stdinBytes)
{
    const bool isKept = sandbox == smallLimits();
    auto own = isKept ? nullptr : openNoted(sandbox);
    auto* session = isKept ? keptSession() : own.get();
    if (!session)
        return {};
    auto record = runIn(*session, language, code, limits, stdinBytes);
    if (session->isAlive())
        checkNextRun(*session);
    if (own)
        closeNoted(std::move(own));
    else if (
        !session->isAlive()
        || runIn(*session, "bash", "find /work -mindepth 1 ! -path /work/output -delete").exitCode
            != 0)
        closeNoted(std::move(std::exchange(m_kept[engineName()], {}).session));
    return record;
}

bool HostileTest::lacks(const RunRecord& record, std::string_view layer)
{
    const auto& missing = record.isolation.missing;
    return std::any_of(missing.begin(), missing.end(), [layer](const MissingLayer& one) {
        return one.layer == layer;
    });
}

std::string HostileTest::findReasonAgainst()
{
    if (auto whyNot = engine().whyNot(); !whyNot.empty())
        return whyNot;
    auto session = engine().open(smallLimits());
    if (!session)
        return engine().problem();
    // Some of these programs would take the machine down without them. What has no control group
    // for processes may have a limit by user.
    const auto& isolation = session->isolation();
    const bool limitsUser
        = std::any_of(isolation.layers.begin(), isolation.layers.end(), [](const auto& layer) {
              return layer.starts_with("process limit");
          });
    for (const auto& missing : isolation.missing)
        if ((missing.layer.starts_with("pids") && !limitsUser)
            || missing.layer.starts_with("memory"))
            return "without memory and pids control groups these programs are not started";
    return {};
}

void HostileTest::init()
{
    const auto [reason, isNew] = m_reasons.try_emplace(engineName());
    if (isNew)
        reason->second = findReasonAgainst();
    if (!reason->second.empty())
        SKIP_WITHOUT(engineName(), reason->second.c_str());
}

void HostileTest::cleanup()
{
    if (!m_reasons[engineName()].empty())
        return;
    const auto trouble = std::exchange(m_trouble, {});
    QVERIFY2(trouble.empty(), trouble.c_str());
    QCOMPARE(leftovers(5000, tracesOfKept()), std::vector<std::string>());
    // Whether another engine still opens sandboxes, the next test shows, or the next program.
    if (engineName() != "local")
        return;
    auto fresh = engine().open(smallLimits());
    QVERIFY2(fresh, engine().problem().c_str());
    checkNextRun(*fresh);
    QVERIFY2(m_trouble.empty(), m_trouble.c_str());
}

void HostileTest::cleanupTestCase()
{
    m_kept.clear();
    QCOMPARE(leftovers(), std::vector<std::string>());
}

} // namespace sandbench::test
