// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_requests.h"

#include "app/rest/wire/request_head.h"
#include "core/base/text.h"
#include "core/workspace/client_json.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

constexpr std::size_t kMostConfig = 4096; ///< Units: bytes of JSON, kept of a process.
constexpr std::size_t kPrefixBytes = 5;

/// As it is where it is not encoded.
std::string decoded(std::string_view text)
{
    return decodePercent(text, true).value_or(std::string(text));
}

} // namespace

Result<Json> readE2bEnvelope(std::string_view bytes)
{
    if (bytes.size() < kPrefixBytes || bytes[0] != 0)
        return Error(ErrorCode::InvalidArgument, "the body is no plain Connect message");
    std::size_t size = 0;
    for (std::size_t i = 1; i < kPrefixBytes; ++i)
        size = size << 8 | static_cast<unsigned char>(bytes[i]);
    if (size != bytes.size() - kPrefixBytes)
        return Error(ErrorCode::InvalidArgument, "the body's length is not what it says");
    return workspace::parseClientJson(bytes.substr(kPrefixBytes), kMostE2bRequest);
}

TerminalSize e2bTerminalSize(const Json& pty)
{
    const auto& size = jsonField(pty, "size");
    const auto side = [&](const char* name, std::int64_t usual) {
        return static_cast<unsigned>(std::clamp<std::int64_t>(jsonInt(size, name, usual), 1, 1000));
    };
    return {side("rows", 24), side("cols", 80)};
}

Result<RunRequest> e2bProcessRequest(const Json& message, const RunLimits& limits)
{
    const auto& process = jsonField(message, "process");
    RunRequest request;
    request.language.clear();
    request.limits = limits;
    request.command.push_back(jsonString(process, "cmd"));
    if (const auto& arguments = jsonField(process, "args"); arguments.is_array())
        for (const auto& argument : arguments)
            request.command.push_back(argument.is_string() ? argument.get<std::string>() : "");
    if (const auto& env = jsonField(process, "envs"); env.is_object())
        for (const auto& [name, value] : env.items())
            request.env[name] = value.is_string() ? value.get<std::string>() : "";
    request.folder = jsonString(process, "cwd");
    request.liveInput = jsonBool(message, "stdin");
    if (const auto& pty = jsonField(message, "pty"); pty.is_object()) {
        request.terminal = e2bTerminalSize(pty);
        request.liveInput = true;
    }
    if (request.command.front().empty())
        return Error(ErrorCode::InvalidArgument, "process.cmd: no program is named");
    return request;
}

Json e2bProcessView(const Json& message, const std::vector<std::string>& command)
{
    const auto& process = jsonField(message, "process");
    Json config
        = {{"cmd", command.front()},
           {"args", std::vector<std::string>(command.begin() + 1, command.end())},
           {"envs", Json::object()},
           {"cwd", jsonString(process, "cwd")}};
    if (writeJson(config).size() > kMostConfig)
        config
            = {{"cmd", oneLine(command.front(), kMostConfig / 4)},
               {"args", Json::array()},
               {"envs", Json::object()}};
    Json view = {{"config", std::move(config)}};
    if (const auto tag = jsonString(message, "tag"); !tag.empty() && tag.size() <= kMostConfig)
        view["tag"] = tag;
    return view;
}

Result<E2bMetadata> readE2bMetadata(const Json& value)
{
    E2bMetadata metadata;
    std::size_t bytes = 0;
    if (value.is_null())
        return metadata;
    if (!value.is_object())
        return Error(ErrorCode::InvalidArgument, "metadata: must be an object");
    for (const auto& [name, text] : value.items()) {
        if (!text.is_string())
            return Error(ErrorCode::InvalidArgument, "metadata: its values must be texts");
        metadata[name] = text.get<std::string>();
        bytes += name.size() + metadata[name].size();
    }
    if (bytes > kMostE2bMetadata)
        return Error(
            ErrorCode::InvalidArgument,
            "metadata: more than " + std::to_string(kMostE2bMetadata) + " bytes");
    return metadata;
}

Result<E2bMetadata> e2bMetadataFilter(std::string_view text)
{
    E2bMetadata wanted;
    // Their clients encode names and values, then the query that those make, then its place in
    // this query, which is decoded already.
    const auto query = decoded(text);
    for (std::string_view rest = query; !rest.empty();) {
        const auto pair = rest.substr(0, rest.find('&'));
        const auto equals = pair.find('=');
        if (equals == 0 || equals == std::string_view::npos)
            return Error(ErrorCode::InvalidArgument, "metadata: must be name=value&…");
        wanted[decoded(pair.substr(0, equals))] = decoded(pair.substr(equals + 1));
        rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    }
    return wanted;
}

bool hasAll(const E2bMetadata& metadata, const E2bMetadata& wanted)
{
    return std::all_of(wanted.begin(), wanted.end(), [&](const auto& entry) {
        const auto at = metadata.find(entry.first);
        return at != metadata.end() && at->second == entry.second;
    });
}

} // namespace sandbench::rest
