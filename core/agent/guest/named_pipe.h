// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace sandbench::guest {

/// A pipe that a program can open by its name.
struct NamedPipe
{
    UniqueFd read;
    UniqueFd write;
    std::string path;
};

/// In the first of @p folders that takes one. Both ends do not block and close on exec. Errors: of
/// mkfifo(3) and open(2).
Result<NamedPipe> makeNamedPipe(const std::vector<std::string>& folders);
/// 64 bits that nobody can guess, as hexadecimal digits.
std::string randomToken();

} // namespace sandbench::guest
