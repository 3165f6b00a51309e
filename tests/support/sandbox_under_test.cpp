// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbox_under_test.h"

namespace sandbench::test {

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

std::string SandboxUnderTest::start(const SessionSpec& spec)
{
    m_session = m_engine.open(spec);
    return m_session ? std::string() : m_engine.problem();
}

RunRecord SandboxUnderTest::run(const RunRequest& request, RunSink& sink, std::stop_token stop)
{
    return runRequest(*m_session, request, sink, std::move(stop));
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
