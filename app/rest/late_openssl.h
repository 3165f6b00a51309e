// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/late_library.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ssl.h>

namespace sandbench::rest {

inline constinit LateLibrary cryptoLibrary("libcrypto.so.3");

SANDBENCH_LATE_FUNCTION(cryptoLibrary, CRYPTO_memcmp);
SANDBENCH_LATE_FUNCTION(cryptoLibrary, ERR_clear_error);
SANDBENCH_LATE_FUNCTION(cryptoLibrary, ERR_get_error);
SANDBENCH_LATE_FUNCTION(cryptoLibrary, ERR_reason_error_string);
SANDBENCH_LATE_FUNCTION(cryptoLibrary, EVP_Digest);
SANDBENCH_LATE_FUNCTION(cryptoLibrary, EVP_sha256);
SANDBENCH_LATE_FUNCTION(cryptoLibrary, HMAC);

inline constinit LateLibrary tlsLibrary("libssl.so.3");

SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_CTX_check_private_key);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_CTX_ctrl);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_CTX_free);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_CTX_new);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_CTX_set_options);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_CTX_use_PrivateKey_file);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_CTX_use_certificate_chain_file);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_do_handshake);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_free);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_get_error);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_is_init_finished);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_new);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_read);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_set_accept_state);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_set_fd);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_shutdown);
SANDBENCH_LATE_FUNCTION(tlsLibrary, SSL_write);
SANDBENCH_LATE_FUNCTION(tlsLibrary, TLS_server_method);

} // namespace sandbench::rest
