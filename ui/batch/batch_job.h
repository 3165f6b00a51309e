// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch.h"
#include "core/batch/batch_pace.h"
#include "core/check/matrix_run.h"

#include <QCoreApplication>
#include <QString>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sandbench::ui {

/// Where a batch runs.
struct BatchSpots
{
    Json said; ///< Of all sandboxes, without a place.
    std::vector<check::MatrixSpot> engines; ///< For each what is said of its sandboxes.
    std::vector<std::string> servers; ///< Addresses of `sandbenchctl serve`.
    std::string tokenFile; ///< Of what all of them want to be shown; empty = nothing.
};

/// A line that did not pass.
struct BatchRow
{
    batch::Summary::Shown shown; ///< Foreign.
    std::uint64_t at = 0; ///< Of its row in the results. Units: bytes.
};

/// How far a batch is.
struct BatchState
{
    double read = 0; ///< Of its file, 0 to 1.
    bool isRead = false; ///< The rest is known.
    std::uint64_t lines = 0, done = 0, passed = 0, doneBefore = 0;
    double rate = 0; ///< Units: lines a second.
    std::optional<double> secondsLeft;
    QString note; ///< The last one, harmless.
};

/// Opens a sandbox as asked, over a connection. Thread: any.
using OpenBatchSandbox = std::function<Result<std::shared_ptr<workspace::HostedSandbox>>(
    workspace::SandboxRequest, const std::string& connection, const std::stop_token&)>;

/// A batch that runs on a worker, and what of it nobody has seen yet. Thread: any, but for run().
class BatchJob
{
    Q_DECLARE_TR_FUNCTIONS(sandbench::ui::BatchJob)

public:
    /// @p asked: without limits, which are read from what @p spots say.
    BatchJob(batch::BatchAsked asked, BatchSpots spots, std::size_t atOnce, OpenBatchSandbox open);

    /// Blocks. Errors: those of batch::Batch.
    Result<void> run(workspace::Workspace& workspace, const std::stop_token& stop);

    BatchState state() const;
    /// Lines that did not pass since the last call, in the order in which they ended.
    std::vector<BatchRow> takeRows();
    const batch::BatchAsked& asked() const { return m_asked; }

private:
    Result<std::vector<std::unique_ptr<batch::Place>>> makePlaces(workspace::Workspace& workspace);
    Result<std::unique_ptr<batch::Place>>
    serverPlace(const std::string& address, const std::string& token);
    Result<void> addRow(std::string_view row, std::uint64_t at);
    Result<void> runOpen(
        batch::Batch& made, std::vector<std::unique_ptr<batch::Place>> places,
        const LanguageCatalog& languages, const std::stop_token& stop);

    batch::BatchAsked m_asked;
    const BatchSpots m_spots;
    const std::size_t m_atOnce;
    const OpenBatchSandbox m_open;
    mutable std::mutex m_mutex; ///< Of the rest.
    BatchState m_state;
    std::optional<batch::Pace> m_pace;
    batch::Summary m_summary;
    std::vector<BatchRow> m_rows;
};

} // namespace sandbench::ui
