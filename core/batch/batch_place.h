// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/net/endpoint.h"
#include "core/session/run_record.h"
#include "core/workspace/workspace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::batch {

/// What the programs of one line are run in. Thread: one.
class Bench
{
public:
    virtual ~Bench() = default;
    /// @p program: as workspace::readRun() takes it. @p keep: bytes kept of each stream. Errors:
    /// ConnectionLost, after which nobody knows whether it ran; Cancelled; others, after which
    /// nothing ran.
    virtual Result<RunRecord>
    run(const Json& program, std::uint64_t keep, const std::stop_token& stop) = 0;
    /// Whether such an error of run() is the program's, wherever it is run; else it is the place's.
    virtual bool blamesProgram(const Error& error) const = 0;
    /// What of the isolation between lines is less than usual.
    virtual std::vector<std::string> relaxed() const = 0;
};

/// Where the lines of a batch are run: an engine by one of its connections, or a server. Thread:
/// any.
class Place
{
public:
    virtual ~Place() = default;
    virtual std::string name() const = 0; ///< For people.
    /// Whether there can be a sandbox for @p language at all. Errors are the line's:
    /// InvalidArgument, NotFound.
    virtual Result<void> check(const std::string& language) = 0;
    /// Something that takes programs in @p language. Errors: those of opening a sandbox there,
    /// which are the place's.
    virtual Result<std::unique_ptr<Bench>>
    open(const std::string& language, const std::stop_token& stop) = 0;
};

/// How often a sandbox is used.
enum class Reuse {
    Never, ///< Each line has one of its own.
    /// Lines of a language share some, one after the other, each as a process of its own; they are
    /// cleaned in between (workspace::cleanSandbox()).
    Fork,
};

struct EnginePlaceOptions
{
    std::string name;
    Json said = Json::object(); ///< Of all sandboxes, see workspace::readSandbox().
    Reuse reuse = Reuse::Never;
    bool gateConfirmed = false; ///< A yes to what the policy asks about.
    /// Opens a sandbox; what asks @p open is how it shall be. Thread: any.
    std::function<Result<std::shared_ptr<workspace::HostedSandbox>>(
        workspace::SandboxRequest, const std::stop_token&)>
        open;
};
/// @p workspace: of what options.open() opens; it must outlive the place.
std::unique_ptr<Place> makeEnginePlace(workspace::Workspace& workspace, EnginePlaceOptions options);

struct ServerPlaceOptions
{
    net::Endpoint endpoint; ///< Of a `sandbenchctl serve`.
    std::string token; ///< Empty = none.
    /// Of all sandboxes, as its POST /execute takes it.
    Json said = Json::object();
};
std::unique_ptr<Place> makeServerPlace(ServerPlaceOptions options);

/// Of what a server answers. Units: bytes.
inline constexpr std::size_t kMostAnswer = 64U << 20;
/// What a server says of a run, and of a call that it refuses. No I/O. Errors: Protocol.
Result<RunRecord> recordOf(std::string_view body);
Error refusalOf(int status, std::string_view body);

} // namespace sandbench::batch
