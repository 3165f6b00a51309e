// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/batch_job.h"

#include "core/batch/server_address.h"
#include "core/workspace/sandbox_request.h"
#include "ui/common/safe_text.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace sandbench::ui {

static batch::Pace::Time now()
{
    return std::chrono::steady_clock::now();
}

static Json withoutConnection(Json said)
{
    for (const auto* member : {"connection", "context"})
        said.erase(member);
    return said;
}

BatchJob::BatchJob(
    batch::BatchAsked asked, BatchSpots spots, std::size_t atOnce, OpenBatchSandbox open)
    : m_asked(std::move(asked))
    , m_spots(std::move(spots))
    , m_atOnce(atOnce)
    , m_open(std::move(open))
{
    // What results rest on is what all places have: another one may take over.
    const auto& engines = m_spots.engines;
    m_asked.said = withoutConnection(engines.empty() ? m_spots.said : engines.front().said);
    for (const auto& spot : engines)
        if (spot.place.engine != engines.front().place.engine)
            m_asked.said.erase("engine");
    if (!m_spots.servers.empty())
        m_asked.said.erase("engine");
}

Result<std::vector<std::unique_ptr<batch::Place>>>
BatchJob::makePlaces(workspace::Workspace& workspace)
{
    std::vector<std::unique_ptr<batch::Place>> places;
    for (const auto& spot : m_spots.engines) {
        batch::EnginePlaceOptions options;
        options.name = spot.place.name();
        options.said = withoutConnection(spot.said);
        options.reuse = m_asked.reuse;
        options.open = [open = m_open, connection = spot.place.connection](
                           workspace::SandboxRequest request, const std::stop_token& stop) {
            return open(std::move(request), connection, stop);
        };
        places.push_back(batch::makeEnginePlace(workspace, std::move(options)));
    }
    std::string token;
    if (!m_spots.servers.empty() && !m_spots.tokenFile.empty()) {
        SANDBENCH_TRY(token, batch::readServerToken(m_spots.tokenFile).within(m_spots.tokenFile));
    }
    for (const auto& address : m_spots.servers) {
        SANDBENCH_TRY(auto place, serverPlace(address, token).within(address));
        places.push_back(std::move(place));
    }
    return places;
}

Result<std::unique_ptr<batch::Place>>
BatchJob::serverPlace(const std::string& address, const std::string& token)
{
    const batch::NamedServer server{address, token};
    auto said = m_spots.said;
    if (!m_asked.policy.empty())
        said["policy"] = m_asked.policy;
    if (batch::showsToken(server)) {
        const std::lock_guard lock(m_mutex);
        m_state.note = tr("The token travels in clear text to %1").arg(SafeText::display(address));
    }
    return batch::makeServerPlace(server, std::move(said));
}

Result<void> BatchJob::run(workspace::Workspace& workspace, const std::stop_token& stop)
{
    const auto& parts = workspace.parts();
    SANDBENCH_TRY(const auto request, workspace::readSandbox(parts, m_asked.said));
    m_asked.most = request.runLimits;
    SANDBENCH_TRY(auto places, makePlaces(workspace));
    SANDBENCH_TRY(
        const auto made,
        batch::Batch::open(
            m_asked,
            [this](std::uint64_t read, std::uint64_t all) {
                const std::lock_guard lock(m_mutex);
                m_state.read = all > 0 ? double(read) / double(all) : 1;
            },
            stop));
    {
        const std::lock_guard lock(m_mutex);
        m_summary.lines = m_state.lines = made->overview().lines;
        m_summary.unused = made->overview().unused;
        m_state.doneBefore = made->folder().done();
        m_pace.emplace(m_state.lines, m_state.doneBefore, now());
    }
    SANDBENCH_TRY_VOID(
        made->folder().read([&](std::string_view row, std::uint64_t at) -> Result<void> {
            if (stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped while earlier results were read");
            return addRow(row, at);
        }));
    {
        const std::lock_guard lock(m_mutex);
        m_state.isRead = true;
    }
    const auto ran = runOpen(*made, std::move(places), parts.languages(), stop);
    SANDBENCH_TRY_VOID(made->write(m_summary)); // nobody writes to it any more
    return ran;
}

Result<void> BatchJob::runOpen(
    batch::Batch& made, std::vector<std::unique_ptr<batch::Place>> places,
    const LanguageCatalog& languages, const std::stop_token& stop)
{
    const auto usual = std::max(1U, std::thread::hardware_concurrency()) * places.size();
    batch::Batch::Run how
        = {.languages = languages,
           .places = std::move(places),
           .jobs = m_atOnce > 0 ? m_atOnce : usual};
    how.onRow = [this](batch::RowHead, std::string_view row, std::uint64_t at) {
        (void)addRow(row, at); // it is one: it was just written
        const std::lock_guard lock(m_mutex);
        m_pace->add(now());
    };
    how.onNote = [this](const std::string& sentence) {
        const std::lock_guard lock(m_mutex);
        m_state.note = SafeText::display(sentence);
    };
    return made.run(std::move(how), stop);
}

Result<void> BatchJob::addRow(std::string_view row, std::uint64_t at)
{
    const std::lock_guard lock(m_mutex);
    SANDBENCH_TRY(auto shown, batch::addRow(m_summary, row));
    if (shown.state != check::stateName(check::CheckState::Passed))
        m_rows.push_back({std::move(shown), at});
    return {};
}

BatchState BatchJob::state() const
{
    const std::lock_guard lock(m_mutex);
    auto state = m_state;
    state.done = m_summary.rows;
    state.passed = m_summary.count(check::stateName(check::CheckState::Passed));
    if (m_pace) {
        const auto when = now();
        state.rate = m_pace->rate(when);
        state.secondsLeft = m_pace->secondsLeft(when);
    }
    return state;
}

std::vector<BatchRow> BatchJob::takeRows()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_rows, {});
}

} // namespace sandbench::ui
