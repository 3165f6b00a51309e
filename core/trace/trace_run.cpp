// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_run.h"

#include "core/base/embedded.h"
#include "core/base/random.h"

#include <string_view>
#include <utility>

namespace sandbench::trace {

static constexpr std::uint64_t kPieceBytes = 512U << 10; // a few thousand steps
static constexpr std::size_t kNameBytes = 8;

static std::string folderOf(const std::string& traceFile)
{
    return traceFile.substr(0, traceFile.rfind('/'));
}

Result<std::string> recordSteps(RunRequest& request)
{
    if (request.language != "python" || !request.context.empty() || !request.command.empty())
        return Error(
            ErrorCode::Unsupported, "only whole programs in Python can be run step by step");
    const auto folder = "/tmp/.sandbench-steps-" + randomHex(kNameBytes);
    auto file = folder + "/trace";
    request.env["PYTHONPATH"] = folder;
    request.env["SANDBENCH_STEPS"] = file;
    return file;
}

Result<void> bringTracer(Session& session, const std::string& traceFile, std::stop_token stop)
{
    constexpr unsigned kPrivate = 0600;
    const auto tracer = embeddedFile("guest/steps/python.py");
    if (!tracer)
        return Error(ErrorCode::Internal, "the tracer is missing in this build");
    SANDBENCH_TRY_VOID(
        session.writeFile(folderOf(traceFile) + "/sitecustomize.py", *tracer, kPrivate, stop));
    return session.writeFile(traceFile, {}, kPrivate, stop);
}

TraceTail::TraceTail(std::string guestFile)
    : m_guestFile(std::move(guestFile))
    , m_reader([this](StepRecord&& step) { m_steps.push_back(std::move(step)); })
{
}

Result<std::vector<StepRecord>> TraceTail::read(Session& session, std::stop_token stop)
{
    const auto take = [this](std::string_view bytes) -> Result<void> {
        m_offset += bytes.size();
        m_reader.feed(bytes);
        return {};
    };
    SANDBENCH_TRY(
        const auto bytes, session.streamFile(m_guestFile, m_offset, kPieceBytes, take, stop));
    m_hasMore = bytes == kPieceBytes && m_offset < StepReader::kMostBytes;
    return std::exchange(m_steps, {});
}

Result<void> TraceTail::remove(Session& session, std::stop_token stop)
{
    return session.removeFile(folderOf(m_guestFile), true, stop);
}

} // namespace sandbench::trace
