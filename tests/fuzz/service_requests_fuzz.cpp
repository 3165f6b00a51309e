// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/guest_path.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/workspace/requests.h"
#include "tests/fuzz/require.h"

#include <cstdlib>
#include <string>
#include <string_view>

using namespace sandbench;
using namespace sandbench::workspace;

namespace {

/// Without anything of the user's.
const Composition& parts()
{
    static const auto one = [] {
        ::setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
        auto made = Composition::create();
        require(made.has_value());
        return *std::move(made);
    }();
    return *one;
}

Caller callerOf(std::set<Scope> scopes)
{
    Caller caller;
    caller.id = "fuzzer";
    caller.scopes = std::move(scopes);
    return caller;
}

/// What nobody without Scope::Admin gets, whatever words they find for it.
void checkOrdinary(const SandboxRequest& request)
{
    const auto& sandbox = request.session.sandbox;
    const auto& container = containerOf(sandbox);
    require(container.mounts.empty() && container.existing.empty() && container.labels.empty());
    require(container.runtime.empty() && container.gpus.empty() && !container.writableRoot);
    require(
        container.extraHosts.empty() && container.entrypoint.empty()
        && podOf(sandbox) == PodOptions());
    require(!isRootUser(container.user));
    const auto& network = sandbox.network.name;
    require(network.empty() || network == "bridge" || network == "pod");
    require(sandbox.limits.memoryBytes > 0 && sandbox.limits.pids > 0);
    require(sandbox.limits.diskBytes > 0);
    require(request.runLimits.wallSeconds > 0 && request.runLimits.outputBytes > 0);
    require(request.pull == Pull::Never);
}

template <typename Value> void checkError(const Result<Value>& read)
{
    if (read)
        return;
    const auto& text = read.error().text();
    require(!text.empty() && read.error().code() != ErrorCode::Internal);
}

} // namespace

/// A JSON object as a client sends it: for a sandbox, and for a run in it.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto body = parseJson(std::string_view(reinterpret_cast<const char*>(data), size));
    if (!body || !body->is_object())
        return 0;
    const auto ordinary = readOpen(parts(), callerOf({Scope::Read, Scope::Run}), *body);
    checkError(ordinary);
    if (ordinary)
        checkOrdinary(*ordinary);
    const auto whole = readOpen(parts(), localCaller(), *body);
    checkError(whole);
    require(whole || !ordinary);
    const auto run = readRun(parts(), ordinary ? *ordinary : SandboxRequest(), *body);
    checkError(run);
    if (run)
        require(
            !run->request.code.empty() || !run->request.command.empty()
            || jsonField(*body, "code").is_string());
    return 0;
}
