// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/tls.h"

#include <openssl/err.h>

namespace sandbench::rest {

namespace {

Error tlsError(const std::string& what)
{
    const auto code = ERR_get_error();
    ERR_clear_error();
    const char* const reason = code == 0 ? nullptr : ERR_reason_error_string(code);
    return Error(ErrorCode::InvalidArgument, what + (reason ? std::string(": ") + reason : ""));
}

} // namespace

Result<TlsContext> makeTlsContext(const std::string& certificateFile, const std::string& keyFile)
{
    ERR_clear_error();
    TlsContext context(SSL_CTX_new(TLS_server_method()));
    if (!context)
        return tlsError("cannot set up TLS");
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    SSL_CTX_set_options(
        context.get(),
        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // Answers are written from wherever they are, as far as the socket takes them. Idle
    // connections keep no buffers.
    SSL_CTX_set_mode(
        context.get(),
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
            | SSL_MODE_RELEASE_BUFFERS);
    if (SSL_CTX_use_certificate_chain_file(context.get(), certificateFile.c_str()) != 1)
        return tlsError("cannot use the certificate " + certificateFile);
    if (SSL_CTX_use_PrivateKey_file(context.get(), keyFile.c_str(), SSL_FILETYPE_PEM) != 1)
        return tlsError("cannot use the key " + keyFile);
    if (SSL_CTX_check_private_key(context.get()) != 1)
        return tlsError("the key " + keyFile + " is not the certificate's");
    return context;
}

TlsSession makeTlsSession(SSL_CTX& context, int socket)
{
    TlsSession session(SSL_new(&context));
    if (!session || SSL_set_fd(session.get(), socket) != 1)
        return nullptr;
    SSL_set_accept_state(session.get());
    return session;
}

} // namespace sandbench::rest
