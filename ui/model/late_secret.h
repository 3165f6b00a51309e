// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/late_library.h"

#include <libsecret/secret.h>

namespace sandbench::ui {

/// It brings GLib and GIO along. Whoever uses it looks first whether it is there.
inline constexpr const char* kSecretLibrary = "libsecret-1.so.0";
inline constinit LateLibrary secretLibrary(kSecretLibrary);

SANDBENCH_LATE_FUNCTION(secretLibrary, g_cancellable_cancel);
SANDBENCH_LATE_FUNCTION(secretLibrary, g_cancellable_new);
SANDBENCH_LATE_FUNCTION(secretLibrary, g_error_free);
SANDBENCH_LATE_FUNCTION(secretLibrary, g_hash_table_unref);
SANDBENCH_LATE_FUNCTION(secretLibrary, g_list_free);
SANDBENCH_LATE_FUNCTION(secretLibrary, g_object_unref);
SANDBENCH_LATE_FUNCTION(secretLibrary, secret_service_clear_sync);
SANDBENCH_LATE_FUNCTION(secretLibrary, secret_service_get_sync);
SANDBENCH_LATE_FUNCTION(secretLibrary, secret_service_lookup_sync);
SANDBENCH_LATE_FUNCTION(secretLibrary, secret_service_search_sync);
SANDBENCH_LATE_FUNCTION(secretLibrary, secret_service_store_sync);
SANDBENCH_LATE_FUNCTION(secretLibrary, secret_value_get);
SANDBENCH_LATE_FUNCTION(secretLibrary, secret_value_new);
SANDBENCH_LATE_FUNCTION(secretLibrary, secret_value_unref);

// Its declaration has an attribute that no template argument keeps.
inline constinit LateFunction<GHashTable*(const SecretSchema*, ...)> secret_attributes_build{
    secretLibrary, "secret_attributes_build"};

} // namespace sandbench::ui
