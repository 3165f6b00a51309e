// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/connections.h"
#include "app/cli/engine_survey.h"
#include "app/cli/failure.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/text.h"
#include "core/config/settings_file.h"
#include "core/engine/docker/docker_api.h"
#include "core/engine/kubernetes/kube_api.h"
#include "core/engine/ssh/ssh_address.h"
#include "core/engine/ssh/ssh_engine.h"

#include <CLI/CLI.hpp>

#include <array>
#include <filesystem>
#include <memory>

namespace sandbench::cli {
namespace {

constexpr std::array<const char*, 4> kEngines = {"docker", "podman", "kubernetes", "ssh"};

constexpr const char* kConnectionsFooter
    = R"(Without --connection an engine is reached by the first of its list: what DOCKER_HOST or
CONTAINER_HOST names, the current context, your own connections, other contexts, then sockets in
their usual places. Your own are kept in settings.json of sandbench's configuration folder. Those
of Kubernetes are the contexts of the kubeconfig, as kubectl has them.

Examples:
  sandbenchctl connections add lab ssh://me@lab.example
  sandbenchctl connections add build tcp://10.0.0.5:2376 --tls-ca ca.pem --tls-cert cert.pem \
      --tls-key key.pem
  sandbenchctl connections add --engine ssh gpu me@gpu.example:2222
  sandbenchctl connections test lab
  sandbenchctl run --engine docker --connection lab hello.py

Exit status: 0, or 2 for wrong usage, 125 when the engine does not answer, 130 when stopped.)";

struct ConnectionOptions
{
    std::string engine; ///< Empty = docker for add and test, all for list.
    std::string name, address;
    std::string ca, cert, key;
    bool json = false;
};

Result<void> checkEngine(const ConnectionOptions& options)
{
    if (options.engine.empty()
        || std::find(kEngines.begin(), kEngines.end(), options.engine) != kEngines.end())
        return {};
    return Error(
        ErrorCode::InvalidArgument,
        "--engine: '" + options.engine
            + "' has no connections; name docker, podman, kubernetes or ssh");
}

Json problemOf(const std::string& engine, const Error& error)
{
    note(engine + ": " + printable(error.text()));
    return {{"engine", engine}, {"problem", error.text()}};
}

/// Who has no cluster has no contexts: that is no problem, unless they were asked for.
void listWays(const std::string& engine, const Settings& settings, bool isAskedFor, Json& list)
{
    const auto found = waysTo(engine, settings);
    if (!found) {
        if (isAskedFor || engine != "kubernetes" || found.error().code() != ErrorCode::Unavailable)
            list.push_back(problemOf(engine, found.error()));
        return;
    }
    for (const auto& way : *found)
        list.push_back(
            {{"engine", engine},
             {"name", way.name},
             {"address", way.address},
             {"source", way.source},
             {"used", way.isUsed}});
}

std::string listText(const Json& list)
{
    std::vector<std::vector<std::string>> rows = {{"ENGINE", "NAME", "ADDRESS", "FROM", "USED"}};
    for (const auto& entry : list)
        if (jsonString(entry, "problem").empty())
            rows.push_back(
                {jsonString(entry, "engine"), jsonString(entry, "name"),
                 jsonString(entry, "address"), jsonString(entry, "source"),
                 jsonBool(entry, "used") ? "yes" : "no"});
    return rows.size() == 1 ? "No connection was found; 'connections add' keeps one.\n"
                            : tableText(rows);
}

Result<int> listConnections(const Program&, const ConnectionOptions& options)
{
    SANDBENCH_TRY_VOID(checkEngine(options));
    SANDBENCH_TRY(const auto settings, loadSettings(settingsPath()));
    Json list = Json::array();
    for (const std::string engine : kEngines)
        if (options.engine.empty() || engine == options.engine)
            listWays(engine, settings, !options.engine.empty(), list);
    const Json report = {{"schema", "sandbench.connections/1"}, {"connections", list}};
    return printed(options.json, report, listText(list));
}

/// Relative paths are meant from here, not from where the program will be started.
Result<std::string> pemPath(const char* option, const std::string& path)
{
    if (path.empty())
        return std::string();
    std::error_code failure;
    auto absolute = std::filesystem::canonical(path, failure);
    if (failure)
        return Error(
            ErrorCode::InvalidArgument,
            std::string(option) + ": cannot use " + path + ": " + failure.message());
    return absolute.string();
}

Result<ConnectionProfile> profileOf(const ConnectionOptions& options)
{
    SANDBENCH_TRY_VOID(checkEngine(options));
    if (options.engine == "kubernetes")
        return Error(
            ErrorCode::InvalidArgument,
            "--engine: a cluster's contexts are kept in its kubeconfig; add one there, with "
            "'kubectl config set-context' or your provider's tool");
    ConnectionProfile profile;
    profile.name = options.name;
    profile.engine = options.engine.empty() ? "docker" : options.engine;
    if (!isPlainName(profile.name))
        return Error(
            ErrorCode::InvalidArgument,
            "a connection's name may hold letters, digits, '-', '_' and '.', at most 64 of them");
    if (profile.engine == "ssh") {
        SANDBENCH_TRY(auto machine, ssh::chooseMachine(options.address, {}));
        profile.endpoint = std::move(machine.endpoint);
    } else {
        SANDBENCH_TRY(profile.endpoint, net::parseEndpoint(options.address));
    }
    auto& endpoint = profile.endpoint;
    SANDBENCH_TRY(endpoint.tls.ca, pemPath("--tls-ca", options.ca));
    SANDBENCH_TRY(endpoint.tls.cert, pemPath("--tls-cert", options.cert));
    SANDBENCH_TRY(endpoint.tls.key, pemPath("--tls-key", options.key));
    const auto& tls = endpoint.tls;
    if (tls.cert.empty() != tls.key.empty())
        return Error(ErrorCode::InvalidArgument, "--tls-cert and --tls-key go together");
    const bool hasTls = !tls.ca.empty() || !tls.cert.empty();
    if (hasTls && endpoint.kind == net::Endpoint::Kind::Tcp)
        endpoint.kind = net::Endpoint::Kind::Tls;
    if (hasTls && endpoint.kind != net::Endpoint::Kind::Tls)
        return Error(
            ErrorCode::InvalidArgument, "--tls-...: only tcp:// and https:// have certificates");
    return profile;
}

Result<int> keepConnection(const Program&, const ConnectionOptions& options)
{
    SANDBENCH_TRY(const auto profile, profileOf(options));
    SANDBENCH_TRY_VOID(addConnection(settingsPath(), profile));
    return 0;
}

Result<int> forgetConnection(const Program&, const ConnectionOptions& options)
{
    SANDBENCH_TRY_VOID(removeConnection(settingsPath(), options.name));
    return 0;
}

/// Most failures name the address themselves.
Error inPlace(const Error& error, const docker::Connection& connection)
{
    const bool isNamed = error.text().find(connection.endpoint.text()) != std::string::npos;
    return isNamed ? error : Error(error).within(connection.text());
}

/// Its failure is the engine's.
int failTest(const Error& error, const ConnectionOptions& options)
{
    return fail(
        error, options.json,
        error.code() == ErrorCode::Cancelled ? kCancelledStatus : kEngineStatus);
}

/// @p way: all of it. @p server: who answers.
int tellTest(
    const ConnectionOptions& options, Json report, const std::string& way,
    const std::string& server)
{
    report["schema"] = "sandbench.connection/1";
    report["server"] = server;
    return printed(options.json, report, printable(way + " answers: " + server) + "\n");
}

Result<int> testContext(const Program& program, const ConnectionOptions& options)
{
    SANDBENCH_TRY(
        const auto connection,
        kubernetes::chooseContext(options.name, kubernetes::KubeSurroundings::ofThisProcess()));
    for (const auto& warning : connection.warnings)
        note("warning: " + printable(warning));
    const auto api = kubernetes::KubeApi::connect(connection, program.signals.stopToken());
    if (!api)
        return failTest(api.error(), options);
    return tellTest(
        options,
        {{"engine", "kubernetes"},
         {"address", connection.address()},
         {"source", connection.source}},
        connection.text(), (*api)->serverName());
}

Result<int>
testMachine(const Program& program, const ConnectionOptions& options, const Settings& settings)
{
    SANDBENCH_TRY(const auto connection, ssh::chooseMachine(options.name, settings));
    SshEngine engine({[&connection] { return connection; }});
    const auto found = engine.look(program.signals.stopToken());
    if (!found.usable)
        return failTest(
            Error(ErrorCode::Unavailable, found.problem + "; " + found.remedy), options);
    return tellTest(
        options,
        {{"engine", "ssh"}, {"address", connection.endpoint.text()}, {"source", connection.source}},
        connection.text(), found.version);
}

Result<int> testConnection(const Program& program, const ConnectionOptions& options)
{
    SANDBENCH_TRY_VOID(checkEngine(options));
    if (options.engine == "kubernetes")
        return testContext(program, options);
    SANDBENCH_TRY(const auto settings, loadSettings(settingsPath()));
    // A name of one's own says which engine it is for.
    auto engine = options.engine.empty() ? std::string("docker") : options.engine;
    for (const auto& profile : settings.connections)
        if (options.engine.empty() && profile.name == options.name)
            engine = profile.engine;
    if (engine == "ssh")
        return testMachine(program, options, settings);
    SANDBENCH_TRY(
        const auto connection,
        docker::chooseConnection(
            engine, options.name, settings, docker::Surroundings::ofThisProcess()));
    const auto api = docker::DockerApi::connect(connection, program.signals.stopToken());
    if (!api)
        return failTest(inPlace(api.error(), connection), options);
    return tellTest(
        options,
        {{"engine", engine},
         {"address", connection.endpoint.text()},
         {"source", connection.source}},
        connection.text(), (*api)->serverName());
}

} // namespace

void addConnectionsCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<ConnectionOptions>();
    CLI::App* group = root.add_subcommand(
        "connections",
        "Show, keep and test ways to Docker, Podman, Kubernetes and machines behind ssh");
    group->require_subcommand(1);
    group->footer(kConnectionsFooter);

    auto* list = addSubcommand(
        *group, options, chosen, "list", "Show every way that is known", listConnections);
    one(*list, "--engine", options->engine, "ENGINE", "Only this engine (default: all)");
    addJson(*list, options->json);

    auto* add
        = addSubcommand(*group, options, chosen, "add", "Keep a way under a name", keepConnection);
    add->add_option("NAME", options->name, "What to call it")->type_name("NAME")->required();
    add->add_option("ADDRESS", options->address, "unix://, tcp://, https:// or ssh://")
        ->type_name("ADDRESS")
        ->required();
    one(*add, "--engine", options->engine, "ENGINE", "docker, podman or ssh (default: docker)");
    one(*add, "--tls-ca", options->ca, "FILE", "Whose certificates to trust (PEM)");
    one(*add, "--tls-cert", options->cert, "FILE", "Our own certificate (PEM)");
    one(*add, "--tls-key", options->key, "FILE", "Its key (PEM)");

    auto* remove = addSubcommand(
        *group, options, chosen, "remove", "Forget one of your own", forgetConnection);
    remove->add_option("NAME", options->name, "Which one")->type_name("CONNECTION")->required();

    auto* test
        = addSubcommand(*group, options, chosen, "test", "Ask an engine who it is", testConnection);
    test->add_option("CONNECTION", options->name, "A name or an address (default: the one used)")
        ->type_name("CONNECTION");
    one(*test, "--engine", options->engine, "ENGINE",
        "docker, podman, kubernetes or ssh (default: docker)");
    addJson(*test, options->json);
}

} // namespace sandbench::cli
