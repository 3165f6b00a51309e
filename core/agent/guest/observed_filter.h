// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <span>
#include <vector>

namespace sandbench::guest {

/// The calls that are told before they are made and then go on: connect, bind, sendto with an
/// address, sendmmsg, execve and execveat. None of them is one of a hot loop.
bool isObserved(int call);

/// @p filter, which may be empty, with every call told that isObserved(), and every call that it
/// answers with EPERM. Who hears of a call answers it with answerOf(): as the filter would have.
/// Without somebody who hears there is no such call, so nothing that was refused is ever allowed; a
/// program that wants to hear of calls itself, and could then answer them, is refused that. Empty:
/// it cannot be told, or is too long.
std::vector<sock_filter> observedFilter(std::span<const sock_filter> filter);

/// What @p filter says of a call: SECCOMP_RET_… ; of an instruction that we do not know, EPERM. An
/// empty one allows everything.
std::uint32_t answerOf(std::span<const sock_filter> filter, const seccomp_data& call);

} // namespace sandbench::guest
