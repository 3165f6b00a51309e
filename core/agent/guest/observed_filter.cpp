// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/observed_filter.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <linux/audit.h>
#include <sys/syscall.h>

namespace sandbench::guest {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0; // nothing is told
#endif

constexpr std::array kObserved
    = {SYS_connect, SYS_bind, SYS_execve, SYS_execveat, SYS_sendmmsg, SYS_sendto};

constexpr std::uint32_t kRefused = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kTold = 0x7fc00000; // SECCOMP_RET_USER_NOTIF
constexpr std::uint32_t kNewListener = 1U << 3;

constexpr std::uint32_t lowOf(unsigned argument)
{
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + argument * 8);
}

sock_filter load(std::size_t offset)
{
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

sock_filter answer(std::uint32_t value)
{
    return BPF_STMT(BPF_RET | BPF_K, value);
}

/// Jumps over @p steps instructions unless the loaded word is @p value.
sock_filter unlessEqual(std::uint32_t value, std::uint8_t steps)
{
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, steps);
}

/// In front of a filter, for the number of a call of this machine's own kind.
std::vector<sock_filter> tellingSteps()
{
    std::vector<sock_filter> steps = {load(offsetof(seccomp_data, nr))};
    const auto add = [&steps](std::initializer_list<sock_filter> more) {
        steps.insert(steps.end(), more.begin(), more.end());
    };
    for (const auto call : kObserved)
        if (call != SYS_sendto)
            add({unlessEqual(static_cast<std::uint32_t>(call), 1), answer(kTold)});
    add(
        {unlessEqual(SYS_seccomp, 3), load(lowOf(1)),
         BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kNewListener, 0, 1),
         answer(SECCOMP_RET_ERRNO | EBUSY), load(offsetof(seccomp_data, nr))});
    // With an address: send() of what is connected is the same call without.
    add(
        {unlessEqual(SYS_sendto, 5), load(lowOf(4)), unlessEqual(0, 2), load(lowOf(4) + 4),
         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), answer(kTold)});
    return steps;
}

} // namespace

bool isObserved(int call)
{
    return std::find(kObserved.begin(), kObserved.end(), call) != kObserved.end();
}

std::vector<sock_filter> observedFilter(std::span<const sock_filter> filter)
{
    const auto telling = tellingSteps();
    std::vector<sock_filter> out
        = {load(offsetof(seccomp_data, arch)),
           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
           BPF_STMT(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(telling.size()))};
    out.insert(out.end(), telling.begin(), telling.end());
    if (filter.empty())
        out.push_back(answer(SECCOMP_RET_ALLOW));
    for (sock_filter step : filter) {
        // An engine's refusal comes before what is told: where both say EPERM nobody can tell the
        // difference, but what says that there is no such call must go on saying so.
        if (step.code == (BPF_RET | BPF_K) && step.k == kRefused)
            step.k = kTold;
        out.push_back(step);
    }
    if (kArchitecture == 0 || out.size() > BPF_MAXINSNS)
        out.clear();
    return out;
}

std::uint32_t answerOf(std::span<const sock_filter> filter, const seccomp_data& call)
{
    if (filter.empty())
        return SECCOMP_RET_ALLOW;
    std::uint32_t word = 0;
    for (std::size_t at = 0; at < filter.size(); ++at) {
        const sock_filter& step = filter[at];
        const auto branch = [&](bool isTrue) { at += isTrue ? step.jt : step.jf; };
        switch (step.code) {
        case BPF_LD | BPF_W | BPF_ABS:
            if (step.k > sizeof call - sizeof word)
                return kRefused;
            std::memcpy(&word, reinterpret_cast<const char*>(&call) + step.k, sizeof word);
            break;
        case BPF_ALU | BPF_AND | BPF_K:
            word &= step.k;
            break;
        case BPF_JMP | BPF_JA:
            at += step.k;
            break;
        case BPF_JMP | BPF_JEQ | BPF_K:
            branch(word == step.k);
            break;
        case BPF_JMP | BPF_JGT | BPF_K:
            branch(word > step.k);
            break;
        case BPF_JMP | BPF_JGE | BPF_K:
            branch(word >= step.k);
            break;
        case BPF_JMP | BPF_JSET | BPF_K:
            branch((word & step.k) != 0);
            break;
        case BPF_RET | BPF_K:
            return step.k;
        default:
            return kRefused;
        }
    }
    return kRefused;
}

} // namespace sandbench::guest
