// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/kept_run.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/text.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sandbench::cli {
namespace {

constexpr const char* kReportFooter
    = R"(A page with all that the history has of a run: how it ended, the program, its output, its results
(charts live), what a policy found, what it did, and the environment. It needs nothing but itself,
loads nothing, and lets nothing of the run's act: send it to whom you like. 'sandbenchctl runs list'
has the ids.

Examples:
  sandbenchctl report r-1f0c9a7e3b52d480 --html run.html
  sandbenchctl report r-1f0c9a7e3b52d480 --html - > run.html

Exit status: 0, 1 when the file cannot be written, 2 for wrong usage and for runs that are not
there, 125 for a history that cannot be read.)";

struct ReportOptions
{
    std::string id, state, html;
    bool mayReplace = false;
};

Result<int> writeReport(const Program&, const ReportOptions& options)
{
    SANDBENCH_TRY(auto history, openHistory(options.state));
    SANDBENCH_TRY(const auto run, readRun(history, options.id));
    SANDBENCH_TRY(auto file, NewFile::create(options.html, options.mayReplace));
    SANDBENCH_TRY_VOID(file.write(
        report::htmlReport(run.record, run.artifacts, bytesOfArtifacts(history, options.id))));
    SANDBENCH_TRY_VOID(file.finish());
    if (options.html != "-")
        note("saved " + options.html);
    return 0;
}

} // namespace

void addReportCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<ReportOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "report", "Write all that is known of a run as a page", writeReport);
    command->footer(kReportFooter);
    addRunAndState(*command, options->id, options->state);
    one(*command, "--html", options->html, "FILE", "The page; - = standard output");
    command->get_option("--html")->required();
    command->add_flag("--replace", options->mayReplace, "Replace the file that is there");
}

} // namespace sandbench::cli
