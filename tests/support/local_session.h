// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/artifact_store.h"
#include "core/engine/local/local_engine.h"
#include "core/language/language.h"
#include "core/session/session.h"

#include <memory>
#include <string>
#include <vector>

namespace sandbench::test {

/// Collects what a run prints; stops it after the first output when asked to.
class CollectingSink : public RunSink
{
public:
    void onOutput(StreamKind stream, std::string_view bytes) override;

    std::string out, err;
    std::stop_source* stopAfterOutput = nullptr;
};

/// Real sessions in the embedded engine, for tests.
class LocalSessions
{
public:
    LocalSessions();

    /// Null with a reason in problem() when it cannot be opened.
    std::unique_ptr<Session> open(SandboxLimits limits = {}, Warm warm = Warm::Never);
    LocalEngine& engine() { return m_engine; }
    const std::string& problem() const { return m_problem; }
    /// Empty when sandboxes are possible here; else why the test may be skipped. With
    /// SANDBENCH_REQUIRE_LOCAL=1 a test must fail instead of skipping: isRequired().
    std::string whyNot();
    static bool isRequired();

private:
    LocalEngine m_engine;
    LanguageCatalog m_languages;
    std::unique_ptr<ArtifactStore> m_artifacts;
    std::string m_problem;
};

/// One run of @p code with @p limits; the record, or a record with Verdict::AgentLost and the error
/// as a warning.
RunRecord runIn(
    Session& session, std::string language, std::string code, RunLimits limits = {},
    std::string stdinBytes = {});

/// Traces that sandboxes of this process left on the machine: its control groups, processes of
/// sandbox users that are children of ours or orphans, user id reservations. Empty = clean. Waits
/// up to @p patienceMs for them to go.
std::vector<std::string> leftovers(int patienceMs = 5000);

} // namespace sandbench::test
