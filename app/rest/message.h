// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/call_memory.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/workspace/caller.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace sandbench::rest {

/// Names in lower case. Untrusted.
using Headers = std::map<std::string, std::string>;

/// A request's body, as it arrives. Thread: the handler's.
class BodySource
{
public:
    virtual ~BodySource() = default;
    /// All of it. Errors: ResourceExhausted past @p limit and past what charge() gives,
    /// ConnectionLost, Timeout for a client that is too slow.
    virtual Result<std::string> readAll(std::size_t limit) = 0;
    /// Piece by piece; @p consume may refuse more. Of multipart/form-data the parts' contents,
    /// @p onPart being told before each. Errors: as readAll(), and the consumer's own.
    using Consume = std::function<Result<void>(std::string_view)>;
    struct Part
    {
        std::string name, fileName, contentType;
        bool isField = false; ///< Not even an empty file name was given.
    };
    using OnPart = std::function<Result<void>(const Part&)>;
    virtual Result<void> stream(const OnPart& onPart, const Consume& consume) = 0;

    /// Asked before readAll() takes memory. Errors: ResourceExhausted.
    using Charge = std::function<Result<void>(std::size_t bytes)>;
    void setCharge(Charge charge) { m_charge = std::move(charge); }

protected:
    Result<void> charge(std::size_t bytes) const
    {
        return m_charge ? m_charge(bytes) : Result<void>();
    }

private:
    Charge m_charge;
};

/// Which workers a listener has left for a call. The last ones are not for whoever may stay long.
enum class Room {
    Plenty,
    Little, ///< Only for callers without another call.
    Last, ///< Only for what is answered at once, to anybody.
};

struct Route;
namespace telemetry {
class OpenSpan;
}

/// One request, as handlers see it: no socket.
struct Call
{
    std::string method; ///< "GET"
    std::string path; ///< Decoded; begins with '/'.
    const Route* route = nullptr; ///< See Router::resolve().
    std::map<std::string, std::string> parameters; ///< Of the route's path.
    std::map<std::string, std::string> query;
    Headers headers;
    BodySource* body = nullptr;
    /// Of the routes that declare them, checked by the Router; null before.
    Json json, options; ///< The body; the query, with the types of its fields.
    workspace::Caller caller;
    std::string peer; ///< Of the client, "127.0.0.1:40312"; for the log.
    std::optional<uid_t> peerUser = {}; ///< See transport/peer_user.h; none = nobody knows.
    /// Requested when the client has gone, or the server ends.
    std::stop_token stop;
    /// Requested when the server ends its calls: then a stop is no client's doing.
    std::stop_token ending = {};
    Room room = Room::Plenty;
    std::shared_ptr<telemetry::OpenSpan> span = {}; ///< Null = its trace is not kept.
    std::shared_ptr<MemoryShare> memory = {}; ///< What it takes; null = nobody counts.

    /// Errors: ResourceExhausted.
    Result<void> charge(std::size_t bytes) const
    {
        return memory ? memory->charge(bytes) : Result<void>();
    }
    std::string header(std::string_view lowerName) const
    {
        const auto at = headers.find(std::string(lowerName));
        return at == headers.end() ? std::string() : at->second;
    }
};

/// Where a streamed answer's bytes go. Thread: the handler's.
class BodySink
{
public:
    virtual ~BodySink() = default;
    /// Blocks while the client does not read. False = it has gone, or takes too long.
    virtual bool write(std::string_view bytes) = 0;
};

struct Answer
{
    int status = 200;
    Headers headers = {};
    std::string contentType = "application/json";
    std::string body = {};
    std::string_view fixed = {}; ///< Instead of body: bytes that outlive all answers.
    /// Instead of body; called once, after the head was sent.
    std::function<void(BodySink&)> stream = {};
    std::uint64_t streamBytes = 0; ///< Of stream, where that is known; else it goes in chunks.
    std::string hidden = {}; ///< What the client is not told, for the server's log.
    std::shared_ptr<void> held = {}; ///< Let go when the answer was sent, or cannot be.

    std::string_view bytes() const { return fixed.empty() ? std::string_view(body) : fixed; }
};

Answer jsonAnswer(const Json& value, int status = 200);

/// What @p view makes of each of @p things.
template <typename Things, typename View> Json jsonList(const Things& things, View view)
{
    auto list = Json::array();
    for (const auto& thing : things)
        list.push_back(view(thing));
    return list;
}
/// Of the sentence for a client. Units: bytes.
inline constexpr std::size_t kLongestDetail = 4000;
inline constexpr std::string_view kProblemType = "application/problem+json";
/// Problem details: {type, title, status, code, detail}, application/problem+json. Source: RFC
/// 9457. @p code: errorCodeName(), "storage_full" for 507, "session_lost" for 410. Of what went
/// wrong inside of us (Io, Internal) the detail says nothing, and of engines no path of this
/// machine: what they said belongs into the log.
Answer problemAnswer(const Error& error);
Answer problemAnswer(int status, std::string_view code, std::string_view detail);
/// 400 InvalidArgument and Protocol, 404 NotFound, 409 AlreadyExists, 403 PermissionDenied, 413 or
/// 429 ResourceExhausted, 503 Unavailable, 504 Timeout, 499
/// Cancelled, 501 Unsupported, 502 ConnectionLost, else 500. Of a request's
/// body (kReadingBody): 413 ResourceExhausted, 408 Timeout, 499 ConnectionLost. Of a sandbox's disk
/// (kWritingFiles), which does not empty itself: 507 ResourceExhausted. Of a session whose sandbox
/// is gone (workspace::kSandboxLost): 410 ConnectionLost.
int statusOf(const Error& error);

/// What a BodySource says that it was doing, see Error::within().
inline constexpr std::string_view kReadingBody = "reading the request's body";
/// What Upload and its kin say that they were doing.
inline constexpr std::string_view kWritingFiles = "writing into the sandbox";
/// "Not Found"; empty for a status that nobody knows.
std::string_view reasonPhrase(int status);

} // namespace sandbench::rest
