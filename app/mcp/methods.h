// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/request.h"

/// The methods that work with what a server offers. Each returns the whole answer.
namespace sandbench::mcp {

// tool_calls.cpp
Json listTools(const Request& request);
Json callTool(const Request& request);

// resource_calls.cpp
Json listResources(const Request& request);
Json listResourceTemplates(const Request& request);
Json readResource(const Request& request);

// subscription_calls.cpp; what was subscribed to is told by the transport, but for listen, which
// goes on until it is stopped.
Json subscribe(const Request& request);
Json unsubscribe(const Request& request);
Json listen(const Request& request);
inline constexpr std::string_view kListen = "subscriptions/listen";
/// notifications/resources/updated
Json updatedNote(const std::string& uri);

// prompt_calls.cpp
Json listPrompts(const Request& request);
Json getPrompt(const Request& request);
Json complete(const Request& request);

/// In request.cpp.
Json setLogLevel(const Request& request);

/// "tasks/…", in task_calls.cpp.
Json answerTask(const Request& request);

} // namespace sandbench::mcp
