// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::rest::telemetry {

/// Whose part a span is. Source: W3C Trace Context, version 00.
struct TraceParent
{
    std::string traceId; ///< 32 lower-case hexadecimal digits, not all of them 0.
    std::string spanId; ///< 16 of them.
    bool isSampled = true; ///< False: whoever began the trace does not keep it.
};

/// Of the header "traceparent", which is untrusted. Nothing for what is none.
std::optional<TraceParent> parseTraceParent(std::string_view header);

/// One thing that was done. Source: OpenTelemetry, trace.proto 1.
struct Span
{
    enum class Kind { Internal = 1, Server = 2, Client = 3 }; ///< With their numbers in OTLP.

    std::string traceId = {}, spanId = {}; ///< As in TraceParent.
    std::string parentId = {}; ///< Empty = it is the trace's first.
    std::string name = {};
    Kind kind = Kind::Internal;
    std::chrono::system_clock::time_point begin = {}, end = {};
    Json attributes = Json::object(); ///< Texts, whole numbers, fractions, yes and no.
    std::string problem = {}; ///< Why it failed; empty = it did not.
    bool hasFailed = false;
};

/// What makes spans.
struct Resource
{
    std::string serviceName, version;
    Json attributes = Json::object();
};

/// The body of a request to OTLP/HTTP's /v1/traces, as JSON. Source: OpenTelemetry Protocol 1.
std::string otlpBody(const Resource& resource, const std::vector<Span>& spans);

} // namespace sandbench::rest::telemetry
