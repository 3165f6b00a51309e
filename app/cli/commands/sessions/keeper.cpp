// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The program behind `sessions open`: it has one sandbox, and ends with it.
#include "app/cli/commands/sessions/keeper.h"

#include "app/cli/commands/sessions/kept_session.h"
#include "app/cli/failure.h"
#include "app/cli/gate.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/run_plan.h"
#include "app/cli/text.h"
#include "app/rest/front.h"
#include "app/rest/listener.h"
#include "app/rest/routes/routes.h"
#include "app/rest/routes/running.h"
#include "core/base/stoppable_condition.h"
#include "core/workspace/requests.h"

#include <fcntl.h>
#include <optional>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace sandbench::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostRequest = 16U << 20;
constexpr auto kGrace = 10s;
/// As net::HttpClient calls whoever is behind a Unix socket.
constexpr const char* kKeeperHost = "engine";
constexpr auto kLooksEvery = 500ms;

Result<std::string> readAll(int fd)
{
    std::string text;
    char chunk[65536];
    for (;;) {
        const auto n = ::read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "cannot read what to open");
        if (n == 0)
            return text;
        text.append(chunk, static_cast<std::size_t>(n));
        if (text.size() > kMostRequest)
            return Error(ErrorCode::ResourceExhausted, "what to open is too long");
    }
}

RunOptions optionsIn(const Json& request)
{
    RunOptions options;
    options.program = "-";
    options.sandbox = jsonField(request, "sandbox");
    options.language = jsonString(request, "language");
    options.env = jsonTexts(request, "env");
    options.policy = jsonString(request, "policy");
    options.yes = jsonBool(request, "yes");
    options.verbose = jsonBool(request, "verbose");
    return options;
}

/// The socket, and its name, which goes with it.
class KeeperSocket
{
public:
    static Result<KeeperSocket> listen(std::string path)
    {
        KeeperSocket keeper;
        keeper.m_socket.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        const auto* const name = reinterpret_cast<const sockaddr*>(&address);
        if (::bind(keeper.m_socket.get(), name, sizeof address) != 0
            || ::listen(keeper.m_socket.get(), SOMAXCONN) != 0)
            return Error::fromErrno(errno, "cannot listen at " + path);
        keeper.m_path = std::move(path);
        return keeper;
    }
    KeeperSocket(KeeperSocket&& other) noexcept
        : m_socket(std::move(other.m_socket))
        , m_path(std::exchange(other.m_path, {}))
    {
    }
    KeeperSocket& operator=(KeeperSocket&&) = delete;
    ~KeeperSocket()
    {
        if (!m_path.empty())
            ::unlink(m_path.c_str());
    }

    UniqueFd take() { return std::move(m_socket); }

private:
    KeeperSocket() = default;
    UniqueFd m_socket;
    std::string m_path;
};

/// Nothing of the terminal that it was started from stays.
void detach()
{
    ::setsid();
    [[maybe_unused]] const int moved = ::chdir("/"); // the folder may be wanted elsewhere
    const UniqueFd nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
    for (int fd = 0; fd <= 2; ++fd)
        ::dup2(nowhere.get(), fd);
}

/// Asks for the end when the last sandbox has gone, as long as the thread lives.
std::jthread watchForEnd(workspace::SandboxTable& sandboxes, Signals& signals)
{
    return std::jthread([&sandboxes, &signals](const std::stop_token& stop) {
        while (sandboxes.count() > 0 && !stop.stop_requested())
            restFor(kLooksEvery, stop);
        if (!stop.stop_requested())
            signals.requestStop();
    });
}

Result<void> serveSandbox(Signals& signals, workspace::Workspace& workspace, UniqueFd socket)
{
    rest::ListenerOptions listening;
    listening.sockets.push_back(std::move(socket));
    std::optional<rest::Front> front;
    const std::stop_source ending;
    rest::Listener::Handlers handlers
        = {.onCall = [&front](rest::Call& call) { return front->answer(call); }, .ending = ending};
    SANDBENCH_TRY(
        const auto listener, rest::Listener::open(std::move(listening), std::move(handlers)));
    SANDBENCH_TRY(const auto rules, rest::gateRules({.isLocal = true, .hosts = {kKeeperHost}}));
    rest::TokenStore tokens{std::string()};
    rest::Gatekeeper gate(rules, tokens);
    rest::ServerParts server{.workspace = workspace, .version = SANDBENCH_VERSION};
    front.emplace(
        gate, rest::Router(rest::allRoutes(server)), nullptr, [](std::string_view) {},
        ending.get_token());
    const auto watch = watchForEnd(workspace.sandboxes(), signals);
    listener->serve(signals.stopToken(), {.grace = kGrace});
    return {};
}

Result<void> keep(Signals& signals, const std::function<void(const Json&)>& onOpen)
{
    SANDBENCH_TRY(const auto text, readAll(STDIN_FILENO));
    SANDBENCH_TRY(const auto request, parseJson(text, kMostRequest));
    auto options = optionsIn(request);
    SANDBENCH_TRY(const auto parts, compositionFor(options.sandbox));
    SANDBENCH_TRY(auto plan, planRun(options, *parts));
    SANDBENCH_TRY(const auto policy, policyOf(options));
    plan.sandbox.policy = options.policy;
    plan.sandbox.session.env.insert(plan.request.env.begin(), plan.request.env.end());
    plan.sandbox.idle = std::chrono::seconds(jsonInt(request, "idle"));
    SANDBENCH_TRY(
        const auto workspace,
        workspace::Workspace::open(
            *parts, {.folder = stateFolder(), .links = rest::artifactPrefix, .tell = note}));
    SANDBENCH_TRY(
        const auto sandbox,
        openSandbox(
            *workspace, signals, std::move(plan.sandbox),
            {Warm::WhenIdle, options.verbose, policy, options.yes}));
    SANDBENCH_TRY(auto path, keeperSocket(sandbox->id()));
    SANDBENCH_TRY(auto socket, KeeperSocket::listen(std::move(path)));
    onOpen(workspace::sandboxView(*sandbox));
    detach();
    return serveSandbox(signals, *workspace, socket.take());
}

} // namespace

Result<int> keepSession(const Program& program, const SessionsOptions&)
{
    bool isOpen = false;
    const auto kept = keep(program.signals, [&isOpen](const Json& sandbox) {
        isOpen = writeAll(STDOUT_FILENO, writeJson({{"opened", sandbox}})).has_value();
    });
    if (!kept && !isOpen)
        (void)writeAll(
            STDOUT_FILENO,
            writeJson(
                {{"problem", kept.error().text()}, {"code", errorCodeName(kept.error().code())}}));
    return kept ? 0 : kEngineStatus;
}

} // namespace sandbench::cli
