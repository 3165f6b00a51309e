// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/engine_test.h"

#include <QTest>

#include <map>

namespace sandbench::test {

/// Base of the hostile tests. Programs run one after another in the same sandbox as long as it
/// lives, but for those with limits of their own. After each test the common postcondition is
/// checked: the next run works and nothing is left.
class HostileTest : public EngineTest
{
    Q_OBJECT

protected:
    static SandboxLimits smallLimits();
    /// Runs hostile @p code, then a harmless program in the same sandbox or, where that is gone, in
    /// a new one.
    RunRecord
    run(const std::string& language, const std::string& code, RunLimits limits = {},
        SandboxLimits sandbox = smallLimits(), const std::string& stdinBytes = {});
    RunRecord
    python(const std::string& code, RunLimits limits = {}, SandboxLimits sandbox = smallLimits())
    {
        return run("python", code, limits, sandbox);
    }
    static RunLimits wallLimit(double seconds);
    static QByteArray text(const RunRecord& record);
    static bool hasWarning(const RunRecord& record, std::string_view beginning);
    /// What the engine itself says that it could not apply to this run.
    static bool lacks(const RunRecord& record, std::string_view layer);
    /// The process limit was reached, and said so where a control group counts that.
    static bool tellsProcessLimit(const RunRecord& record)
    {
        return lacks(record, "pids cgroup") != hasWarning(record, "The process limit was reached");
    }
    /// How a run ends whose files are too many: Kubernetes before 1.22 gives folders in memory no
    /// size, so that only the memory bounds them.
    static Verdict fullDisk(const RunRecord& record)
    {
        return lacks(record, "disk limit") ? Verdict::OutOfMemory : Verdict::DiskLimit;
    }
    static QByteArray out(const RunRecord& record)
    {
        return QByteArray::fromStdString(record.stdoutBytes);
    }

    /// Notes for the end of the test whether @p session still runs programs.
    void checkNextRun(Session& session);

private Q_SLOTS:
    void init();
    void cleanup();
    void cleanupTestCase();

private:
    /// An open sandbox with smallLimits().
    struct Kept
    {
        std::unique_ptr<Session> session;
        std::vector<std::string> traces; ///< That it alone accounts for.
    };

    /// Null when it cannot be opened; that is noted then.
    std::unique_ptr<Session> openNoted(const SandboxLimits& limits);
    void closeNoted(std::unique_ptr<Session> session);
    Session* keptSession();
    std::vector<std::string> tracesOfKept() const;
    /// Why these programs must not be started in this engine, or nothing.
    std::string findReasonAgainst();

    std::map<std::string, std::string> m_reasons; ///< By engine.
    std::map<std::string, Kept> m_kept; ///< By engine.
    std::string m_trouble;
};

} // namespace sandbench::test
