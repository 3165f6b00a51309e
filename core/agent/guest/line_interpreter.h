// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/kernel_line.h"
#include "core/agent/guest/services.h"
#include "core/agent/guest/spawn.h"

namespace sandbench::guest {

/// An interpreter with one context, which is told what to do in lines. Thread: one.
class LineInterpreter
{
public:
    struct Listener
    {
        std::function<void()> onReady;
        std::function<void()> onBegun; ///< It has opened the cell's files.
        std::function<void(int code)> onDone;
        std::function<void()> onBroken; ///< Nothing it says can be understood any more.
    };

    /// @p spawn names its program, environment, folder and limits; @p source is its kernel. Errors:
    /// those of starting a process.
    static Result<std::unique_ptr<LineInterpreter>>
    start(Services& services, SpawnSpec spawn, int source);
    ~LineInterpreter();

    pid_t pid() const { return m_pid; }
    void listen(Listener listener) { m_listener = std::move(listener); }
    /// Sets the order's token. Only while no cell runs. Errors: ResourceExhausted, ConnectionLost.
    Result<void> sendCell(CellOrder order);
    void stopListening();
    /// Why it could not be started; nothing where it was.
    std::optional<Error> failure() const;

private:
    LineInterpreter(Services& services, SpawnSpec spawn);
    void readAnswers();
    void tell(const KernelAnswer& answer);

    Services& m_services;
    SpawnSpec m_spawn;
    pid_t m_pid = -1;
    UniqueFd m_report;
    UniqueFd m_orders;
    UniqueFd m_answers;
    KernelAnswerReader m_reader;
    Listener m_listener;
    std::string m_token; // of the cell that runs
};

} // namespace sandbench::guest
