// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/service_fixture.h"
#include "tests/support/test_program.h"

#include <array>
#include <atomic>
#include <thread>

using namespace sandbench;
using namespace sandbench::workspace;
using namespace sandbench::test;

namespace {

constexpr int kCallers = 8;
#if defined(__SANITIZE_THREAD__)
constexpr int kSandboxesOfEach = 8;
#else
constexpr int kSandboxesOfEach = 2; // Races are what the number is for.
#endif
constexpr int kRunsOfEach = 16; // in one sandbox, two at a time
constexpr int kOutput = 3000;

/// What an observer of a run may do. One that stalls holds the run up for EventLog's patience with
/// watchers at most, and only where the log is full, which this output does not make it.
enum class Observer { ReadsAll, LeavesEarly, ComesAgain, Stalls };

/// What the caller's observers found wrong; the first of it is shown.
class Findings
{
public:
    void add(const std::string& what)
    {
        const std::lock_guard lock(m_mutex);
        if (m_first.empty())
            m_first = what;
    }
    std::string first() const
    {
        const std::lock_guard lock(m_mutex);
        return m_first;
    }

private:
    mutable std::mutex m_mutex;
    std::string m_first;
};

/// Everything after @p after, as one who misses nothing sees it.
void readAll(HostedRun& run, std::uint64_t after, std::size_t expected, Findings& findings)
{
    const auto reader = EventLog::read(run.log(), after);
    std::size_t bytes = 0;
    std::string last;
    while (!reader->isOver())
        for (const auto& event : reader->next(kForever, {})) {
            if (event.number != after + 1)
                findings.add(
                    "event " + std::to_string(event.number) + " (" + event.kind + ") came after "
                    + std::to_string(after));
            after = event.number;
            bytes += event.kind == "stdout" ? event.data.size() : 0;
            last = event.kind;
        }
    if (last != "ended")
        findings.add("the last event was '" + last + "'");
    if (bytes != expected)
        findings.add(std::to_string(bytes) + " bytes of " + std::to_string(expected));
}

void observe(HostedRun& run, Observer as, Findings& findings)
{
    const auto here = EventLog::read(run.log(), 0);
    if (as == Observer::Stalls) {
        (void)run.wait(kForever, {});
        return;
    }
    if (as == Observer::ReadsAll)
        return readAll(run, 0, kOutput, findings);
    const auto first = EventLog::read(run.log(), 0)->next(kForever, {});
    if (first.empty() || first.front().number != 1)
        findings.add("who came first did not get the first event");
    if (as == Observer::LeavesEarly || first.empty())
        return;
    std::size_t seen = 0;
    for (const auto& event : first)
        seen += event.kind == "stdout" ? event.data.size() : 0;
    if (first.back().kind != "ended")
        readAll(run, first.back().number, kOutput - seen, findings);
}

} // namespace

/// The workspace under as many sandboxes, runs and observers as a busy server has: for the thread
/// sanitizer, and for what each of them is promised.
class TestWorkspaceModel : public ServiceFixture
{
    Q_OBJECT

private Q_SLOTS:
    void manySandboxesRunsAndObserversDoNotMixUp()
    {
        Findings findings;
        std::atomic<std::size_t> mostOpen = 0;
        {
            std::array<std::jthread, kCallers> callers;
            for (int i = 0; i < kCallers; ++i)
                callers[static_cast<std::size_t>(i)] = std::jthread([&, i] {
                    useSandboxes(callerOf("c" + std::to_string(i)), mostOpen, findings);
                });
        }
        QVERIFY2(findings.first().empty(), findings.first().c_str());
        QCOMPARE(
            m_board->counts().byVerdict.at("exited"),
            std::uint64_t(kCallers * kSandboxesOfEach * kRunsOfEach));
        QCOMPARE(m_board->counts().byVerdict.size(), std::size_t(1));
        QCOMPARE(m_board->running(), std::size_t(0));
        QCOMPARE(m_table->count(), std::size_t(0));
        QVERIFY(mostOpen > kSandboxesOfEach);
    }

private:
    void useSandboxes(const Caller& caller, std::atomic<std::size_t>& mostOpen, Findings& findings)
    {
        std::vector<std::string> ids;
        for (int i = 0; i < kSandboxesOfEach; ++i) {
            auto request = readOpen(*m_parts, caller, {{"lang", "bash"}});
            const auto opened = m_table->open(caller, *std::move(request), {}, {});
            if (!opened)
                return findings.add(opened.error().text());
            ids.push_back((*opened)->id());
            runIn(caller, *opened, findings);
        }
        mostOpen = std::max(mostOpen.load(), m_table->count());
        if (m_table->list(caller).size() != ids.size())
            findings.add("a caller sees other sandboxes than its own");
        for (const auto& id : ids)
            if (const auto closed = m_table->close(caller, id); !closed)
                findings.add(closed.error().text());
    }

    void
    runIn(const Caller& caller, const std::shared_ptr<HostedSandbox>& sandbox, Findings& findings)
    {
        for (int i = 0; i < kRunsOfEach; i += 2) {
            std::array<std::shared_ptr<HostedRun>, 2> runs;
            for (auto& run : runs) {
                RunRequest request;
                request.command = {"head", "-c", std::to_string(kOutput), "/dev/zero"};
                auto started = m_board->start(caller, sandbox, std::move(request));
                if (!started)
                    return findings.add(started.error().text());
                run = *started;
            }
            std::jthread other(
                [&] { observe(*runs[0], static_cast<Observer>(i / 2 % 4), findings); });
            observe(*runs[1], static_cast<Observer>((i / 2 + 1) % 4), findings);
            for (const auto& run : runs)
                if (const auto end = run->wait(kForever, {}); !*end || (*end)->exitCode != 0)
                    findings.add(*end ? verdictSentence(**end) : end->error().text());
        }
    }
};

SANDBENCH_TEST(TestWorkspaceModel);
#include "tst_workspace_model.moc"
