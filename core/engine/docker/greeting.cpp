// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/greeting.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace sandbench::docker {

namespace {

constexpr std::size_t kMaxVersionText = 60;

/// Podman puts what happened behind all that it was doing.
std::string shortened(const std::string& text)
{
    constexpr std::size_t kBegin = 150, kEnd = 300;
    if (text.size() <= kBegin + kEnd)
        return oneLine(text, 500);
    return oneLine(text.substr(0, kBegin), 2 * kBegin) + " … "
        + oneLine(text.substr(text.size() - kEnd), 2 * kEnd);
}

/// The server's own words, where there are some.
std::string messageOf(const std::string& body)
{
    if (const auto json = parseJson(body)) {
        for (const auto* key : {"message", "cause", "error"})
            if (auto text = jsonString(*json, key); !text.empty())
                return shortened(text);
        return {};
    }
    const bool isPage = body.find('<') != std::string::npos && body.find('>') != std::string::npos;
    return isPage ? std::string() : shortened(body);
}

/// Podman's locks lie in shared memory. Where that was lost without a restart of the machine, a new
/// container gets the lock of a kept volume, and every engine call on both fails.
bool sharesALock(const std::string& message)
{
    return message.find("deadlock due to lock mismatch") != std::string::npos;
}

ErrorCode codeOf(int status, const std::string& message)
{
    if (sharesALock(message))
        return ErrorCode::Unavailable;
    if (status == 507 || message.find("no space left") != std::string::npos)
        return ErrorCode::ResourceExhausted;
    // Podman's 409, where two ask at the same moment.
    if (status == 500
        && (message.find("name is already in use") != std::string::npos
            || message.find("volume already exists") != std::string::npos))
        return ErrorCode::AlreadyExists;
    // Its 404, where the container goes while it looks.
    if (status == 500 && message.find("no such container") != std::string::npos)
        return ErrorCode::NotFound;
    switch (status) {
    case 400:
        return ErrorCode::InvalidArgument;
    case 401:
    case 403:
        return ErrorCode::PermissionDenied;
    case 404:
        return ErrorCode::NotFound;
    case 304:
    case 409:
        return ErrorCode::AlreadyExists;
    default:
        return ErrorCode::Io;
    }
}

/// Plain HTTP to a TLS port is answered in words that nobody connects with certificates.
bool wantsTls(const net::HttpResponse& response)
{
    return response.status == 400
        && response.body.find("HTTP request to an HTTPS server") != std::string::npos;
}

bool hasComponent(const Json& version, std::string_view name)
{
    const auto& components = jsonList(version, "Components");
    return std::any_of(components.begin(), components.end(), [&](const Json& component) {
        return jsonString(component, "Name") == name;
    });
}

/// A version that goes into a path, and into messages.
std::string plainVersion(const std::string& text)
{
    const auto end = text.find_first_not_of("0123456789.");
    return text.substr(0, std::min(end, kMaxVersionText));
}

Error notAnEngine(const std::string& where)
{
    return {
        ErrorCode::Protocol,
        "what answers at " + where + " is neither Docker nor Podman; check the address"};
}

/// Errors: of a server that is there and yet no engine for us.
Result<void> checkPing(const net::HttpResponse& ping, const net::Endpoint& endpoint)
{
    const auto where = endpoint.text();
    if (wantsTls(ping))
        return Error(
            ErrorCode::InvalidArgument,
            where
                + " wants TLS; give ca.pem, cert.pem and key.pem (DOCKER_TLS_VERIFY=1 and "
                  "DOCKER_CERT_PATH, or a profile)");
    if (ping.status == 200 && !ping.header("api-version").empty())
        return {};
    // Whoever has no /_ping is no engine; one that is broken says why.
    if (ping.status < 400 || ping.status == 404)
        return notAnEngine(where);
    return errorOf(ping, endpoint).within("asking the engine for its version");
}

struct ServerFacts
{
    std::string version; ///< Of the program.
    ApiVersion oldest;
    bool isPodman = false;
};

Result<ServerFacts> askVersion(
    const net::HttpClient& http, net::HttpRequest request, ApiVersion newest, std::stop_token stop)
{
    const auto where = http.endpoint().text();
    request.target = "/version";
    SANDBENCH_TRY(const auto answer, http.send(request, std::move(stop), 1U << 20));
    if (answer.status != 200)
        return errorOf(answer, http.endpoint()).within("asking the engine for its version");
    const auto json = parseJson(answer.body);
    if (!json || !json->is_object())
        return notAnEngine(where);
    ServerFacts facts;
    facts.version = oneLine(jsonString(*json, "Version", "(unknown)"), kMaxVersionText);
    facts.isPodman = hasComponent(*json, "Podman Engine");
    const auto oldest = jsonString(*json, "MinAPIVersion", newest.text());
    SANDBENCH_TRY(facts.oldest, parseApiVersion(oldest));
    return facts;
}

} // namespace

std::string ApiVersion::text() const
{
    return std::to_string(major) + "." + std::to_string(minor);
}

Result<ApiVersion> parseApiVersion(std::string_view text)
{
    const Error wrong(
        ErrorCode::Protocol, "'" + oneLine(text, 40) + "' is no version of an engine's API");
    ApiVersion version;
    const auto* end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, version.major);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.' || version.major < 0)
        return wrong;
    const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
    if (minor.ec != std::errc() || minor.ptr != end || version.minor < 0)
        return wrong;
    return version;
}

Result<ApiVersion> negotiate(ApiVersion oldest, ApiVersion newest)
{
    if (newest < kOldestApi)
        return Error(
            ErrorCode::Unsupported,
            "the engine is too old: it speaks API " + newest.text() + " and Sandbench needs "
                + kOldestApi.text() + " (Docker 20.10, Podman 4); update the engine");
    if (oldest > kNewestApi)
        return Error(
            ErrorCode::Unsupported,
            "this Sandbench is too old for the engine: it speaks API up to " + kNewestApi.text()
                + " and the engine wants " + oldest.text() + " or newer; update Sandbench");
    return std::min(newest, kNewestApi);
}

Result<Greeting> greet(const net::HttpClient& http, std::stop_token stop)
{
    const auto where = http.endpoint().text();
    net::HttpRequest request;
    request.target = "/_ping";
    request.patience = std::chrono::seconds(10);
    // Behind ssh there is a login first.
    if (http.endpoint().kind == net::Endpoint::Kind::Ssh)
        request.patience = std::chrono::seconds(30);
    SANDBENCH_TRY(const auto ping, http.send(request, stop, 64U << 10));
    SANDBENCH_TRY_VOID(checkPing(ping, http.endpoint()));
    SANDBENCH_TRY(const auto newest, parseApiVersion(ping.header("api-version")));

    Greeting greeting;
    greeting.libpodVersion = plainVersion(ping.header("libpod-api-version"));
    ServerFacts facts{greeting.libpodVersion, newest, true};
    // Podman takes every version in a path and told all the rest; its /version takes a second,
    // since it starts other programs to ask for theirs.
    if (greeting.libpodVersion.empty()) {
        SANDBENCH_TRY(facts, askVersion(http, request, newest, std::move(stop)));
    } else {
        facts.oldest = std::min(newest, kNewestApi);
    }
    SANDBENCH_TRY(auto agreed, negotiate(facts.oldest, newest).within(where));
    greeting.version = agreed;
    greeting.dialect = facts.isPodman ? Dialect::Podman : Dialect::Docker;
    greeting.serverName = std::string(facts.isPodman ? "Podman " : "Docker ") + facts.version
        + ", API " + agreed.text();
    return greeting;
}

Error errorOf(const net::HttpResponse& response, const net::Endpoint& endpoint)
{
    const auto message = messageOf(response.body);
    const auto code = codeOf(response.status, message);
    std::string_view remedy;
    if (code == ErrorCode::ResourceExhausted)
        remedy = "; free some with 'sandbenchctl images prune'";
    else if (sharesALock(message))
        remedy = "; stop its containers and its service, then run 'podman system renumber'";
    if (!message.empty())
        return {code, ("the engine says: " + message).append(remedy)};
    return {
        code,
        endpoint.text() + " refused with status " + std::to_string(response.status)
            + " and gave no reason; check that the engine itself answers there, and look into its "
              "log"};
}

} // namespace sandbench::docker
