// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/turn_gate.h"

namespace sandbench {

/// A mutex for slow work: whoever waits for it obeys a stop request. Thread: any.
class StoppableMutex
{
public:
    /// Gives the mutex back when it goes; it must not outlive it.
    using Guard = TurnGate::Turn;

    /// Errors: Cancelled.
    Result<Guard> lock(const std::stop_token& stop) { return m_gate.enter(stop); }

private:
    TurnGate m_gate{1};
};

} // namespace sandbench
