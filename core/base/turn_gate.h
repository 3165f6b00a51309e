// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/stoppable_condition.h"

#include <cstddef>
#include <list>
#include <mutex>
#include <stop_token>
#include <utility>

namespace sandbench {

/// Lets a few in at a time, in the order in which they came. Thread: any.
class TurnGate
{
public:
    /// The place of one who is in: free when it goes, which must be before the gate does.
    class Turn
    {
    public:
        explicit Turn(TurnGate& gate)
            : m_gate(&gate)
        {
        }
        Turn(Turn&& other) noexcept
            : m_gate(std::exchange(other.m_gate, nullptr))
        {
        }
        Turn& operator=(Turn&&) = delete;
        ~Turn()
        {
            if (m_gate)
                m_gate->leave();
        }

    private:
        TurnGate* m_gate;
    };

    explicit TurnGate(std::size_t most)
        : m_free(most)
    {
    }

    /// Errors: Cancelled.
    Result<Turn> enter(const std::stop_token& stop);
    /// How many wait for a turn.
    std::size_t waiting() const;

private:
    struct Waiter
    {
        StoppableCondition called;
        bool isIn = false;
    };

    void leave();

    mutable std::mutex m_mutex;
    std::size_t m_free;
    std::list<Waiter*> m_waiters; ///< Who came first is first.
};

} // namespace sandbench
