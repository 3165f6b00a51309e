// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/handling.h"

#include "core/artifact/artifact_store.h"

#include <algorithm>
#include <array>

namespace sandbench::rest {

namespace {

/// Pictures without scripts, links and styles.
constexpr std::array<std::string_view, 4> kInlineTypes
    = {"image/png", "image/jpeg", "image/gif", "image/webp"};

bool isPlain(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.'
        || c == '-' || c == '_';
}

std::string percentEncoded(std::string_view text)
{
    static constexpr char kDigits[] = "0123456789ABCDEF";
    std::string encoded;
    for (const char character : text) {
        const auto c = static_cast<unsigned char>(character);
        if (isPlain(c))
            encoded += character;
        else
            encoded += {'%', kDigits[c >> 4], kDigits[c & 15]};
    }
    return encoded;
}

} // namespace

Route&
add(Routes& routes, std::string_view tag, std::string_view call, std::string_view id,
    std::string_view summary, Handler handler)
{
    const auto space = call.find(' ');
    const auto method = call.substr(0, space);
    routes.push_back(
        {.method = method,
         .path = call.substr(space + 1),
         .id = id,
         .tag = tag,
         .summary = summary,
         .scope = method == "GET" ? workspace::Scope::Read : workspace::Scope::Run,
         .handler = std::move(handler)});
    return routes.back();
}

Handler handling(std::function<Result<Answer>(Call&)> work)
{
    return [work = std::move(work)](Call& call) {
        auto answer = work(call);
        return answer ? *std::move(answer) : problemAnswer(answer.error());
    };
}

std::string parameter(const Call& call, const std::string& name)
{
    const auto at = call.parameters.find(name);
    return at == call.parameters.end() ? std::string() : at->second;
}

UsedSandbox use(std::shared_ptr<workspace::HostedSandbox> sandbox)
{
    auto held = std::make_shared<workspace::HostedSandbox::Use>(*sandbox);
    return {std::move(sandbox), std::move(held)};
}

Result<UsedSandbox> sandboxOf(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(
        auto sandbox, parts.workspace.sandboxes().find(call.caller, parameter(call, "id")));
    if (!sandbox->session().isAlive())
        return ofSession(*sandbox, Error(ErrorCode::ConnectionLost, "it ended by itself"));
    return use(std::move(sandbox));
}

Error ofSession(workspace::HostedSandbox& sandbox, Error error)
{
    if (error.code() != ErrorCode::ConnectionLost || sandbox.session().isAlive())
        return error;
    return std::move(error).within(std::string(workspace::kSandboxLost));
}

std::string contentTypeOf(std::string_view mime)
{
    const bool isType = std::count(mime.begin(), mime.end(), '/') == 1 && mime.size() < 128
        && std::all_of(mime.begin(), mime.end(), [](char c) {
                            return isPlain(static_cast<unsigned char>(c)) || c == '/' || c == '+';
                        });
    if (!isType)
        return "application/octet-stream";
    return std::string(mime) + (mime.starts_with("text/") ? "; charset=utf-8" : "");
}

std::string disposition(std::string_view kind, std::string_view name)
{
    const auto safe = safeFileName(name.substr(name.rfind('/') + 1));
    std::string ascii = safe;
    std::replace_if(
        ascii.begin(), ascii.end(),
        [](char c) { return !isPlain(static_cast<unsigned char>(c)) && c != ' '; }, '_');
    return std::string(kind) + "; filename=\"" + ascii + "\"; filename*=UTF-8''"
        + percentEncoded(safe);
}

Headers untrustedHeaders(std::string_view mime, std::string_view name)
{
    const bool isInline
        = std::find(kInlineTypes.begin(), kInlineTypes.end(), mime) != kInlineTypes.end();
    return {
        {"content-disposition", disposition(isInline ? "inline" : "attachment", name)},
        {"x-content-type-options", "nosniff"},
        {"content-security-policy", "sandbox; default-src 'none'"},
        {"cross-origin-resource-policy", "same-origin"},
        {"cache-control", "private, no-store"}};
}

} // namespace sandbench::rest
