// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>

/// What Apptainer says on its standard error: untrusted text, because it repeats what an image
/// holds. No I/O. Source: Apptainer 1.4.
namespace sandbench::apptainer {

/// The last thing that it calls fatal or an error, else its last line, without colours and
/// prefixes, for a message. Empty = nothing.
std::string reasonIn(std::string_view complaint);

/// Whether it says that an image's file ends too early or holds something else than it should.
bool tellsOfDamage(std::string_view complaint);

/// The error of that. InvalidArgument.
Error damageProblem(std::string_view complaint);

/// Why a container did not start, and what to do about it. InvalidArgument where it is the image,
/// else Unavailable or Unsupported.
Error startProblem(std::string_view complaint);

} // namespace sandbench::apptainer
