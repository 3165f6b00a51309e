// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/batch/batch_item.h"
#include "core/batch/batch_place.h"
#include "core/batch/batch_row.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace sandbench::batch {

/// What became of a line at a place.
struct Try
{
    ItemEnd end; ///< As far as it came.
    /// The place went away under it: what was begun is not known to be over.
    bool isLost = false;
    /// Why it came no further, which says nothing of the line; Cancelled too.
    std::optional<Error> refusal;
    bool hasBegun = false; ///< Something of it ran, or may have.
    double programSeconds = 0; ///< Of all that ran.
};

/// Runs the checks of @p item at @p place, in turn, and judges them. Its checker has a sandbox of
/// its own: it reads what a hostile program printed, and no program finds what is expected.
/// @p onBegin: called before the first one runs; its error is Try::refusal.
Try runItem(
    Place& place, const Item& item, const std::function<Result<void>()>& onBegin,
    const std::stop_token& stop);

} // namespace sandbench::batch
