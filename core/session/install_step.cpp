// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/install_step.h"

#include "core/package/telling_line.h"

namespace sandbench {

namespace {

constexpr double kInstallSeconds = 1800;
constexpr std::size_t kTailBytes = 64U << 10;

/// Keeps the end of what a command prints.
class TailSink : public RunSink
{
public:
    explicit TailSink(const std::function<void(std::string_view)>& onOutput)
        : m_onOutput(onOutput)
    {
    }

    void onOutput(StreamKind, std::string_view bytes) override
    {
        if (m_onOutput)
            m_onOutput(bytes);
        m_tail += bytes;
        if (m_tail.size() > 2 * kTailBytes)
            m_tail.erase(0, m_tail.size() - kTailBytes);
    }

    std::string take() { return std::move(m_tail); }

private:
    const std::function<void(std::string_view)>& m_onOutput;
    std::string m_tail;
};

} // namespace

std::string InstallOutcome::problem(const std::string& otherwise) const
{
    const auto line = tellingLine(tail, record.verdict != Verdict::Exited);
    const auto ending = verdictSentence(record);
    return line.empty() ? otherwise + ending : line + " (" + ending + ")";
}

Result<InstallOutcome> runInstallStep(
    Session& session, RunRequest request, const std::function<void(std::string_view)>& onOutput,
    const std::stop_token& stop)
{
    request.language.clear();
    request.limits.wallSeconds = kInstallSeconds;
    request.limits.outputBytes = 0;
    request.keepBytes = 0;
    TailSink sink(onOutput);
    InstallOutcome outcome;
    SANDBENCH_TRY(outcome.record, session.run(request, sink, stop));
    if (outcome.record.verdict == Verdict::Cancelled)
        return Error(ErrorCode::Cancelled, "stopped while packages were installed");
    outcome.tail = sink.take();
    return outcome;
}

} // namespace sandbench
