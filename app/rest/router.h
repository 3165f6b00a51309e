// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "core/base/fields.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::rest {

/// May let go of the call's body, see startRun().
using Handler = std::function<Answer(Call&)>;

/// Of a JSON body without files, and of one that has files in it.
inline constexpr std::size_t kMostPlainBytes = 16U << 20, kMostFileBytes = 64U << 20;

/// One operation of the API, with all that its document says about it.
struct Route
{
    std::string_view method, path; ///< "POST", "/sessions/{id}/execute"; "{path...}" takes slashes.
    std::string_view id; ///< operationId: "executeInSession".
    std::string_view tag, summary;
    std::optional<workspace::Scope> scope; ///< Nothing = nobody has to say who they are.
    Fields query = {};
    Fields headers = {}; ///< That change what it does; for the document.
    std::optional<Fields> body = {}; ///< JSON; absent = none, or streamed.
    std::string_view bodyType = "application/json";
    /// Its members may come as parts of multipart/form-data too: texts as they are, files among
    /// them, and all else as JSON.
    bool takesForm = false;
    /// What the document says of a JSON body that the handler reads, or checks more of than `body`.
    Fields members = {};
    std::size_t mostBytes = kMostPlainBytes; ///< Of the JSON body.
    Fields answer = {}; ///< JSON members of a good one; any of them may be null.
    bool isList = false; ///< The good answer is a list of such objects.
    std::string_view answerType = "application/json"; ///< "*/*" = it depends.
    std::string_view otherType = {}; ///< Of an answer to whose Accept names it.
    int goodStatus = 200;
    /// Members that are not declared are left out instead of refused: of a foreign API.
    bool takesUnknown = false;
    /// Says a problem, the router's or the handler's, in the words of a foreign API.
    std::function<Answer(int status, const std::string& code, const std::string& detail)> refusal
        = {};
    Fields problem = {}; ///< JSON members of what that and the handler refuse with.
    Handler handler = {};
};

/// Finds the route of a call. Checks scope, query and JSON body before its handler, which finds
/// them in Call::options and Call::json. Thread: any.
class Router
{
public:
    /// Where several routes match, the first one counts. A slash at the end of a path does not.
    explicit Router(std::vector<Route> routes);

    /// 404 and 405 (with Allow) as problems too, 401 for a caller without an id, 403 for one
    /// without the scope, 415 for a page's body that says that it is not JSON. HEAD is answered as
    /// GET: who sends the answer leaves the body out. Nothing is thrown.
    Answer answer(Call& call) const;
    /// Sets the call's route and parameters; null where there is none.
    const Route* resolve(Call& call) const;
    /// A problem in the words of the foreign API that the call's path is of, or near; any other
    /// answer as it is.
    Answer inItsWords(const Call& call, Answer answer) const;
    const std::vector<Route>& routes() const { return m_routes; }

private:
    struct Found
    {
        const Route* route = nullptr;
        std::map<std::string, std::string> parameters;
        std::string allowed; ///< Methods of the path, where there is no route.
    };
    Found find(const Call& call) const;
    std::vector<Route> m_routes;
};

/// The OpenAPI 3.1 document of @p routes.
Json openApiOf(const std::vector<Route>& routes, const std::string& version);

} // namespace sandbench::rest
