// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/late_library.h"

#include <curl/curl.h>

namespace sandbench::net {

inline constinit LateLibrary curlLibrary("libcurl.so.4");

SANDBENCH_LATE_FUNCTION(curlLibrary, curl_easy_cleanup);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_easy_getinfo);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_easy_init);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_easy_recv);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_easy_reset);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_easy_send);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_easy_setopt);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_getdate);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_global_init);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_multi_add_handle);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_multi_cleanup);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_multi_info_read);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_multi_init);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_multi_perform);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_multi_poll);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_multi_remove_handle);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_multi_setopt);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_multi_wakeup);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_slist_append);
SANDBENCH_LATE_FUNCTION(curlLibrary, curl_slist_free_all);

} // namespace sandbench::net
