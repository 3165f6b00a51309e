// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/user_lookup.h"
#include "core/base/fd.h"
#include "core/base/json.h"

#include <linux/filter.h>
#include <optional>
#include <string_view>
#include <sys/resource.h>
#include <vector>

namespace sandbench::guest {

/// What every program that the agent starts may do. As it is: what the agent itself may.
struct ChildRights
{
    std::optional<UserIds> user;
    std::vector<sock_filter> filter; ///< Empty: none.
    std::vector<sock_filter> observed; ///< See observedFilter(); empty: calls are not told.
    bool canObserve = false; ///< See CallObserver::isPossible().
    rlim_t processes = 0; ///< Of the user, see RLIMIT_NPROC; 0 = as the agent's.
    UniqueFd domainRules; ///< See makeDomainRules(); may be none.
    UniqueFd oomScore; ///< The agent's own oom_score_adj, to read and to write; may be none.
};

/// A filter of a request: one number for each instruction, its eight bytes in the order of memory.
/// Empty where there is none. Errors: InvalidArgument.
Result<std::vector<sock_filter>> parseFilter(const Json& request, std::string_view key);

/// From now on the agent itself is @p user in all it does: it makes, opens and removes files as
/// that user and signals only that user's processes. Its own user stays its real one, which keeps
/// programs from signalling or tracing it, and which children come back to for a moment. Errors:
/// PermissionDenied with what is missing.
Result<void> workAs(const UserIds& user);

/// The agent's own user again while this lives.
class OwnRights
{
public:
    OwnRights();
    ~OwnRights();
    OwnRights(const OwnRights&) = delete;
    OwnRights& operator=(const OwnRights&) = delete;
    bool isThere() const { return m_isThere; }

private:
    uid_t m_user;
    bool m_isThere;
};

/// In a child before exec(), irrevocably: the user, no capabilities, no new privileges. False with
/// errno.
bool dropRights(const ChildRights& rights);
/// For every program that starts from now on.
void setFilter(ChildRights& rights, std::vector<sock_filter> filter);
/// In a child right before exec(). Where calls are told, their listener goes over @p channel, and
/// exec() is the first of them; nothing goes where they cannot be. @p channel: -1 = nobody
/// listens. False with errno.
bool installFilter(const ChildRights& rights, int channel);

} // namespace sandbench::guest
