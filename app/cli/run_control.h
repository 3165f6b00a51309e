// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <memory>
#include <string_view>

namespace sandbench::workspace {
class HostedRun;
}

namespace sandbench::cli {

/// What a run that goes on can be told, whichever program it is in. Thread: any. Errors: NotFound
/// when it is over.
class RunControl
{
public:
    virtual ~RunControl() = default;
    /// Waits while the program does not read.
    virtual Result<void> sendInput(std::string_view bytes) = 0;
    virtual Result<void> closeInput() = 0;
    virtual Result<void> signal(int number) = 0;
    virtual Result<void> resize(TerminalSize size) = 0;
};

/// Of a run in this program.
std::shared_ptr<RunControl> controlOf(std::shared_ptr<workspace::HostedRun> run);

} // namespace sandbench::cli
