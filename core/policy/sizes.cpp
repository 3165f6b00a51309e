// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/sizes.h"

#include "core/base/embedded.h"
#include "core/base/json.h"
#include "core/base/units.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

namespace sandbench {

namespace {

constexpr std::size_t kMostSizes = 64;
constexpr std::size_t kLongestName = 40;
constexpr std::uint64_t kLeastMemory = 16ULL << 20;
constexpr double kMostCpus = 1e6;

std::string cpuText(double cpus)
{
    char text[40];
    std::snprintf(text, sizeof text, "%g %s", cpus, cpus == 1 ? "CPU" : "CPUs");
    return text;
}

bool isName(std::string_view name)
{
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    };
    return !name.empty() && name.size() <= kLongestName
        && std::all_of(name.begin(), name.end(), allowed);
}

Error sizeError(const std::string& name, const std::string& problem)
{
    return Error(
        ErrorCode::InvalidArgument,
        (name.empty() ? "a size" : "the size '" + name + "'") + ": " + problem);
}

Result<void> checkSize(const Size& size)
{
    if (!isName(size.name))
        return sizeError(
            {}, "field 'name' has 1 to 40 letters a-z, digits, dashes, dots and underscores");
    if (size.memoryBytes < kLeastMemory)
        return sizeError(size.name, "field 'memory' is at least 16m");
    if (!(size.cpus > 0 && size.cpus <= kMostCpus))
        return sizeError(size.name, "field 'cpus' is a number above zero");
    return {};
}

Result<Size> readSize(const Json& entry)
{
    Size size;
    size.name = jsonString(entry, "name");
    for (const auto& [key, value] : entry.items())
        if (key != "name" && key != "memory" && key != "cpus")
            return sizeError(
                size.name,
                "field '" + key + "' is not known; the known ones are name, memory, cpus");
    const Json& memory = jsonField(entry, "memory");
    if (!memory.is_string())
        return sizeError(size.name, "field 'memory' is missing or is not a text such as \"1.5g\"");
    const auto bytes = parseSize(memory.get_ref<const std::string&>());
    if (!bytes)
        return sizeError(size.name, "field 'memory': " + bytes.error().message());
    size.memoryBytes = *bytes;
    size.cpus = jsonNumber(entry, "cpus");
    SANDBENCH_TRY_VOID(checkSize(size));
    return size;
}

bool fits(std::uint64_t memoryBytes, double cpus, const HostCapacity& host)
{
    return (host.memoryBytes == 0 || memoryBytes <= host.memoryBytes)
        && (host.cpus == 0 || cpus <= host.cpus);
}

} // namespace

Result<std::vector<Size>> readSizes(const Json& list)
{
    if (!list.is_array() || list.size() > kMostSizes)
        return Error(
            ErrorCode::InvalidArgument,
            "sizes are a list of at most 64 objects like "
            "{\"name\": \"mine\", \"memory\": \"3g\", \"cpus\": 1.25}");
    std::vector<Size> sizes;
    for (const auto& entry : list) {
        if (!entry.is_object())
            return sizeError({}, "it is not an object");
        SANDBENCH_TRY(auto size, readSize(entry));
        if (std::any_of(sizes.begin(), sizes.end(), [&](const Size& other) {
                return other.name == size.name;
            }))
            return sizeError(size.name, "field 'name' is there twice");
        sizes.push_back(std::move(size));
    }
    return sizes;
}

Result<std::vector<Size>> parseSizes(std::string_view json)
{
    SANDBENCH_TRY(const Json list, parseJson(json, 64U << 10, 4));
    return readSizes(list);
}

Result<SizeCatalog> SizeCatalog::load(const std::vector<Size>& own)
{
    SizeCatalog catalog;
    SANDBENCH_TRY(catalog.m_sizes, parseSizes(embeddedFile("sizes.json").value_or("")));
    for (const auto& size : own) {
        SANDBENCH_TRY_VOID(checkSize(size));
        std::erase_if(catalog.m_sizes, [&](const Size& other) { return other.name == size.name; });
        catalog.m_sizes.push_back(size);
    }
    std::stable_sort(
        catalog.m_sizes.begin(), catalog.m_sizes.end(), [](const Size& a, const Size& b) {
            return std::tie(a.memoryBytes, a.cpus) < std::tie(b.memoryBytes, b.cpus);
        });
    return catalog;
}

Result<Size> SizeCatalog::find(std::string_view name) const
{
    std::string known;
    for (const auto& size : m_sizes) {
        if (size.name == name)
            return size;
        known += (known.empty() ? "" : ", ") + size.name;
    }
    return Error(
        ErrorCode::NotFound,
        "there is no size '" + std::string(name) + "'; the known ones are " + known);
}

Result<void> SizeCatalog::checkFits(const SandboxLimits& limits, const HostCapacity& host) const
{
    if (fits(limits.memoryBytes, limits.cpus, host))
        return {};
    std::string asked;
    if (limits.memoryBytes > 0)
        asked = formatSize(limits.memoryBytes);
    if (limits.cpus > 0)
        asked += (asked.empty() ? "" : " and ") + cpuText(limits.cpus);
    std::string has;
    if (host.memoryBytes > 0)
        has = formatSize(host.memoryBytes);
    if (host.cpus > 0)
        has += (has.empty() ? "" : " and ") + cpuText(host.cpus);
    const auto largest = std::find_if(m_sizes.rbegin(), m_sizes.rend(), [&](const Size& size) {
        return fits(size.memoryBytes, size.cpus, host);
    });
    const auto advice = largest == m_sizes.rend() ? "no size fits it; ask for less"
                                                  : "the largest size that fits is " + largest->name
            + " (" + formatSize(largest->memoryBytes) + ", " + cpuText(largest->cpus) + ")";
    return Error(
        ErrorCode::ResourceExhausted,
        asked + " do not fit the engine's machine, which has " + has + "; " + advice);
}

} // namespace sandbench
