// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/process_tree.h"
#include "core/agent/guest/run_spec.h"
#include "core/agent/guest/stream.h"

#include <chrono>

namespace sandbench::guest {

/// How often a run is asked what it uses.
inline constexpr std::chrono::milliseconds kSampleEvery(100);

/// What serves the verb `run`: a program of its own or a cell in a context.
/// Thread: one.
class RunTask : public StreamTask
{
public:
    virtual void start() = 0;
    /// Errors: NotFound (nothing runs any more).
    virtual Result<void> signal(int number) = 0;
    /// Errors: InvalidArgument (no terminal).
    virtual Result<void> resize(PtySize size) = 0;
    /// 0: orphans are not its own.
    virtual OwnerId owner() const = 0;
    /// An orphan of this run was waited for. Units: seconds.
    virtual void addOrphanTime(double seconds) = 0;
};

} // namespace sandbench::guest
