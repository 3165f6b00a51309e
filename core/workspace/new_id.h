// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sandbench::workspace {

/// "s-3f9c2a71d04be586": nobody else's, and not to be guessed.
std::string newId(const char* prefix);

} // namespace sandbench::workspace
