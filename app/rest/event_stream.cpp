// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/event_stream.h"

#include "core/base/base64.h"
#include "core/base/clock.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace sandbench::rest {

namespace {

// A program could end each of its writes inside a character.
constexpr std::size_t kMostWaiting = 64U << 10;

bool isOutput(std::string_view kind)
{
    return kind == "stdout" || kind == "stderr";
}

std::string textOf(const workspace::RunEvent& event)
{
    if (!isOutput(event.kind))
        return serverSentEvent(event.number, event.kind, event.data);
    Json data = {{"text", replaceInvalidUtf8(event.data)}};
    if (!isValidUtf8(event.data))
        data["base64"] = toBase64(event.data);
    return serverSentEvent(event.number, event.kind, writeJson(data));
}

/// Tells events until there are no more, @p deadline or @p stop. False = the client has gone.
bool tell(
    workspace::EventLog::Reader& reader, EventText& text, BodySink& sink,
    std::chrono::milliseconds keepAlive, Clock::time_point deadline, const std::stop_token& stop)
{
    bool isThere = true;
    while (isThere && !reader.isOver() && !stop.stop_requested() && Clock::now() < deadline) {
        const auto events = reader.next(std::min(deadline, Clock::now() + keepAlive), stop);
        std::string bytes;
        for (const auto& event : events)
            bytes += text.add(event);
        if (events.empty())
            bytes = text.flush();
        if (events.empty() && bytes.empty() && !reader.isOver())
            bytes = ": still here\n\n";
        isThere = bytes.empty() || sink.write(bytes);
    }
    return isThere;
}

void streamEvents(
    workspace::EventLog::Reader& reader, const EventStreamOptions& options,
    const std::stop_token& stop, BodySink& sink)
{
    EventText text;
    // The first bytes tell the client that it is connected.
    bool isThere = sink.write("retry: 1000\n\n")
        && tell(reader, text, sink, options.keepAlive, Clock::time_point::max(), stop);
    if (isThere && !reader.isOver() && options.onStopped && options.onStopped())
        isThere = tell(reader, text, sink, options.keepAlive, Clock::now() + kLastWord, {});
    if (isThere && reader.isOver())
        sink.write(text.flush());
    else if (options.onVanished)
        options.onVanished();
}

} // namespace

std::string serverSentEvent(std::uint64_t id, std::string_view kind, std::string_view data)
{
    std::string text;
    if (id != 0)
        text += "id: " + std::to_string(id) + "\n";
    if (!kind.empty())
        text += "event: " + std::string(kind) + "\n";
    for (;;) {
        const auto end = data.find_first_of("\r\n");
        text += "data: " + std::string(data.substr(0, end)) + "\n";
        if (end == std::string_view::npos)
            break;
        const bool isPair = data.substr(end, 2) == "\r\n";
        data.remove_prefix(end + (isPair ? 2 : 1));
    }
    return text + "\n";
}

std::string EventText::add(const workspace::RunEvent& event)
{
    std::string before;
    auto next = event;
    if (m_waiting && m_waiting->kind == event.kind)
        next.data.insert(0, m_waiting->data);
    else
        before = flush();
    m_waiting.reset();
    const bool isCut = isOutput(next.kind) && next.data.size() < kMostWaiting
        && !isValidUtf8(next.data) && isValidUtf8(next.data, true);
    if (!isCut)
        return before + textOf(next);
    m_waiting = std::move(next);
    return before;
}

std::string EventText::flush()
{
    auto text = m_waiting ? textOf(*m_waiting) : std::string();
    m_waiting.reset();
    return text;
}

Result<std::uint64_t> lastEventId(const Call& call)
{
    auto text = call.header("last-event-id");
    if (const auto at = call.query.find("after"); text.empty() && at != call.query.end())
        text = at->second;
    if (text.empty())
        return std::uint64_t{0};
    std::uint64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || rest != end)
        return Error(
            ErrorCode::InvalidArgument,
            "the event to go on after (Last-Event-ID, or after=) is not a number");
    return number;
}

Answer eventsAnswer(std::function<void(BodySink&)> stream)
{
    return {// Proxies that would collect events before they pass them on.
            .headers = {{"cache-control", "no-store"}, {"x-accel-buffering", "no"}},
            .contentType = "text/event-stream",
            .stream = std::move(stream)};
}

Answer eventStreamAnswer(
    std::shared_ptr<workspace::EventLog> log, EventStreamOptions options, std::stop_token stop)
{
    // Here already: a program that prints much before its client listens waits for it.
    const std::shared_ptr reader
        = workspace::EventLog::read(std::move(log), options.after, options.as);
    return eventsAnswer([reader, options = std::move(options), stop = std::move(stop)](
                            BodySink& sink) { streamEvents(*reader, options, stop, sink); });
}

} // namespace sandbench::rest
