// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/kept_run.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/text.h"
#include "core/report/results_zip.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <memory>
#include <set>

namespace sandbench::cli {
namespace {

struct ExportOptions
{
    std::string id, state, outFolder, zip;
    std::vector<std::string> only;
    bool mayReplace = false;
};

/// Places of artifacts; empty = all. Errors: InvalidArgument.
Result<std::set<std::size_t>> placesOf(const std::vector<std::string>& words, std::size_t count)
{
    std::set<std::size_t> places;
    for (const auto& word : words) {
        std::size_t place = 0;
        const auto* const end = word.data() + word.size();
        const auto [rest, problem] = std::from_chars(word.data(), end, place);
        if (problem != std::errc() || rest != end || place >= count)
            return Error(
                ErrorCode::InvalidArgument,
                "--artifact: there is no '" + word + "'; the run has " + std::to_string(count)
                    + ", numbered from 0");
        places.insert(place);
    }
    return places;
}

Result<void> saveZip(
    workspace::HistoryReader& history, const ExportOptions& options, const KeptRun& run,
    const std::set<std::size_t>& places)
{
    SANDBENCH_TRY(auto file, NewFile::create(options.zip, options.mayReplace));
    auto artifacts = run.artifacts;
    for (std::size_t i = 0; i < artifacts.size(); ++i)
        if (!places.empty() && !places.contains(i))
            artifacts[i].note = "not asked for";
    Result<void> written;
    const auto made = report::writeResultsZip(
        run.record, artifacts, bytesOfArtifacts(history, options.id), [&](std::string_view bytes) {
            written = file.write(bytes);
            return written.has_value();
        });
    SANDBENCH_TRY_VOID(std::move(written));
    SANDBENCH_TRY_VOID(made);
    SANDBENCH_TRY_VOID(file.finish());
    if (options.zip != "-")
        note("saved " + options.zip);
    return {};
}

Result<int> exportRun(const Program&, const ExportOptions& options)
{
    if (options.outFolder.empty() == options.zip.empty())
        return Error(ErrorCode::InvalidArgument, "say either --out DIR or --zip FILE");
    SANDBENCH_TRY(auto history, openHistory(options.state));
    SANDBENCH_TRY(auto run, readRun(history, options.id));
    SANDBENCH_TRY(const auto places, placesOf(options.only, run.artifacts.size()));
    if (options.zip.empty())
        SANDBENCH_TRY_VOID(saveArtifacts(
            history, options.id, options.outFolder, std::move(run.artifacts), places));
    else
        SANDBENCH_TRY_VOID(saveZip(history, options, run, places));
    return 0;
}

} // namespace

void addRunsExport(CLI::App& group, Action& chosen)
{
    const auto options = std::make_shared<ExportOptions>();
    CLI::App* command = addSubcommand(
        group, options, chosen, "export", "Save what a run drew or wrote as results", exportRun);
    addRunAndState(*command, options->id, options->state);
    many(
        *command, "--artifact", options->only, "N",
        "Only this one, by its place from 0; as often as needed");
    one(*command, "--out,-o", options->outFolder, "DIR", "Into this folder; never replaces a file");
    one(*command, "--zip", options->zip, "FILE",
        "As one archive, with the record as record.json; - = standard output");
    command->add_flag("--replace", options->mayReplace, "Replace the archive that is there");
}

} // namespace sandbench::cli
