// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ownership.h"

#include "core/base/cgroup_text.h"
#include "core/base/fd.h"
#include "core/process/process_stat.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace sandbench {

using cgroup_text::number;

namespace {

constexpr std::size_t kLongestOwner = 512;
constexpr std::string_view kUnknownBoot = "unknown";
constexpr std::int64_t kLongestLease = 10'000'000;

bool isNameLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.'
        || c == '-' || c == '_';
}

bool isName(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isNameLetter);
}

std::string hostName()
{
    char name[256] = {};
    if (::gethostname(name, sizeof name - 1) != 0 || name[0] == '\0')
        return "unnamed";
    std::string text = name;
    std::replace_if(
        text.begin(), text.end(), [](char c) { return !isNameLetter(c); }, '-');
    return text;
}

std::string bootId()
{
    auto text = readFile("/proc/sys/kernel/random/boot_id", 128).value_or("");
    text.resize(std::min(text.size(), text.find('\n')));
    return isName(text) ? text : std::string(kUnknownBoot);
}

bool isSamePlace(const Owner& left, const Owner& right)
{
    return left.host == right.host && left.bootId == right.bootId && left.bootId != kUnknownBoot
        && left.pidNamespace == right.pidNamespace && left.pidNamespace != 0;
}

std::string_view labelOf(const std::map<std::string, std::string>& labels, std::string_view name)
{
    const auto at = labels.find(std::string(name));
    return at == labels.end() ? std::string_view() : std::string_view(at->second);
}

} // namespace

std::string Owner::text() const
{
    return std::to_string(uid) + '@' + host + ':' + bootId + ':' + std::to_string(pidNamespace)
        + ':' + std::to_string(pid) + ':' + std::to_string(startTicks);
}

std::optional<Owner> parseOwner(std::string_view text)
{
    const auto at = text.find('@');
    if (text.size() > kLongestOwner || at == std::string_view::npos)
        return std::nullopt;
    const auto uid = number<uid_t>(text.substr(0, at));
    std::array<std::string_view, 5> fields;
    auto rest = text.substr(at + 1);
    for (auto& field : fields) {
        const auto end = &field == &fields.back() ? rest.npos : rest.find(':');
        field = rest.substr(0, end);
        rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    }
    const auto space = number<std::uint64_t>(fields[2]);
    const auto pid = number<pid_t>(fields[3]);
    const auto start = number<std::uint64_t>(fields[4]);
    if (!uid || !isName(fields[0]) || !isName(fields[1]) || !space || !pid || *pid <= 0 || !start)
        return std::nullopt;
    return Owner{*uid, std::string(fields[0]), std::string(fields[1]), *space, *pid, *start};
}

std::uint64_t pidNamespace()
{
    char link[64] = {};
    const auto length = ::readlink("/proc/self/ns/pid", link, sizeof link - 1);
    std::string_view text(link, length > 0 ? static_cast<std::size_t>(length) : 0);
    if (!text.starts_with("pid:[") || !text.ends_with(']'))
        return 0;
    text.remove_prefix(5);
    text.remove_suffix(1);
    return number<std::uint64_t>(text).value_or(0);
}

Owner ownerOfProcess(pid_t pid, uid_t uid, std::uint64_t startTicks)
{
    return {uid, hostName(), bootId(), pidNamespace(), pid, startTicks};
}

std::string ownerOfThisProcess()
{
    const auto process = readProcessStat(::getpid());
    return ownerOfProcess(::getpid(), ::geteuid(), process ? process->startTicks : 0).text();
}

OwnerState stateOfOwner(std::string_view text)
{
    const auto owner = parseOwner(text);
    if (!owner || !isSamePlace(*owner, ownerOfProcess(0, 0, 0)))
        return OwnerState::Elsewhere;
    return isProcessGone(owner->pid, owner->startTicks) ? OwnerState::Dead : OwnerState::Alive;
}

bool mayReap(
    const std::map<std::string, std::string>& labels, bool isRunning, std::int64_t idleSeconds)
{
    const auto lease = number<std::int64_t>(labelOf(labels, label::kLease));
    const auto owner = labelOf(labels, label::kOwner);
    if (labelOf(labels, label::kSession).empty() || !parseOwner(owner) || !lease || *lease < 0
        || *lease > kLongestLease || idleSeconds < *lease)
        return false;
    switch (stateOfOwner(owner)) {
    case OwnerState::Alive:
        return false;
    case OwnerState::Dead:
        return true;
    case OwnerState::Elsewhere:
        return !isRunning;
    }
    return false;
}

} // namespace sandbench
