// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace sandbench::mcp {

/// Requests that go on, by what their clients call them, so that they can be cancelled. It outlives
/// its entries. Thread: any.
class InFlight
{
public:
    /// It goes on as long as what this returns is there; null = one of this name does already.
    std::shared_ptr<void> add(std::string key, std::stop_source stop);
    /// Nothing where there is none: it may just have ended.
    void cancel(const std::string& key);
    void cancelAll();

private:
    std::mutex m_mutex;
    std::map<std::string, std::stop_source> m_stops;
};

} // namespace sandbench::mcp
