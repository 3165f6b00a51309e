// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/artifact_store.h"
#include "core/artifact/mime.h"
#include "core/base/json.h"
#include "core/report/html_report.h"
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
    const auto page = report::htmlReport(
        record, {result}, [&](std::size_t) { return Result<std::string>(bytes); });
    require(test::firstOddTag(page).empty());
    return 0;
}
