// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/transport_error.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <array>
#include <cerrno>
#include <grp.h>
#include <optional>
#include <sys/stat.h>

namespace sandbench::net {

namespace {

using Kind = Endpoint::Kind;

bool holds(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

/// " (OpenSSL: …)", or nothing.
std::string inBrackets(const std::string& detail)
{
    return detail.empty() ? std::string() : " (" + oneLine(detail, 200) + ")";
}

/// A path, or what to call the text that was given instead.
std::string nameOf(const std::string& file)
{
    return isPemText(file) ? "that was given as text" : file;
}

/// Empty where it cannot be told, or is root's.
std::string groupOf(const std::string& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || status.st_gid == 0)
        return {};
    std::array<char, 4096> buffer = {};
    group entry = {};
    group* found = nullptr;
    if (::getgrgid_r(status.st_gid, &entry, buffer.data(), buffer.size(), &found) != 0
        || found == nullptr)
        return {};
    return found->gr_name;
}

Error socketError(const Endpoint& endpoint, int systemError)
{
    const auto where = endpoint.text();
    if (systemError == ENOENT)
        return {
            ErrorCode::Unavailable,
            "there is no socket at " + where + "; start the engine, or name another connection"};
    if (systemError == EACCES || systemError == EPERM) {
        const auto group = groupOf(endpoint.path);
        return {
            ErrorCode::PermissionDenied,
            "this user may not use " + where + "; "
                + (group.empty() ? std::string("use a rootless engine, or ask for access to it")
                                 : "join the group '" + group
                           + "' and log in again, or use a rootless engine")};
    }
    if (systemError == ECONNREFUSED)
        return {
            ErrorCode::Unavailable,
            "nobody listens at " + where + "; the engine left its socket behind, so start it"};
    auto error
        = Error::fromErrno(systemError != 0 ? systemError : EIO, "cannot connect to " + where);
    return {error.code(), error.message() + "; check that the engine runs there"};
}

Error connectError(const Endpoint& endpoint, const TransportFailure& failure)
{
    if (endpoint.kind == Kind::Unix)
        return socketError(endpoint, failure.systemError);
    if (failure.systemError == ECONNREFUSED)
        return {
            ErrorCode::Unavailable,
            "nobody listens at " + endpoint.text() + "; start the engine there, or check the port"};
    return {
        ErrorCode::Unavailable,
        "cannot reach " + endpoint.text() + inBrackets(failure.detail)
            + "; check the address and the network"};
}

/// A server says what it thinks of our certificate by a TLS alert, maybe long after the handshake.
bool isCertificateRefused(const TransportFailure& failure)
{
    return failure.code == CURLE_SSL_CLIENTCERT || holds(failure.detail, "alert bad certificate")
        || holds(failure.detail, "alert certificate") || holds(failure.detail, "alert unknown ca")
        || holds(failure.detail, "certificate required") || holds(failure.detail, "unknown ca")
        || holds(failure.detail, "alert access denied")
        || holds(failure.detail, "alert handshake failure");
}

Error refusedCertificate(const Endpoint& endpoint)
{
    return {
        ErrorCode::PermissionDenied,
        endpoint.tls.cert.empty() ? endpoint.text()
                + " wants a client certificate; give ca.pem, cert.pem and key.pem "
                  "(DOCKER_CERT_PATH)"
                                  : endpoint.text() + " refused the certificate "
                + nameOf(endpoint.tls.cert) + "; use one that the server's authority signed"};
}

Error tlsError(const Endpoint& endpoint, const TransportFailure& failure)
{
    const auto where = endpoint.text();
    switch (failure.code) {
    case CURLE_SSL_CACERT_BADFILE:
        return {
            ErrorCode::InvalidArgument,
            isPemText(endpoint.tls.ca)
                ? "the authority's certificates for " + where + " are no PEM text"
                : "cannot read the certificates in " + endpoint.tls.ca
                    + "; it must be a PEM file (usually ca.pem)"};
    case CURLE_SSL_CERTPROBLEM:
        return {
            ErrorCode::InvalidArgument,
            "cannot use the certificate " + nameOf(endpoint.tls.cert) + " with the key "
                + nameOf(endpoint.tls.key)
                + "; they must be PEM that belongs together, the key without a passphrase"};
    case CURLE_PEER_FAILED_VERIFICATION:
        return {
            ErrorCode::Unavailable,
            "the server at " + where + " could not prove who it is" + inBrackets(failure.detail)
                + "; use the ca.pem of its authority and the host name in its certificate"};
    default:
        break;
    }
    if (holds(failure.detail, "wrong version number") || holds(failure.detail, "packet length"))
        return {
            ErrorCode::Protocol,
            where
                + " does not speak TLS; use the engine's TLS port, or leave the certificates out"};
    return {
        ErrorCode::Unavailable,
        "no TLS connection to " + where + inBrackets(failure.detail)
            + "; check that the engine listens with TLS there"};
}

/// In TLS 1.3 the server judges our certificate when we talk already: when it closes at once, its
/// verdict may be lost on the way.
Error maybeRefusedCertificate(const Endpoint& endpoint)
{
    return {
        ErrorCode::ConnectionLost,
        endpoint.text() + " closed the connection before it answered; it refused "
            + (endpoint.tls.cert.empty() ? "a client without certificate"
                                         : "the certificate " + nameOf(endpoint.tls.cert))
            + ", or it was just restarted: try once more"};
}

/// What the proxy did wrong, if it was the proxy. libcurl connects to nobody else where there is
/// one.
std::optional<Error> proxyError(const Endpoint& endpoint, const TransportFailure& failure)
{
    const auto proxy = "the proxy " + proxyText(endpoint);
    const auto where = endpoint.text();
    if (failure.code == CURLE_COULDNT_RESOLVE_PROXY)
        return Error(
            ErrorCode::Unavailable,
            "the host of " + proxy + " for " + where + " is not known; check its name");
    if (failure.code == CURLE_COULDNT_CONNECT)
        return Error(
            ErrorCode::Unavailable,
            "cannot reach " + proxy + " for " + where + inBrackets(failure.detail)
                + "; check its address, and that it runs");
    if (failure.code == CURLE_OPERATION_TIMEDOUT)
        return Error(
            ErrorCode::Timeout,
            where + " could not be reached in time through " + proxy + "; check that both are up");
    if (holds(failure.detail, "407"))
        return Error(
            ErrorCode::PermissionDenied,
            proxy + " wants a name and a password; put them into its address");
    if (failure.code == CURLE_PROXY || holds(failure.detail, "CONNECT"))
        return Error(
            ErrorCode::Unavailable,
            proxy + " gave no connection to " + where + inBrackets(failure.detail)
                + "; check that it may connect there");
    return std::nullopt;
}

bool isTlsCode(CURLcode code)
{
    return code == CURLE_SSL_CONNECT_ERROR || code == CURLE_SSL_CERTPROBLEM
        || code == CURLE_SSL_CACERT_BADFILE || code == CURLE_PEER_FAILED_VERIFICATION
        || code == CURLE_SSL_CIPHER || code == CURLE_SSL_ISSUER_ERROR;
}

} // namespace

std::string proxyText(const Endpoint& endpoint)
{
    const auto& proxy = endpoint.proxy;
    const auto scheme = proxy.find("://");
    const auto at = proxy.rfind('@');
    if (scheme == std::string::npos || at == std::string::npos)
        return proxy;
    return proxy.substr(0, scheme + 3) + proxy.substr(at + 1);
}

Error transportError(const Endpoint& endpoint, const TransportFailure& failure)
{
    const auto where = endpoint.text();
    if (!endpoint.proxy.empty()) {
        if (auto error = proxyError(endpoint, failure))
            return *std::move(error);
    }
    if (endpoint.kind == Kind::Tls && isCertificateRefused(failure))
        return refusedCertificate(endpoint);
    if (isTlsCode(failure.code))
        return tlsError(endpoint, failure);
    const bool isCut = failure.code == CURLE_GOT_NOTHING || failure.code == CURLE_SEND_ERROR
        || failure.code == CURLE_RECV_ERROR;
    if (endpoint.kind == Kind::Tls && isCut && failure.isUnanswered)
        return maybeRefusedCertificate(endpoint);
    switch (failure.code) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return {
            ErrorCode::Unavailable,
            "the host of " + where + " is not known; check its name and the network"};
    case CURLE_COULDNT_CONNECT:
        return connectError(endpoint, failure);
    case CURLE_OPERATION_TIMEDOUT:
        return {
            ErrorCode::Timeout,
            where
                + " did not accept the connection in time; check that the host is up and no "
                  "firewall is between"};
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
        return cutError(endpoint, failure.complaint);
    case CURLE_RECV_ERROR:
        if (!holds(failure.detail, "chunk"))
            return cutError(endpoint, failure.complaint);
        break;
#if LIBCURL_VERSION_NUM >= 0x080600
    case CURLE_TOO_LARGE:
#else
    case CURLE_OUT_OF_MEMORY: // what it called a header larger than its limit
#endif
        return {ErrorCode::Protocol, where + " sent a header that is larger than any may be"};
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
        break;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK:
        return {ErrorCode::Internal, "the request to " + where + " was given up"};
    default:
        return {ErrorCode::Io, "the request to " + where + " failed" + inBrackets(failure.detail)};
    }
    return {
        ErrorCode::Protocol,
        "what answers at " + where + " does not speak HTTP" + inBrackets(failure.detail)
            + "; check the address"};
}

Error silenceError(const Endpoint& endpoint, std::chrono::milliseconds patience)
{
    return {
        ErrorCode::Timeout,
        endpoint.text() + " said nothing for "
            + formatSeconds(std::chrono::duration<double>(patience).count())
            + "; check that the engine there still answers"};
}

Error cutError(const Endpoint& endpoint, const std::string& complaint)
{
    const auto where = endpoint.text();
    if (!complaint.empty()) {
        auto host = endpoint;
        host.path.clear();
        return {
            ErrorCode::Unavailable,
            "no engine over " + where + ": " + complaint + "; try 'ssh " + host.text()
                + " docker version' in a terminal"};
    }
    return {
        ErrorCode::ConnectionLost,
        where + " closed the connection in the middle; if the engine was restarted, try once more"};
}

} // namespace sandbench::net
