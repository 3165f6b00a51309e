// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/gatekeeper.h"

namespace sandbench::rest {

/// A token to be made that may read and run.
inline Token wish(const std::string& name)
{
    Token token;
    token.name = name;
    token.scopes = {workspace::Scope::Read, workspace::Scope::Run};
    return token;
}

/// A call from a client elsewhere.
inline Call callOf(const Headers& headers, const std::string& method = "GET")
{
    Call call;
    call.method = method;
    call.path = "/x";
    call.headers = headers;
    call.peer = "192.0.2.1:5";
    call.peerUser = ::geteuid();
    return call;
}

} // namespace sandbench::rest
