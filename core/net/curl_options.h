// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/net/endpoint.h"
#include "core/net/late_curl.h"

#include <memory>
#include <string>

namespace sandbench::net {

struct SlistDeleter
{
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Slist = std::unique_ptr<curl_slist, SlistDeleter>;

/// What an endpoint means to libcurl. Only inside of core/net.

/// Errors: InvalidArgument for a proxy or a server's name that are none.
Result<void> checkServer(const Endpoint& endpoint);
/// "host:2376", "[::1]:80", also for the Host header; a socket's and an ssh's server has no name of
/// its own.
std::string authority(const Endpoint& endpoint);
/// "https://host:2376": names whom the certificate must name.
std::string urlOf(const Endpoint& endpoint);
/// The socket, the proxy and the true address. The result must live as long as the transfer.
Slist setWay(CURL* easy, const Endpoint& endpoint);
/// @p endpoint must live as long as the transfer.
void setTls(CURL* easy, const Endpoint& endpoint);

} // namespace sandbench::net
