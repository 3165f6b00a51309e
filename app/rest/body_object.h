// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/router.h"

#include <string_view>

namespace sandbench::rest {

/// Null = there is none of that name.
const Field* named(const Fields& fields, std::string_view name);

/// The members that the body of @p call has, which @p route takes: JSON, or a form where it takes
/// one. Untrusted, and charged to the call. Errors: InvalidArgument; ResourceExhausted and the
/// connection's own within kReadingBody.
Result<Json> bodyObject(const Call& call, const Route& route);

} // namespace sandbench::rest
