// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// How long a page takes that shows a run with its figures.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "app/cli/commands/bench/scratch_folder.h"
#include "core/report/html_report.h"
#include "core/workspace/history_reader.h"
#include "core/workspace/run_history.h"

namespace sandbench::cli {
namespace {

constexpr const char* kReportId = "report_20_figures";
constexpr const char* kReportRun = "r-report";
constexpr int kPictures = 15, kCharts = 5;
/// What a busy figure of 200 dots per inch has.
constexpr std::size_t kPictureBytes = 400U << 10;
constexpr int kPoints = 10'000;

std::string pictureBytes()
{
    std::string bytes = "\x89PNG\r\n\x1a\n";
    std::uint32_t state = 1;
    while (bytes.size() < kPictureBytes)
        bytes += static_cast<char>((state = state * 1664525U + 1013904223U) >> 24);
    return bytes;
}

std::string chartBytes()
{
    auto values = Json::array();
    for (int i = 0; i < kPoints; ++i)
        values.push_back(i * 0.25);
    return writeJson(
        {{"data", {{{"type", "scatter"}, {"y", values}}}}, {"layout", Json::object()}});
}

Result<Artifact>
figure(const ScratchFolder& folder, int number, const std::string& bytes, const char* mime)
{
    Artifact made;
    made.name = "figure-" + std::to_string(number);
    made.mime = mime;
    made.bytes = bytes.size();
    made.storedPath = folder.file(made.name.c_str());
    SANDBENCH_TRY_VOID(writeFile(made.storedPath, bytes));
    return made;
}

Result<void> keepRun(const ScratchFolder& folder, const std::string& path)
{
    const auto artifacts = std::make_shared<workspace::RunArtifacts>();
    for (int i = 0; i < kPictures + kCharts; ++i) {
        SANDBENCH_TRY(
            auto made,
            i < kPictures ? figure(folder, i, pictureBytes() + std::to_string(i), "image/png")
                          : figure(folder, i, chartBytes(), "application/vnd.plotly.v1+json"));
        artifacts->add(std::move(made));
    }
    std::string problem;
    workspace::openRunHistory(path, [&](const std::string& sentence) { problem = sentence; })
        ->end(
            workspace::userCaller().id,
            {{"run_id", kReportRun},
             {"verdict", "exited"},
             {"stdout", std::string(60'000, 'x')},
             {"program", {{"code", std::string(2000, '\n')}}}},
            artifacts);
    return problem.empty() ? Result<void>() : Error(ErrorCode::Io, problem);
}

Result<double> timeReport(const std::string& path, const std::string& page)
{
    const auto begin = Clock::now();
    SANDBENCH_TRY(auto history, workspace::HistoryReader::open(path));
    const auto caller = workspace::userCaller();
    SANDBENCH_TRY(const auto record, history.find(caller, kReportRun));
    SANDBENCH_TRY(const auto artifacts, history.artifacts(caller, kReportRun));
    const auto html = report::htmlReport(record, artifacts, [&](std::size_t index) {
        return history.artifactBytes(caller, kReportRun, index);
    });
    SANDBENCH_TRY_VOID(writeFile(page, html));
    const auto took = since(begin);
    if (html.size() < kPictures * kPictureBytes)
        return Error(ErrorCode::Io, "not all of the figures are in the report");
    return took;
}

} // namespace

void Bench::measureReport()
{
    if (!wants(kReportId))
        return;
    say(kReportId);
    const ScratchFolder folder;
    const auto path = folder.file(workspace::kHistoryName);
    if (const auto kept = keepRun(folder, path); !kept)
        return attempt(kReportId, kept.error());
    for (int i = 0; i < times(12) && !stopped(); ++i)
        attempt(kReportId, timeReport(path, folder.file("report.html")));
}

} // namespace sandbench::cli
