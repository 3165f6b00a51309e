// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/results_zip.h"

#include "core/artifact/artifact_store.h"
#include "core/base/json.h"
#include "core/base/text.h"

#include <set>

namespace sandbench::report {

namespace {

constexpr const char* kRecordName = "record.json";

/// "plot.png", the next time "2-plot.png". Names that differ in case alone are one for some who
/// unpack them.
std::string uniqueName(const std::string& wanted, std::size_t number, std::set<std::string>& taken)
{
    auto name = wanted;
    while (!taken.insert(lowerCase(name)).second)
        name = std::to_string(number) + "-" + name;
    return name;
}

Json entryOf(const Artifact& result, std::size_t index)
{
    Json entry
        = {{"index", index},
           {"name", replaceInvalidUtf8(result.name)},
           {"mime", replaceInvalidUtf8(result.mime)},
           {"bytes", result.bytes},
           {"width", result.width},
           {"height", result.height}};
    entry.update(toJson(result.facts));
    return entry;
}

} // namespace

Result<void> writeResultsZip(
    Json record, const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
    ZipWriter::Sink sink)
{
    ZipWriter zip(std::move(sink));
    std::set<std::string> taken = {kRecordName};
    auto entries = Json::array();
    for (std::size_t i = 0; i < results.size(); ++i) {
        auto entry = entryOf(results[i], i);
        const auto bytes
            = results[i].note.empty() ? bytesOf(i) : Error(ErrorCode::NotFound, results[i].note);
        if (bytes) {
            const auto name = uniqueName(safeFileName(results[i].name), i + 1, taken);
            SANDBENCH_TRY_VOID(zip.add(name, *bytes));
            entry["file"] = name;
        } else {
            entry["note"] = replaceInvalidUtf8(bytes.error().text());
        }
        entries.push_back(std::move(entry));
    }
    record["artifacts"] = std::move(entries);
    SANDBENCH_TRY_VOID(zip.add(kRecordName, writeJson(record, 2) + "\n"));
    return zip.finish();
}

} // namespace sandbench::report
