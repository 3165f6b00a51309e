// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/activity.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/policy/system_call_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace sandbench {

namespace {

constexpr std::size_t kMostFiles = 2000, kMostPrograms = 1000, kMostAttempts = 256,
                      kMostAskedNames = 256, kMostRefusals = 256, kMostArguments = 64;
constexpr std::size_t kMostPathBytes = 4096, kMostArgumentBytes = 4096, kMostNameBytes = 255;
constexpr std::int64_t kMostPid = 1 << 22;

using Sentence = std::pair<std::string_view, std::string_view>;

/// What the agent says in one word.
constexpr std::array<Sentence, 12> kNotSeen
    = {{{"calls",
         "Programs, addresses and refused calls: the sandbox's kernel, or a filter that was there "
         "before, does not let the agent watch calls"},
        {"outcomes",
         "Whether a program could start, or an address answered: calls are seen when they are "
         "tried, and their arguments can be changed after they were read"},
        {"engine_filter",
         "Calls that the engine's own filter refuses, and those that the sandbox has not at all: "
         "the kernel answers them without asking"},
        {"unwatched_calls",
         "Data sent over connections, and datagrams sent with sendmsg: those calls are too many to "
         "watch"},
        {"arguments", "Arguments of some programs: their memory could not be read"},
        {"exits", "How some programs ended: they went on, or this kernel does not tell"},
        {"strangers", "Calls of processes that could not be told from those of another run"},
        {"files_elsewhere", "Files outside of the working folder"},
        {"files_partly",
         "Some files: the working folder has more than can be compared, or folders "
         "that may not be read"},
        {"files_shared", "Whose the changed files are: another run went on at the same time"},
        {"files", "Files: the working folder could not be compared"},
        {"processes",
         "Processes that began and ended between two looks, 0.1 s apart, when the most were "
         "counted"}}};

std::string textOf(const Json& object, std::string_view key, std::size_t most)
{
    return replaceInvalidUtf8(jsonString(object, key).substr(0, most));
}

/// The word, if it is one of these; else the first.
template <std::size_t N>
std::string
wordOf(const Json& object, std::string_view key, const std::array<std::string_view, N>& words)
{
    const auto text = jsonString(object, key);
    const auto found = std::find(words.begin(), words.end(), text);
    return std::string(found == words.end() ? words.front() : *found);
}

std::optional<std::uint64_t> countIn(const Json& object, std::string_view key)
{
    const auto& field = jsonField(object, key);
    return field.is_number_integer() ? std::optional(jsonCount(object, key)) : std::nullopt;
}

std::optional<int> statusIn(const Json& object, std::string_view key, std::int64_t most)
{
    const auto number = jsonInt(object, key, -1);
    return number < 0 || number > most ? std::nullopt : std::optional(static_cast<int>(number));
}

std::int64_t pidIn(const Json& object, std::string_view key)
{
    const auto pid = jsonInt(object, key);
    return pid > 0 && pid <= kMostPid ? pid : 0;
}

double secondsOf(const Json& object, std::string_view key)
{
    const auto seconds = jsonNumber(object, key);
    return std::isfinite(seconds) && seconds >= 0 && seconds < 1e9 ? seconds : 0;
}

/// Of a list, at most @p most objects.
template <typename Item, typename Reader>
std::vector<Item> readList(const Json& list, std::size_t most, const Reader& read)
{
    std::vector<Item> out;
    for (const Json& item : jsonList(list))
        if (item.is_object() && out.size() < most)
            out.push_back(read(item));
    return out;
}

RunActivity::File readFile(const Json& json)
{
    static constexpr std::array<std::string_view, 3> kChanges = {"changed", "created", "deleted"};
    static constexpr std::array<std::string_view, 4> kTypes
        = {"other", "file", "directory", "link"};
    return {
        textOf(json, "path", kMostPathBytes),
        wordOf(json, "change", kChanges),
        wordOf(json, "type", kTypes),
        countIn(json, "bytes_before"),
        countIn(json, "bytes"),
        {}};
}

RunActivity::Program readProgram(const Json& json)
{
    RunActivity::Program program;
    program.pid = pidIn(json, "pid");
    program.parent = pidIn(json, "parent");
    program.path = textOf(json, "path", kMostPathBytes);
    program.isCut = jsonBool(json, "cut");
    program.at = secondsOf(json, "at");
    program.exitCode = statusIn(json, "exit_code", 255);
    if (!program.exitCode)
        program.signal = statusIn(json, "signal", 64);
    std::size_t room = kMostArgumentBytes;
    for (const auto& argument : jsonTexts(json, "arguments")) {
        if (program.arguments.size() == kMostArguments || argument.size() > room) {
            program.isCut = true;
            break;
        }
        room -= argument.size();
        program.arguments.push_back(replaceInvalidUtf8(argument));
    }
    return program;
}

RunActivity::Attempt readAttempt(const Json& json)
{
    static constexpr std::array<std::string_view, 3> kCalls = {"connect", "bind", "send"};
    const auto port = jsonCount(json, "port");
    return {
        wordOf(json, "call", kCalls), textOf(json, "address", kMostNameBytes),
        static_cast<std::uint16_t>(port > 65535 ? 0 : port), jsonCount(json, "count")};
}

void readFiles(RunActivity& activity, const Json& files)
{
    activity.files = readList<RunActivity::File>(jsonField(files, "list"), kMostFiles, readFile);
    activity.created = jsonCount(files, "created");
    activity.changed = jsonCount(files, "changed");
    activity.deleted = jsonCount(files, "deleted");
    activity.writtenBytes = jsonCount(files, "bytes");
    activity.diskBytes = jsonInt(files, "grown");
}

void readCalls(RunActivity& activity, const Json& json, const std::string& machine)
{
    const auto& programs = jsonField(json, "programs");
    activity.programs
        = readList<RunActivity::Program>(jsonField(programs, "list"), kMostPrograms, readProgram);
    activity.started
        = std::max<std::uint64_t>(jsonCount(programs, "started"), activity.programs.size());
    const auto& network = jsonField(json, "network");
    activity.attempts
        = readList<RunActivity::Attempt>(jsonField(network, "list"), kMostAttempts, readAttempt);
    activity.attempted = jsonCount(network, "attempts");
    activity.names = readList<
        RunActivity::Name>(jsonField(network, "names"), kMostAskedNames, [](const Json& item) {
        return RunActivity::Name{textOf(item, "name", kMostNameBytes), jsonCount(item, "count")};
    });
    activity.refusals = readList<RunActivity::Refusal>(
        jsonField(json, "refused"), kMostRefusals, [&machine](const Json& item) {
            return RunActivity::Refusal{
                systemCallName(machine, jsonInt(item, "number", -1)), "system-call filter",
                jsonCount(item, "count")};
        });
    for (const auto& refusal : activity.refusals)
        activity.refused += std::min<std::uint64_t>(refusal.count, 1ULL << 48);
}

std::vector<std::string> readNotSeen(const Json& words)
{
    std::vector<std::string> out;
    for (const auto& [word, sentence] : kNotSeen)
        if (jsonHolds(words, std::string(word)))
            out.emplace_back(sentence);
    return out;
}

template <typename Item, typename Writer>
Json listOf(const std::vector<Item>& items, const Writer& write)
{
    auto list = Json::array();
    for (const auto& item : items)
        list.push_back(write(item));
    return list;
}

Json fileJson(const RunActivity::File& file)
{
    Json json = {{"path", file.path}, {"change", file.change}, {"type", file.type}};
    if (file.bytesBefore)
        json["bytes_before"] = *file.bytesBefore;
    if (file.bytes)
        json["bytes"] = *file.bytes;
    if (!file.diff.empty())
        json["diff"] = file.diff;
    return json;
}

Json programJson(const RunActivity::Program& program)
{
    Json json = {{"pid", program.pid},   {"parent", program.parent},
                 {"path", program.path}, {"arguments", program.arguments},
                 {"cut", program.isCut}, {"at", program.at}};
    if (program.exitCode)
        json["exit_code"] = *program.exitCode;
    if (program.signal)
        json["signal"] = *program.signal;
    return json;
}

Json attemptJson(const RunActivity::Attempt& attempt)
{
    Json json = {{"call", attempt.call}, {"address", attempt.address}, {"count", attempt.count}};
    if (attempt.port != 0)
        json["port"] = attempt.port;
    return json;
}

} // namespace

RunActivity readActivity(const Json& reply, const std::string& machine)
{
    const auto& json = jsonField(reply, "activity");
    RunActivity activity;
    readFiles(activity, jsonField(json, "files"));
    readCalls(activity, json, machine);
    activity.peakMemoryBytes = jsonCount(reply, "max_rss_bytes");
    activity.cpuSeconds = secondsOf(reply, "cpu_seconds");
    activity.mostProcesses = jsonCount(json, "most_processes");
    activity.notSeen = readNotSeen(jsonField(json, "not_seen"));
    if (!json.is_object())
        activity.notSeen.emplace_back("Anything: the sandbox's agent did not say what was done");
    return activity;
}

Json toJson(const RunActivity& activity)
{
    return {
        {"files",
         {{"created", activity.created},
          {"changed", activity.changed},
          {"deleted", activity.deleted},
          {"bytes", activity.writtenBytes},
          {"list", listOf(activity.files, fileJson)}}},
        {"programs",
         {{"started", activity.started}, {"list", listOf(activity.programs, programJson)}}},
        {"network",
         {{"attempts", activity.attempted},
          {"list", listOf(activity.attempts, attemptJson)},
          {"names",
           listOf(
               activity.names,
               [](const RunActivity::Name& name) {
                   return Json{{"name", name.name}, {"count", name.count}};
               })}}},
        {"refused",
         listOf(
             activity.refusals,
             [](const RunActivity::Refusal& refusal) {
                 return Json{
                     {"call", refusal.call}, {"layer", refusal.layer}, {"count", refusal.count}};
             })},
        {"resources",
         {{"peak_memory_bytes", activity.peakMemoryBytes},
          {"cpu_seconds", activity.cpuSeconds},
          {"disk_bytes", activity.diskBytes},
          {"most_processes", activity.mostProcesses}}},
        {"not_seen", activity.notSeen}};
}

} // namespace sandbench
