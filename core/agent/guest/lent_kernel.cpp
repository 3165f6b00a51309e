// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/lent_kernel.h"

#include "core/agent/kernel_message.h"

#include <sys/epoll.h>
#include <sys/syscall.h>
#include <utility>

namespace sandbench::guest {

static std::string hexOf(const std::vector<sock_filter>& filter)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    const std::string_view bytes(
        reinterpret_cast<const char*>(filter.data()), filter.size() * sizeof(sock_filter));
    std::string out;
    out.reserve(2 * bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15U];
    }
    return out;
}

Result<Loan> readLoan(int door)
{
    const Error nothing(ErrorCode::Unavailable, "no kernel was lent to this sandbox");
    pid_t sender = 0;
    if (door < 0)
        return nothing;
    auto message = agent::receiveFirstKernelMessage(door, sender);
    if (!message || message->op != "source" || message->fds.size() < 2)
        return nothing;
    Loan loan{std::move(message->fds[0]), std::move(message->fds[1]), {}};
    if (message->fds.size() > 2)
        loan.full = std::move(message->fds[2]);
    return loan;
}

bool LentKernel::fits(const ChildRights& rights)
{
    return !rights.user && rights.filter.empty() && rights.processes == 0;
}

LentKernel::LentKernel(Services& services, UniqueFd door, Handler onCome)
    : m_services(services)
    , m_door(std::move(door))
    , m_onCome(std::move(onCome))
{
    agent::askForSenders(m_door.get());
    const auto& rights = m_services.rights;
    agent::KernelMessage adopt;
    adopt.op = "adopt";
    if (!rights.observed.empty()) {
        adopt.add("seccomp", std::to_string(SYS_seccomp));
        adopt.add("filter", hexOf(rights.observed));
    }
    std::vector<int> fds;
    if (rights.domainRules)
        fds.push_back(rights.domainRules.get());
    // Where it cannot be asked, its end of the socket is about to be found closed.
    [[maybe_unused]] const auto sent = agent::sendKernelMessage(m_door.get(), adopt, fds);
    m_services.loop.watch(m_door.get(), EPOLLIN, [this](std::uint32_t) { read(); });
}

LentKernel::~LentKernel()
{
    if (m_door)
        m_services.loop.forget(m_door.get());
}

void LentKernel::read()
{
    pid_t sender = 0;
    auto message = agent::receiveFirstKernelMessage(m_door.get(), sender);
    if (message.failedAs(ErrorCode::Timeout))
        return;
    // The kernel says who sent it; 0 is somebody outside of the sandbox.
    if (!message || message->op != "adopted" || sender <= 1)
        return finish(std::nullopt);
    if (!message->fds.empty())
        m_services.observer.hear(std::move(message->fds[0]), m_services.rights.filter, true);
    m_services.loop.forget(m_door.get());
    finish(Server{sender, std::move(m_door)});
}

void LentKernel::finish(std::optional<Server> server)
{
    if (m_door)
        m_services.loop.forget(m_door.get());
    m_door.reset();
    const auto onCome = std::move(m_onCome);
    onCome(std::move(server));
}

} // namespace sandbench::guest
