// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/failure.h"
#include "core/language/language.h"
#include "core/policy/sizes.h"
#include "core/workspace/sandbox_plan.h"

#include <string>

namespace sandbench::cli {

inline const LanguageCatalog& languages()
{
    static const auto catalog = LanguageCatalog::load();
    return *catalog;
}

inline const SizeCatalog& sizes()
{
    static const auto catalog = SizeCatalog::load();
    return *catalog;
}

/// What the command line says of options that are wrong usage; empty = they are right.
inline std::string problemOf(const SandboxOptions& options)
{
    const auto plan = planSandbox(options, sizes());
    if (plan)
        return {};
    return statusOf(plan.error()) == 2 ? plan.error().text() : "not wrong usage";
}

} // namespace sandbench::cli
