// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/hosted_sandbox.h"
#include "core/base/clock.h"

#include <algorithm>

namespace sandbench::workspace {

static constexpr std::size_t kMostContexts = 1000; // callers choose their names

std::chrono::seconds withinQuota(std::chrono::seconds asked, std::chrono::seconds quota)
{
    if (asked.count() <= 0)
        return quota;
    return quota.count() <= 0 ? asked : std::min(asked, quota);
}

HostedSandbox::HostedSandbox(
    std::string caller, SandboxRequest asked, std::shared_ptr<Session> session,
    std::int64_t createdAt, SandboxOrigin origin)
    : m_caller(std::move(caller))
    , m_asked(std::move(asked))
    , m_place(std::move(origin.place))
    , m_pool(m_place ? m_place->pool() : "")
    , m_usesBefore(m_place ? m_place->usesBefore() : 0)
    , m_isForOneRun(origin.isForOneRun)
    , m_session(std::move(session))
    , m_createdAt(createdAt)
    , m_lastUse(Clock::now().time_since_epoch().count())
    , m_idleLimit(m_asked.idle.count())
{
}

HostedSandbox::Use::Use(HostedSandbox& of)
    : m_of(of)
{
    ++m_of.m_users;
    m_of.touch();
}

HostedSandbox::Use::~Use()
{
    m_of.touch();
    --m_of.m_users;
}

void HostedSandbox::touch()
{
    m_lastUse = Clock::now().time_since_epoch().count();
}

Clock::duration HostedSandbox::idleFor() const
{
    if (m_users.load() > 0)
        return Clock::duration::zero();
    return Clock::now().time_since_epoch() - Clock::duration(m_lastUse.load());
}

bool HostedSandbox::beginsAnew(const std::string& name)
{
    if (name.empty() || m_asked.session.sandbox.adopts.empty())
        return false;
    const std::lock_guard lock(m_mutex);
    return m_contexts.size() < kMostContexts && m_contexts.insert(name).second;
}

Result<void> HostedSandbox::close(const std::string& why)
{
    std::unique_ptr<PoolPlace> place;
    {
        const std::lock_guard lock(m_mutex);
        m_whyClosed = why;
        place = std::move(m_place);
    }
    m_closing.request_stop();
    // What a run leaves that is only about to be stopped is not known.
    if (place && m_isForOneRun && m_users.load() == 0 && place->giveBack(m_caller, {}))
        return {};
    return m_session->close();
}

bool HostedSandbox::servesAgain() const
{
    const std::lock_guard lock(m_mutex);
    return m_place && m_isForOneRun && m_place->servesAgain();
}

std::string HostedSandbox::whyClosed() const
{
    const std::lock_guard lock(m_mutex);
    return m_whyClosed;
}

} // namespace sandbench::workspace
