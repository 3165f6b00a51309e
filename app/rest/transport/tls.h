// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <openssl/ssl.h>

#include <memory>
#include <string>

namespace sandbench::rest {

struct TlsDeleter
{
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
    void operator()(SSL* session) const { SSL_free(session); }
};
using TlsContext = std::unique_ptr<SSL_CTX, TlsDeleter>;
using TlsSession = std::unique_ptr<SSL, TlsDeleter>;

/// TLS 1.2 and 1.3 of a server; each file PEM, the certificate with its chain.
/// Errors: InvalidArgument for files that are not there, are no PEM or do not belong together.
Result<TlsContext> makeTlsContext(const std::string& certificateFile, const std::string& keyFile);

/// Of a connected, non-blocking socket, before its handshake. Null = no memory.
TlsSession makeTlsSession(SSL_CTX& context, int socket);

} // namespace sandbench::rest
