// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/token_store.h"
#include "core/base/stoppable_condition.h"
#include "core/workspace/sandbox_table.h"

#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace sandbench::rest {

/// Closes the sandboxes, and so ends the runs, of tokens that were revoked or have expired: looks
/// every 2 seconds. A file of tokens that cannot be read ends nothing. Thread: its own; the
/// destructor waits for what it is closing.
class TokenWatch
{
public:
    /// Told of each sandbox that was closed. Thread: the watch's.
    using OnClosed = std::function<void(const std::string& token, const std::string& sandbox)>;

    /// All outlive it.
    TokenWatch(TokenStore& tokens, workspace::SandboxTable& sandboxes, OnClosed onClosed);
    ~TokenWatch();

private:
    void watch(const std::stop_token& stop);
    void look(const std::stop_token& stop);

    TokenStore& m_tokens;
    workspace::SandboxTable& m_sandboxes;
    const OnClosed m_onClosed;
    std::jthread m_thread; ///< Last: it uses all of the above.
};

} // namespace sandbench::rest
