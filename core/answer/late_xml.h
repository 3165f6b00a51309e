// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/late_library.h"

#include <libxml/HTMLparser.h>
#include <libxml/xmlversion.h>

namespace sandbench::answer {

#if LIBXML_VERSION >= 21400
inline constinit LateLibrary xmlLibrary("libxml2.so.16");
#else
inline constinit LateLibrary xmlLibrary("libxml2.so.2");
#endif

SANDBENCH_LATE_FUNCTION(xmlLibrary, htmlCtxtReadMemory);
SANDBENCH_LATE_FUNCTION(xmlLibrary, htmlFreeParserCtxt);
SANDBENCH_LATE_FUNCTION(xmlLibrary, htmlNewParserCtxt);
SANDBENCH_LATE_FUNCTION(xmlLibrary, xmlStopParser);

} // namespace sandbench::answer
