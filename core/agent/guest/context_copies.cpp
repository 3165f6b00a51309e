// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/context_host.h"

#include <algorithm>
#include <numeric>
#include <utility>

// What ContextHost does with copies of contexts.
namespace sandbench::guest {

// Each is a process: they must leave a sandbox the most of those that it may have.
static constexpr std::size_t kMostCopies = 20;
// They lie in the memory of the agent, which is the sandbox's.
static constexpr std::size_t kMostFileHistories = 4;

std::size_t ContextHost::copies() const
{
    return std::accumulate(
        m_histories.begin(), m_histories.end(), std::size_t(0),
        [](std::size_t sum, const auto& item) { return sum + item.second->size(); });
}

ContextHistory& ContextHost::historyOf(const std::string& name, const std::string& kernel)
{
    History& history = m_histories[name];
    if (!history || history->kernel() != kernel)
        history = std::make_shared<ContextHistory>(
            m_services, kernel, [this](std::unique_ptr<Context> copy) { drop(std::move(copy)); });
    return *history;
}

void ContextHost::drop(std::unique_ptr<Context> copy)
{
    Context* leaving = copy.get();
    leaving->setOnGone([this, leaving] { m_leaving.erase(leaving); });
    m_leaving.emplace(leaving, std::move(copy));
    leaving->killCopy();
}

int ContextHost::beginCell(Context& context, const std::string& path, bool canBeUndone)
{
    const auto known = m_histories.find(context.name());
    if (!canBeUndone && known != m_histories.end())
        known->second->dropPrepared();
    if (!canBeUndone || !context.canBeCopied())
        return 0;
    const int step = historyOf(context.name(), context.kernel()).keep(context, path);
    while (copies() > kMostCopies) {
        const auto longest = std::max_element(
            m_histories.begin(), m_histories.end(),
            [](const auto& a, const auto& b) { return a.second->size() < b.second->size(); });
        longest->second->dropOldest();
    }
    return step;
}

void ContextHost::endCell(const std::string& name, std::uint64_t memoryBytes)
{
    m_services.loop.defer([this, name, memoryBytes] {
        const auto history = m_histories.find(name);
        Context* context = find(name);
        if (!context || history == m_histories.end())
            return;
        history->second->setLimit(memoryBytes);
        history->second->measure(*context);
        history->second->prepare(*context);
    });
}

/// Room for one more, of a context that has none yet.
void ContextHost::dropFiles()
{
    std::vector<ContextHistory*> known;
    for (const auto& [name, history] : m_histories)
        if (history->files)
            known.push_back(history.get());
    for (std::size_t i = 0; i + kMostFileHistories <= known.size(); ++i)
        known[i]->files.reset();
}

void ContextHost::beginFiles(
    const std::string& name, const std::string& folder, const FolderSnapshot& before)
{
    const auto history = m_histories.find(name);
    if (history == m_histories.end())
        return;
    auto& files = history->second->files;
    if (!files)
        dropFiles();
    if (!files || files->folder() != folder)
        files = std::make_unique<FolderHistory>(folder);
    files->begin(before);
}

void ContextHost::endFiles(
    const std::string& name, int step, const FolderSnapshot& before, const FolderSnapshot& after)
{
    const auto history = m_histories.find(name);
    if (history != m_histories.end() && history->second->files)
        history->second->files->end(step, before, after);
}

Result<Json> ContextHost::steps(const std::string& name) const
{
    const auto history = m_histories.find(name);
    const bool isThere = m_contexts.contains(name);
    if (!isThere && history == m_histories.end())
        return Error(ErrorCode::NotFound, "there is no context " + name);
    return Json{
        {"alive", isThere},
        {"steps", history == m_histories.end() ? Json::array() : history->second->list()}};
}

Result<void> ContextHost::checkIdle(const std::string& name) const
{
    const auto found = m_contexts.find(name);
    if (found != m_contexts.end() && found->second->isBusy())
        return Error(ErrorCode::Unavailable, "a cell runs in the context; stop it first");
    return {};
}

void ContextHost::undo(const std::string& name, int step, Answer answer)
{
    const auto history = m_histories.find(name);
    if (history == m_histories.end())
        return answer(Error(
            m_contexts.contains(name) ? ErrorCode::Unsupported : ErrorCode::NotFound,
            "the context " + name + " has no cell that can be undone"));
    if (const auto idle = checkIdle(name); !idle)
        return answer(idle.error());
    if (m_returning.contains(name))
        return answer(Error(ErrorCode::Unavailable, "the context is being undone already"));
    auto taken = history->second->take(step);
    if (!taken)
        return answer(taken.error());
    Context& copy = *(m_returning[name] = std::move(taken->copy));
    copy.setOnGone([this, name] { m_returning.erase(name); });
    const auto putItBack
        = [this, name, answer = std::move(answer), description = std::move(taken->description)] {
              putBack(name, answer, description);
          };
    const auto there = m_contexts.find(name);
    if (there == m_contexts.end())
        return putItBack();
    m_afterwards[name].emplace_back(putItBack);
    there->second->kill();
}

void ContextHost::putBack(const std::string& name, const Answer& answer, const Json& description)
{
    auto node = m_returning.extract(name);
    if (!node || !node.mapped()->isReady() || m_contexts.contains(name)) {
        if (node)
            drop(std::move(node.mapped()));
        return answer(Error(ErrorCode::Unavailable, "the copy of the context ended"));
    }
    Context& context = *(m_contexts[name] = std::move(node.mapped()));
    context.setOnGone([this, name] { onGone(name); });
    Json out = description;
    const auto history = m_histories.find(name);
    if (history != m_histories.end() && history->second->files) {
        const auto files
            = history->second->files->undo(static_cast<int>(jsonInt(description, "step")));
        out["files_back"] = files.back;
        out["files_left"] = files.left;
        out["paths_left"] = files.paths;
    }
    out["kernel"] = context.kernel();
    out["pid"] = context.pid();
    answer(std::move(out));
}

Result<Context*> ContextHost::originalOf(const std::string& name, int step)
{
    const auto history = m_histories.find(name);
    if (step != 0) {
        if (history == m_histories.end())
            return Error(ErrorCode::NotFound, "there is no copy of the context " + name);
        return history->second->find(step);
    }
    Context* context = find(name);
    if (!context)
        return Error(ErrorCode::NotFound, "there is no context " + name);
    SANDBENCH_TRY_VOID(checkIdle(name));
    if (!context->canBeCopied())
        return Error(
            ErrorCode::Unsupported, "contexts of this language cannot be copied, only Python's");
    return context;
}

void ContextHost::branch(const std::string& name, const std::string& to, int step, Answer answer)
{
    if (to.empty())
        return answer(Error(ErrorCode::InvalidArgument, "a context needs a name"));
    if (m_contexts.contains(to))
        return answer(Error(ErrorCode::AlreadyExists, "the context " + to + " is open already"));
    auto original = originalOf(name, step);
    if (!original)
        return answer(original.error());
    const std::string kernel = (*original)->kernel();
    const auto history = m_histories.find(name);
    const int cells = step != 0        ? step - 1
        : history == m_histories.end() ? 0
                                       : history->second->cells();
    (*original)->copy(
        [this, to, kernel, cells, answer = std::move(answer)](Result<ContextCopy> copied) {
            if (!copied)
                return answer(copied.error());
            if (m_contexts.contains(to))
                return answer(
                    Error(ErrorCode::AlreadyExists, "the context " + to + " is open already"));
            m_histories.erase(to);
            historyOf(to, kernel).setCells(cells);
            openCopy(to, kernel, std::move(copied->control), answer);
        });
}

void ContextHost::openCopy(
    const std::string& name, const std::string& kernel, UniqueFd copy, const Answer& answer)
{
    Context& context
        = *(m_contexts[name]
            = std::make_unique<Context>(m_services, name, kernel, [this, name] { onGone(name); }));
    context.adopt(std::move(copy), [answer, kernel, &context](const Result<void>& how) {
        if (how)
            answer(Json{{"kernel", kernel}, {"pid", context.pid()}});
        else
            answer(how.error());
    });
}

} // namespace sandbench::guest
