// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// Layers of isolation by the names under which they can be demanded: "seccomp", "no-network".
using LayerNames = std::set<std::string>;

/// All of them, sorted.
std::vector<std::string_view> knownLayers();

/// @p words: names, or several with commas between. Errors: InvalidArgument for one that is none,
/// with all that are.
Result<LayerNames> readLayerNames(std::span<const std::string> words);

/// Which of @p demanded no line of @p reported tells of; the lines are those of an
/// IsolationReport's layers.
LayerNames layersMissing(std::span<const std::string> reported, const LayerNames& demanded);

/// Whether @p line, of an IsolationReport's missing layers, is about the one that is called
/// @p name.
bool isAboutLayer(std::string_view line, std::string_view name);

} // namespace sandbench
