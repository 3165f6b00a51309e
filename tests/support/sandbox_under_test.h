// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sandbench::test {

/// Keeps what a run told, and lets a test act on it. Thread: the run's; the vectors are read after
/// it.
class RecordingSink : public RunSink
{
public:
    void onStarted(const std::string& runId) override;
    void onOutput(StreamKind stream, std::string_view bytes) override;
    void onArtifact(const Artifact& artifact) override { artifacts.push_back(artifact.name); }
    void onResult(std::string_view text) override { results.emplace_back(text); }
    void onNotice(std::string_view text) override { notices.emplace_back(text); }

    std::string runId, out, err;
    std::vector<std::string> artifacts, results, notices;
    std::vector<std::size_t> chunkSizes; ///< Of stdout.
    std::function<void(const std::string& runId)> whenStarted;
    std::function<void(const std::string& outSoFar)> whenOutput;
};

/// One engine with one open session, as every conformance test starts. Which engines are tested
/// says SANDBENCH_TEST_ENGINES (names with commas; default "local").
class SandboxUnderTest
{
public:
    static std::vector<std::string> engineNames();
    /// True where a missing engine is a failure: SANDBENCH_REQUIRE_<ENGINE>=1.
    static bool isRequired(const std::string& engine);

    SandboxUnderTest();
    ~SandboxUnderTest();

    /// Opens a session; says why it cannot, or nothing.
    std::string
    start(const std::string& engine, const std::function<void(SessionSpec&)>& adjust = {});
    /// A second session of the same engine.
    std::unique_ptr<Session> openAnother();

    Session& session() { return *m_session; }
    Engine& engine() { return *m_engine; }
    const LanguageCatalog& languages() const { return *m_languages; }
    ArtifactStore& artifacts() { return *m_artifacts; }

    /// Runs to the end. An Error becomes a record that no test expects: its evidence is the error's
    /// text.
    RunRecord run(const RunRequest& request, RunSink& sink, std::stop_token stop = {});
    RunRecord run(const RunRequest& request);
    RunRecord python(const std::string& code);
    RunRecord bash(const std::string& code);

private:
    std::unique_ptr<Engine> m_engine;
    std::optional<LanguageCatalog> m_languages;
    std::unique_ptr<ArtifactStore> m_artifacts;
    std::unique_ptr<Session> m_session;
};

RunRequest pythonRequest(const std::string& code);
RunRequest bashRequest(const std::string& code);
/// A cell in a context.
RunRequest cellRequest(const std::string& context, const std::string& code);

/// "exited 3", "signaled 9", "wall_timeout", and the error's text where nothing ran.
std::string endingOf(const RunRecord& record);

} // namespace sandbench::test
