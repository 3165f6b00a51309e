// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/slurm_members.h"

#include "core/engine/slurm/slurm_options.h"

#include <algorithm>

namespace sandbench::slurm {

namespace {

template <auto Field> auto& ofJob(SandboxSpec& spec)
{
    return slurmOf(spec).*Field;
}

std::string wordProblem(const std::string& text)
{
    return isJobWord(text) ? "" : "is nothing that Slurm could know by that name";
}

std::string readKeeper(const Json& value, SandboxSpec& into)
{
    slurmOf(into).sharesJob = value == Json("shared");
    return {};
}

Json writeKeeper(const SandboxSpec& spec)
{
    return slurmOf(spec).sharesJob ? Json("shared") : Json();
}

std::string readInside(const Json& value, SandboxSpec& into)
{
    slurmOf(into).embedded = value == Json("local");
    return {};
}

Json writeInside(const SandboxSpec& spec)
{
    return slurmOf(spec).embedded ? Json("local") : Json();
}

} // namespace

bool isJobWord(std::string_view text)
{
    return !text.empty() && text.size() <= 200 && text.front() != '-'
        && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                   || std::string_view("_.,:+=-/@").find(c) != std::string_view::npos;
           });
}

const MemberGroup& jobMembers()
{
    using enum FieldType;
    // Somebody pays for them.
    constexpr std::string_view kRelaxation = "partition, account, qos, job_time, gres and keepers";
    static const MemberGroup kGroup = {
        "Slurm",
        {"slurm"},
        [](std::string_view) -> std::string_view {
            return "only Slurm has that; add --engine slurm";
        },
        {{.field = {"partition", Text, "Where the job waits for a node"},
          .typed = {"--partition", "NAME", "the cluster's default"},
          .slot = ofJob<&SlurmOptions::partition>,
          .problem = wordProblem,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field = {"account", Text, "Who pays for the job"},
          .typed = {"--account", "NAME", "yours"},
          .slot = ofJob<&SlurmOptions::account>,
          .problem = wordProblem,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field = {"qos", Text, "Quality of service of the job"},
          .typed = {"--qos", "NAME", "the account's"},
          .slot = ofJob<&SlurmOptions::qos>,
          .problem = wordProblem,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field = {"job_time", Text, "How long the job may take: minutes, HH:MM:SS or DAYS-HH:MM"},
          .typed = {"--job-time", "TIME", "the partition's"},
          .slot = ofJob<&SlurmOptions::time>,
          .problem = wordProblem,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field = {"gres", Text, "What else the node must have, such as gpu:1"},
          .typed = {"--gres", "LIST"},
          .slot = ofJob<&SlurmOptions::gres>,
          .problem = wordProblem,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field
          = {.name = "keeper",
             .description = "The job that keeps the node: own for this sandbox, or shared by "
                            "all that ask for the same",
             .values = {"own", "shared"}},
          .typed = {"--keeper", "KEEPER", "own"},
          .slot = OwnForm{readKeeper, writeKeeper}},
         {.field
          = {.name = "keepers",
             .type = Integer,
             .description = "With a shared keeper: so many jobs at most, submitted as one array; a "
                            "sandbox goes where the fewest are",
             .least = 1,
             .most = 1000},
          .typed = {"--keepers", "N", "1"},
          .slot = ofJob<&SlurmOptions::keepers>,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field
          = {.name = "inside",
             .description = "What makes the sandbox on the node: apptainer, or local, the "
                            "embedded engine with the node's own interpreters",
             .values = {"apptainer", "local"}},
          .typed = {"--inside", "ENGINE", "apptainer"},
          .slot = OwnForm{readInside, writeInside}}}};
    return kGroup;
}

} // namespace sandbench::slurm
