// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/profiles.h"

#include "core/base/embedded.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/policy/scratch_space.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <tuple>

namespace sandbench {
namespace {

constexpr std::array<std::string_view, 13> kFields
    = {"name",        "description", "memory",  "cpus", "pids", "disk",        "wall_seconds",
       "cpu_seconds", "output",      "network", "root", "user", "system_calls"};
constexpr double kMostPids = 4194304;

Error profileError(const RuntimeProfile& profile, std::string_view field, std::string_view problem)
{
    return Error(
        ErrorCode::InvalidArgument,
        "the profile '" + profile.name + "': field '" + std::string(field) + "' "
            + std::string(problem));
}

/// Reads the fields of one profile; what is not there keeps its default.
class Reader
{
public:
    explicit Reader(const Json& entry)
        : m_entry(entry)
    {
    }

    Result<RuntimeProfile> read()
    {
        SANDBENCH_TRY_VOID(checkKeys());
        SANDBENCH_TRY_VOID(text("name", m_profile.name));
        SANDBENCH_TRY_VOID(text("description", m_profile.description));
        if (m_profile.name.empty() || m_profile.description.empty())
            return profileError(m_profile, "name", "or 'description' is missing");
        SANDBENCH_TRY_VOID(size("memory", m_profile.limits.memoryBytes));
        fitScratchSpace(m_profile.limits);
        SANDBENCH_TRY_VOID(size("disk", m_profile.limits.diskBytes));
        SANDBENCH_TRY_VOID(size("output", m_profile.runLimits.outputBytes));
        SANDBENCH_TRY_VOID(number("cpus", m_profile.limits.cpus));
        SANDBENCH_TRY_VOID(number("wall_seconds", m_profile.runLimits.wallSeconds));
        SANDBENCH_TRY_VOID(number("cpu_seconds", m_profile.runLimits.cpuSeconds));
        auto pids = static_cast<double>(m_profile.limits.pids);
        SANDBENCH_TRY_VOID(number("pids", pids));
        if (pids > kMostPids || pids != std::floor(pids))
            return profileError(m_profile, "pids", "is no number of processes");
        m_profile.limits.pids = static_cast<std::uint64_t>(pids);
        SANDBENCH_TRY_VOID(text("network", m_profile.network));
        SANDBENCH_TRY_VOID(text("user", m_profile.user));
        std::string root = "read-only";
        SANDBENCH_TRY_VOID(text("root", root));
        if (root != "read-only" && root != "writable")
            return profileError(m_profile, "root", "is not \"read-only\" or \"writable\"");
        m_profile.writableRoot = root == "writable";
        std::string calls = "common";
        SANDBENCH_TRY_VOID(text("system_calls", calls));
        if (calls != "common" && calls != "needed")
            return profileError(m_profile, "system_calls", "is not \"common\" or \"needed\"");
        m_profile.onlyNeededCalls = calls == "needed";
        return std::move(m_profile);
    }

private:
    Result<void> checkKeys()
    {
        if (!m_entry.is_object())
            return Error(ErrorCode::InvalidArgument, "a profile is not an object");
        m_profile.name = jsonString(m_entry, "name");
        for (const auto& [key, value] : m_entry.items())
            if (std::find(kFields.begin(), kFields.end(), key) == kFields.end())
                return profileError(m_profile, key, "is not known");
        return {};
    }

    Result<void> text(const char* field, std::string& into)
    {
        const Json& value = jsonField(m_entry, field);
        if (value.is_null())
            return {};
        if (!value.is_string())
            return profileError(m_profile, field, "is not a text");
        into = value.get<std::string>();
        return {};
    }

    Result<void> size(const char* field, std::uint64_t& into)
    {
        std::string given;
        SANDBENCH_TRY_VOID(text(field, given));
        if (given.empty())
            return {};
        const auto bytes = parseSize(given);
        if (!bytes)
            return profileError(m_profile, field, "is wrong: " + bytes.error().message());
        into = *bytes;
        return {};
    }

    Result<void> number(const char* field, double& into)
    {
        const Json& value = jsonField(m_entry, field);
        if (value.is_null())
            return {};
        if (!value.is_number() || value.get<double>() < 0)
            return profileError(m_profile, field, "is not a number of zero or more");
        into = value.get<double>();
        return {};
    }

    const Json& m_entry;
    RuntimeProfile m_profile;
};

std::string plain(double value, const char* unit)
{
    if (value == 0)
        return "unlimited";
    char text[48];
    std::snprintf(text, sizeof text, "%g%s", value, unit);
    return text;
}

std::string sizeText(std::uint64_t bytes)
{
    return bytes == 0 ? "unlimited" : formatSize(bytes);
}

} // namespace

Result<std::vector<RuntimeProfile>> parseProfiles(std::string_view json)
{
    SANDBENCH_TRY(const Json list, parseJson(json, 64U << 10, 4));
    if (!list.is_array())
        return Error(ErrorCode::InvalidArgument, "profiles are a list of objects");
    std::vector<RuntimeProfile> profiles;
    for (const auto& entry : list) {
        SANDBENCH_TRY(auto profile, Reader(entry).read());
        profiles.push_back(std::move(profile));
    }
    return profiles;
}

Result<ProfileCatalog> ProfileCatalog::load()
{
    ProfileCatalog catalog;
    SANDBENCH_TRY(catalog.m_profiles, parseProfiles(embeddedFile("profiles.json").value_or("")));
    return catalog;
}

Result<RuntimeProfile> ProfileCatalog::find(std::string_view name) const
{
    for (const auto& profile : m_profiles)
        if (profile.name == name)
            return profile;
    return Error(
        ErrorCode::NotFound,
        "there is no profile '" + std::string(name) + "'; the known ones are "
            + listed(m_profiles, &RuntimeProfile::name));
}

std::vector<std::string> differencesFromDefault(const RuntimeProfile& profile)
{
    const RuntimeProfile usual;
    std::vector<std::string> differences;
    const auto add = [&](const std::string& what, const std::string& is, const std::string& was) {
        if (is != was)
            differences.push_back(what + " " + is + " (default: " + was + ")");
    };
    const auto& [limits, usualLimits] = std::tie(profile.limits, usual.limits);
    const auto& [run, usualRun] = std::tie(profile.runLimits, usual.runLimits);
    add("memory", sizeText(limits.memoryBytes), sizeText(usualLimits.memoryBytes));
    add("CPUs", plain(limits.cpus, ""), plain(usualLimits.cpus, ""));
    add("processes", plain(static_cast<double>(limits.pids), ""),
        plain(static_cast<double>(usualLimits.pids), ""));
    add("disk", sizeText(limits.diskBytes), sizeText(usualLimits.diskBytes));
    add("time", plain(run.wallSeconds, " s"), plain(usualRun.wallSeconds, " s"));
    add("CPU time", plain(run.cpuSeconds, " s"), plain(usualRun.cpuSeconds, " s"));
    add("output", sizeText(run.outputBytes), sizeText(usualRun.outputBytes));
    add("network", profile.network.empty() ? "none" : profile.network, "none");
    add("root file system", profile.writableRoot ? "writable" : "read-only", "read-only");
    add("system calls", profile.onlyNeededCalls ? "only needed ones" : "all that are not refused",
        "all that are not refused");
    const std::string anybody = "the image's own, or nobody";
    add("user", profile.user.empty() ? anybody : profile.user, anybody);
    return differences;
}

} // namespace sandbench
