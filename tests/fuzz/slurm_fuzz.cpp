// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/slurm/job_end.h"
#include "core/engine/slurm/job_text.h"
#include "core/engine/slurm/programs.h"
#include "core/engine/slurm/slurm_members.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace sandbench;
using namespace sandbench::slurm;

/// What Slurm's commands print.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const auto& job : parseJobs(text)) {
        require(job.id.number != 0 && job.id.name.size() <= 41);
        require(job.id.name.find_first_not_of("0123456789_") == std::string::npos);
        require(isValidUtf8(waitingLine(job, 1000)));
        require(waitingLine(job, 1000).find('\n') == std::string::npos);
    }
    if (const auto stamp = parseStamp(text)) {
        require(stamp->folder.starts_with(kFolderPrefix));
        require(stamp->folder.find_first_of(" ;'\"$`\n") == std::string::npos);
        require(parseStamp(writeStamp(*stamp)) == stamp);
    }
    const auto problem = slurmProblem(text);
    require(isValidUtf8(problem.message()) && problem.message().find('\n') == std::string::npos);
    if (const auto state = parseAccount(text, "3"))
        (void)causeOf(*state);
    if (const auto state = parseJobState(text))
        require(state->size() < 40);
    if (const auto version = readSlurmVersion(text))
        require(version->size() < 100);
    (void)parseSubmitted(text);
    (void)parseNodes(text);
    for (const auto& name : parsePartitions(text))
        require(isJobWord(name));
    const auto associations = parseAssociations(text);
    require(associations.accounts.size() <= 500 && associations.qos.size() <= 500);
    return 0;
}
