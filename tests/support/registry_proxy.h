// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace sandbench::test {

/// Stands between an engine and a registry (or a program and an engine) and behaves badly on
/// demand. One thread per connection, all joined at the end. Thread: any.
class RegistryProxy
{
public:
    /// @p upstream "127.0.0.1:5055" or the path of a socket. Who does not send @p authorization
    /// gets 401.
    explicit RegistryProxy(std::string upstream, std::string authorization = {});
    ~RegistryProxy();

    /// "127.0.0.1:40123"; empty = it could not listen.
    const std::string& address() const { return m_address; }

    /// From so many answered bytes on every connection is cut at once, or answers nothing more.
    void cutAfter(std::uint64_t bytes) { m_cutAfter = bytes; }
    void stallAfter(std::uint64_t bytes) { m_stallAfter = bytes; }
    void behave();

    std::uint64_t answered() const { return m_answered; }
    bool isStalling() const { return m_answered >= m_stallAfter; }

private:
    void accept(std::stop_token stop);
    void serve(UniqueFd client, std::stop_token stop);
    bool admits(int client, std::string& head) const;
    UniqueFd connectUpstream() const;

    const std::string m_upstream, m_authorization;
    std::string m_address;
    UniqueFd m_listener;
    std::atomic<std::uint64_t> m_answered = 0;
    std::atomic<std::uint64_t> m_cutAfter = UINT64_MAX, m_stallAfter = UINT64_MAX;
    std::mutex m_mutex;
    std::vector<std::jthread> m_connections;
    std::jthread m_thread;
};

} // namespace sandbench::test
