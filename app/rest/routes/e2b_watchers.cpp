// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_watchers.h"

#include "core/workspace/new_id.h"

#include <algorithm>
#include <chrono>
#include <functional>

namespace sandbench::rest {

namespace {

constexpr std::ptrdiff_t kMostOfSandbox = 32;
constexpr std::size_t kMostAtOnce = 5000;
/// Of a call, for what is on its way.
constexpr std::chrono::milliseconds kPatience{50};

} // namespace

/// Lets go of its sandbox when that is closed: a pool may wait for its place.
class E2bWatchers::Watcher
{
public:
    Watcher(
        std::shared_ptr<workspace::HostedSandbox> sandbox, std::string folder,
        std::unique_ptr<FolderWatch> watch)
        : m_folder(std::move(folder))
        , m_sandbox(std::move(sandbox))
        , m_watch(std::move(watch))
        , m_onClosing(m_sandbox->closing(), [this] { letGo(); })
    {
    }

    bool isOver() const
    {
        const std::lock_guard lock(m_mutex);
        return !m_watch;
    }

    Result<Taken> take(const std::stop_token& stop)
    {
        const std::lock_guard lock(m_mutex);
        const auto deadline = Clock::now() + kPatience;
        Taken taken{m_folder, {}};
        while (m_watch && taken.changes.size() < kMostAtOnce) {
            auto change = m_watch->next(stop, deadline);
            if (change) {
                taken.changes.push_back(*std::move(change));
                continue;
            }
            if (!taken.changes.empty() || change.failedAs(ErrorCode::Timeout))
                break;
            return std::move(change.error());
        }
        return taken;
    }

private:
    void letGo()
    {
        const std::lock_guard lock(m_mutex);
        m_watch.reset();
        m_sandbox.reset();
    }

    const std::string m_folder;
    mutable std::mutex m_mutex; ///< Of the next two.
    std::shared_ptr<workspace::HostedSandbox> m_sandbox; ///< Outlives the watch.
    std::unique_ptr<FolderWatch> m_watch;
    const std::stop_callback<std::function<void()>> m_onClosing; ///< Last: it uses the others.
};

Result<std::string> E2bWatchers::add(
    std::shared_ptr<workspace::HostedSandbox> sandbox, std::string folder,
    std::unique_ptr<FolderWatch> watch)
{
    const Key key{sandbox->caller(), sandbox->id(), workspace::newId("w")};
    auto watcher
        = std::make_shared<Watcher>(std::move(sandbox), std::move(folder), std::move(watch));
    std::map<Key, std::shared_ptr<Watcher>> over; // go without the mutex
    const std::lock_guard lock(m_mutex);
    for (auto at = m_watchers.begin(); at != m_watchers.end();) {
        const auto one = at++;
        if (one->second->isOver())
            over.insert(m_watchers.extract(one));
    }
    const auto those = std::ranges::count_if(
        m_watchers, [&](const auto& entry) { return entry.first.sandbox == key.sandbox; });
    if (those >= kMostOfSandbox)
        return Error(
            ErrorCode::ResourceExhausted,
            "this sandbox has " + std::to_string(kMostOfSandbox)
                + " watchers, which is the most; remove one");
    m_watchers.emplace(key, std::move(watcher));
    return key.id;
}

Result<std::shared_ptr<E2bWatchers::Watcher>> E2bWatchers::find(const Key& key) const
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_watchers.find(key);
    if (at == m_watchers.end())
        return Error(ErrorCode::NotFound, "there is no such watcher");
    return at->second;
}

Result<E2bWatchers::Taken> E2bWatchers::take(const Key& key, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto watcher, find(key));
    return watcher->take(stop);
}

Result<void> E2bWatchers::remove(const Key& key)
{
    std::shared_ptr<Watcher> removed; // goes without the mutex
    const std::lock_guard lock(m_mutex);
    const auto at = m_watchers.find(key);
    if (at == m_watchers.end())
        return Error(ErrorCode::NotFound, "there is no such watcher");
    removed = std::move(at->second);
    m_watchers.erase(at);
    return {};
}

} // namespace sandbench::rest
