// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>

namespace sandbench::cli {

/// The first sandbox of an image is opened alone: that it is fetched, and how that goes, is told
/// once. Thread: any.
class FirstOpenings
{
public:
    template <typename Open> auto open(const std::string& image, Open openIt)
    {
        std::unique_lock lock(m_mutex);
        if (m_opened.contains(image)) {
            lock.unlock();
            return openIt();
        }
        auto opened = openIt();
        if (opened)
            m_opened.insert(image);
        return opened;
    }

private:
    std::mutex m_mutex;
    std::set<std::string> m_opened;
};

} // namespace sandbench::cli
