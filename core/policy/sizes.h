// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"
#include "core/policy/limits.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// What the machine of an engine has. 0 = unknown.
struct HostCapacity
{
    std::uint64_t memoryBytes = 0;
    double cpus = 0;
};

/// A named pair of limits. Swap counts as memory.
struct Size
{
    std::string name; ///< "medium"
    std::uint64_t memoryBytes = 0;
    double cpus = 0;
};

/// The sizes of resources/sizes.json and the user's own, smallest first. Thread: any (immutable).
class SizeCatalog
{
public:
    /// @p own replaces sizes of the same name. Errors: InvalidArgument naming size and field.
    static Result<SizeCatalog> load(const std::vector<Size>& own = {});

    const std::vector<Size>& all() const { return m_sizes; }
    /// Errors: NotFound with the known names.
    Result<Size> find(std::string_view name) const;
    /// Errors: ResourceExhausted saying what would fit @p host.
    Result<void> checkFits(const SandboxLimits& limits, const HostCapacity& host) const;

private:
    std::vector<Size> m_sizes;
};

/// Checks and converts resources/sizes.json. No I/O. Errors: InvalidArgument naming the field.
Result<std::vector<Size>> parseSizes(std::string_view json);
/// The same for a list that is part of something else.
Result<std::vector<Size>> readSizes(const Json& list);

} // namespace sandbench
