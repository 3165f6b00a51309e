// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch.h"

#include "core/batch/batch_feed.h"
#include "core/batch/parquet_rows.h"

#include <filesystem>

namespace sandbench::batch {
namespace {

const char* reuseName(Reuse reuse)
{
    return reuse == Reuse::Fork ? "fork" : "never";
}

/// All that results rest on, but for where they are made: another place may take over.
Json identityOf(const BatchAsked& asked, const ItemRules& rules, const Overview& overview)
{
    return {
        {"schema", "sandbench.batch/1"},
        {"input",
         {{"sha256", overview.digest}, {"bytes", overview.bytes}, {"lines", overview.lines}}},
        {"sandbox", asked.said},
        {"language", rules.language},
        {"policy", asked.policy},
        {"reuse", reuseName(asked.reuse)}};
}

Result<Folder> openFolder(const BatchAsked& asked, const Json& identity)
{
    using Begin = BatchAsked::Begin;
    if (asked.begin == Begin::New)
        return Folder::create(asked.folder, identity);
    return Folder::resume(
        asked.folder, identity,
        asked.begin == Begin::FailedAgain ? Again::NotPassed : Again::Nothing);
}

} // namespace

ItemRules rulesOf(const BatchAsked& asked)
{
    ItemRules rules;
    if (!asked.language.empty())
        rules.language = asked.language;
    rules.most = asked.most;
    rules.hasFiles = !asked.filesFolder.empty();
    return rules;
}

Batch::Batch(BatchAsked asked, ItemRules rules, Overview overview, Input input, Folder folder)
    : m_asked(std::move(asked))
    , m_rules(std::move(rules))
    , m_overview(std::move(overview))
    , m_input(std::move(input))
    , m_folder(std::move(folder))
{
}

Result<std::unique_ptr<Batch>> Batch::open(
    BatchAsked asked, const std::function<void(std::uint64_t, std::uint64_t)>& onRead,
    const std::stop_token& stop)
{
    auto rules = rulesOf(asked);
    SANDBENCH_TRY(auto input, Input::open(asked.file));
    SANDBENCH_TRY(
        auto overview,
        input.scan(
            rules,
            [&](std::uint64_t bytes) {
                if (onRead)
                    onRead(bytes, input.size());
            },
            stop));
    SANDBENCH_TRY(auto folder, openFolder(asked, identityOf(asked, rules, overview)));
    return std::unique_ptr<Batch>(new Batch(
        std::move(asked), std::move(rules), std::move(overview), std::move(input),
        std::move(folder)));
}

Result<void> Batch::run(Run how, const std::stop_token& stop)
{
    Plan plan
        = {.input = m_input,
           .overview = m_overview,
           .folder = m_folder,
           .rules = m_rules,
           .languages = how.languages,
           .filesFolder = m_asked.filesFolder,
           .places = std::move(how.places),
           .jobs = how.jobs,
           .onRow = std::move(how.onRow),
           .onNote = std::move(how.onNote)};
    return runBatch(plan, stop);
}

Result<Summary> Batch::summary() const
{
    SANDBENCH_TRY(auto summary, summaryOf(m_folder, m_overview.lines));
    summary.unused = m_overview.unused;
    return summary;
}

Result<void> Batch::write(const Summary& summary) const
{
    SANDBENCH_TRY_VOID(m_folder.write(kSummaryName, writeJson(toJson(summary), 2) + "\n"));
    const auto title = std::filesystem::path(m_asked.file).filename().string();
    return m_folder.write(kPageName, summaryPage(summary, title));
}

Result<void>
Batch::writeRows(const std::function<void(std::uint64_t)>& onRow, const std::stop_token& stop) const
{
    std::uint64_t rows = 0;
    const auto giveRows = [&](const TakeRow& take) {
        return m_folder.read([&](std::string_view row, std::uint64_t) -> Result<void> {
            if (stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped while the rows were written");
            onRow(++rows);
            return take(row);
        });
    };
    return m_folder.write(
        kParquetName, [&](const PartFile& file) { return writeParquet(file, giveRows); });
}

Result<Item> findItem(
    const BatchAsked& asked, const LanguageCatalog& languages, std::uint64_t number,
    const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto files, openFilesFolder(asked.filesFolder));
    SANDBENCH_TRY(auto input, Input::open(asked.file));
    for (;;) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while the line was looked for");
        SANDBENCH_TRY(const auto line, input.next());
        if (!line || line->number > number)
            return Error(ErrorCode::NotFound, "the file has no such line any more");
        if (line->number == number)
            return itemWithFile(*line, rulesOf(asked), files.get(), languages);
    }
}

} // namespace sandbench::batch
