// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/activity_words.h"

#include "core/base/json.h"
#include "core/base/units.h"

#include <algorithm>

namespace sandbench {

namespace {

using Entries = std::vector<ActivityEntry>;

std::string counted(std::uint64_t count, const std::string& one)
{
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string times(std::uint64_t count)
{
    return count > 1 ? ", " + std::to_string(count) + " times" : "";
}

void addRest(
    Entries& entries, ActivityKind kind, std::uint64_t all, std::size_t shown,
    const std::string& one)
{
    if (all > shown)
        entries.push_back({kind, "… and " + counted(all - shown, one) + " more", {}, {}});
}

std::string lastPart(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}

std::string fileLine(const Json& file)
{
    auto line = jsonString(file, "change") + " " + jsonString(file, "path");
    const bool isFile = jsonString(file, "type") == "file";
    if (jsonString(file, "type") == "directory")
        return line + "/";
    if (isFile && file.contains("bytes"))
        line += " (" + formatSize(jsonCount(file, "bytes"));
    if (isFile && file.contains("bytes") && file.contains("bytes_before"))
        line += ", was " + formatSize(jsonCount(file, "bytes_before"));
    return line + (isFile && file.contains("bytes") ? ")" : "");
}

void addFiles(Entries& entries, const Json& files)
{
    const auto written = jsonCount(files, "created") + jsonCount(files, "changed");
    const auto all = written + jsonCount(files, "deleted");
    const auto add = [&entries](std::string sentence, std::string detail, std::string mention) {
        entries.push_back(
            {ActivityKind::Files, std::move(sentence), std::move(detail), std::move(mention)});
    };
    if (written > 0)
        add("wrote " + counted(written, "file") + ", " + formatSize(jsonCount(files, "bytes")), {},
            {});
    const auto& list = jsonList(files, "list");
    for (const Json& file : list)
        add(fileLine(file), jsonString(file, "diff"), lastPart(jsonString(file, "path")));
    addRest(entries, ActivityKind::Files, all, list.size(), "file");
}

std::string endingOf(const Json& program)
{
    if (program.contains("exit_code"))
        return ": exited " + std::to_string(jsonInt(program, "exit_code"));
    if (program.contains("signal"))
        return ": ended by signal " + std::to_string(jsonInt(program, "signal"));
    return {};
}

std::string programLine(const Json& program)
{
    const auto arguments = jsonTexts(program, "arguments");
    auto line = "started " + jsonString(program, "path");
    for (std::size_t i = 1; i < arguments.size(); ++i)
        line += " " + arguments[i];
    if (jsonBool(program, "cut"))
        line += " …";
    line += " (process " + std::to_string(jsonInt(program, "pid"));
    if (const auto parent = jsonInt(program, "parent"); parent > 0)
        line += " of " + std::to_string(parent);
    return line + ")" + endingOf(program);
}

ActivityEntry programEntry(const Json& program)
{
    ActivityEntry entry
        = {ActivityKind::Programs, programLine(program), {}, lastPart(jsonString(program, "path"))};
    for (const auto& argument : jsonTexts(program, "arguments"))
        entry.detail += argument + "\n";
    return entry;
}

std::string addressOf(const Json& attempt)
{
    const auto address = jsonString(attempt, "address");
    const auto port = jsonInt(attempt, "port");
    if (port == 0)
        return address;
    const bool isV6 = address.find(':') != std::string::npos;
    return (isV6 ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

bool isOwnMachine(const std::string& address)
{
    return address.starts_with("127.") || address == "::1" || address.starts_with("/")
        || address.starts_with("@");
}

std::string attemptLine(const Json& attempt, bool hasNetwork)
{
    const auto call = jsonString(attempt, "call");
    const auto how = call == "bind" ? "took the address "
        : call == "send"            ? "tried to send to "
                                    : "tried to reach ";
    const bool isLost
        = !hasNetwork && call != "bind" && !isOwnMachine(jsonString(attempt, "address"));
    return how + addressOf(attempt) + times(jsonCount(attempt, "count"))
        + (isLost ? "; the sandbox had no network" : "");
}

void addNetwork(Entries& entries, const Json& network, bool hasNetwork)
{
    const auto add = [&entries](std::string sentence, std::string mention) {
        entries.push_back({ActivityKind::Network, std::move(sentence), {}, std::move(mention)});
    };
    for (const Json& name : jsonList(network, "names"))
        add("asked for the name " + jsonString(name, "name") + times(jsonCount(name, "count")),
            jsonString(name, "name"));
    std::uint64_t shown = 0;
    for (const Json& attempt : jsonList(network, "list")) {
        add(attemptLine(attempt, hasNetwork), jsonString(attempt, "address"));
        shown += jsonCount(attempt, "count");
    }
    if (const auto all = jsonCount(network, "attempts"); all > shown)
        add("… and " + counted(all - shown, "attempt") + " at other addresses", {});
}

std::string resourcesLine(const Json& resources)
{
    auto line = "used " + formatSize(jsonCount(resources, "peak_memory_bytes"))
        + " of memory at most, " + formatSeconds(jsonNumber(resources, "cpu_seconds"))
        + " of CPU time";
    const auto grown = jsonInt(resources, "disk_bytes");
    if (grown > 0)
        line += ", " + formatSize(static_cast<std::uint64_t>(grown)) + " of disk";
    if (const auto most = jsonCount(resources, "most_processes"); most > 0)
        line += ", " + std::to_string(most) + (most == 1 ? " process" : " processes at most");
    return line;
}

} // namespace

std::vector<ActivityEntry> activityEntries(const Json& record)
{
    const auto& activity = jsonField(record, "activity");
    Entries entries;
    if (!activity.is_object())
        return entries;
    addFiles(entries, jsonField(activity, "files"));
    const auto& programs = jsonField(activity, "programs");
    const auto& started = jsonList(programs, "list");
    for (const Json& program : started)
        entries.push_back(programEntry(program));
    addRest(
        entries, ActivityKind::Programs, jsonCount(programs, "started"), started.size(), "program");
    addNetwork(
        entries, jsonField(activity, "network"), jsonString(record, "network", "none") != "none");
    for (const Json& refusal : jsonList(activity, "refused"))
        entries.push_back(
            {ActivityKind::Refused,
             "called " + jsonString(refusal, "call") + times(jsonCount(refusal, "count")) + "; the "
                 + jsonString(refusal, "layer") + " refused",
             {},
             jsonString(refusal, "call")});
    entries.push_back(
        {ActivityKind::Resources, resourcesLine(jsonField(activity, "resources")), {}, {}});
    for (const auto& sentence : jsonTexts(activity, "not_seen"))
        entries.push_back({ActivityKind::NotSeen, sentence, {}, {}});
    return entries;
}

std::vector<std::string> activityLines(const Json& record)
{
    std::vector<std::string> lines;
    for (auto& entry : activityEntries(record))
        lines.push_back(
            entry.kind == ActivityKind::NotSeen ? "not seen: " + entry.sentence
                                                : std::move(entry.sentence));
    return lines;
}

} // namespace sandbench
