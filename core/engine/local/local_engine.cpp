// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/local_engine.h"

#include "core/engine/local/local_instance.h"

#include <algorithm>
#include <tuple>
#include <unistd.h>

namespace sandbench {

namespace {

constexpr std::size_t kLongestSessionId = 40;
constexpr std::uint64_t kSmallestMemory = 16ULL << 20;
constexpr std::uint64_t kFewestPids = 8;
constexpr std::uint64_t kMostPids = 1U << 22; // the kernel's own bound
constexpr double kMostCpus = 1e6;

bool isSessionId(std::string_view id)
{
    const auto allowed
        = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !id.empty() && id.size() <= kLongestSessionId
        && std::all_of(id.begin(), id.end(), allowed);
}

Result<void> checkSpec(const SandboxSpec& spec)
{
    const auto invalid
        = [](const char* message) { return Error(ErrorCode::InvalidArgument, message); };
    if (!isSessionId(spec.sessionId))
        return invalid("a session id has 1 to 40 letters a-z, digits and dashes");
    if (!spec.image.empty())
        return invalid("the embedded engine has no images; leave the image empty");
    if (spec.limits.memoryBytes != 0 && spec.limits.memoryBytes < kSmallestMemory)
        return invalid("the memory limit must be at least 16 MiB");
    if (spec.limits.pids != 0 && spec.limits.pids < kFewestPids)
        return invalid("the process limit must be at least 8");
    if (spec.limits.pids > kMostPids)
        return invalid("the process limit must be at most 4194304, or 0 for none");
    if (!(spec.limits.cpus >= 0 && spec.limits.cpus <= kMostCpus))
        return invalid("the CPU limit must be a positive number of cores, or 0 for none");
    if (spec.ttl.count() <= 0)
        return invalid("the time to live must be positive");
    return {};
}

/// "problem; remedy" as our messages are written.
std::pair<std::string, std::string> splitMessage(const std::string& text)
{
    const auto at = text.find("; ");
    if (at == std::string::npos)
        return {text, {}};
    return {text.substr(0, at), text.substr(at + 2)};
}

} // namespace

LocalEngine::LocalEngine(local::LocalEngineOptions options)
    : m_options(std::move(options))
{
}

Result<std::shared_ptr<local::LocalHost>> LocalEngine::host()
{
    const std::lock_guard lock(m_mutex);
    if (!m_host) {
        SANDBENCH_TRY(m_host, local::LocalHost::prepare(m_options));
    }
    return m_host;
}

EngineStatus LocalEngine::probe(std::stop_token stop)
{
    EngineStatus status;
    status.engine = name();
    const auto prepared = host();
    if (prepared)
        status.version = "bubblewrap " + (*prepared)->bwrapVersion();
    SandboxSpec spec;
    spec.sessionId = "probe";
    const auto fail = [&status](const Error& error) {
        std::tie(status.problem, status.remedy) = splitMessage(error.text());
        if (status.remedy.empty())
            status.remedy = ::geteuid() == 0
                ? "run Sandbench as an ordinary user"
                : "see what 'bwrap --unshare-all --ro-bind / / true' says as this user";
        return status;
    };
    if (!prepared)
        return fail(prepared.error());
    auto instance = open(spec, stop);
    if (!instance)
        return fail(instance.error());
    status.isolation = (*instance)->isolation();
    if (auto closed = (*instance)->close(); !closed)
        return fail(closed.error());
    status.usable = true;
    return status;
}

Result<std::unique_ptr<Instance>> LocalEngine::open(const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkSpec(spec));
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped before a sandbox was opened");
    SANDBENCH_TRY(auto prepared, host());
    auto instance = local::LocalInstance::start(std::move(prepared), spec, stop);
    if (!instance)
        return std::move(instance.error()).within("opening a sandbox");
    return std::unique_ptr<Instance>(std::move(*instance));
}

} // namespace sandbench
