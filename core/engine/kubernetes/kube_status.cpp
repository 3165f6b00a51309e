// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_api.h"

#include "core/base/text.h"

#include <array>
#include <optional>

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kMaxWords = 600;
constexpr std::size_t kMostFields = 5;

bool holds(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

/// What is in quotes behind @p lead; nothing where it does not say.
std::optional<std::string> quotedAfter(const std::string& text, std::string_view lead)
{
    const auto at = text.find(lead);
    if (at == std::string::npos)
        return std::nullopt;
    const auto start = text.find('"', at);
    const auto end = start == std::string::npos ? start : text.find('"', start + 1);
    if (end == std::string::npos)
        return std::nullopt;
    return oneLine(text.substr(start + 1, end - start - 1), 120);
}

/// "cannot VERB resource" of the message of a refusal by RBAC.
std::string verbOf(const std::string& message)
{
    constexpr std::string_view kLead = " cannot ";
    const auto at = message.find(kLead);
    if (at == std::string::npos)
        return {};
    const auto start = at + kLead.size();
    const auto end = message.find(" resource ", start);
    return end == std::string::npos ? std::string()
                                    : oneLine(message.substr(start, end - start), 40);
}

/// Source: k8s.io/apiserver, responsewriters.Forbidden().
Error forbidden(const std::string& message, const KubeConnection& connection)
{
    const auto verb = verbOf(message);
    const auto resource = quotedAfter(message, " resource ");
    const auto group = quotedAfter(message, "in API group ").value_or("");
    const auto place = quotedAfter(message, "in the namespace ");
    if (verb.empty() || !resource)
        return {
            ErrorCode::PermissionDenied,
            "the cluster does not allow it: " + oneLine(message, kMaxWords)};
    const Right missing{verb, group, *resource, {}};
    const auto user = quotedAfter(message, "User ").value_or(connection.user);
    const auto where
        = place ? " in the namespace '" + *place + "'" : std::string(" in the whole cluster");
    return {
        ErrorCode::PermissionDenied,
        "the user '" + user + "' may not " + missing.text() + where
            + "; ask who runs the cluster for a role with this verb, or choose another namespace "
              "or context"};
}

Error unauthorized(const KubeConnection& connection)
{
    const auto& credentials = connection.credentials;
    const auto where = " (context " + connection.context + ", from " + connection.source + ")";
    const auto who = connection.user.empty() ? std::string("you") : connection.user;
    std::string why = "the kubeconfig has no credentials for this user; log in to the cluster";
    if (!credentials.tokenFile.empty())
        why = "the token in " + credentials.tokenFile + " is expired or wrong; log in again";
    else if (!credentials.token.empty())
        why = "its token is expired or wrong; log in to the cluster again";
    else if (!credentials.user.empty())
        why = "its password is wrong";
    else if (credentials.plugin)
        why = "what the credential plugin " + credentials.plugin->command
            + " gave is refused; log in again with your provider's tool";
    else if (!connection.endpoint.tls.cert.empty())
        why = "its client certificate is expired or unknown there; let it be made anew";
    return {ErrorCode::PermissionDenied, "the cluster does not know " + who + where + ": " + why};
}

/// "spec.containers[0].image: Required value; …" where the message does not name them itself.
std::string fieldsOf(const Json& status)
{
    std::string fields;
    std::size_t count = 0;
    for (const auto& cause : jsonList(jsonField(status, "details"), "causes")) {
        const auto field = jsonString(cause, "field");
        if (field.empty() || ++count > kMostFields)
            continue;
        fields += (fields.empty() ? "" : "; ") + oneLine(field, 120) + ": "
            + oneLine(jsonString(cause, "message"), 200);
    }
    return fields;
}

Error invalid(const Json& status, const std::string& message)
{
    const auto fields = fieldsOf(status);
    return {
        ErrorCode::InvalidArgument,
        "the cluster does not take it: "
            + (fields.empty() ? oneLine(message, kMaxWords) : oneLine(fields, kMaxWords))};
}

Error silentRefusal(int status, ErrorCode code, const KubeConnection& connection)
{
    return {
        code,
        connection.text() + " refused with status " + std::to_string(status)
            + " and gave no reason; check that a Kubernetes API server answers there"};
}

ErrorCode codeOf(int status)
{
    switch (status) {
    case 404:
        return ErrorCode::NotFound;
    case 409:
        return ErrorCode::AlreadyExists;
    case 408:
    case 504:
        return ErrorCode::Timeout;
    case 405:
    case 406:
    case 415:
        return ErrorCode::Unsupported;
    default:
        return status == 429 || status >= 500 ? ErrorCode::Unavailable : ErrorCode::Io;
    }
}

/// A page of a proxy says nothing to a reader.
std::string wordsOf(const Json& status, std::string_view body)
{
    if (auto message = jsonString(status, "message"); !message.empty())
        return message;
    const bool isPage = body.find('<') != std::string_view::npos;
    return isPage || status.is_object() ? std::string() : oneLine(body, kMaxWords);
}

struct Rule
{
    std::string_view words; ///< Part of what the cluster says.
    ErrorCode code;
    std::string_view advice;
};

constexpr std::array<Rule, 6> kRules = {{
    {"pod rejected: RuntimeClass", ErrorCode::NotFound,
     "choose a --runtime of 'kubectl get runtimeclasses', or none"},
    {"no PriorityClass", ErrorCode::NotFound,
     "choose one of 'kubectl get priorityclasses' in the --manifest, or none"},
    {"usage per ", ErrorCode::InvalidArgument,
     "the namespace's LimitRange says so: choose other --memory and --cpus"},
    {"limit to request ratio", ErrorCode::InvalidArgument,
     "the namespace's LimitRange says so: choose other --memory and --cpus"},
    {"violates PodSecurity", ErrorCode::PermissionDenied,
     "leave away what relaxes the sandbox: --root writable, a root --user, or the --manifest's own "
     "rights; or choose another namespace"},
    {"serviceaccount", ErrorCode::NotFound,
     "name a service account of the namespace in the --manifest, or none"},
}};

} // namespace

Error errorOfStatus(int status, std::string_view body, const KubeConnection& connection)
{
    const auto parsed = parseJson(body);
    const Json json = parsed ? *parsed : Json();
    if (status == 401)
        return unauthorized(connection);
    const auto message = wordsOf(json, body);
    const auto words = oneLine(message, kMaxWords);
    if (status == 403 && holds(message, "exceeded quota"))
        return {
            ErrorCode::ResourceExhausted,
            "the namespace's quota is used up: " + words
                + "; remove sandboxes ('sandbenchctl sessions prune'), or ask for less"};
    if (status == 403)
        return forbidden(message, connection);
    if (status == 400 || status == 422)
        return invalid(json, message);
    if (status == 404 && jsonString(jsonField(json, "details"), "kind") == "namespaces") {
        const auto name = oneLine(jsonString(jsonField(json, "details"), "name"), 80);
        return {
            ErrorCode::NotFound,
            "the cluster has no namespace '" + name + "'; make it with 'kubectl create namespace "
                + name + "', or choose another with --namespace"};
    }
    const auto code = codeOf(status);
    if (words.empty())
        return silentRefusal(status, code, connection);
    const auto next = status == 429 ? "; it is busy: try once more" : "";
    return {code, "the cluster says: " + words + next};
}

Error explainRefusal(const Error& refused)
{
    if (refused.code() != ErrorCode::PermissionDenied)
        return refused;
    // A right that is missing names verb and resource, and has its advice.
    if (refused.message().find(" is forbidden: ") == std::string::npos)
        return refused;
    for (const auto& rule : kRules)
        if (refused.message().find(rule.words) != std::string::npos)
            return Error(rule.code, refused.message() + "; " + std::string(rule.advice));
    return refused;
}

} // namespace sandbench::kubernetes
