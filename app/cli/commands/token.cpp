// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/text.h"
#include "app/rest/token_store.h"
#include "core/base/option_values.h"
#include "core/base/units.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <ctime>
#include <memory>

namespace sandbench::cli {
namespace {

constexpr const char* kTokenFooter
    = R"(A token says who calls 'sandbenchctl serve', and what they may: 'Authorization: Bearer sbt_…'. It is
shown once; only its hash is kept. A server that runs knows of changes at once.

Scopes: read (lists, states, results), run (sandboxes, runs, files of one's own), network (sandboxes
with the engine's usual network, and --install; packages need no scope), images (fetch and remove images), metrics, admin (other callers' sandboxes, mounts, host networks).

Examples:
  sandbenchctl token create ci --scopes read,run --expires 30d
  sandbenchctl token list
  sandbenchctl token revoke ci)";

struct TokenOptions
{
    std::string file, name, scopes = "read,run", expires;
    std::vector<std::string> layers;
    std::string sandboxes, memory, runs, calls, rate, upload, idle, lifetime;
    bool isE2b = false, json = false;
};

rest::TokenStore storeOf(const TokenOptions& options)
{
    const auto folder = stateFolder();
    return rest::TokenStore(
        !options.file.empty() ? options.file
            : folder.empty()  ? folder
                              : folder + "/tokens.json");
}

Result<std::set<workspace::Scope>> parseScopes(const std::string& text)
{
    std::set<workspace::Scope> scopes;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        const auto name = text.substr(at, end - at);
        const auto scope = parseScope(name);
        if (!scope)
            return Error(
                ErrorCode::InvalidArgument,
                "--scopes: there is no '" + name
                    + "', but read, run, network, images, metrics and admin");
        scopes.insert(*scope);
        at = end + 1;
    }
    return scopes;
}

// "30d" and "12h" besides what parseSeconds() knows. Empty = not given: @p into stays.
Result<void> readTime(const char* option, const std::string& text, std::chrono::seconds& into)
{
    if (text.empty())
        return {};
    double factor = 1;
    auto number = text;
    if (text.ends_with('d') || text.ends_with('h')) {
        factor = text.ends_with('d') ? 86400 : 3600;
        number.pop_back();
    }
    const auto seconds = parseSeconds(number);
    if (!seconds || *seconds > 1e9)
        return optionError(option, "'" + text + "' is not a time such as 30d, 12h or 90m");
    into = std::chrono::seconds(static_cast<std::int64_t>(*seconds * factor));
    return {};
}

Result<rest::Token> tokenOf(const TokenOptions& options)
{
    rest::Token token;
    token.name = options.name;
    SANDBENCH_TRY(token.scopes, parseScopes(options.scopes));
    auto layers = readLayerNames(options.layers);
    if (!layers)
        return std::move(layers.error()).within("--require-layers");
    token.requiredLayers = *std::move(layers);
    auto& quotas = token.quotas;
    SANDBENCH_TRY_VOID(readCount("--sandboxes", options.sandboxes, quotas.sandboxes));
    SANDBENCH_TRY_VOID(readCount("--runs", options.runs, quotas.runs));
    SANDBENCH_TRY_VOID(readCount("--calls", options.calls, quotas.calls));
    SANDBENCH_TRY_VOID(readCount("--rate", options.rate, quotas.requestsPerMinute));
    SANDBENCH_TRY_VOID(readSize("--memory", options.memory, quotas.memoryBytes));
    SANDBENCH_TRY_VOID(readSize("--upload", options.upload, quotas.uploadBytes));
    SANDBENCH_TRY_VOID(readTime("--idle", options.idle, quotas.idle));
    SANDBENCH_TRY_VOID(readTime("--lifetime", options.lifetime, quotas.lifetime));
    std::chrono::seconds expires(-1);
    SANDBENCH_TRY_VOID(readTime("--expires", options.expires, expires));
    if (expires.count() >= 0)
        token.expiresAt = std::time(nullptr) + expires.count();
    return token;
}

Result<int> createToken(const Program&, const TokenOptions& options)
{
    SANDBENCH_TRY(auto token, tokenOf(options));
    SANDBENCH_TRY(
        const auto secret,
        storeOf(options).create(
            std::move(token), options.isE2b ? rest::SecretForm::E2b : rest::SecretForm::Ours));
    if (!options.json)
        note("keep it: it is not shown again");
    const Json report
        = {{"schema", "sandbench.token/1"}, {"name", options.name}, {"token", secret}};
    return printed(options.json, report, secret + "\n");
}

std::string timeText(std::int64_t seconds)
{
    if (seconds == 0)
        return "never";
    const std::time_t time = seconds;
    std::tm parts = {};
    char text[32] = {};
    ::gmtime_r(&time, &parts);
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    return text;
}

std::string scopesText(const rest::Token& token)
{
    std::vector<std::string> names;
    for (const auto scope : token.scopes)
        names.emplace_back(scopeName(scope));
    return joined(names, ",");
}

Result<int> listTokens(const Program&, const TokenOptions& options)
{
    SANDBENCH_TRY(const auto tokens, storeOf(options).list());
    Json list = Json::array();
    std::vector<std::vector<std::string>> rows
        = {{"ID", "NAME", "SCOPES", "CREATED", "EXPIRES", "LAST USED"}};
    for (const auto& token : tokens) {
        list.push_back(
            {{"id", token.id},
             {"name", token.name},
             {"scopes", scopesText(token)},
             {"require_layers", token.requiredLayers},
             {"created_at", token.createdAt},
             {"expires_at", token.expiresAt},
             {"last_used_at", token.lastUsedAt}});
        rows.push_back(
            {token.id, token.name, scopesText(token), timeText(token.createdAt),
             timeText(token.expiresAt), timeText(token.lastUsedAt)});
    }
    const Json all = {{"schema", "sandbench.tokens/1"}, {"tokens", std::move(list)}};
    return printed(options.json, all, tableText(rows));
}

Result<int> revokeToken(const Program&, const TokenOptions& options)
{
    SANDBENCH_TRY_VOID(storeOf(options).revoke(options.name));
    return 0;
}

CLI::App* addOne(
    CLI::App& group, const std::shared_ptr<TokenOptions>& options, Action& chosen, const char* name,
    const char* help, Result<int> (*run)(const Program&, const TokenOptions&))
{
    CLI::App* command = addSubcommand(group, options, chosen, name, help, run);
    one(*command, "--tokens", options->file, "FILE",
        "Where tokens are (default: tokens.json in the state folder)");
    addJson(*command, options->json);
    return command;
}

} // namespace

void addTokenCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<TokenOptions>();
    CLI::App* group = root.add_subcommand("token", "Say who may call 'serve', and what they may");
    group->require_subcommand(1);
    group->footer(kTokenFooter);
    auto* create = addOne(*group, options, chosen, "create", "Make a token", createToken);
    create->add_option("NAME", options->name, "For people: whose it is")->required();
    one(*create, "--scopes", options->scopes, "SCOPES", "What it allows (default: read,run)");
    one(*create, "--expires", options->expires, "TIME", "From now, such as 30d (default: never)");
    one(*create, "--sandboxes", options->sandboxes, "N", "At the same time (default: 16)");
    one(*create, "--memory", options->memory, "SIZE",
        "Limits of its sandboxes together (default: 32g)");
    one(*create, "--runs", options->runs, "N", "At the same time (default: 32)");
    one(*create, "--calls", options->calls, "N",
        "At the same time, with streams and waits (default: 128)");
    one(*create, "--rate", options->rate, "N", "Requests in a minute (default: 60000)");
    one(*create, "--upload", options->upload, "SIZE", "Of one file (default: 2g)");
    one(*create, "--idle", options->idle, "TIME",
        "After which an unused sandbox is closed (default: 30m)");
    one(*create, "--lifetime", options->lifetime, "TIME", "Of a sandbox (default: 24h)");
    many(
        *create, "--require-layers", options->layers, "NAMES",
        "Layers of isolation that every sandbox opened with it must have, whatever else is asked "
        "for, such as seccomp,no-network");
    create->add_flag("--e2b", options->isE2b, "A key that E2B's clients take: e2b_…");
    addOne(*group, options, chosen, "list", "Show tokens, not their secrets", listTokens);
    auto* revoke = addOne(*group, options, chosen, "revoke", "End a token", revokeToken);
    revoke->add_option("TOKEN", options->name, "Its id or name")->required();
}

} // namespace sandbench::cli
