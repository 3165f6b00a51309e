// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/matrix_programs.h"

#include "app/cli/answer_input.h"
#include "core/check/grade_files.h"

#include <algorithm>
#include <filesystem>

namespace sandbench::cli {
namespace {

Result<RunRequest>
readMatrixProgram(const RunOptions& own, const Composition& parts, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto plan, planRun(own, parts));
    SANDBENCH_TRY_VOID(loadInputs(own, plan, stop));
    plan.request.gateConfirmed = own.yes;
    plan.request.keepBytes = RunRequest().keepBytes;
    return std::move(plan.request);
}

Result<void> addFile(
    RunOptions own, const Composition& parts, const std::stop_token& stop,
    std::vector<check::MatrixProgram>& into)
{
    const auto name = own.program == "-" ? std::string("standard input") : own.program;
    SANDBENCH_TRY(const auto answer, openAnswer(own, parts.languages(), stop));
    if (answer)
        SANDBENCH_TRY_VOID(takeProgram(*answer, parts.languages(), own));
    SANDBENCH_TRY(auto request, readMatrixProgram(own, parts, stop));
    into.push_back({name, {}, std::move(request)});
    return {};
}

Result<void> addFolder(
    const RunOptions& run, const std::string& folder, const Composition& parts,
    const std::stop_token& stop, std::vector<check::MatrixProgram>& into)
{
    SANDBENCH_TRY(
        auto entries, check::findSubmissions(folder, {{}, run.language}, parts.languages(), stop));
    for (auto& entry : entries) {
        check::MatrixProgram program = {entry.name, entry.problem, {}};
        if (entry.problem.empty()) {
            auto own = run;
            own.program = entry.fileName;
            own.language = entry.language;
            own.answer = AnswerProgram{std::move(entry.code), std::move(entry.files), {}};
            auto request = readMatrixProgram(own, parts, stop);
            if (request.failedAs(ErrorCode::InvalidArgument))
                program.problem = request.error().text();
            else {
                SANDBENCH_TRY(program.request, std::move(request));
            }
        }
        into.push_back(std::move(program));
    }
    return {};
}

} // namespace

Result<std::vector<check::MatrixProgram>> readMatrixPrograms(
    const std::vector<std::string>& paths, const RunOptions& run, const Composition& parts,
    const std::stop_token& stop)
{
    if (std::count(paths.begin(), paths.end(), "-") > 1)
        return Error(
            ErrorCode::InvalidArgument,
            "only one program can be read from standard input; put the others into files");
    std::vector<check::MatrixProgram> programs;
    for (const auto& path : paths) {
        std::error_code ignored;
        auto own = run;
        own.program = path;
        own.stdinPath = kNoInput;
        const bool isFolder = path != "-" && std::filesystem::is_directory(path, ignored);
        SANDBENCH_TRY_VOID(
            isFolder ? addFolder(own, path, parts, stop, programs)
                     : addFile(own, parts, stop, programs));
    }
    return programs;
}

} // namespace sandbench::cli
