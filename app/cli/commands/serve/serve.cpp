// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/serve/serve.h"
#include "app/cli/failure.h"
#include "app/cli/text.h"
#include "app/mcp/http_endpoint.h"
#include "app/mcp/toolbox.h"
#include "app/rest/front.h"
#include "app/rest/listener.h"
#include "app/rest/routes/routes.h"
#include "app/rest/routes/running.h"
#include "app/rest/telemetry/trace_exporter.h"
#include "app/rest/token_watch.h"
#include "app/rest/transport/listen_socket.h"
#include "core/base/fd.h"
#include "core/base/units.h"
#include "core/policy/limits.h"
#include "core/workspace/requests.h"
#include "core/workspace/workspace.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <malloc.h>
#include <memory>
#include <optional>
#include <stop_token>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace sandbench::cli {

namespace {

template <typename Number> Result<Number> numberOf(const std::string& text, const char* option)
{
    Number number = 0;
    const auto* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || rest != end)
        return Error(
            ErrorCode::InvalidArgument,
            std::string(option) + ": '" + text + "' is not a number from "
                + std::to_string(std::numeric_limits<Number>::min()) + " to "
                + std::to_string(std::numeric_limits<Number>::max()));
    return number;
}

// Idle connections cost a descriptor each, and engines need some.
void raiseFileLimit()
{
    rlimit files = {};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

// Else each of many threads keeps what it once had for bodies and answers.
void giveLargeBlocksBack()
{
    ::mallopt(M_MMAP_THRESHOLD, 256 << 10);
}

Result<std::chrono::milliseconds> timeOf(const std::string& text, const char* option)
{
    const auto seconds = parseSeconds(text);
    if (!seconds)
        return Error(seconds.error()).within(option);
    if (*seconds > kLongestSeconds)
        return Error(ErrorCode::InvalidArgument, std::string(option) + ": that is too long");
    return std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000));
}

Result<rest::WindDownRules> windDownRules(const ServeOptions& options)
{
    rest::WindDownRules rules;
    SANDBENCH_TRY(rules.drain, timeOf(options.drain, "--drain"));
    SANDBENCH_TRY(rules.grace, timeOf(options.grace, "--grace"));
    return rules;
}

Result<rest::ListenerOptions> listenerOptions(const ServeOptions& options)
{
    rest::ListenerOptions listening;
    listening.address = options.address;
    SANDBENCH_TRY(listening.port, numberOf<std::uint16_t>(options.port, "--port"));
    SANDBENCH_TRY(
        listening.connections, numberOf<std::size_t>(options.connections, "--connections"));
    listening.connectionsPerAddress = std::max<std::size_t>(listening.connections / 2, 1);
    if (!options.connectionsPerAddress.empty()) {
        SANDBENCH_TRY(
            listening.connectionsPerAddress,
            numberOf<std::size_t>(options.connectionsPerAddress, "--connections-per-address"));
    }
    listening.certificateFile = options.certificate;
    listening.keyFile = options.key;
    SANDBENCH_TRY(listening.sockets, rest::passedSockets());
    return listening;
}

Result<rest::GateRules> rulesOf(const ServeOptions& options, const rest::Listener& listener)
{
    rest::GateOptions gate
        = {options.needsToken, listener.isLocal(), options.hosts, options.origins};
    char name[256] = {};
    if (::gethostname(name, sizeof name - 1) == 0 && !listener.isLocal())
        gate.hosts.emplace_back(name);
    SANDBENCH_TRY(auto rules, rest::gateRules(gate));
    auto& quotas = rules.localQuotas;
    SANDBENCH_TRY(quotas.sandboxes, numberOf<std::size_t>(options.mostSandboxes, "--sandboxes"));
    SANDBENCH_TRY(quotas.runs, numberOf<std::size_t>(options.mostRuns, "--runs"));
    return rules;
}

std::string folderOf(const ServeOptions& options)
{
    return options.state.empty() ? stateFolder() : options.state;
}

std::string tokenPath(const ServeOptions& options)
{
    const auto folder = folderOf(options);
    return !options.tokens.empty() ? options.tokens
        : folder.empty()           ? folder
                                   : folder + "/tokens.json";
}

void warn(const rest::GateRules& rules, const ServeOptions& options, rest::TokenStore& tokens)
{
    if (!rules.needsToken)
        return;
    const auto all = tokens.list();
    if (!all)
        note(all.error().text());
    else if (all->empty())
        note("nobody can call it yet: make a token with 'sandbenchctl token create NAME'");
    if (options.certificate.empty())
        note("tokens travel in clear text; give --cert and --key, or put a proxy in front");
}

/// Tells systemd, or whoever set $NOTIFY_SOCKET, "READY=1" or "STOPPING=1"; nothing without it.
/// Source: sd_notify(3). Thread: any.
void notifyServiceManager(std::string_view state)
{
    const char* const path = std::getenv("NOTIFY_SOCKET");
    const std::string_view name = path ? path : "";
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (name.empty() || name.size() >= sizeof address.sun_path)
        return;
    std::memcpy(address.sun_path, name.data(), name.size());
    if (name.front() == '@') // The abstract namespace, as systemd writes it.
        address.sun_path[0] = '\0';
    const UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    // Nobody to tell that it failed.
    [[maybe_unused]] const auto sent = ::sendto(
        socket.get(), state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
        reinterpret_cast<const sockaddr*>(&address), size);
}

bool sayReady(const rest::Listener& listener, bool json)
{
    std::string text;
    if (json)
        text = writeJson({{"schema", "sandbench.serve/1"}, {"addresses", listener.addresses()}})
            + "\n";
    else
        for (const auto& address : listener.addresses())
            text += "listening on " + address + "\n";
    notifyServiceManager("READY=1");
    return print(text);
}

/// What MCP needs, in its order.
class Models
{
public:
    Models(
        workspace::Workspace& workspace, Json openDefaults, workspace::ServerRules rules,
        std::stop_token quitting)
        : m_box{workspace, Json::object(), std::move(openDefaults), std::move(rules)}
        , m_server(mcp::makeOffers(m_box), SANDBENCH_VERSION, m_box.rules)
        , m_endpoint(m_server, std::move(quitting))
    {
    }

    std::vector<rest::Route> routes(bool isSecure)
    {
        return mcp::mcpRoutes(m_endpoint, m_server, isSecure);
    }

private:
    const mcp::Toolbox m_box;
    const mcp::McpServer m_server;
    mcp::HttpEndpoint m_endpoint;
};

Result<std::unique_ptr<rest::AuditLog>> auditOf(const ServeOptions& options)
{
    if (options.audit.empty())
        return std::unique_ptr<rest::AuditLog>();
    return rest::AuditLog::open(options.audit);
}

Result<std::unique_ptr<workspace::Workspace>>
openWorkspace(Composition& parts, const ServeOptions& options, const workspace::ServerRules& rules)
{
    const auto folder = folderOf(options);
    if (folder.empty())
        note("nothing is kept: neither XDG_STATE_HOME nor HOME is an absolute path");
    return workspace::Workspace::open(
        parts,
        {.folder = folder,
         .keepsSandboxes = true,
         .links = rest::artifactPrefix,
         .tell = note,
         .rules = rules});
}

/// Null = nobody wants traces.
Result<std::unique_ptr<rest::telemetry::TraceExporter>> tracesOf(const ServeOptions& options)
{
    using rest::telemetry::ExporterOptions, rest::telemetry::TraceExporter;
    SANDBENCH_TRY(
        auto wanted, ExporterOptions::read(&std::getenv, options.otlp, SANDBENCH_VERSION));
    if (wanted.url.empty())
        return std::unique_ptr<TraceExporter>();
    return TraceExporter::start(std::move(wanted), note);
}

/// What the settings and --ready say.
Result<void> addPools(
    workspace::Workspace& workspace, const ServeOptions& options, const Json& defaults,
    const workspace::ServerRules& rules)
{
    const auto caller = workspace::localCaller();
    auto& parts = workspace.parts();
    SANDBENCH_TRY_VOID(
        workspace::addSettingsPools(workspace.sandboxes(), parts, caller, defaults, rules));
    workspace::PoolRules usual;
    SANDBENCH_TRY(usual.least, numberOf<std::size_t>(options.ready, "--ready"));
    if (usual.least == 0)
        return {};
    if (usual.least > workspace::kMostPooled)
        return Error(
            ErrorCode::InvalidArgument,
            "--ready: at most " + std::to_string(workspace::kMostPooled));
    usual.most = std::max(usual.most, 2 * usual.least);
    SANDBENCH_TRY(
        auto request, workspace::readOpen(parts, caller, Json::object(), defaults, rules));
    return withoutValue(workspace.sandboxes().addPool(caller, "ready", std::move(request), usual))
        .within("--ready");
}

} // namespace

Result<int> serve(const Program& program, const ServeOptions& options)
{
    raiseFileLimit();
    giveLargeBlocksBack();
    SANDBENCH_TRY(auto winding, windDownRules(options));
    SANDBENCH_TRY(auto listening, listenerOptions(options));
    SANDBENCH_TRY(const auto traces, tracesOf(options));
    // The port first: whoever starts a second server shall not wait for engines to hear it.
    std::optional<rest::Front> front;
    const std::stop_source ending;
    rest::Listener::Handlers handlers
        = {.onCall = [&front](rest::Call& call) { return front->answer(call); },
           .onRefused
           = [&front](const std::string& peer, int status) { front->noteRefusal(peer, status); },
           .ending = ending};
    SANDBENCH_TRY(
        const auto listener, rest::Listener::open(std::move(listening), std::move(handlers)));
    SANDBENCH_TRY(const auto rules, rulesOf(options, *listener));
    SANDBENCH_TRY(auto audit, auditOf(options));
    SANDBENCH_TRY(
        const auto parts,
        Composition::create(
            options.sandboxes.connection, options.sandboxes.engine,
            allowedEngines(options.sandboxes)));
    // A wrong option is told at once, not at the first call.
    const auto defaults = openDefaults(options.sandboxes);
    SANDBENCH_TRY(const auto sandboxRules, rulesOf(options.sandboxes));
    SANDBENCH_TRY_VOID(workspace::readOpen(
        *parts, workspace::localCaller(), defaults, Json::object(), sandboxRules));
    SANDBENCH_TRY_VOID(parts->policies());
    SANDBENCH_TRY(const auto workspace, openWorkspace(*parts, options, sandboxRules));
    SANDBENCH_TRY_VOID(addPools(*workspace, options, defaults, sandboxRules));
    rest::ServerParts server{
        .workspace = *workspace,
        .version = SANDBENCH_VERSION,
        .openDefaults = defaults,
        .rules = sandboxRules,
        .quitting = program.signals.stopToken()};
    server.traffic = [&listener] { return listener->counters(); };
    server.traces = traces.get();
    server.answers = [&front] { return front->answers(); };
    rest::TokenStore tokens(tokenPath(options));
    warn(rules, options, tokens);
    rest::Gatekeeper gate(rules, tokens, server.keys);
    Models models(*workspace, defaults, sandboxRules, program.signals.stopToken());
    const bool isSecure = !options.certificate.empty();
    front.emplace(
        gate, rest::Router(rest::allRoutes(server, models.routes(isSecure))), std::move(audit),
        note, ending.get_token(), traces.get());
    const rest::TokenWatch watch(
        tokens, workspace->sandboxes(), [&front](const std::string& token, const std::string& id) {
            note("closed the sandbox " + id + ": its token " + token + " is not valid any more");
            front->noteRevoked(token, id);
        });
    std::stop_source hurry;
    program.signals.setEmergencyHandler([&hurry] { hurry.request_stop(); });
    winding.isBusy = [&workspace] { return workspace->runs().running() > 0; };
    if (sayReady(*listener, options.json)) {
        const std::stop_callback onEnd(
            program.signals.stopToken(), [] { notifyServiceManager("STOPPING=1"); });
        listener->serve(program.signals.stopToken(), winding, hurry.get_token());
    }
    program.signals.setEmergencyHandler({});
    workspace->end();
    return 0;
}

} // namespace sandbench::cli
