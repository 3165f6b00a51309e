// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/session/session.h"
#include "core/trace/step_record.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::trace {

/// Has the steps of @p request written down, a run of a program in Python that is else as it was.
/// Returns where the trace will be in the sandbox, in a folder of its own, to which bringTracer()
/// has to bring the tracer before the run. The interpreter loads it first, by PYTHONPATH: one of
/// the request or its image gives way.
/// Errors: Unsupported (another language, a cell of a context, a command).
Result<std::string> recordSteps(RunRequest& request);

/// Not with the request, whose files are the user's: a policy reads them and the history keeps
/// them. @p traceFile: of recordSteps(). Errors: those of Session::writeFile().
Result<void> bringTracer(Session& session, const std::string& traceFile, std::stop_token stop);

/// Reads the trace of a run while it is written. Thread: one at a time.
class TraceTail
{
public:
    explicit TraceTail(std::string guestFile);
    TraceTail(const TraceTail&) = delete; // its reader tells it of steps
    TraceTail& operator=(const TraceTail&) = delete;

    /// The steps that have come since, a part of them where they are many: then hasMore().
    /// Errors: those of Session::streamFile(); NotFound where nothing has been made of the run yet,
    /// or the program has removed it.
    Result<std::vector<StepRecord>> read(Session& session, std::stop_token stop);
    bool hasMore() const { return m_hasMore; }
    const StepReader& reader() const { return m_reader; }

    /// The trace and what the tracer was, from the sandbox. Errors: those of removeFile().
    Result<void> remove(Session& session, std::stop_token stop);

private:
    std::string m_guestFile;
    std::uint64_t m_offset = 0; ///< What has been read. Units: bytes.
    bool m_hasMore = false;
    std::vector<StepRecord> m_steps;
    StepReader m_reader;
};

} // namespace sandbench::trace
