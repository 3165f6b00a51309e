// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/user_lookup.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace sandbench::guest {

namespace {

constexpr std::size_t kMostGroups = 256;
constexpr std::size_t kLongestName = 256;
// The last one means "none" to the kernel; engines allow no more than this either.
constexpr std::uint32_t kLargestId = 0x7fffffff;

template <std::size_t count> using Fields = std::array<std::string_view, count>;

std::optional<std::uint32_t> parseId(std::string_view text)
{
    std::uint32_t id = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, id);
    if (text.empty() || parsed.ec != std::errc() || parsed.ptr != end || id > kLargestId)
        return std::nullopt;
    return id;
}

/// The first @p count fields of every line; a missing one is empty.
template <std::size_t count, typename Handler>
void forEachLine(std::string_view text, const Handler& handle)
{
    while (!text.empty()) {
        auto line = takeUpTo(text, '\n');
        Fields<count> fields;
        for (auto& field : fields)
            field = takeUpTo(line, ':');
        handle(fields);
    }
}

bool isListed(std::string_view members, std::string_view name)
{
    while (!members.empty())
        if (takeUpTo(members, ',') == name)
            return true;
    return false;
}

struct Account
{
    std::string_view name;
    uid_t uid;
    gid_t gid;
};

/// A name wins over a number that is spelled the same.
std::optional<Account> findAccount(std::string_view wanted, std::string_view passwd)
{
    const auto number = parseId(wanted);
    std::optional<Account> byName;
    std::optional<Account> byNumber;
    forEachLine<4>(passwd, [&](const Fields<4>& fields) {
        const auto uid = parseId(fields[2]);
        const auto gid = parseId(fields[3]);
        if (fields[0].empty() || !uid || !gid)
            return;
        const Account account{fields[0], *uid, *gid};
        if (!byName && fields[0] == wanted)
            byName = account;
        if (!byNumber && number == uid)
            byNumber = account;
    });
    return byName ? byName : byNumber;
}

std::optional<gid_t> findGroup(std::string_view wanted, std::string_view group)
{
    std::optional<gid_t> found;
    forEachLine<3>(group, [&](const Fields<3>& fields) {
        if (!found && fields[0] == wanted)
            found = parseId(fields[2]);
    });
    return found ? found : parseId(wanted);
}

std::vector<gid_t> groupsOf(std::string_view name, std::string_view group)
{
    std::vector<gid_t> groups;
    forEachLine<4>(group, [&](const Fields<4>& fields) {
        const auto gid = parseId(fields[2]);
        if (gid && groups.size() < kMostGroups && isListed(fields[3], name)
            && std::find(groups.begin(), groups.end(), *gid) == groups.end())
            groups.push_back(*gid);
    });
    return groups;
}

Error unknown(const char* what, std::string_view name, const char* file)
{
    return Error(
        ErrorCode::NotFound,
        "the sandbox has no " + std::string(what) + " called '" + std::string(name) + "' in its "
            + file + "; give a number such as 65534:65534");
}

} // namespace

Result<UserIds> resolveUser(std::string_view user, std::string_view passwd, std::string_view group)
{
    if (user.size() > kLongestName || user.find_first_of("\n,") != std::string_view::npos)
        return Error(ErrorCode::InvalidArgument, "this is no name or number of a user");
    const auto colon = user.find(':');
    const auto name = user.substr(0, colon);
    const auto account = findAccount(name, passwd);
    const auto number = parseId(name);
    if (name.empty() || (!account && !number))
        return unknown("user", name, "/etc/passwd");
    UserIds ids;
    ids.uid = account ? account->uid : *number;
    ids.gid = account ? account->gid : 0;
    ids.name = account ? std::string(account->name.substr(0, kLongestName)) : std::string();
    if (colon == std::string_view::npos) {
        if (account)
            ids.groups = groupsOf(account->name, group);
        return ids;
    }
    const auto groupName = user.substr(colon + 1);
    const auto gid = findGroup(groupName, group);
    if (groupName.empty() || !gid)
        return unknown("group", groupName, "/etc/group");
    ids.gid = *gid;
    return ids;
}

} // namespace sandbench::guest
