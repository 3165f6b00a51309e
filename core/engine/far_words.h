// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/engine.h"

#include <cstddef>
#include <string>
#include <string_view>

/// Words of what is said to the program that makes sandboxes on other machines (outpost/): a line
/// is one JSON object. No I/O. What comes from there is untrusted. Thread: any.
namespace sandbench::far {

inline constexpr std::size_t kMostLineBytes = 256U << 10;

/// What was said is not what should be.
Error broken(const std::string& what);
/// The object of @p line. Errors: Protocol.
Result<Json> readObject(std::string_view line);
/// One line of at most 1,000 bytes.
std::string textOf(const Json& object, std::string_view key);
/// Finite and not negative.
double amountOf(const Json& object, std::string_view key);

/// {session, hostname, memory_bytes, pids, cpus, disk_bytes, folder}: of a spec what every engine
/// knows.
Json sizesJson(const SandboxSpec& spec);
void readSizes(const Json& object, SandboxSpec& into);

/// {layers, missing: [{layer, reason, remedy}], relaxations}
Json isolationJson(const IsolationReport& isolation);
/// At most 64 of each.
IsolationReport readIsolation(const Json& object);

/// What is known of {memory_bytes, memory_peak_bytes, cpu_seconds, oom_kills, processes,
/// pids_denied}.
Json countersJson(const ResourceCounters& counters);
ResourceCounters readCounters(const Json& object);

/// What an answer says instead of anything else: {"error": {"code", "message"}}.
Json errorJson(const Error& error);
/// The object of @p line, or the error that it tells. Errors: Protocol, and the other end's.
Result<Json> readAnswer(std::string_view line);

} // namespace sandbench::far
