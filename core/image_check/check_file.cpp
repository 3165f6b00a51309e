// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/image_check/run_image_checks.h"

#include <algorithm>
#include <cstdio>

namespace sandbench::image_check {

namespace {

constexpr std::uint64_t kMostContents = 8U << 20, kMostAccountBytes = 1U << 20;

std::string octal(unsigned mode)
{
    char text[16];
    return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, "%04o", mode))};
}

/// Whether @p wanted, a number or a name, is @p id, of which @p names knows the name.
bool isOwner(
    const std::string& wanted, std::int64_t id, const std::map<std::int64_t, std::string>& names)
{
    if (wanted == std::to_string(id))
        return true;
    const auto name = names.find(id);
    return name != names.end() && name->second == wanted;
}

std::string ownerText(std::int64_t id, const std::map<std::int64_t, std::string>& names)
{
    const auto name = names.find(id);
    return std::to_string(id) + (name == names.end() ? std::string() : " (" + name->second + ")");
}

class FileChecker
{
public:
    FileChecker(const FileCheck& check, const ImageFacts& facts, const std::stop_token& stop)
        : m_check(check)
        , m_facts(facts)
        , m_stop(stop)
    {
    }

    Finding finding()
    {
        if (isHidden(m_check.path))
            return Finding::notChecked(
                m_check.name, "sandboxes have something of their own at " + m_check.path);
        const auto entry = m_facts.sandbox.fileInfo(m_check.path, m_stop);
        if (entry.failedAs(ErrorCode::NotFound))
            return m_check.exists ? failed("it exists", "there is no " + m_check.path)
                                  : Finding::passed(m_check.name);
        if (!entry)
            return unknown(entry.error());
        if (!m_check.exists)
            return failed("it does not exist", "there is a " + entry->type);
        if (auto wrong = wrongKind(*entry))
            return *std::move(wrong);
        if (auto wrong = wrongOwner(*entry))
            return *std::move(wrong);
        return m_check.contents.empty() ? Finding::passed(m_check.name) : contents();
    }

private:
    Finding failed(std::string expected, std::string_view got) const
    {
        return Finding::failed(m_check.name, std::move(expected), got);
    }

    Finding unknown(const Error& error) const
    {
        const bool isDenied = error.code() == ErrorCode::PermissionDenied;
        return Finding::notChecked(
            m_check.name, error.text() + (isDenied ? "; try --user root" : ""));
    }

    std::optional<Finding> wrongKind(const FileEntry& entry) const
    {
        if (!m_check.type.empty() && entry.type != m_check.type)
            return failed("type " + m_check.type, entry.type);
        if (m_check.mode && entry.mode != *m_check.mode)
            return failed("mode " + octal(*m_check.mode), octal(entry.mode));
        if (m_check.bytes && entry.bytes != *m_check.bytes)
            return failed(std::to_string(*m_check.bytes) + " bytes", std::to_string(entry.bytes));
        const auto& by = m_check.executableBy;
        const unsigned bits = by == "owner" ? 0100U
            : by == "group"                 ? 0010U
            : by == "other"                 ? 0001U
                                            : 0111U;
        if (!by.empty() && (entry.mode & bits) == 0)
            return failed("executable by " + by, "mode " + octal(entry.mode));
        return std::nullopt;
    }

    std::optional<Finding> wrongOwner(const FileEntry& entry) const
    {
        if (m_check.owner.empty() && m_check.group.empty())
            return std::nullopt;
        if (entry.uid < 0 || entry.gid < 0)
            return Finding::notChecked(m_check.name, "the agent does not say whose it is");
        std::map<std::int64_t, std::string> users, groups;
        if (const auto text = read("/etc/passwd"))
            for (const auto& account : readAccounts(*text))
                users.emplace(account.uid, account.name);
        if (const auto text = read("/etc/group"))
            for (const auto& group : readGroups(*text))
                groups.emplace(group.gid, group.name);
        if (!m_check.owner.empty() && !isOwner(m_check.owner, entry.uid, users))
            return failed("owner " + m_check.owner, ownerText(entry.uid, users));
        if (!m_check.group.empty() && !isOwner(m_check.group, entry.gid, groups))
            return failed("group " + m_check.group, ownerText(entry.gid, groups));
        return std::nullopt;
    }

    Result<std::string> read(const std::string& path) const
    {
        return m_facts.sandbox.read(path, kMostAccountBytes, m_stop);
    }

    Finding contents() const
    {
        const auto bytes = m_facts.sandbox.read(m_check.path, kMostContents, m_stop);
        if (!bytes)
            return unknown(bytes.error());
        for (const auto& expected : m_check.contents)
            if (!holds(expected, *bytes))
                return failed(
                    "it " + sentenceOf(expected), bytes->empty() ? "it is empty" : *bytes);
        return Finding::passed(m_check.name);
    }

    const FileCheck& m_check;
    const ImageFacts& m_facts;
    const std::stop_token& m_stop;
};

Finding checkAccount(
    const UserCheck& check, const std::string& name, const Account& account,
    const std::vector<Group>& groups)
{
    if (check.uid && account.uid != *check.uid)
        return Finding::failed(
            name, "uid " + std::to_string(*check.uid), std::to_string(account.uid));
    if (check.gid && account.gid != *check.gid)
        return Finding::failed(
            name, "gid " + std::to_string(*check.gid), std::to_string(account.gid));
    if (!check.home.empty() && account.home != check.home)
        return Finding::failed(name, "home " + check.home, account.home);
    if (!check.shell.empty() && account.shell != check.shell)
        return Finding::failed(name, "shell " + check.shell, account.shell);
    std::vector<std::string> in;
    for (const auto& group : groups)
        if (group.gid == account.gid
            || std::find(group.members.begin(), group.members.end(), account.name)
                != group.members.end())
            in.push_back(group.name);
    for (const auto& wanted : check.groups)
        if (std::find(in.begin(), in.end(), wanted) == in.end())
            return Finding::failed(
                name, "in the group " + wanted, in.empty() ? "in none" : "in " + listed(in));
    return Finding::passed(name);
}

template <typename Entries>
const typename Entries::value_type* named(const Entries& entries, const std::string& name)
{
    const auto found = std::find_if(
        entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; });
    return found == entries.end() ? nullptr : &*found;
}

} // namespace

Finding checkFile(const FileCheck& check, const ImageFacts& facts, const std::stop_token& stop)
{
    return FileChecker(check, facts, stop).finding();
}

Finding checkUser(const UserCheck& check, const ImageFacts& facts, const std::stop_token& stop)
{
    const auto name = (check.isGroup ? "group " : "user ") + check.name;
    const auto passwd = facts.sandbox.read("/etc/passwd", kMostAccountBytes, stop);
    const auto group = facts.sandbox.read("/etc/group", kMostAccountBytes, stop);
    const auto& needed = check.isGroup ? group : passwd;
    if (!needed && !needed.failedAs(ErrorCode::NotFound))
        return Finding::notChecked(name, needed.error().text());
    const auto groups = readGroups(group ? *group : std::string());
    const auto accounts = readAccounts(passwd ? *passwd : std::string());
    const auto* ofGroup = check.isGroup ? named(groups, check.name) : nullptr;
    const auto* account = check.isGroup ? nullptr : named(accounts, check.name);
    const bool isThere = ofGroup || account;
    if (isThere != check.exists)
        return Finding::failed(
            name, check.exists ? "it exists" : "it does not exist",
            isThere ? "it is there" : "there is none");
    if (account)
        return checkAccount(check, name, *account, groups);
    if (ofGroup && check.gid && ofGroup->gid != *check.gid)
        return Finding::failed(
            name, "gid " + std::to_string(*check.gid), std::to_string(ofGroup->gid));
    return Finding::passed(name);
}

} // namespace sandbench::image_check
