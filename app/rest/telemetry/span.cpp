// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/telemetry/span.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench::rest::telemetry {

namespace {

constexpr std::size_t kParentLength = 55; ///< 00-TRACE-SPAN-FLAGS
constexpr std::size_t kLongestText = 4096;
constexpr int kFailed = 2; ///< STATUS_CODE_ERROR

bool isHex(std::string_view text)
{
    return std::ranges::all_of(
        text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool isId(std::string_view text)
{
    return isHex(text) && text.find_first_not_of('0') != text.npos;
}

std::string nanoseconds(std::chrono::system_clock::time_point time)
{
    return std::to_string(
        std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count());
}

Json valueOf(const Json& value)
{
    if (value.is_boolean())
        return {{"boolValue", value}};
    if (value.is_number_integer()) // 64 bits are texts in the JSON of protobuf
        return {{"intValue", value.dump()}};
    if (value.is_number())
        return {{"doubleValue", value}};
    const auto text = value.is_string() ? value.get_ref<const std::string&>() : value.dump();
    return {{"stringValue", replaceInvalidUtf8(text.substr(0, kLongestText))}};
}

Json attributesOf(const Json& attributes)
{
    auto list = Json::array();
    for (const auto& [name, value] : attributes.items())
        if (!value.is_null())
            list.push_back({{"key", name}, {"value", valueOf(value)}});
    return list;
}

Json spanOf(const Span& span)
{
    Json view
        = {{"traceId", span.traceId},
           {"spanId", span.spanId},
           {"name", replaceInvalidUtf8(span.name)},
           {"kind", static_cast<int>(span.kind)},
           {"startTimeUnixNano", nanoseconds(span.begin)},
           {"endTimeUnixNano", nanoseconds(std::max(span.begin, span.end))},
           {"attributes", attributesOf(span.attributes)}};
    if (!span.parentId.empty())
        view["parentSpanId"] = span.parentId;
    if (span.hasFailed)
        view["status"]
            = {{"code", kFailed},
               {"message", replaceInvalidUtf8(span.problem.substr(0, kLongestText))}};
    return view;
}

} // namespace

std::optional<TraceParent> parseTraceParent(std::string_view header)
{
    // Later versions may say more behind another dash; "ff" is none.
    const bool hasEnd = header.size() == kParentLength
        || (header.size() > kParentLength && !header.starts_with("00")
            && header[kParentLength] == '-');
    if (!hasEnd || header[2] != '-' || header[35] != '-' || header[52] != '-')
        return std::nullopt;
    const auto version = header.substr(0, 2), trace = header.substr(3, 32),
               span = header.substr(36, 16), flags = header.substr(53, 2);
    if (!isHex(version) || version == "ff" || !isId(trace) || !isId(span) || !isHex(flags))
        return std::nullopt;
    const auto last = flags[1];
    const int digit = last >= 'a' ? last - 'a' + 10 : last - '0';
    return TraceParent{std::string(trace), std::string(span), (digit & 1) != 0};
}

std::string otlpBody(const Resource& resource, const std::vector<Span>& spans)
{
    auto attributes = resource.attributes;
    attributes["service.name"] = resource.serviceName;
    attributes["service.version"] = resource.version;
    auto list = Json::array();
    for (const auto& span : spans)
        list.push_back(spanOf(span));
    const Json scope = {{"name", "sandbench"}, {"version", resource.version}};
    auto scopes = Json::array();
    scopes.push_back({{"scope", scope}, {"spans", std::move(list)}});
    auto resources = Json::array();
    resources.push_back(
        {{"resource", {{"attributes", attributesOf(attributes)}}},
         {"scopeSpans", std::move(scopes)}});
    return writeJson({{"resourceSpans", std::move(resources)}});
}

} // namespace sandbench::rest::telemetry
