// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbox_under_test.h"

#include "core/engine/local/local_engine.h"

#include <cstdlib>
#include <cstring>
#include <sstream>

namespace sandbench::test {

namespace {

std::string environment(const std::string& name)
{
    const char* value = std::getenv(name.c_str());
    return value ? value : "";
}

std::unique_ptr<Engine> makeEngine(const std::string& name)
{
    return name == "local" ? std::make_unique<LocalEngine>() : nullptr;
}

} // namespace

void RecordingSink::onStarted(const std::string& id)
{
    runId = id;
    if (whenStarted)
        whenStarted(id);
}

void RecordingSink::onOutput(StreamKind stream, std::string_view bytes)
{
    (stream == StreamKind::Stdout ? out : err).append(bytes);
    if (stream == StreamKind::Stdout)
        chunkSizes.push_back(bytes.size());
    if (whenOutput)
        whenOutput(out);
}

std::vector<std::string> SandboxUnderTest::engineNames()
{
    std::vector<std::string> names;
    std::istringstream list(environment("SANDBENCH_TEST_ENGINES"));
    for (std::string name; std::getline(list, name, ',');)
        if (!name.empty())
            names.push_back(name);
    return names.empty() ? std::vector<std::string>{"local"} : names;
}

bool SandboxUnderTest::isRequired(const std::string& engine)
{
    std::string name = "SANDBENCH_REQUIRE_";
    for (const char c : engine)
        name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return environment(name) == "1";
}

SandboxUnderTest::SandboxUnderTest() = default;
SandboxUnderTest::~SandboxUnderTest() = default;

std::string
SandboxUnderTest::start(const std::string& engine, const std::function<void(SessionSpec&)>& adjust)
{
    m_engine = makeEngine(engine);
    if (!m_engine)
        return "there is no engine called " + engine;
    auto languages = LanguageCatalog::load();
    auto artifacts = ArtifactStore::create();
    if (!languages || !artifacts)
        return "the languages or the artifact folder are missing";
    m_languages = std::move(*languages);
    m_artifacts = std::move(*artifacts);
    SessionSpec spec;
    if (adjust)
        adjust(spec);
    auto session = Session::open(*m_engine, spec, *m_languages, *m_artifacts, {});
    if (!session)
        return session.error().text();
    m_session = std::move(*session);
    return {};
}

std::unique_ptr<Session> SandboxUnderTest::openAnother()
{
    auto session = Session::open(*m_engine, {}, *m_languages, *m_artifacts, {});
    return session ? std::move(*session) : nullptr;
}

RunRecord SandboxUnderTest::run(const RunRequest& request, RunSink& sink, std::stop_token stop)
{
    auto record = m_session->run(request, sink, std::move(stop));
    if (record)
        return std::move(*record);
    RunRecord failed;
    failed.evidence = record.error().text();
    return failed;
}

RunRecord SandboxUnderTest::run(const RunRequest& request)
{
    RunSink sink;
    return run(request, sink);
}

RunRecord SandboxUnderTest::python(const std::string& code)
{
    return run(pythonRequest(code));
}

RunRecord SandboxUnderTest::bash(const std::string& code)
{
    return run(bashRequest(code));
}

RunRequest pythonRequest(const std::string& code)
{
    RunRequest request;
    request.code = code;
    return request;
}

RunRequest bashRequest(const std::string& code)
{
    RunRequest request;
    request.language = "bash";
    request.code = code;
    return request;
}

RunRequest cellRequest(const std::string& context, const std::string& code)
{
    auto request = pythonRequest(code);
    request.context = context;
    return request;
}

std::string endingOf(const RunRecord& record)
{
    std::string text(verdictName(record.verdict));
    if (record.verdict == Verdict::Exited && record.exitCode)
        return text + " " + std::to_string(*record.exitCode);
    if (record.verdict == Verdict::Signaled && record.signal)
        return text + " " + std::to_string(*record.signal);
    return record.verdict == Verdict::AgentLost ? text + ": " + record.evidence : text;
}

} // namespace sandbench::test
