// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/offers.h"

namespace sandbench::test {

/// The tools, resources and prompts that the official conformance suite of MCP asks a server for,
/// by its names, but for those that would ask something of the client.
/// Source: the descriptions of the suite's server scenarios. Thread: any.
mcp::Offers conformanceOffers();

} // namespace sandbench::test
