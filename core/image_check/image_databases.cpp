// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/image_databases.h"

#include "core/base/text.h"

#include <charconv>

namespace sandbench::image_check {

namespace {

constexpr std::size_t kLongestField = 1024;
constexpr std::size_t kMostMembers = 256;
constexpr std::int64_t kMostId = 0xffff'fffe; // the next one means "none" to the kernel

std::optional<std::int64_t> idOf(std::string_view text)
{
    std::int64_t id = 0;
    const auto* end = text.data() + text.size();
    const auto [at, problem] = std::from_chars(text.data(), end, id);
    if (text.empty() || problem != std::errc() || at != end || id < 0 || id > kMostId)
        return std::nullopt;
    return id;
}

/// The parts of a line between colons; empty where there are not so many.
std::vector<std::string_view> fieldsOf(std::string_view line, std::size_t count)
{
    std::vector<std::string_view> fields;
    for (std::size_t i = 0; i < count; ++i) {
        const bool isLast = i + 1 == count;
        if (!isLast && line.find(':') == std::string_view::npos)
            return {};
        fields.push_back(takeUpTo(line, ':'));
        if (fields.back().size() > kLongestField)
            return {};
    }
    return fields;
}

void addPackage(std::string_view name, std::string_view version, Packages& into)
{
    const bool isKept = !name.empty() && name.size() <= kLongestField
        && version.size() <= kLongestField && into.size() < kMostPackages;
    if (isKept)
        into[std::string(name)] = version;
}

/// @p line without @p key at its begin, or nothing.
std::optional<std::string_view> valueOf(std::string_view line, std::string_view key)
{
    if (!line.starts_with(key))
        return std::nullopt;
    line.remove_prefix(key.size());
    while (line.starts_with(' '))
        line.remove_prefix(1);
    return line;
}

} // namespace

std::vector<Account> readAccounts(std::string_view passwd)
{
    std::vector<Account> accounts;
    while (!passwd.empty() && accounts.size() < kMostAccounts) {
        const auto fields = fieldsOf(takeUpTo(passwd, '\n'), 7);
        if (fields.empty() || fields[0].empty())
            continue;
        const auto uid = idOf(fields[2]);
        const auto gid = idOf(fields[3]);
        const bool isPodmans = fields[4] == "container user" && fields[0] == fields[2];
        if (uid && gid && !isPodmans)
            accounts.push_back(
                {std::string(fields[0]), *uid, *gid, std::string(fields[5]),
                 std::string(fields[6])});
    }
    return accounts;
}

std::vector<Group> readGroups(std::string_view group)
{
    std::vector<Group> groups;
    while (!group.empty() && groups.size() < kMostAccounts) {
        auto line = takeUpTo(group, '\n');
        std::vector<std::string_view> fields;
        for (int i = 0; i < 3; ++i)
            fields.push_back(takeUpTo(line, ':'));
        const auto gid = idOf(fields[2]);
        if (fields[0].empty() || fields[0].size() > kLongestField || !gid)
            continue;
        Group one{std::string(fields[0]), *gid, {}};
        while (!line.empty() && one.members.size() < kMostMembers)
            one.members.emplace_back(takeUpTo(line, ',').substr(0, kLongestField));
        groups.push_back(std::move(one));
    }
    return groups;
}

void addDpkgPackages(std::string_view status, Packages& into)
{
    std::string_view name, version;
    bool isInstalled = true;
    const auto end = [&] {
        if (isInstalled)
            addPackage(name, version, into);
        name = version = {};
        isInstalled = true;
    };
    while (!status.empty()) {
        const auto line = takeUpTo(status, '\n');
        if (line.empty())
            end();
        else if (const auto package = valueOf(line, "Package:"))
            name = *package;
        else if (const auto text = valueOf(line, "Version:"))
            version = *text;
        else if (const auto state = valueOf(line, "Status:"))
            isInstalled = state->ends_with(" installed");
    }
    end();
}

void addApkPackages(std::string_view installed, Packages& into)
{
    std::string_view name, version;
    while (!installed.empty()) {
        const auto line = takeUpTo(installed, '\n');
        if (line.empty()) {
            addPackage(name, version, into);
            name = version = {};
        } else if (line.starts_with("P:"))
            name = line.substr(2);
        else if (line.starts_with("V:"))
            version = line.substr(2);
    }
    addPackage(name, version, into);
}

void addRpmPackages(std::string_view lines, Packages& into)
{
    while (!lines.empty()) {
        auto line = takeUpTo(lines, '\n');
        const auto name = takeUpTo(line, ' ');
        addPackage(name, line, into);
    }
}

std::string osName(std::string_view osRelease)
{
    std::string name, pretty;
    while (!osRelease.empty()) {
        const auto line = takeUpTo(osRelease, '\n');
        auto value = valueOf(line, "PRETTY_NAME=");
        auto& into = value ? pretty : name;
        if (!value)
            value = valueOf(line, "NAME=");
        if (!value)
            continue;
        const bool isQuoted
            = value->size() > 1 && (value->front() == '"' || value->front() == '\'');
        into = oneLine(isQuoted ? value->substr(1, value->size() - 2) : *value, 100);
    }
    return pretty.empty() ? name : pretty;
}

std::optional<std::string> variableOf(const std::vector<std::string>& env, std::string_view name)
{
    for (const auto& entry : env) {
        std::string_view value = entry;
        if (takeUpTo(value, '=') == name && entry.find('=') != std::string::npos)
            return std::string(value);
    }
    return std::nullopt;
}

} // namespace sandbench::image_check
