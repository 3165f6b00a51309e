// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/telemetry/span.h"
#include "app/rest/telemetry/trace_exporter.h"
#include "core/base/result.h"

#include <memory>
#include <optional>
#include <string>

namespace sandbench::rest::telemetry {

/// A span that goes on until this goes. Thread: one at a time.
class OpenSpan
{
public:
    /// Of @p parent's trace; without one a trace begins. @p exporter outlives it.
    OpenSpan(
        TraceExporter& exporter, std::string name, Span::Kind kind,
        const std::optional<TraceParent>& parent);
    ~OpenSpan();
    OpenSpan(const OpenSpan&) = delete;
    OpenSpan& operator=(const OpenSpan&) = delete;

    void set(const std::string& attribute, Json value);
    void fail(const std::string& problem);
    void fail(const Error& error);
    /// A part of this one.
    std::shared_ptr<OpenSpan> part(std::string name) const;

private:
    TraceExporter& m_exporter;
    Span m_span;
};

/// Begins a part of @p whole, unless that is null.
inline std::shared_ptr<OpenSpan> partOf(const std::shared_ptr<OpenSpan>& whole, std::string name)
{
    return whole ? whole->part(std::move(name)) : nullptr;
}

} // namespace sandbench::rest::telemetry
