// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fields.h"
#include "core/base/json_fwd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandbench {

/// What one run did, as far as the sandbox's agent could see it. It was seen from within the
/// sandbox, and arguments of calls were read before the calls were made: a program can change them
/// in between. So this is what somebody may want to know, never what a decision rests on.
///
/// Every list is bounded; a number beside it says how many there were in all. All texts are made
/// fit for JSON, not for a terminal. Units: bytes, seconds.
struct RunActivity
{
    struct File
    {
        std::string path; ///< Relative to the working folder.
        std::string change; ///< "created", "changed", "deleted"
        std::string type; ///< "file", "directory", "link", "other"
        std::optional<std::uint64_t> bytesBefore, bytes; ///< Of files; absent = it was not there.
        std::string diff; ///< Of texts of a project, as patch(1) reads it; may be cut.
    };
    struct Program
    {
        std::int64_t pid = 0, parent = 0; ///< In the sandbox; parent 0 = the sandbox itself.
        std::string path;
        std::vector<std::string> arguments; ///< The first is the name that it was called by.
        bool isCut = false; ///< It had more arguments than these.
        double at = 0; ///< After the run's begin.
        std::optional<int> exitCode, signal; ///< Both absent = not known.
    };
    struct Attempt
    {
        std::string call; ///< "connect", "bind", "send"
        std::string address; ///< "192.0.2.7", "2001:db8::1", "/run/x.sock", "@abstract"
        std::uint16_t port = 0; ///< 0 = it has none.
        std::uint64_t count = 0;
    };
    struct Name
    {
        std::string name; ///< "example.com"
        std::uint64_t count = 0;
    };
    struct Refusal
    {
        std::string call; ///< "ptrace"
        std::string layer; ///< "system-call filter"
        std::uint64_t count = 0;
    };

    std::vector<File> files; ///< In the order of their last change, the deleted ones first.
    std::uint64_t created = 0, changed = 0, deleted = 0;
    std::uint64_t writtenBytes = 0; ///< Sizes of what was created or changed.
    std::vector<Program> programs; ///< In the order of their start.
    std::uint64_t started = 0;
    std::vector<Attempt> attempts;
    std::uint64_t attempted = 0;
    std::vector<Name> names;
    std::vector<Refusal> refusals;
    std::uint64_t refused = 0;
    std::uint64_t peakMemoryBytes = 0;
    double cpuSeconds = 0;
    std::int64_t diskBytes = 0; ///< By which the working folder grew.
    std::uint64_t mostProcesses = 0; ///< At one time; 0 = not known.
    std::vector<std::string> notSeen; ///< What could not be seen, and why, in words.
};

/// Reads what the agent says in the Reply of a `run`. Untrusted: what cannot be is passed over, and
/// nothing grows beyond its bound. Of one that says nothing, nothing was seen, and that is said.
/// @p machine: the sandbox's, as uname(2) calls it, after which calls are numbered.
RunActivity readActivity(const Json& reply, const std::string& machine);

/// A member of the `--json` object of `sandbenchctl run`.
Json toJson(const RunActivity& activity);

/// Its members, for schemas.
const Fields& activityFields();

} // namespace sandbench
