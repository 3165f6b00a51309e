// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/named_server.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/sandbox_options.h"
#include "app/cli/text.h"
#include "core/base/option_values.h"
#include "core/batch/batch_place.h"
#include "core/net/http_client.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

constexpr const char* kPoolsFooter
    = R"(A pool of 'sandbenchctl serve' keeps sandboxes open, so that whoever opens one like them gets it at
once. Pools are the server's: these commands ask it over HTTP, and need the scope admin, which its
own user has on a loopback address. Pools that shall be there again after the server's next start are
written into settings.json.

Examples:
  sandbenchctl pools create pandas --min 2 --max 6 --engine docker --library pandas
  sandbenchctl pools create judges --min 3 --max 3 --uses 1000 --exhausted wait
  sandbenchctl pools list --server https://one:8900 --server-token token.txt
  sandbenchctl pools remove pandas

Exit status: 0, or 2 for wrong usage and for a pool that is not there or there already, 125 when the
server does not answer, 130 when stopped.)";

/// A server may have a thousand pools.
constexpr std::size_t kMostAnswer = 16U << 20;

struct PoolsOptions
{
    std::string server = "http://127.0.0.1:8080", tokenFile;
    std::string name, exhausted;
    std::string least, most, uses, idle, age, wait;
    bool isBare = false;
    Json sandbox = Json::object();
    bool json = false;
};

/// What the server answers. Errors: those of its address and connection; what it says, as
/// batch::refusalOf() reads it; Protocol.
Result<Json>
ask(const Program& program, const PoolsOptions& options, net::HttpRequest request,
    std::string target = "/pools")
{
    SANDBENCH_TRY(const auto server, readNamedServer(options.server, options.tokenFile));
    SANDBENCH_TRY(auto endpoint, batch::serverEndpoint(server));
    request.target = std::move(target);
    if (!server.token.empty())
        request.headers.emplace_back("Authorization", "Bearer " + server.token);
    const net::HttpClient http(std::move(endpoint));
    SANDBENCH_TRY(const auto answer, http.send(request, program.signals.stopToken(), kMostAnswer));
    if (answer.status >= 300)
        return batch::refusalOf(answer.status, answer.body);
    auto json = parseJson(answer.body, kMostAnswer);
    if (!json || !json->is_object())
        return Error(
            ErrorCode::Protocol,
            http.endpoint().text()
                + " sent an answer that is no server's of Sandbench; check which service listens "
                  "at that address");
    return json;
}

std::string tableOf(const Json& pools)
{
    std::vector<std::vector<std::string>> rows
        = {{"NAME", "READY", "IN USE", "OPENING", "MIN", "MAX", "HITS", "MISSES", "PROBLEM"}};
    for (const auto& pool : pools) {
        auto& row = rows.emplace_back(1, jsonString(pool, "name"));
        for (const char* member : {"ready", "in_use", "opening", "min", "max", "hits", "misses"})
            row.push_back(std::to_string(jsonCount(pool, member)));
        row.push_back(jsonString(pool, "problem"));
    }
    return tableText(rows);
}

Result<int> listPools(const Program& program, const PoolsOptions& options)
{
    SANDBENCH_TRY(auto answer, ask(program, options, {}));
    answer["schema"] = "sandbench.pools/1";
    return printed(options.json, answer, tableOf(jsonField(answer, "pools")));
}

/// What POST /pools takes. Errors: InvalidArgument naming the option; the server looks at the rest.
Result<Json> poolOf(const PoolsOptions& options)
{
    Json pool = {{"name", options.name}, {"sandbox", batch::withNumbers(options.sandbox)}};
    const struct
    {
        const char *option, *member;
        const std::string& text;
    } numbers[] = {{"--min", "min", options.least},       {"--max", "max", options.most},
                   {"--uses", "uses", options.uses},      {"--idle", "idle_seconds", options.idle},
                   {"--age", "age_seconds", options.age}, {"--wait", "wait_seconds", options.wait}};
    for (const auto& [option, member, text] : numbers) {
        std::uint64_t number = 0;
        SANDBENCH_TRY_VOID(readCount(option, text, number));
        if (!text.empty())
            pool[member] = number;
    }
    if (!options.exhausted.empty())
        pool["exhausted"] = options.exhausted;
    if (options.isBare)
        pool["preload"] = false;
    return pool;
}

Result<int> createPool(const Program& program, const PoolsOptions& options)
{
    SANDBENCH_TRY(const auto pool, poolOf(options));
    SANDBENCH_TRY(auto answer, ask(program, options, net::jsonRequest("POST", pool)));
    answer["schema"] = "sandbench.pool/1";
    return printed(options.json, answer, tableOf(Json::array({answer})));
}

Result<int> removePool(const Program& program, const PoolsOptions& options)
{
    net::HttpRequest request;
    request.method = "DELETE";
    SANDBENCH_TRY(
        auto answer,
        ask(program, options, std::move(request), "/pools/" + net::percentEncode(options.name)));
    answer["schema"] = "sandbench.pool/1";
    return printed(options.json, answer, {});
}

CLI::App* addOne(
    CLI::App& group, const std::shared_ptr<PoolsOptions>& options, Action& chosen, const char* name,
    const char* help, Result<int> (*run)(const Program&, const PoolsOptions&))
{
    CLI::App* command = addSubcommand(group, options, chosen, name, help, run);
    one(*command, "--server", options->server, "ADDRESS",
        "Which 'sandbenchctl serve' (default: http://127.0.0.1:8080)");
    one(*command, "--server-token", options->tokenFile, "FILE", "What it wants to be shown");
    addJson(*command, options->json);
    return command;
}

void addRules(CLI::App& create, PoolsOptions& options)
{
    one(create, "--min", options.least, "N", "Sandboxes that are kept ready (default: 1)");
    one(create, "--max", options.most, "N", "Most, ready and in use together (default: 8)");
    one(create, "--uses", options.uses, "N",
        "Calls of a single run, all of one caller, that a sandbox serves (default: 1)");
    one(create, "--exhausted", options.exhausted, "HOW",
        "What a call gets when there are max and none is ready: temporary, wait or fail (default: "
        "temporary)");
    one(create, "--wait", options.wait, "SECONDS", "The longest wait for one (default: 30)");
    one(create, "--idle", options.idle, "SECONDS",
        "After which one more than the min is closed unused (default: 600)");
    one(create, "--age", options.age, "SECONDS",
        "After which one is replaced unused (default: 3600)");
    create.add_flag(
        "--no-preload", options.isBare,
        "Load no libraries ahead: each that waits takes a few megabytes instead of tens");
}

} // namespace

void addPoolsCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<PoolsOptions>();
    CLI::App* group = root.add_subcommand(
        "pools", "Keep sandboxes of a server ready, and show how often it helps");
    group->require_subcommand(1);
    group->footer(kPoolsFooter);
    addOne(*group, options, chosen, "list", "Show a server's pools", listPools);
    auto* create
        = addOne(*group, options, chosen, "create", "Keep sandboxes of one kind ready", createPool);
    create->add_option("NAME", options->name, "Names the pool in later calls")->required();
    addRules(*create, *options);
    addSandboxOptions(*create, options->sandbox);
    auto* remove = addOne(
        *group, options, chosen, "remove",
        "End a pool, and close its sandboxes that are not in use", removePool);
    remove->add_option("NAME", options->name, "Its name")->required();
}

} // namespace sandbench::cli
