// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sessions/kept_session.h"

#include "app/cli/text.h"
#include "core/config/settings.h"

#include <cerrno>
#include <filesystem>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr std::string_view kSuffix = ".sock";
constexpr std::size_t kMostAnswer = 256U << 20;

Result<std::string> keeperFolder()
{
    const auto state = stateFolder();
    if (state.empty())
        return Error(
            ErrorCode::NotFound,
            "sessions are kept in the state folder, and there is none: neither XDG_STATE_HOME nor "
            "HOME is an absolute path");
    const auto folder = state + "/keepers";
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure || ::chmod(folder.c_str(), 0700) != 0)
        return Error::fromErrno(failure ? failure.value() : errno, "cannot make " + folder);
    return folder;
}

/// Whether its keeper is there; else nobody will listen at it again.
bool isAlive(const std::string& path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return false;
    path.copy(address.sun_path, path.size());
    const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0
        || errno == EAGAIN)
        return true;
    if (errno == ECONNREFUSED)
        ::unlink(path.c_str());
    return false;
}

} // namespace

Result<std::string> keeperSocket(const std::string& session)
{
    SANDBENCH_TRY(const auto folder, keeperFolder());
    auto path = folder + "/" + session + std::string(kSuffix);
    if (path.size() >= sizeof sockaddr_un().sun_path)
        return Error(
            ErrorCode::ResourceExhausted,
            "the name of the state folder is too long for a socket: " + folder);
    return path;
}

KeptSession::KeptSession(std::string id, const std::string& socket)
    : m_id(std::move(id))
{
    net::Endpoint endpoint;
    endpoint.kind = net::Endpoint::Kind::Unix;
    endpoint.path = socket;
    m_client = std::make_shared<net::HttpClient>(std::move(endpoint));
}

Result<KeptSession> KeptSession::find(const std::string& id)
{
    SANDBENCH_TRY(const auto folder, keeperFolder());
    std::vector<std::string> found;
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
        auto name = entry.path().filename().string();
        if (!name.ends_with(kSuffix) || id.empty() || !name.starts_with(id)
            || !isAlive(entry.path()))
            continue;
        name.resize(name.size() - kSuffix.size());
        found.push_back(std::move(name));
    }
    if (found.size() > 1)
        return Error(
            ErrorCode::InvalidArgument,
            "'" + printable(id) + "' may mean " + found[0] + " or " + found[1]
                + "; name one by more of its id");
    if (found.empty())
        return Error(
            ErrorCode::NotFound,
            "there is no session '" + printable(id)
                + "' that 'sessions open' keeps; it may have ended, see 'sandbenchctl sessions "
                  "list'");
    return KeptSession(found.front(), folder + "/" + found.front() + std::string(kSuffix));
}

Result<net::HttpResponse>
KeptSession::send(const net::HttpRequest& request, std::stop_token stop) const
{
    auto answer = m_client->send(request, std::move(stop), kMostAnswer);
    if (!answer)
        return std::move(answer.error()).within("asking the keeper of " + m_id);
    if (answer->status >= 300)
        return problemOf(*answer);
    return answer;
}

Result<Json> KeptSession::ask(
    const std::string& method, const std::string& path, const Json& body, std::stop_token stop,
    std::chrono::milliseconds patience) const
{
    auto request = net::jsonRequest(method, body);
    request.target = path;
    request.patience = patience;
    SANDBENCH_TRY(const auto answer, send(request, std::move(stop)));
    if (answer.body.empty())
        return Json::object();
    return parseJson(answer.body, kMostAnswer);
}

Error problemOf(const std::string& code, const std::string& text)
{
    for (int each = 0; each <= static_cast<int>(ErrorCode::Internal); ++each)
        if (errorCodeName(static_cast<ErrorCode>(each)) == code)
            return Error(static_cast<ErrorCode>(each), printable(text));
    return Error(
        code == "session_lost" ? ErrorCode::ConnectionLost : ErrorCode::Io, printable(text));
}

Error problemOf(const net::HttpResponse& response)
{
    const auto problem = parseJson(response.body);
    if (!problem)
        return Error(
            ErrorCode::Protocol,
            "the keeper answered with status " + std::to_string(response.status));
    return problemOf(jsonString(*problem, "code"), jsonString(*problem, "detail"));
}

} // namespace sandbench::cli
