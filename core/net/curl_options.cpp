// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/curl_options.h"

#include <algorithm>
#include <cstring>

namespace sandbench::net {

namespace {

constexpr std::uint16_t kPlainPort = 2375, kTlsPort = 2376;

bool isTcp(const Endpoint& endpoint)
{
    return endpoint.kind == Endpoint::Kind::Tcp || endpoint.kind == Endpoint::Kind::Tls;
}

bool isRenamed(const Endpoint& endpoint)
{
    return endpoint.kind == Endpoint::Kind::Tls && !endpoint.tlsServerName.empty();
}

std::string withPort(const std::string& host, const Endpoint& endpoint)
{
    const bool isBracketed = host.find(':') != std::string::npos;
    const auto usual = endpoint.kind == Endpoint::Kind::Tls ? kTlsPort : kPlainPort;
    return (isBracketed ? "[" + host + "]" : host) + ":"
        + std::to_string(endpoint.port != 0 ? endpoint.port : usual);
}

/// A file's path, or its text, whose bytes stay the endpoint's.
void setPem(CURL* easy, const std::string& file, CURLoption asPath, CURLoption asText)
{
    const curl_blob blob = {const_cast<char*>(file.data()), file.size(), CURL_BLOB_NOCOPY};
    if (isPemText(file))
        curl_easy_setopt(easy, asText, &blob);
    else if (!file.empty())
        curl_easy_setopt(easy, asPath, file.c_str());
}

} // namespace

Result<void> checkServer(const Endpoint& endpoint)
{
    if (!isTcp(endpoint))
        return {};
    const auto isOdd = [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == 0x7f
            || std::strchr("/?#@\\[]", c) != nullptr;
    };
    const auto& name = endpoint.tlsServerName;
    if (std::any_of(name.begin(), name.end(), isOdd))
        return Error(
            ErrorCode::InvalidArgument,
            "the server name for the certificate of " + endpoint.text() + " is no host name");
    const auto& proxy = endpoint.proxy;
    for (const std::string_view scheme : {"http://", "https://", "socks5://", "socks5h://"}) {
        if (proxy.empty() || (proxy.starts_with(scheme) && proxy.size() > scheme.size()))
            return {};
    }
    return Error(
        ErrorCode::InvalidArgument,
        "the proxy for " + endpoint.text()
            + " must begin with http://, https:// or socks5:// and name a host");
}

std::string authority(const Endpoint& endpoint)
{
    return isTcp(endpoint) ? withPort(endpoint.host, endpoint) : "engine";
}

std::string urlOf(const Endpoint& endpoint)
{
    const bool isTls = endpoint.kind == Endpoint::Kind::Tls;
    return (isTls ? "https://" : "http://")
        + (isRenamed(endpoint) ? withPort(endpoint.tlsServerName, endpoint) : authority(endpoint));
}

Slist setWay(CURL* easy, const Endpoint& endpoint)
{
    const auto set = [easy](auto option, auto value) { curl_easy_setopt(easy, option, value); };
    if (endpoint.kind == Endpoint::Kind::Unix)
        set(CURLOPT_UNIX_SOCKET_PATH, endpoint.path.c_str());
    Slist address;
    if (isRenamed(endpoint))
        address.reset(curl_slist_append(nullptr, ("::" + authority(endpoint)).c_str()));
    set(CURLOPT_CONNECT_TO, address.get());
    // Proxies of the environment are for the web; only one that the endpoint names is used.
    auto proxy = isTcp(endpoint) ? endpoint.proxy : std::string();
    // As with kubectl, it is the proxy that looks the name up.
    if (proxy.starts_with("socks5://"))
        proxy.insert(std::strlen("socks5"), "h");
    set(CURLOPT_PROXY, proxy.c_str());
    set(CURLOPT_NOPROXY, "");
    if (!proxy.empty()) {
        // Upgraded connections survive only in a tunnel.
        set(CURLOPT_HTTPPROXYTUNNEL, 1L);
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    }
    return address;
}

void setTls(CURL* easy, const Endpoint& endpoint)
{
    if (endpoint.kind != Endpoint::Kind::Tls)
        return;
    const auto set = [easy](auto option, auto value) { curl_easy_setopt(easy, option, value); };
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    if (!endpoint.verifiesTls) {
        set(CURLOPT_SSL_VERIFYPEER, 0L);
        set(CURLOPT_SSL_VERIFYHOST, 0L);
    }
    const auto& tls = endpoint.tls;
    setPem(easy, tls.ca, CURLOPT_CAINFO, CURLOPT_CAINFO_BLOB);
    if (!tls.ca.empty())
        set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
    setPem(easy, tls.cert, CURLOPT_SSLCERT, CURLOPT_SSLCERT_BLOB);
    setPem(easy, tls.key, CURLOPT_SSLKEY, CURLOPT_SSLKEY_BLOB);
    if (!tls.key.empty())
        set(CURLOPT_KEYPASSWD, ""); // else a locked key would ask on the terminal
}

} // namespace sandbench::net
