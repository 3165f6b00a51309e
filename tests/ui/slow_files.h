// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/document_files.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// A file system in memory that answers when the test lets it. Thread: any.
class SlowFiles
{
public:
    sandbench::ui::DocumentFiles functions() const
    {
        return {
            [state = m_state](const std::string& path) { return state->read(path); },
            [state = m_state](const std::string& path, std::string_view bytes) {
                return state->write(path, bytes);
            },
            [state = m_state](const std::string& path) { return state->stamp(path); }};
    }

    void put(const std::string& path, const std::string& bytes)
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->content[path] = bytes;
    }
    void remove(const std::string& path)
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->content.erase(path);
    }
    /// Calls on this path wait from now on.
    void hang(const std::string& path)
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->hung.insert(path);
    }
    void answer(const std::string& path)
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->hung.erase(path);
        m_state->changed.notify_all();
    }
    /// Writes fail from now on, or do so no more.
    void setFailure(std::optional<sandbench::Error> failure)
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->failure = std::move(failure);
    }
    /// Waits until a worker has come to a hung path; false after a long time.
    bool waitForCall(const std::string& path)
    {
        std::unique_lock lock(m_state->mutex);
        return m_state->changed.wait_for(
            lock, std::chrono::seconds(60), [&] { return m_state->waiting.contains(path); });
    }
    /// What was written to this path, oldest first.
    std::vector<std::string> written(const std::string& path) const
    {
        const std::lock_guard lock(m_state->mutex);
        return m_state->written[path];
    }

private:
    struct State
    {
        std::mutex mutex;
        std::condition_variable changed;
        std::set<std::string> hung;
        std::multiset<std::string> waiting;
        std::map<std::string, std::string> content;
        std::map<std::string, std::vector<std::string>> written;
        std::optional<sandbench::Error> failure;

        void waitFor(std::unique_lock<std::mutex>& lock, const std::string& path)
        {
            const auto self = waiting.insert(path);
            changed.notify_all();
            changed.wait(lock, [&] { return !hung.contains(path); });
            waiting.erase(self);
        }
        sandbench::Result<std::string> read(const std::string& path)
        {
            std::unique_lock lock(mutex);
            waitFor(lock, path);
            const auto found = content.find(path);
            if (found == content.end())
                return sandbench::Error(
                    sandbench::ErrorCode::NotFound, "cannot read " + path + ": no such file");
            return found->second;
        }
        sandbench::Result<void> write(const std::string& path, std::string_view bytes)
        {
            std::unique_lock lock(mutex);
            waitFor(lock, path);
            if (failure)
                return *failure;
            content[path] = bytes;
            written[path].emplace_back(bytes);
            return {};
        }
        // Of the text: who writes the same again has changed nothing.
        std::string stamp(const std::string& path)
        {
            const std::lock_guard lock(mutex);
            const auto found = content.find(path);
            return found == content.end() ? std::string()
                                          : std::to_string(std::hash<std::string>()(found->second));
        }
    };

    std::shared_ptr<State> m_state = std::make_shared<State>(); // shared with abandoned jobs
};
