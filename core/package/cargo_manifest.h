// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/package/package_name.h"

#include <string_view>
#include <vector>

namespace sandbench {

inline constexpr std::size_t kMostPackages = 20000;

/// What is wrong at @p place of a manifest, a foreign text.
Error placeError(const std::string& place, const std::string& problem);

/// The crates that a Cargo.toml asks for. No I/O. Errors: InvalidArgument with the line, or with
/// the crate that comes from an address or a path. Source: The Cargo Book, "Specifying
/// Dependencies".
Result<std::vector<PackageName>> readCargoManifest(std::string_view text);

} // namespace sandbench
