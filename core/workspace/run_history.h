// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/replay/run_timeline.h"
#include "core/report/review.h"
#include "core/session/session.h"
#include "core/workspace/caller.h"
#include "core/workspace/run_artifacts.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::workspace {

using report::Review;

/// HistoryQuery::review of runs that nobody has reviewed.
inline constexpr const char* kNotReviewed = "none";

/// Which runs are listed: those of which all that is said here holds; empty members say nothing.
struct HistoryQuery
{
    /// Words that are in the program, its name, what it printed (of all of them the beginning), how
    /// it ended, the engine, the image or a review's note; "in quotes" with blanks. Finds only runs
    /// that have ended.
    std::string search = {};
    std::string language = {}, verdict = {}, engine = {};
    std::string document = {}; ///< The program's file, as it was called.
    std::string review = {}; ///< The verdict of a Review, or kNotReviewed.

    bool isEmpty() const
    {
        return search.empty() && language.empty() && verdict.empty() && engine.empty()
            && document.empty() && review.empty();
    }
};

/// The runs of all programs that share a file: what is known of those that go on, and records of
/// those that ended, with what they drew or wrote. Bounded: the oldest ended ones of whoever has
/// most go, and before them the bytes of artifacts. What is told of a run is written by a thread of
/// its own: no run waits for a disk or for another program. Thread: any.
class RunHistory
{
public:
    virtual ~RunHistory() = default;
    /// A run goes on from now. @p record: as runView(); what only its end tells is not read. When
    /// this program dies before it ends, others find it with the verdict "interrupted".
    virtual void begin(const std::string& caller, Json record) = 0;
    /// What it prints: written about once a second.
    virtual void print(const std::string& runId, StreamKind stream, std::string_view bytes) = 0;
    /// It ended, or never began. @p record: as runView(). @p artifacts: null = it has none.
    virtual void
    end(const std::string& caller, const Json& record,
        std::shared_ptr<const RunArtifacts> artifacts = nullptr)
        = 0;
    /// It went on, and will never have an end: "interrupted" as well. @p why: one sentence.
    virtual void breakOff(const std::string& runId, const std::string& why) = 0;

    /// Waits until the file has a run as begin() or end() told of it. False: not by @p deadline, or
    /// the file cannot be written now.
    virtual bool awaitWritten(
        const std::string& runId, std::chrono::steady_clock::time_point deadline,
        std::stop_token stop)
        = 0;

    /// Its verdict is null while it goes on. Errors: NotFound, also for those of other callers;
    /// Unavailable where the file cannot be read.
    virtual Result<Json> find(const Caller& caller, const std::string& runId) = 0;
    /// Those of an ended run, in their order. Their storedPath is empty; the note of one without
    /// bytes says why. Errors: as find().
    virtual Result<std::vector<Artifact>> artifacts(const Caller& caller, const std::string& runId)
        = 0;
    /// Untrusted. Errors: as find(), and NotFound where there are no bytes, with the note.
    virtual Result<std::string>
    artifactBytes(const Caller& caller, const std::string& runId, std::size_t number) = 0;
    /// When it printed what find() has of its output. Empty where that is not known: an older
    /// version kept the run, or nothing was printed. Errors: as find().
    virtual Result<replay::RunTimeline> timeline(const Caller& caller, const std::string& runId)
        = 0;
    struct Entry
    {
        std::string runId, sandboxId, language;
        std::string verdict; ///< Empty while it goes on.
        std::string startedAt;
        double wallSeconds = 0;
        /// Of a file that an older version wrote, empty until a program writes it again.
        std::string document = {}, engine = {}, sentence = {};
        bool succeeded = false;
        std::int64_t results = 0;
        Review review = {};
    };
    /// The newest first, of those before @p before (a run id; empty = from the newest). Errors:
    /// InvalidArgument for a run that find() would not find, Unavailable; Unsupported for a
    /// question to a file that an older version wrote and that cannot be written.
    virtual Result<std::vector<Entry>> list(
        const Caller& caller, const std::string& before, std::size_t most,
        const HistoryQuery& query = {})
        = 0;
    struct Document
    {
        std::string name; ///< Never empty.
        std::int64_t runs = 0;
    };
    /// What was run, the latest first. Errors: Unavailable.
    virtual Result<std::vector<Document>> documents(const Caller& caller, std::size_t most) = 0;

    /// Keeps what a person thinks of a run; an empty one takes it back. Runs with a review are the
    /// last that go where there are too many. Blocks. Errors: checkReview()'s; NotFound as find();
    /// Unavailable where the file cannot be written.
    virtual Result<void>
    review(const Caller& caller, const std::string& runId, const Review& review) = 0;
};

/// How much a history keeps. Units: runs; bytes of their records, and of artifacts.
struct HistoryBounds
{
    std::int64_t runs = 10'000;
    std::int64_t bytes = 256LL << 20;
    std::size_t streamBytes = 64U << 10; ///< Of each stream's text, its beginning.
    /// In memory, where the file cannot be written.
    std::size_t waitingRuns = 1000, waitingBytes = 32U << 20;
    std::int64_t artifactBytes = 256LL << 20; ///< Of all runs; also of those that wait.
    std::uint64_t largestArtifact = 16U << 20;
};

/// Gets one sentence for people on what is wrong with the file and what to do, once for each kind
/// of problem. Thread: any.
using TellProblem = std::function<void(const std::string& sentence)>;

/// In the state folder of a user or service.
inline constexpr const char* kHistoryName = "history.sqlite";

/// @p path: of its file; its folder is made. Source: SQLite. Never fails: where the file cannot be
/// used, @p tell hears of it, records wait in memory, and reading gives errors. A damaged file is
/// set aside, one of a newer version is only read. Its thread opens it, for which readers wait a
/// few seconds at most; before it goes it writes what has ended.
std::unique_ptr<RunHistory>
openRunHistory(const std::string& path, TellProblem tell, HistoryBounds bounds = {});

} // namespace sandbench::workspace
