// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The members that every engine knows.
#include "core/engine/guest_path.h"
#include "core/engine/members.h"

namespace sandbench {

namespace {

template <auto Field> auto& ofLimits(SandboxSpec& spec)
{
    return spec.limits.*Field;
}

template <auto Field> auto& ofRuns(RunLimits& limits)
{
    return limits.*Field;
}

std::string readLayers(const Json& value, SandboxSpec& into)
{
    auto names = readLayerNames(
        value.is_string() ? std::vector{value.get<std::string>()}
                          : jsonTexts({{"names", value}}, "names"));
    if (!names)
        return names.error().message();
    into.requiredLayers.merge(*names);
    return {};
}

Json writeLayers(const SandboxSpec& spec)
{
    return spec.requiredLayers.empty() ? Json() : Json(spec.requiredLayers);
}

} // namespace

const std::vector<Member>& sandboxMembers()
{
    using enum FieldType;
    static const std::vector<Member> kMembers
        = {{.field = {"memory", Text, "Memory of the whole sandbox, swap included; 0 for no limit"},
            .typed = {"--memory,-m", "SIZE", "1g"},
            .slot = ofLimits<&SandboxLimits::memoryBytes>,
            .isSize = true,
            .beatenBy = {"profile", "size"},
            .recorded = "memory_bytes",
            .scope = Scope::Admin,
            .relaxation = "no memory limit",
            .relaxes = [](const SandboxSpec& spec, const RunLimits&,
                          bool) { return spec.limits.memoryBytes == 0; }},
           {.field
            = {.name = "cpus",
               .type = Number,
               .description = "CPU cores' worth of time, such as 1.5; 0 for no limit",
               .least = 0},
            .typed = {"--cpus", "N", "none"},
            .slot = ofLimits<&SandboxLimits::cpus>,
            .beatenBy = {"profile", "size"},
            .recorded = "cpus",
            .scope = Scope::Admin,
            .relaxation = "no CPU limit",
            .relaxes = [](const SandboxSpec& spec, const RunLimits&,
                          bool isSaid) { return isSaid && spec.limits.cpus <= 0; }},
           {.field
            = {.name = "pids",
               .type = Integer,
               .description = "Processes and threads, 0 for no limit",
               .least = 0},
            .typed = {"--pids", "N", "256"},
            .slot = ofLimits<&SandboxLimits::pids>,
            .beatenBy = {"profile"},
            .recorded = "pids",
            .scope = Scope::Admin,
            .relaxation = "no process limit",
            .relaxes = [](const SandboxSpec& spec, const RunLimits&,
                          bool) { return spec.limits.pids == 0; }},
           {.field
            = {"disk", Text,
               "Scratch space in the working folder, a part of the memory; 0 for no limit"},
            .typed = {"--disk", "SIZE", "512m"},
            .slot = ofLimits<&SandboxLimits::diskBytes>,
            .isSize = true,
            // It is a part of the memory.
            .beatenBy = {"profile", "size", "memory"},
            .recorded = "disk_bytes",
            .scope = Scope::Admin,
            .relaxation = "no disk limit",
            .relaxes = [](const SandboxSpec& spec, const RunLimits&,
                          bool) { return spec.limits.diskBytes == 0; }},
           {.field = {"hostname", Text, "How programs in the sandbox call their machine"},
            .typed = {"--hostname", "NAME", "sandbox"},
            .slot = ofSpec<&SandboxSpec::hostname>,
            .problem = [](const std::string& text) -> std::string {
                return isHostname(text) ? "" : "has more than letters a-z, digits and inner dashes";
            }},
           {.field
            = {"workdir", Text,
               "Where the program starts in the sandbox; the folder is made where it is not there"},
            .typed = {"--workdir", "PATH", "/work"},
            .slot = ofSpec<&SandboxSpec::workingFolder>,
            .problem = [](const std::string& text) -> std::string {
                return text.starts_with('/') ? "" : "is not an absolute path";
            },
            .isForExisting = true},
           {.field
            = {.name = "require_layers",
               .type = TextList,
               .description
               = "Refuse a sandbox without these layers of isolation, such as "
                 "seccomp,landlock,no-network; a wrong name is answered with all that there are",
               .longest = 100},
            .typed = {"--require-layers", "NAMES"},
            .slot = OwnForm{readLayers, writeLayers},
            .isForExisting = true,
            .addsUp = true}};
    return kMembers;
}

const std::vector<Member>& runMembers()
{
    using enum FieldType;
    static const std::vector<Member> kMembers = {
        {.field
         = {.name = "timeout",
            .type = Number,
            .description = "Wall-clock limit of a run, 0 for none",
            .least = 0,
            .most = kLongestSeconds},
         .typed = {"--timeout,-t", "SECONDS", "60"},
         .slot = ofRuns<&RunLimits::wallSeconds>,
         .isForExisting = true,
         .beatenBy = {"profile"},
         .recorded = "wall_seconds",
         .scope = Scope::Admin,
         .relaxation = "no time limit",
         .relaxes
         = [](const SandboxSpec&, const RunLimits& runs, bool) { return runs.wallSeconds == 0; }},
        {.field
         = {.name = "cpu_time",
            .type = Number,
            .description = "CPU time limit of a run, 0 for none",
            .least = 0,
            .most = kLongestSeconds},
         .typed = {"--cpu-time", "SECONDS", "none"},
         .slot = ofRuns<&RunLimits::cpuSeconds>,
         .isForExisting = true,
         .beatenBy = {"profile"},
         .recorded = "cpu_seconds"},
        {.field
         = {"output_limit", Text, "Limit of each output stream of a run, such as 4m; 0 for none"},
         .typed = {"--output-limit", "SIZE", "16m"},
         .slot = ofRuns<&RunLimits::outputBytes>,
         .isSize = true,
         .isForExisting = true,
         .beatenBy = {"profile"},
         .recorded = "output_bytes",
         .scope = Scope::Admin,
         .relaxation = "no output limit",
         .relaxes
         = [](const SandboxSpec&, const RunLimits& runs, bool) { return runs.outputBytes == 0; }},
        {.field
         = {"file_size", Text, "Largest file that a run may write, such as 100m; 0 for no limit"},
         .typed = {"--file-size", "SIZE", "none"},
         .slot = ofRuns<&RunLimits::fileBytes>,
         .isSize = true,
         .isForExisting = true,
         .beatenBy = {"profile"},
         .recorded = "file_bytes"},
        {.field
         = {.name = "open_files",
            .type = Integer,
            .description = "Files that each process may have open, 0 for no limit",
            .least = 0},
         .typed = {"--open-files", "N", "1024"},
         .slot = ofRuns<&RunLimits::openFiles>,
         .isForExisting = true,
         .beatenBy = {"profile"},
         .recorded = "open_files",
         .scope = Scope::Admin,
         .relaxation = "more open files",
         .relaxes = [](const SandboxSpec&, const RunLimits& runs, bool) {
             return runs.openFiles == 0 || runs.openFiles > RunLimits().openFiles;
         }}};
    return kMembers;
}

} // namespace sandbench
