// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/batch/batch_summary.h"
#include "core/batch/run_batch.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::batch {

/// What a batch is of, how it is run, and where its results go.
struct BatchAsked
{
    enum class Begin {
        New, ///< Its folder is new or empty.
        Resume, ///< Where the folder has one, that one goes on.
        FailedAgain, ///< The same, and lines that ran and did not pass run again.
    };

    std::string file; ///< Of lines.
    std::string folder; ///< Of results.
    std::string filesFolder = {}; ///< Of Item::file; empty = lines name no files.
    std::string language = {}; ///< Of lines that name none; empty = python.
    RunLimits most = {}; ///< See ItemRules::most.
    Json said = Json::object(); ///< Of all sandboxes, without what says where they are.
    std::string policy = {}; ///< Its id; empty = none.
    Reuse reuse = Reuse::Never;
    Begin begin = Begin::New;
};

/// A batch from its file to its summary. Thread: one, but for what is said of Plan's functions.
class Batch
{
public:
    /// Reads the whole file once. @p onRead: told how much of it. Units: bytes. Errors:
    /// Input::open()'s, Input::scan()'s, those of opening the folder.
    static Result<std::unique_ptr<Batch>> open(
        BatchAsked asked, const std::function<void(std::uint64_t read, std::uint64_t all)>& onRead,
        const std::stop_token& stop);

    const BatchAsked& asked() const { return m_asked; }
    const Overview& overview() const { return m_overview; }
    const Folder& folder() const { return m_folder; }

    /// How it is run, which is the caller's to say: places and jobs.
    struct Run
    {
        const LanguageCatalog& languages;
        std::vector<std::unique_ptr<Place>> places;
        std::size_t jobs = 1;
        decltype(Plan::onRow) onRow = {};
        decltype(Plan::onNote) onNote = {};
    };
    /// See runBatch(). Once.
    Result<void> run(Run how, const std::stop_token& stop);
    /// What its rows say together; also where it did not come to its end. Errors: summaryOf()'s.
    Result<Summary> summary() const;
    /// Writes summary.json and summary.html into its folder. Errors: Folder::write()'s.
    Result<void> write(const Summary& summary) const;
    /// Writes all rows as results.parquet. @p onRow: told how many were read. Errors:
    /// writeParquet()'s, Cancelled.
    Result<void> writeRows(
        const std::function<void(std::uint64_t read)>& onRow, const std::stop_token& stop) const;

private:
    Batch(BatchAsked asked, ItemRules rules, Overview overview, Input input, Folder folder);

    const BatchAsked m_asked;
    const ItemRules m_rules;
    const Overview m_overview;
    Input m_input;
    Folder m_folder;
};

/// What @p asked says of its lines.
ItemRules rulesOf(const BatchAsked& asked);
/// The program of one of its lines, with the file that it names. Reads the file up to there.
/// Errors: Input::open()'s; Cancelled; NotFound (it has fewer lines now); itemOf()'s.
Result<Item> findItem(
    const BatchAsked& asked, const LanguageCatalog& languages, std::uint64_t line,
    const std::stop_token& stop);

} // namespace sandbench::batch
