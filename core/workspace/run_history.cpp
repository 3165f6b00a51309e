// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/run_history.h"

#include "core/base/fd.h"
#include "core/base/stoppable_condition.h"
#include "core/workspace/history_file.h"
#include "core/workspace/history_reader.h"
#include "core/workspace/waiting_runs.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace sandbench::workspace {

namespace {

/// Between tries to write what could not be written.
constexpr std::chrono::seconds kRetry{1};
/// For other programs that write; the thread that waits is the history's own.
constexpr std::chrono::milliseconds kWriterPatience{500};
/// Many runs that begin and end within it are written together. Whoever asks for what is not
/// written yet does not wait for it.
constexpr std::chrono::milliseconds kBetweenWrites{50};
/// Of who reads, for what is about to be written.
constexpr std::chrono::milliseconds kReaderPatience{500};

std::string counted(std::size_t runs)
{
    return runs == 1 ? "1 run" : std::to_string(runs) + " runs";
}

std::string problemSentence(const std::string& path, const Error& error)
{
    const auto what = "The history of runs " + path;
    const std::string meanwhile = "; runs go on, and their records wait in memory: ";
    switch (error.code()) {
    case ErrorCode::Timeout:
        return what + " is locked by another program" + meanwhile
            + "end that program, or wait until it is done";
    case ErrorCode::ResourceExhausted:
        return what + " has no space left" + meanwhile + "make room on that disk";
    case ErrorCode::PermissionDenied:
        return what + " can only be read" + meanwhile + "make the file and its folder writable";
    case ErrorCode::Unsupported:
        return what
            + " was written by a newer Sandbench, so it is only read, and the runs of this one are "
              "not added to it: update this Sandbench";
    default:
        return what + " cannot be written (" + error.text() + ")" + meanwhile
            + "repair that, or move the file away";
    }
}

Error cannotRead(const Error& error)
{
    return Error(ErrorCode::Unavailable, "the history of runs cannot be read: " + error.text());
}

Error cannotWrite(const Error& error)
{
    return Error(
        ErrorCode::Unavailable,
        "the review was not kept: the history of runs cannot be written: " + error.text());
}

class SharedRunHistory : public RunHistory
{
public:
    SharedRunHistory(std::string path, TellProblem tell, HistoryBounds bounds)
        : m_path(std::move(path))
        , m_tell(std::move(tell))
        , m_bounds(bounds)
        , m_runs(bounds)
    {
        m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }

    ~SharedRunHistory() override
    {
        m_thread = {};
        tellLost(m_runs.takeLost() + m_runs.ended());
    }

    void begin(const std::string& caller, Json record) override
    {
        change([&] { m_runs.begin(caller, std::move(record)); });
    }
    void print(const std::string& runId, StreamKind stream, std::string_view bytes) override
    {
        change([&] { m_runs.print(runId, stream, bytes); });
    }
    void
    end(const std::string& caller, const Json& record,
        std::shared_ptr<const RunArtifacts> artifacts) override
    {
        auto row = endedRow(caller, record, m_bounds.streamBytes);
        row.artifacts = std::move(artifacts);
        change([&] { m_runs.end(std::move(row)); });
    }
    void breakOff(const std::string& runId, const std::string& why) override
    {
        change([&] { m_runs.breakOff(runId, why); });
    }

    bool awaitWritten(
        const std::string& runId, Clock::time_point deadline, std::stop_token stop) override
    {
        std::unique_lock lock(m_mutex);
        const Waiting here(*this);
        m_changed.wait_until(
            lock, std::move(stop), deadline, [&] { return m_retryAt || m_runs.isInFile(runId); });
        return m_runs.isInFile(runId);
    }

    Result<Json> find(const Caller& caller, const std::string& runId) override
    {
        {
            std::unique_lock lock(m_mutex);
            if (auto record = m_runs.find(caller, runId); !record.is_null())
                return record;
            m_changed.wait(lock, [this] { return m_wasOpened; });
        }
        return read([&](HistoryReader& reader) { return reader.find(caller, runId); });
    }

    Result<std::vector<Artifact>> artifacts(const Caller& caller, const std::string& runId) override
    {
        if (const auto waiting = waitingArtifacts(caller, runId)) {
            auto all = waiting->all();
            for (auto& artifact : all)
                artifact.storedPath.clear();
            return all;
        }
        return read([&](HistoryReader& reader) { return reader.artifacts(caller, runId); });
    }

    Result<std::string>
    artifactBytes(const Caller& caller, const std::string& runId, std::size_t number) override
    {
        if (const auto waiting = waitingArtifacts(caller, runId))
            if (const auto all = waiting->all(); number < all.size() && all[number].note.empty())
                return readFile(all[number].storedPath, all[number].bytes);
        return read(
            [&](HistoryReader& reader) { return reader.artifactBytes(caller, runId, number); });
    }

    Result<replay::RunTimeline> timeline(const Caller& caller, const std::string& runId) override
    {
        {
            std::unique_lock lock(m_mutex);
            if (auto waiting = m_runs.timeline(caller, runId))
                return *std::move(waiting);
            m_changed.wait(lock, [this] { return m_wasOpened; });
        }
        return read([&](HistoryReader& reader) { return reader.timeline(caller, runId); });
    }

    Result<std::vector<Entry>> list(
        const Caller& caller, const std::string& before, std::size_t most,
        const HistoryQuery& query) override
    {
        awaitWriting();
        return read(
            [&](HistoryReader& reader) { return reader.list(caller, before, most, query); });
    }

    Result<std::vector<Document>> documents(const Caller& caller, std::size_t most) override
    {
        awaitWriting();
        return read([&](HistoryReader& reader) { return reader.documents(caller, most); });
    }

    Result<void>
    review(const Caller& caller, const std::string& runId, const Review& review) override
    {
        awaitWriting();
        // A connection of its own: the thread's may be in the middle of a transaction.
        auto database = openHistoryToWrite(m_path, Database::kPatience, m_tell);
        if (!database)
            return cannotWrite(database.error());
        const auto written = writeReview(*database, caller, runId, review);
        if (written || written.error().code() == ErrorCode::NotFound
            || written.error().code() == ErrorCode::InvalidArgument)
            return written;
        return cannotWrite(written.error());
    }

private:
    /// For a moment, until what is known is in the file.
    void awaitWriting()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_wasOpened; });
        const Waiting here(*this);
        m_changed.wait_for(lock, {}, kReaderPatience, [this] {
            return m_retryAt || m_runs.nextDue() > Clock::now();
        });
    }

    /// Somebody waits for what is due; with m_mutex.
    class Waiting
    {
    public:
        explicit Waiting(SharedRunHistory& history)
            : m_history(history)
        {
            ++m_history.m_waiting;
            m_history.m_changed.notify_all();
        }
        ~Waiting() { --m_history.m_waiting; }
        Waiting(const Waiting&) = delete;
        Waiting& operator=(const Waiting&) = delete;

    private:
        SharedRunHistory& m_history;
    };

    template <typename Change> void change(Change what)
    {
        const std::lock_guard lock(m_mutex);
        const auto due = m_runs.nextDue();
        what();
        if (m_runs.nextDue() < due)
            m_changed.notify_all();
    }

    /// Of a run that ended and is not written yet; null = of no such one.
    std::shared_ptr<const RunArtifacts>
    waitingArtifacts(const Caller& caller, const std::string& runId)
    {
        std::unique_lock lock(m_mutex);
        if (auto waiting = m_runs.artifacts(caller, runId))
            return waiting;
        m_changed.wait(lock, [this] { return m_wasOpened; });
        return nullptr;
    }

    template <typename Question>
    auto read(const Question& question) -> decltype(question(std::declval<HistoryReader&>()))
    {
        const std::lock_guard lock(m_readMutex);
        if (!m_reader || !m_reader->isCurrent()) {
            m_reader.reset();
            auto opened = HistoryReader::open(m_path);
            if (!opened)
                return cannotRead(opened.error());
            m_reader = *std::move(opened);
        }
        auto answer = question(*m_reader);
        if (answer || answer.error().code() == ErrorCode::NotFound
            || answer.error().code() == ErrorCode::InvalidArgument)
            return answer;
        m_looksDamaged = m_looksDamaged || answer.error().code() == ErrorCode::Protocol;
        m_reader.reset();
        return cannotRead(answer.error());
    }

    void work(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        for (bool isLast = false; !isLast;) {
            const auto due = nextTry();
            m_changed.wait_until(lock, stop, due, [&] { return nextTry() < due; });
            isLast = stop.stop_requested();
            try {
                if (!m_wasOpened && !isLast)
                    openFirst(lock);
                else if (isLast || nextTry() <= Clock::now())
                    writeDue(lock, isLast);
            } catch (const std::exception&) { // no memory, which may be there at the next time
                if (!lock.owns_lock())
                    lock.lock();
                m_wasOpened = true;
                m_retryAt = Clock::now() + kRetry;
            }
        }
    }

    Clock::time_point nextTry() const
    {
        if (!m_wasOpened)
            return Clock::time_point();
        const auto paced = m_waiting > 0 ? Clock::time_point::min() : m_nextWrite;
        return std::max(m_runs.nextDue(), m_retryAt.value_or(paced));
    }

    void openFirst(std::unique_lock<std::mutex>& lock)
    {
        lock.unlock();
        auto opened = openHistoryToWrite(m_path, Database::kPatience, m_tell);
        if (!opened)
            noteFailure(opened.error());
        lock.lock();
        if (opened)
            m_writer = *std::move(opened);
        else
            m_retryAt = Clock::now() + kRetry;
        m_wasOpened = true;
        m_changed.notify_all();
    }

    void writeDue(std::unique_lock<std::mutex>& lock, bool isLast)
    {
        const auto due
            = m_runs.dueAt(isLast ? Clock::time_point::max() - Clock::duration(1) : Clock::now());
        if (due.rows.empty())
            return;
        lock.unlock();
        const auto written = write(due.rows, isLast ? Database::kPatience : kWriterPatience);
        if (!written)
            noteFailure(written.error());
        lock.lock();
        const auto now = Clock::now();
        m_retryAt = written ? std::nullopt : std::optional(now + kRetry);
        m_nextWrite = now + kBetweenWrites;
        std::size_t lost = 0;
        if (written) {
            m_runs.noteWritten(due, now);
            lost = m_runs.takeLost();
        }
        m_changed.notify_all();
        lock.unlock();
        tellLost(lost);
        lock.lock();
    }

    Result<void> write(const std::vector<HistoryRow>& rows, std::chrono::milliseconds patience)
    {
        const bool looksDamaged = m_looksDamaged.exchange(false);
        if (looksDamaged || (m_writer && !m_writer->isCurrent()))
            m_writer.reset();
        if (looksDamaged)
            SANDBENCH_TRY_VOID(setAsideIfDamaged(m_path, m_tell));
        if (!m_writer) {
            SANDBENCH_TRY(m_writer, openHistoryToWrite(m_path, patience, m_tell));
        }
        m_writer->setPatience(patience);
        auto written = writeHistory(*m_writer, rows, m_bounds);
        if (!written && written.error().code() != ErrorCode::Timeout) {
            m_looksDamaged = written.error().code() == ErrorCode::Protocol;
            m_writer.reset(); // whoever opens it finds out what it is
        }
        return written;
    }

    /// Without m_mutex: who is told may do as they like.
    void noteFailure(const Error& error)
    {
        if (m_told.insert(error.code()).second)
            m_tell(problemSentence(m_path, error));
    }

    void tellLost(std::size_t runs)
    {
        if (runs > 0)
            m_tell(
                counted(runs) + " will never be in the history of runs " + m_path
                + ", which could not be written for too long");
    }

    const std::string m_path;
    const TellProblem m_tell;
    const HistoryBounds m_bounds;
    std::set<ErrorCode> m_told; ///< Of the thread, as is m_writer.
    std::optional<Database> m_writer;
    std::atomic<bool> m_looksDamaged{false};
    std::mutex m_readMutex;
    std::optional<HistoryReader> m_reader;
    std::mutex m_mutex;
    StoppableCondition m_changed;
    WaitingRuns m_runs;
    bool m_wasOpened = false; ///< Or could not be.
    std::optional<Clock::time_point> m_retryAt; ///< Nothing = the last try was a success.
    Clock::time_point m_nextWrite = {}; ///< No earlier than this, unless somebody waits.
    std::size_t m_waiting = 0;
    std::jthread m_thread; ///< Last: it uses all of the above.
};

} // namespace

std::unique_ptr<RunHistory>
openRunHistory(const std::string& path, TellProblem tell, HistoryBounds bounds)
{
    return std::make_unique<SharedRunHistory>(path, std::move(tell), bounds);
}

} // namespace sandbench::workspace
