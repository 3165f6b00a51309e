// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/sandbenchctl_runner.h"

#include <QString>

/// The official SDK of MCP, client side, from npm: version 1 speaks the older versions, 2 the
/// stateless one. Thread: one.
namespace mcpsdk {

/// Why there is none, or empty. Installs it into the build folder, once.
QString missing();

/// Runs all scenarios of mcp_client.mjs. Returns what they complain about, or empty.
QString problemsOf(const QString& era, const QString& target, const QString& token = {});

/// Rows {era}: the SDKs, and so the versions, that every transport must speak with.
void addEras();

} // namespace mcpsdk

#define REQUIRE_MCP_SDK()                                                                          \
    do {                                                                                           \
        const auto whyNot = mcpsdk::missing();                                                     \
        if (!whyNot.isEmpty())                                                                     \
            SKIP_WITHOUT("npm_registry", qPrintable(whyNot));                                      \
    } while (false)
