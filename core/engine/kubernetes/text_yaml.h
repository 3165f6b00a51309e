// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

namespace sandbench::kubernetes {

/// Parses the first document of untrusted YAML, in which every value but null is text, for readers
/// that know which type each field has: "token: 0123" is no number. Never throws, no I/O. Aliases
/// are expanded; how many values and bytes that makes is bounded, as is the depth. Errors:
/// ResourceExhausted past a limit, Protocol with the line for anything that is not YAML, and for
/// keys that are not text or come twice. Source: YAML 1.2.2, through yaml-cpp 0.7; no merge keys
/// ("<<").
Result<Json> parseTextYaml(std::string_view text, std::size_t maxBytes = 1U << 20);

} // namespace sandbench::kubernetes
