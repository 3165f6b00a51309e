// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "core/workspace/event_log.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::rest {

/// One server-sent event. @p id 0 = none; line breaks of @p data are kept. Source: WHATWG HTML,
/// 9.2.5.
std::string serverSentEvent(std::uint64_t id, std::string_view kind, std::string_view data);

/// The events of a run as server-sent events. Their ids are the log's numbers; data is JSON, of
/// stdout and stderr {"text": …} and, where that is not all UTF-8, {"text", "base64"}. A character
/// that the log cuts in two comes whole, with the later event. No I/O.
class EventText
{
public:
    /// Empty where the event has to wait for the next one.
    std::string add(const workspace::RunEvent& event);
    /// What waits.
    std::string flush();

private:
    std::optional<workspace::RunEvent> m_waiting; ///< Output whose last character is cut.
};

/// After which event a client wants to go on: the header Last-Event-ID, or the query's "after".
/// Errors: InvalidArgument.
Result<std::uint64_t> lastEventId(const Call& call);

struct EventStreamOptions
{
    std::uint64_t after = 0;
    workspace::ReadAs as = workspace::ReadAs::Watcher;
    std::chrono::milliseconds keepAlive{15'000}; ///< A comment after so long without an event.
    /// Called when the client has gone before the end, or does not read; empty = the run goes on.
    std::function<void()> onVanished = {};
    /// Called at the stop. True = the log is about to end, and its client is there: the rest is
    /// told, for kLastWord at most.
    std::function<bool()> onStopped = {};
};

/// How long a call that was stopped may wait for a run's end: less than an ending server gives it.
inline constexpr std::chrono::milliseconds kLastWord{500};

/// text/event-stream that nobody in between keeps.
Answer eventsAnswer(std::function<void(BodySink&)> stream);

/// The same of @p log until it ends or @p stop.
Answer eventStreamAnswer(
    std::shared_ptr<workspace::EventLog> log, EventStreamOptions options, std::stop_token stop);

} // namespace sandbench::rest
