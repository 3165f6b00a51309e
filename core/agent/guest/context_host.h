// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/context.h"
#include "core/base/json.h"

namespace sandbench::guest {

/// All contexts of the sandbox by name.
class ContextHost
{
public:
    using Answer = std::function<void(Result<Json>)>;

    ContextHost(Services& services, KernelHost& kernels)
        : m_services(services)
        , m_kernels(kernels)
    {
    }

    /// Errors: AlreadyExists, NotFound (no such kernel), Unavailable (it does not answer).
    void open(const std::string& name, const std::string& kernel, Answer answer);
    /// Errors: NotFound, and those of open().
    void reset(const std::string& name, Answer answer);
    /// Errors: NotFound.
    void close(const std::string& name, Answer answer);
    Json list() const;
    bool isEmpty() const { return m_contexts.empty(); }
    /// One that can run cells, or nullptr.
    Context* find(const std::string& name);
    /// The same, or one that is being opened: a host may send the first cell right behind
    /// context_open.
    Context* findForCell(const std::string& name);
    /// The files of a cell, as the context's interpreter can take them. Errors: of RunIo.
    Result<std::unique_ptr<RunIo>> openFiles(const Context& context, const RunSpec& spec);

private:
    void onGone(const std::string& name);
    void openInterpreter(Context& context, Kernel& kernel, const Answer& answer);
    void onSeat(const std::string& name, std::optional<Seat> seat, const Answer& answer);

    Services& m_services;
    KernelHost& m_kernels;
    std::map<std::string, std::unique_ptr<Context>> m_contexts;
    std::map<std::string, std::vector<std::function<void()>>> m_afterwards; // when it is gone
};

} // namespace sandbench::guest
