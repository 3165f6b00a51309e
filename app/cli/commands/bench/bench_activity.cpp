// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// How long after a program's end its record says what the program did.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"

#include <charconv>

namespace sandbench::cli {
namespace {

constexpr const char* kActivityId = "activity_1000_files";
constexpr std::uint64_t kWrittenFiles = 1000;

/// What a program that unpacks or generates leaves behind; its last act is to say when it ended, by
/// the clock that the host has too. Each time in a folder of its own.
constexpr const char* kWriteFiles = R"(
import os, sys, time
folder = 'out%d' % time.monotonic_ns()
os.mkdir(folder)
for i in range(1000):
    with open('%s/part%d.txt' % (folder, i), 'w') as file:
        file.write('line\n' * 100)
os.write(1, b'%d' % time.clock_gettime_ns(time.CLOCK_MONOTONIC))
)";

} // namespace

Result<double> Bench::timeActivity(Session& session)
{
    RunRequest request;
    request.code = kWriteFiles;
    RunSink quiet;
    SANDBENCH_TRY(const RunRecord record, session.run(request, quiet, m_stop));
    const auto there = Clock::now().time_since_epoch();
    long long ended = 0;
    const auto& said = record.stdoutBytes;
    const auto read = std::from_chars(said.data(), said.data() + said.size(), ended);
    if (record.verdict != Verdict::Exited || record.exitCode != 0 || read.ec != std::errc())
        return Error(ErrorCode::Unavailable, verdictSentence(record));
    if (!record.activity || record.activity->created < kWrittenFiles)
        return Error(ErrorCode::Unavailable, "the record does not say that the files were written");
    return std::chrono::duration<double, std::milli>(there - std::chrono::nanoseconds(ended))
        .count();
}

void Bench::measureActivity()
{
    if (!wants(kActivityId) || stopped())
        return;
    say(kActivityId);
    for (int i = 0; i < times(12) && !stopped(); ++i) {
        // A new sandbox each time: files of earlier runs would be compared again.
        const auto session = open(Warm::Never);
        if (!session)
            return attempt(kActivityId, session.error());
        attempt(kActivityId, timeActivity(**session));
        (void)(*session)->close();
    }
}

} // namespace sandbench::cli
