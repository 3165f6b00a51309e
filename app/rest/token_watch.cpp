// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/token_watch.h"
#include "core/base/stoppable_condition.h"

#include <chrono>
#include <ctime>
#include <exception>
#include <set>

namespace sandbench::rest {

namespace {

constexpr std::chrono::seconds kInterval(2);

} // namespace

TokenWatch::TokenWatch(TokenStore& tokens, workspace::SandboxTable& sandboxes, OnClosed onClosed)
    : m_tokens(tokens)
    , m_sandboxes(sandboxes)
    , m_onClosed(std::move(onClosed))
    , m_thread([this](const std::stop_token& stop) { watch(stop); })
{
}

TokenWatch::~TokenWatch() = default;

void TokenWatch::watch(const std::stop_token& stop)
{
    for (;;) {
        restFor(kInterval, stop);
        if (stop.stop_requested())
            return;
        // Memory that is not there now may be there at the next time.
        try {
            look(stop);
        } catch (const std::exception&) {
            continue;
        }
    }
}

void TokenWatch::look(const std::stop_token& stop)
{
    const auto everybody = workspace::localCaller();
    const auto open = m_sandboxes.list(everybody);
    const auto tokens
        = open.empty() ? Result<std::vector<Token>>(std::vector<Token>()) : m_tokens.list();
    if (!tokens)
        return;
    std::set<std::string> valid;
    for (const auto& token : *tokens)
        if (token.expiresAt == 0 || token.expiresAt > std::time(nullptr))
            valid.insert(token.id);
    for (const auto& sandbox : open) {
        const auto& caller = sandbox->caller();
        if (!caller.starts_with(kTokenIdPrefix) || valid.contains(caller) || stop.stop_requested())
            continue;
        (void)m_sandboxes.close(everybody, sandbox->id()).has_value();
        m_onClosed(caller, sandbox->id());
    }
}

} // namespace sandbench::rest
