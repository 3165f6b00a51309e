// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace sandbench::kubernetes {

/// @p theirs over @p ours, both Pods, as a strategic merge does: objects by key, containers,
/// volumes, env and pull secrets by name, volumeMounts by mountPath, tolerations appended, other
/// lists replaced; null removes. A volume of another kind replaces one of the same name. Errors:
/// InvalidArgument naming the field that is of the wrong kind or that is there twice.
Result<Json> mergePod(const Json& ours, const Json& theirs);

/// What @p merged says otherwise than @p ours, a line for each value, at most 200. What a variable
/// is set to is not in it: that may be a secret. Untrusted text, made printable.
std::vector<std::string> differencesOf(const Json& ours, const Json& merged);

/// The item of a list of objects whose @p key is @p value, or null.
Json* findItem(Json& list, std::string_view key, std::string_view value);
const Json* findItem(const Json& list, std::string_view key, std::string_view value);
/// The same as a null value where there is none.
const Json& itemOf(const Json& list, std::string_view key, std::string_view value);
/// The container of that name in a pod, or a null value.
const Json& containerIn(const Json& pod, std::string_view name);
/// "app, proxy": the names of a list's items, for a message.
std::string namesOf(const Json& items);

} // namespace sandbench::kubernetes
