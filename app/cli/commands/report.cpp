// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/kept_run.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/text.h"

#include "core/report/markdown_report.h"
#include "core/report/notebook_report.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace sandbench::cli {
namespace {

constexpr const char* kReportFooter
    = R"(A page with all that the history has of a run: how it ended, its review, the program, its output,
its results (charts live), what a policy found, what it did, and the environment. It needs nothing but itself,
loads nothing, and lets nothing of the run's act: send it to whom you like. 'sandbenchctl runs list'
has the ids.

Examples:
  sandbenchctl report r-1f0c9a7e3b52d480 --html run.html
  sandbenchctl report r-1f0c9a7e3b52d480 --html - > run.html
  sandbenchctl report r-1f0c9a7e3b52d480 --markdown - --for-model | wl-copy
  sandbenchctl report r-1f0c9a7e3b52d480 --notebook run.ipynb --json run.json

Exit status: 0, 1 when the file cannot be written, 2 for wrong usage and for runs that are not
there, 125 for a history that cannot be read.)";

struct ReportOptions
{
    std::string id, state, html, markdown, notebook, object;
    bool isPrompt = false;
    bool mayReplace = false;
};

Result<void> save(const std::string& file, const ReportOptions& options, const std::string& text)
{
    SANDBENCH_TRY(auto created, NewFile::create(file, options.mayReplace));
    SANDBENCH_TRY_VOID(created.write(text));
    SANDBENCH_TRY_VOID(created.finish());
    if (file != "-")
        note("saved " + file);
    return {};
}

Result<int> writeReport(const Program&, const ReportOptions& options)
{
    const std::array files = {&options.html, &options.markdown, &options.notebook, &options.object};
    if (std::ranges::all_of(files, &std::string::empty))
        return Error(
            ErrorCode::InvalidArgument,
            "say where to: --html, --markdown, --notebook or --json, with a FILE");
    if (std::ranges::count_if(files, [](const auto* file) { return *file == "-"; }) > 1)
        return Error(ErrorCode::InvalidArgument, "only one report fits into standard output");
    SANDBENCH_TRY(auto history, openHistory(options.state));
    SANDBENCH_TRY(const auto run, readRun(history, options.id));
    const auto bytesOf = bytesOfArtifacts(history, options.id);
    if (!options.html.empty())
        SANDBENCH_TRY_VOID(
            save(options.html, options, report::htmlReport(run.record, run.artifacts, bytesOf)));
    if (!options.notebook.empty())
        SANDBENCH_TRY_VOID(save(
            options.notebook, options, report::notebookReport(run.record, run.artifacts, bytesOf)));
    if (!options.object.empty())
        SANDBENCH_TRY_VOID(
            save(options.object, options, report::jsonReport(run.record, run.artifacts, bytesOf)));
    if (!options.markdown.empty())
        SANDBENCH_TRY_VOID(save(
            options.markdown, options,
            options.isPrompt ? report::modelPrompt(run.record)
                             : report::markdownReport(run.record)));
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
    one(*command, "--markdown", options->markdown, "FILE",
        "The same as text, without results; - = standard output");
    one(*command, "--notebook", options->notebook, "FILE",
        "A notebook with the program, its output and its results; - = standard output");
    one(*command, "--json", options->object, "FILE",
        "The record and all results as one JSON object; - = standard output");
    command->add_flag(
        "--for-model", options->isPrompt,
        "With --markdown: begin with a sentence that tells a language model what is data");
    command->get_option("--for-model")->needs("--markdown");
    command->add_flag("--replace", options->mayReplace, "Replace the file that is there");
}

} // namespace sandbench::cli
