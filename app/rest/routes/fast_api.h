// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "core/base/fields.h"

#include <string>

/// What servers that are made with FastAPI say, whose clients look for it.
namespace sandbench::rest {

/// 422 {"detail": [{loc, msg, type}]}. @p detail: "run_timeout: must be 0 or more", or no member's.
Answer fastApiInvalid(const std::string& detail);
/// {"detail": text}
Answer fastApiProblem(int status, const std::string& detail);
/// What both of them have, for the document.
Fields fastApiProblemFields();

} // namespace sandbench::rest
