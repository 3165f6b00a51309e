// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/activity_words.h"

#include "core/base/json.h"
#include "core/base/units.h"

#include <algorithm>

namespace sandbench {

namespace {

using Lines = std::vector<std::string>;

std::string counted(std::uint64_t count, const std::string& one)
{
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string times(std::uint64_t count)
{
    return count > 1 ? ", " + std::to_string(count) + " times" : "";
}

void addRest(Lines& lines, std::uint64_t all, std::size_t shown, const std::string& one)
{
    if (all > shown)
        lines.push_back("… and " + counted(all - shown, one) + " more");
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

void addFiles(Lines& lines, const Json& files)
{
    const auto written = jsonCount(files, "created") + jsonCount(files, "changed");
    const auto all = written + jsonCount(files, "deleted");
    if (written > 0)
        lines.push_back(
            "wrote " + counted(written, "file") + ", " + formatSize(jsonCount(files, "bytes")));
    const auto& list = jsonList(files, "list");
    for (const Json& file : list)
        lines.push_back(fileLine(file));
    addRest(lines, all, list.size(), "file");
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

void addNetwork(Lines& lines, const Json& network, bool hasNetwork)
{
    for (const Json& name : jsonList(network, "names"))
        lines.push_back(
            "asked for the name " + jsonString(name, "name") + times(jsonCount(name, "count")));
    std::uint64_t shown = 0;
    for (const Json& attempt : jsonList(network, "list")) {
        lines.push_back(attemptLine(attempt, hasNetwork));
        shown += jsonCount(attempt, "count");
    }
    if (const auto all = jsonCount(network, "attempts"); all > shown)
        lines.push_back("… and " + counted(all - shown, "attempt") + " at other addresses");
}

void addResources(Lines& lines, const Json& resources)
{
    auto line = "used " + formatSize(jsonCount(resources, "peak_memory_bytes"))
        + " of memory at most, " + formatSeconds(jsonNumber(resources, "cpu_seconds"))
        + " of CPU time";
    const auto grown = jsonInt(resources, "disk_bytes");
    if (grown > 0)
        line += ", " + formatSize(static_cast<std::uint64_t>(grown)) + " of disk";
    if (const auto most = jsonCount(resources, "most_processes"); most > 0)
        line += ", " + std::to_string(most) + (most == 1 ? " process" : " processes at most");
    lines.push_back(std::move(line));
}

} // namespace

std::vector<std::string> activityLines(const Json& record)
{
    const auto& activity = jsonField(record, "activity");
    Lines lines;
    if (!activity.is_object())
        return lines;
    addFiles(lines, jsonField(activity, "files"));
    const auto& programs = jsonField(activity, "programs");
    for (const Json& program : jsonList(programs, "list"))
        lines.push_back(programLine(program));
    addRest(lines, jsonCount(programs, "started"), jsonList(programs, "list").size(), "program");
    addNetwork(
        lines, jsonField(activity, "network"), jsonString(record, "network", "none") != "none");
    for (const Json& refusal : jsonList(activity, "refused"))
        lines.push_back(
            "called " + jsonString(refusal, "call") + times(jsonCount(refusal, "count")) + "; the "
            + jsonString(refusal, "layer") + " refused");
    addResources(lines, jsonField(activity, "resources"));
    for (const auto& sentence : jsonTexts(activity, "not_seen"))
        lines.push_back("not seen: " + sentence);
    return lines;
}

} // namespace sandbench
