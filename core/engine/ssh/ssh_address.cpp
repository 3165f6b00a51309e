// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ssh/ssh_address.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench::ssh {

namespace {

struct Saying
{
    std::string_view words;
    ErrorCode code;
    std::string_view problem, remedy;
};

/// Source: OpenSSH's sshconnect.c and sshconnect2.c, and what the shell and head(1) say.
constexpr std::array kSayings = {
    Saying{
        "REMOTE HOST IDENTIFICATION HAS CHANGED", ErrorCode::PermissionDenied,
        "has another host key than ssh knows: somebody may listen in, or it was installed anew",
        "make sure which, then forget the old key with 'ssh-keygen -R'"},
    Saying{
        "Host key verification failed", ErrorCode::PermissionDenied,
        "has a host key that ssh does not know",
        "log in once with ssh, which shows its fingerprint"},
    Saying{
        "Permission denied (", ErrorCode::PermissionDenied,
        "does not let you in without a password", "give ssh a key, with 'ssh-copy-id' or an agent"},
    Saying{
        "Could not resolve hostname", ErrorCode::Unavailable, "has a name that is not known",
        "see how it is written in ~/.ssh/config"},
    Saying{
        "Connection refused", ErrorCode::Unavailable, "has no ssh server at that port",
        "start it there, or name its port: me@host:2222"},
    Saying{"timed out", ErrorCode::Unavailable, "does not answer", "see whether it is switched on"},
    Saying{
        "No space left on device", ErrorCode::ResourceExhausted,
        "has no space for a program of two megabytes", "free some in its temporary folder"},
    Saying{
        "Disk quota exceeded", ErrorCode::ResourceExhausted,
        "gives you no space for a program of two megabytes", "free some in your quota"}};

std::string_view lastLine(std::string_view text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
        text.remove_suffix(1);
    const auto start = text.find_last_of('\n');
    return text.substr(start == std::string_view::npos ? 0 : start + 1);
}

} // namespace

std::vector<EngineConnection> savedMachines(const Settings& settings)
{
    std::vector<EngineConnection> machines;
    for (const auto& profile : settings.connections)
        if (profile.engine == "ssh")
            machines.push_back({"ssh", profile.name, profile.endpoint, "profile " + profile.name});
    return machines;
}

Result<EngineConnection> chooseMachine(const std::string& wanted, const Settings& settings)
{
    auto saved = savedMachines(settings);
    if (wanted.empty() && saved.empty())
        return Error(
            ErrorCode::Unavailable,
            "no machine is named; name one with --connection me@host, or keep one with "
            "'sandbenchctl connections add --engine ssh'");
    for (auto& machine : saved)
        if (wanted.empty() || machine.name == wanted)
            return std::move(machine);
    const bool hasScheme = wanted.find("://") != std::string::npos;
    SANDBENCH_TRY(auto endpoint, net::parseEndpoint(hasScheme ? wanted : "ssh://" + wanted));
    if (endpoint.kind != net::Endpoint::Kind::Ssh)
        return Error(
            ErrorCode::InvalidArgument,
            "the ssh engine needs a machine, as in ssh://me@host, and " + endpoint.text()
                + " is none");
    if (!endpoint.path.empty())
        return Error(
            ErrorCode::InvalidArgument,
            "the ssh engine needs no path behind the machine; the socket of an engine there is for "
            "--engine docker or podman");
    return EngineConnection{"ssh", "default", std::move(endpoint), "your choice"};
}

Error connectionProblem(const net::Endpoint& machine, std::string_view said)
{
    const auto where = machine.text();
    const auto last = oneLine(lastLine(said), 300);
    const auto* const known
        = std::find_if(kSayings.begin(), kSayings.end(), [&](const Saying& saying) {
              return said.find(saying.words) != std::string_view::npos;
          });
    if (known != kSayings.end())
        return Error(
            known->code,
            where + " " + std::string(known->problem) + " (" + last + "); "
                + std::string(known->remedy));
    if (last.empty())
        return Error(
            ErrorCode::Unavailable,
            where
                + " ended the connection without a reason; see what 'ssh' says, and whether a "
                  "folder there lets programs start");
    return Error(
        ErrorCode::Unavailable, where + " cannot be used: " + last + "; see what 'ssh' says");
}

} // namespace sandbench::ssh
