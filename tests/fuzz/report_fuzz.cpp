// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/artifact_store.h"
#include "core/artifact/mime.h"
#include "core/base/json.h"
#include "core/check/run_comparison.h"
#include "core/report/html_report.h"
#include "core/report/notebook_report.h"
#include "core/workspace/run_again.h"
#include "tests/fuzz/require.h"
#include "tests/support/page_tags.h"

using namespace sandbench;

/// Input: the name of a result, a line end, and its bytes, which are also the program, what it
/// printed, and, where they are JSON, the record. Whatever they are, the page has our own tags
/// only.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto end = std::min(input.find('\n'), input.size());
    const auto name = std::string(input.substr(0, end));
    const auto bytes = std::string(input.substr(std::min(end + 1, input.size())));
    Artifact result;
    result.name = name;
    result.mime = sniffMime(bytes, mimeOfName(name));
    result.bytes = bytes.size();
    result.facts.title = bytes.substr(0, 5000);
    auto record = parseJson(bytes).value_or(Json::object());
    if (!record.is_object())
        record = Json::object();
    record.emplace("stdout", bytes);
    record.emplace("program", Json{{"code", bytes}, {"file", name}});
    const auto bytesOf = [&](std::size_t) { return Result<std::string>(bytes); };
    const auto page = report::htmlReport(record, {result}, bytesOf);
    require(test::firstOddTag(page).empty());
    require(report::notebookReport(record, {result}, bytesOf).ends_with("}\n"));
    require(report::jsonReport(record, {result}, bytesOf).ends_with("}\n"));
    const std::vector<Artifact> results = {result};
    const Json nothing = Json::object();
    const std::vector<Artifact> none;
    const auto itself
        = check::compareRuns({record, results, bytesOf}, {record, results, bytesOf}, {});
    require(itself.facts.empty() && itself.output.diff.empty());
    const auto other = check::compareRuns({record, results, bytesOf}, {nothing, none, {}}, 1e-9);
    require(!check::comparisonText(other).empty());
    (void)workspace::runAgain(record).has_value();
    return 0;
}
