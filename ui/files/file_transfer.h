// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "ui/tasks/transfer_feed.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::ui {

/// Files and folders between this machine and a sandbox, in two steps: a plan, of which a person
/// can say no, and what it says done. Links are followed on neither side. These functions block.
/// Thread: any.

/// More than that is asked about before. Units: bytes.
inline constexpr std::uint64_t kUsualTransfer = 1ULL << 30;
/// Files and folders of one transfer.
inline constexpr std::size_t kMostTransferred = 100'000;

struct TransferItem
{
    std::string base; ///< A folder of this machine,
    std::string host; ///< and the place below it.
    std::string guest; ///< The place in the sandbox, absolute.
    bool isFolder = false;
    std::uint64_t bytes = 0; ///< As it was when it was planned.
    unsigned mode = 0644;
};

struct TransferPlan
{
    std::vector<TransferItem> items; ///< Each folder before what is in it.
    std::uint64_t bytes = 0, files = 0;
    std::vector<std::string> skipped; ///< Links, and names that cannot be used. Untrusted.
    std::vector<std::string> replaced; ///< Names that exist there already. Untrusted.
};

/// @p hostPaths: absolute, of this machine. Errors: ResourceExhausted past kMostTransferred,
/// Cancelled, the session's own.
Result<TransferPlan> planUpload(
    Session& session, const std::vector<std::string>& hostPaths, const std::string& guestFolder,
    const std::stop_token& stop);
/// Errors: of the first file that failed; those before it are there.
Result<void> upload(
    Session& session, const TransferPlan& plan, TransferCounts& counts,
    const std::stop_token& stop);

/// Names become safe ones and never those of what is in @p hostFolder already. Errors: as
/// planUpload().
Result<TransferPlan> planDownload(
    Session& session, const std::vector<std::string>& guestPaths, const std::string& hostFolder,
    const std::stop_token& stop);
/// Errors: as upload(); ResourceExhausted where files have grown past kUsualTransfer and past what
/// was planned.
Result<void> download(
    Session& session, const TransferPlan& plan, TransferCounts& counts,
    const std::stop_token& stop);

} // namespace sandbench::ui
