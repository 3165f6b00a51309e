// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "app/service/fields.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::rest {

using Handler = std::function<Answer(const Call&)>;

/// One operation of the API, with all that its document says about it.
struct Route
{
    std::string_view method, path; ///< "POST", "/sessions/{id}/execute"; "{path...}" takes slashes.
    std::string_view id; ///< operationId: "executeInSession".
    std::string_view tag, summary;
    std::optional<service::Scope> scope; ///< Nothing = nobody has to say who they are.
    service::Fields query = {};
    std::optional<service::Fields> body = {}; ///< JSON; absent = none, or streamed.
    std::string_view bodyType = "application/json";
    service::Fields answer = {}; ///< JSON members of a good one.
    std::string_view answerType = "application/json";
    int goodStatus = 200;
    Handler handler = {};
};

/// Finds the route of a call. Checks scope, query and JSON body before its handler, which finds the
/// body parsed. Thread: any.
class Router
{
public:
    /// Pre: no two routes match the same method and path.
    explicit Router(std::vector<Route> routes);

    /// 404 and 405 (with Allow) as problems too. HEAD is GET without a body.
    Answer answer(Call& call) const;
    const std::vector<Route>& routes() const { return m_routes; }

private:
    const Route* find(Call& call, std::string& allowed) const;
    std::vector<Route> m_routes;
};

/// The OpenAPI 3.1 document of @p routes.
Json openApiOf(const std::vector<Route>& routes, const std::string& version);

} // namespace sandbench::rest
