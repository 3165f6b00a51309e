// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_requests.h"
#include "app/rest/telemetry/span.h"
#include "app/rest/wire/body_decoder.h"
#include "app/rest/wire/multipart.h"
#include "app/rest/wire/request_head.h"
#include "tests/fuzz/require.h"

#include <algorithm>

using namespace sandbench;
using namespace sandbench::rest;

namespace {

/// The contents of the body, and what they are as a form, when bytes come in pieces of @p step.
std::string bodyText(const RequestHead& head, std::string_view bytes, std::size_t step)
{
    BodyDecoder decoder(head);
    std::string contents;
    while (!bytes.empty() && !decoder.isDone()) {
        const auto size = bytes.size();
        const auto used = decoder.feed(bytes.substr(0, step), contents);
        if (!used)
            return contents + "!";
        require(*used <= size && (*used == std::min(step, size) || decoder.isDone()));
        bytes.remove_prefix(*used);
    }
    require(!head.length || contents.size() <= *head.length);
    return contents + (decoder.isDone() ? "." : "") + std::string(bytes);
}

std::string formText(std::string_view bytes, std::size_t step)
{
    std::string text;
    MultipartParser form(
        "b",
        [&](const BodySource::Part& part) {
            text += "<" + part.name + part.fileName + part.contentType + ">";
            return Result<void>();
        },
        [&](std::string_view contents) {
            text += contents;
            return Result<void>();
        });
    while (!bytes.empty()) {
        if (!form.feed(bytes.substr(0, step)))
            return "!"; // How much came before depends on the pieces.
        bytes.remove_prefix(std::min(step, bytes.size()));
    }
    return text + (form.finish() ? "." : "?");
}

void checkHead(const RequestHead& head)
{
    require(head.path.starts_with('/') && head.path.find('\0') == std::string::npos);
    require(!(head.isChunked && head.length));
    require(head.headers.size() <= HeadLimits::kHeaders);
    for (const auto& [name, value] : head.headers)
        require((name + value).find_first_of("\r\n") == std::string::npos);
}

void checkTrace(std::string_view bytes)
{
    if (const auto parent = telemetry::parseTraceParent(bytes))
        require(
            parent->traceId.size() == 32 && parent->spanId.size() == 16
            && bytes.find(parent->traceId + "-" + parent->spanId) == 3);
}

void checkE2b(std::string_view bytes)
{
    if (const auto wanted = e2bMetadataFilter(bytes))
        require(hasAll(*wanted, *wanted) && wanted->empty() == bytes.empty());
    if (const auto message = readE2bEnvelope(bytes))
        if (const auto request = e2bProcessRequest(*message, {}))
            require(!request->command.front().empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t step = size == 0 ? 1 : 1 + data[size - 1] % 13;
    require(formText(bytes, step) == formText(bytes, 1));
    checkE2b(bytes);
    checkTrace(bytes);
    const auto end = headEnd(bytes);
    if (!end)
        return 0;
    const auto parsed = parseRequestHead(bytes.substr(0, *end));
    if (const auto* const refused = std::get_if<Answer>(&parsed)) {
        require(refused->status >= 400 && refused->status < 600);
        return 0;
    }
    const auto& head = std::get<RequestHead>(parsed);
    checkHead(head);
    for (std::size_t got = 0; got <= *end; got += step)
        require(canBecomeHead(bytes.substr(0, got), got / 2));
    const auto body = bytes.substr(*end);
    require(bodyText(head, body, step) == bodyText(head, body, 1));
    return 0;
}
