// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/context.h"
#include "core/agent/guest/folder_history.h"
#include "core/base/json.h"

namespace sandbench::guest {

/// What a context was before each of its last cells: copies of its interpreter that wait. They
/// share the memory that has not changed since. Thread: one.
class ContextHistory : public std::enable_shared_from_this<ContextHistory>
{
public:
    static constexpr std::size_t kMostSteps = 10;
    /// Ends a copy.
    using Drop = std::function<void(std::unique_ptr<Context>)>;

    ContextHistory(Services& services, std::string kernel, Drop drop)
        : m_services(services)
        , m_kernel(std::move(kernel))
        , m_drop(std::move(drop))
    {
    }
    ~ContextHistory();

    const std::string& kernel() const { return m_kernel; }
    std::size_t size() const { return m_steps.size(); }
    /// How many cells have begun.
    int cells() const { return m_cells; }
    void setCells(int count) { m_cells = count; }
    /// What the sandbox may use, where its control group does not say. Units: bytes; 0 = not known.
    void setLimit(std::uint64_t bytes) { m_limitBytes = bytes; }
    /// A cell begins, with the text in @p path, whose first line names the step: @p context leaves
    /// a copy first, where none was prepared. The step's number, counted from 1.
    int keep(Context& context, const std::string& path);
    /// The copy before the next cell: nobody waits for it now. Not while a cell runs.
    void prepare(Context& context);
    /// A cell begins that leaves none: what was prepared is not what the next one finds.
    void dropPrepared();
    /// The last cell is over: what the copy before it holds alone is known now. The oldest copies
    /// go where all of them hold too much.
    void measure(const Context& context);
    /// Ends the oldest copy.
    void dropOldest();
    void clear();

    /// The files that its cells change; null until a cell was watched.
    std::unique_ptr<FolderHistory> files;

    /// [{step, text, threads, sockets, files_known, files_back, files_left}…], the oldest first.
    Json list() const;
    /// The copy before that cell; 0 = before the last one. Errors: NotFound.
    Result<Context*> find(int number);
    struct Taken
    {
        std::unique_ptr<Context> copy;
        Json description; ///< As in list().
    };
    /// The same, to become the context; later steps go. Errors: NotFound.
    Result<Taken> take(int number);

private:
    struct Step
    {
        int number = 0;
        std::string text;
        int threads = 0;
        int sockets = 0;
        std::uint64_t residentBefore = 0; ///< Of the context.
        std::uint64_t ownBytes = 0; ///< Shared with nothing later.
        std::unique_ptr<Context> copy; ///< Null until it is there.
    };

    bool isPrepared() const { return !m_steps.empty() && m_steps.back().number > m_cells; }
    void ask(Context& context);
    Step* locate(int number);
    void onCopied(int number, const std::string& name, Result<ContextCopy> copied);
    void forget(int number);
    void trim();
    Json describe(const Step& step) const;

    Services& m_services;
    std::string m_kernel;
    Drop m_drop;
    int m_cells = 0;
    std::uint64_t m_limitBytes = 0;
    std::deque<Step> m_steps;
};

} // namespace sandbench::guest
