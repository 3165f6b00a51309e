// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/telemetry/open_span.h"

#include "core/base/random.h"

#include <utility>

namespace sandbench::rest::telemetry {

namespace {

constexpr std::size_t kTraceBytes = 16, kSpanBytes = 8;

} // namespace

OpenSpan::OpenSpan(
    TraceExporter& exporter, std::string name, Span::Kind kind,
    const std::optional<TraceParent>& parent)
    : m_exporter(exporter)
{
    m_span.traceId = parent ? parent->traceId : randomHex(kTraceBytes);
    m_span.spanId = randomHex(kSpanBytes);
    m_span.parentId = parent ? parent->spanId : std::string();
    m_span.name = std::move(name);
    m_span.kind = kind;
    m_span.begin = std::chrono::system_clock::now();
}

OpenSpan::~OpenSpan()
{
    m_span.end = std::chrono::system_clock::now();
    m_exporter.add(std::move(m_span));
}

void OpenSpan::set(const std::string& attribute, Json value)
{
    m_span.attributes[attribute] = std::move(value);
}

void OpenSpan::fail(const std::string& problem)
{
    m_span.hasFailed = true;
    m_span.problem = problem;
}

void OpenSpan::fail(const Error& error)
{
    set("error.type", errorCodeName(error.code()));
    fail(error.text());
}

std::shared_ptr<OpenSpan> OpenSpan::part(std::string name) const
{
    return std::make_shared<OpenSpan>(
        m_exporter, std::move(name), Span::Kind::Internal,
        TraceParent{m_span.traceId, m_span.spanId});
}

} // namespace sandbench::rest::telemetry
