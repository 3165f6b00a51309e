// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/token_store.h"

#include "core/base/json.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

Result<Token> tokenOf(const Json& entry)
{
    Token token;
    token.id = jsonString(entry, "id");
    token.name = jsonString(entry, "name");
    token.hash = jsonString(entry, "sha256");
    if (token.id.empty() || token.hash.size() != 64)
        return Error(ErrorCode::InvalidArgument, "a token has no id or no hash");
    const auto& scopes = jsonField(entry, "scopes");
    for (const auto& name : scopes.is_array() ? scopes : Json::array()) {
        const auto scope = name.is_string() ? parseScope(name.get<std::string>()) : std::nullopt;
        if (!scope)
            return Error(
                ErrorCode::InvalidArgument, "the token " + token.id + " has an unknown scope");
        token.scopes.insert(*scope);
    }
    const auto& quotas = jsonField(entry, "quotas");
    const auto number = [&](const char* name, auto fallback) {
        const auto most = static_cast<std::int64_t>(fallback);
        return static_cast<decltype(fallback)>(
            std::max<std::int64_t>(jsonInt(quotas, name, most), 0));
    };
    auto& into = token.quotas;
    into.sandboxes = number("sandboxes", into.sandboxes);
    into.memoryBytes = number("memory_bytes", into.memoryBytes);
    into.runs = number("runs", into.runs);
    into.calls = number("calls", into.calls);
    into.requestsPerMinute = number("requests_per_minute", into.requestsPerMinute);
    into.uploadBytes = number("upload_bytes", into.uploadBytes);
    into.idle = std::chrono::seconds(number("idle_seconds", into.idle.count()));
    into.lifetime = std::chrono::seconds(number("lifetime_seconds", into.lifetime.count()));
    auto layers = readLayerNames(jsonTexts(entry, "require_layers"));
    if (!layers)
        return std::move(layers.error()).within("the token " + token.id);
    token.requiredLayers = *std::move(layers);
    token.createdAt = jsonInt(entry, "created_at");
    token.expiresAt = jsonInt(entry, "expires_at");
    token.lastUsedAt = jsonInt(entry, "last_used_at");
    return token;
}

Json jsonOf(const Token& token)
{
    Json scopes = Json::array();
    for (const auto scope : token.scopes)
        scopes.push_back(scopeName(scope));
    const auto& quotas = token.quotas;
    return {
        {"id", token.id},
        {"name", token.name},
        {"sha256", token.hash},
        {"scopes", std::move(scopes)},
        {"require_layers", token.requiredLayers},
        {"quotas",
         {{"sandboxes", quotas.sandboxes},
          {"memory_bytes", quotas.memoryBytes},
          {"runs", quotas.runs},
          {"calls", quotas.calls},
          {"requests_per_minute", quotas.requestsPerMinute},
          {"upload_bytes", quotas.uploadBytes},
          {"idle_seconds", quotas.idle.count()},
          {"lifetime_seconds", quotas.lifetime.count()}}},
        {"created_at", token.createdAt},
        {"expires_at", token.expiresAt},
        {"last_used_at", token.lastUsedAt}};
}

} // namespace

Result<std::vector<Token>> parseTokens(std::string_view json)
{
    auto parsed = parseJson(json, kMostTokenBytes);
    if (!parsed || !jsonField(*parsed, "tokens").is_array())
        return Error(ErrorCode::InvalidArgument, "it does not hold tokens");
    std::vector<Token> tokens;
    for (const auto& entry : jsonField(*parsed, "tokens")) {
        SANDBENCH_TRY(auto token, tokenOf(entry));
        tokens.push_back(std::move(token));
    }
    return tokens;
}

std::string tokensText(const std::vector<Token>& tokens)
{
    Json list = Json::array();
    for (const auto& token : tokens)
        list.push_back(jsonOf(token));
    return writeJson({{"schema", "sandbench.tokens/1"}, {"tokens", std::move(list)}}, 2) + "\n";
}

} // namespace sandbench::rest
