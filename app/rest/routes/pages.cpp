// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/handling.h"

#include "core/base/embedded.h"

#include <array>

namespace sandbench::rest {

namespace {

/// Nothing but our own files; nobody may put the page into a frame. What sandboxes made is shown
/// through blob: pictures and the page below.
constexpr const char* kPagePolicy
    = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
      "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'";
/// The page that draws foreign charts and texts has no origin and can load nothing.
constexpr const char* kFramePolicy
    = "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self' "
      "'unsafe-inline'; img-src data: blob:; font-src data:; worker-src blob:; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'self'";

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kTypes
    = {{{".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"}}};

std::string_view typeOf(std::string_view name)
{
    for (const auto& [ending, type] : kTypes)
        if (name.ends_with(ending))
            return type;
    return "application/octet-stream";
}

/// A name is looked up among those that were built in: there is no folder to leave.
Answer asset(const std::string& name, const char* policy)
{
    const auto bytes = embeddedFile("web/" + name);
    if (!bytes)
        return problemAnswer(404, "not_found", "there is no such page");
    return {
        .headers
        = {{"content-security-policy", policy},
           {"x-content-type-options", "nosniff"},
           {"referrer-policy", "no-referrer"},
           {"cache-control", "no-cache"}},
        .contentType = std::string(typeOf(name)),
        .fixed = *bytes};
}

Route page(
    std::string_view path, std::string_view id, std::string_view summary, const char* name,
    const char* policy)
{
    return {
        .method = "GET",
        .path = path,
        .id = id,
        .tag = "pages",
        .summary = summary,
        .scope = {},
        .answerType = "text/html",
        .takesUnknown = true,
        .handler = [name = std::string(name), policy](const Call&) { return asset(name, policy); }};
}

} // namespace

void addPages(Routes& routes, ServerParts&)
{
    routes.push_back(
        page("/docs", "docs", "This document to read and try", "docs.html", kPagePolicy));
    routes.push_back(page("/ui", "ui", "A page to run code and see plots", "ui.html", kPagePolicy));
    routes.push_back(
        page("/ui/frame", "uiFrame", "Where /ui draws charts", "frame.html", kFramePolicy));
    routes.push_back(
        {.method = "GET",
         .path = "/web/{name}",
         .id = "webAsset",
         .tag = "pages",
         .summary = "Scripts and styles of the pages",
         .scope = {},
         .answerType = "*/*",
         .takesUnknown = true,
         .handler = [](const Call& call) { return asset(parameter(call, "name"), kPagePolicy); }});
}

} // namespace sandbench::rest
