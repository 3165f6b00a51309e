// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/context_history.h"

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
    bool isEmpty() const { return m_contexts.empty() && copies() == 0; }

    /// A cell begins in @p context, with the text in @p path; the number of the copy before it, or
    /// 0 where there is none, or none is wanted.
    int beginCell(Context& context, const std::string& path, bool canBeUndone);
    /// One that left a copy is over. @p memoryBytes: the sandbox's limit; 0 = not known.
    void endCell(const std::string& name, std::uint64_t memoryBytes);
    /// What such a cell finds in @p folder, and what it has made of it.
    void
    beginFiles(const std::string& name, const std::string& folder, const FolderSnapshot& before);
    void endFiles(
        const std::string& name, int step, const FolderSnapshot& before,
        const FolderSnapshot& after);
    /// Of a context that is there, or has ended and can be brought back. Errors: NotFound.
    Result<Json> steps(const std::string& name) const;
    /// Makes the context what it was before cell @p step; 0 = the last one. Errors: NotFound (no
    /// such context or copy), Unavailable (a cell runs).
    void undo(const std::string& name, int step, Answer answer);
    /// Opens @p to with what @p name was before cell @p step; 0 = with what it is. Errors: those of
    /// undo(), AlreadyExists, Unsupported, ResourceExhausted.
    void branch(const std::string& name, const std::string& to, int step, Answer answer);
    /// {variables, total}; of the one called @p variable {variable}, null where there is none.
    /// Untrusted. Errors: NotFound (no such context), Unavailable (a cell runs), Unsupported,
    /// Protocol, those of Context::look().
    void look(const std::string& name, const std::string& variable, const Answer& answer);
    /// One that can run cells, or nullptr.
    Context* find(const std::string& name);
    /// The same, or one that is being opened: a host may send the first cell right behind
    /// context_open.
    Context* findForCell(const std::string& name);
    /// The files of a cell, as the context's interpreter can take them. Errors: of RunIo.
    Result<std::unique_ptr<RunIo>> openFiles(const Context& context, const RunSpec& spec);

private:
    using History = std::shared_ptr<ContextHistory>;

    void onGone(const std::string& name);
    std::size_t copies() const;
    /// The history of that context; makes it where there is none.
    ContextHistory& historyOf(const std::string& name, const std::string& kernel);
    void drop(std::unique_ptr<Context> copy);
    void dropFiles();
    void putBack(const std::string& name, const Answer& answer, const Json& description);
    void openCopy(
        const std::string& name, const std::string& kernel, UniqueFd copy, const Answer& answer);
    Result<void> checkIdle(const std::string& name) const;
    Result<Context*> originalOf(const std::string& name, int step);
    void openInterpreter(Context& context, Kernel& kernel, const Answer& answer);
    void onSeat(const std::string& name, std::optional<Seat> seat, const Answer& answer);

    Services& m_services;
    KernelHost& m_kernels;
    std::map<std::string, std::unique_ptr<Context>> m_contexts;
    std::map<const Context*, std::unique_ptr<Context>> m_leaving; // copies that are being ended
    std::map<std::string, std::unique_ptr<Context>> m_returning; // until the present one has ended
    std::map<std::string, History> m_histories; // also of contexts that ended by themselves
    std::map<std::string, std::vector<std::function<void()>>> m_afterwards; // when it is gone
};

} // namespace sandbench::guest
