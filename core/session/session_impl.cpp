// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session_impl.h"

#include "core/session/run_plan.h"

#include <chrono>
#include <csignal>

namespace sandbench {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kMaxNetworkBytes = 1U << 20;

} // namespace

Result<void> Session::Impl::recall()
{
    if (spec.memory.empty())
        return {};
    const auto memory = parseJson(spec.memory);
    if (!memory)
        return Error(ErrorCode::InvalidArgument, "what is known of the kept sandbox is no JSON");
    const std::lock_guard lock(mutex);
    packagePath = jsonTexts(*memory, "path");
    wrapper = jsonTexts(*memory, "wrapper");
    for (auto& manager : jsonTexts(*memory, "managers"))
        preparedManagers.insert(std::move(manager));
    for (const auto& [name, value] : jsonField(*memory, "env").items())
        if (value.is_string())
            packageEnv[name] = value.get<std::string>();
    return {};
}

Result<void> Session::Impl::prepareSandbox()
{
    agent::Batch batch(*client);
    for (const auto& folder : layout.toBeMade)
        batch.add({{"verb", "mkdir"}, {"path", folder}, {"parents", true}, {"mode", 0755}})
            .detach();
    if (!spec.installsFirst)
        addKernels(batch);
    return batch.send();
}

void Session::Impl::addKernels(agent::Batch& batch)
{
    const auto env = environment();
    const auto now = layoutOfPrograms();
    for (const auto& language : languages.all())
        if (language.kernelSpeaksLines)
            continue;
        else if (auto start = kernelStart(language, env, spec.warm, now)) {
            if (instance->lendKernel(start->recipe)) {
                start->request["lent"] = true;
                start->source = {};
            }
            startKernel(batch, *start).detach();
        }
}

Result<void> Session::Impl::connect(std::stop_token stop)
{
    agent::AgentClient::Options options;
    options.ttl = spec.sandbox.ttl;
    options.setup = instance->guestSetup();
    options.setup.onlyNeededCalls = spec.sandbox.onlyNeededCalls;
    options.scratch = GuestLayout::of(options.setup, {}).scratchFolders();
    auto connected = agent::AgentClient::connect(instance->stream(), options, stop);
    if (connected.failedAs(ErrorCode::ConnectionLost))
        if (const auto cause = instance->endCause())
            return std::move(connected.error()).within(cause->sentence);
    SANDBENCH_TRY(client, std::move(connected));
    instance->noteGuarded(jsonBool(client->setup(), "guarded"));
    instance->noteReached(agent::reachedOf(client->setup()));
    layout = GuestLayout::of(options.setup, client->setup());
    return checkFolder(options.setup.currentFolder, std::move(stop));
}

Result<void> Session::Impl::checkFolder(const std::string& folder, std::stop_token stop)
{
    if (folder.empty())
        return {};
    const auto seen
        = client->call({{"verb", "stat"}, {"path", folder + "/."}}, stop, kFolderPatience);
    if (seen)
        return {};
    if (seen.error().code() == ErrorCode::PermissionDenied)
        return Error(
            ErrorCode::InvalidArgument,
            "the sandbox's user may not enter " + folder + "; choose another working folder");
    if (seen.error().code() != ErrorCode::NotFound)
        return seen.error();
    if (client->call(
            {{"verb", "mkdir"}, {"path", folder}, {"parents", true}, {"mode", 0755}}, stop,
            kFolderPatience))
        return {};
    lacksFolder = true;
    return Error(
        ErrorCode::InvalidArgument,
        "the sandbox has no folder " + folder
            + ", and it cannot be made there; choose another working folder");
}

Error Session::Impl::explain(const Error& failure)
{
    {
        const std::lock_guard lock(mutex);
        if (closing)
            return failure;
    }
    const std::lock_guard lock(instanceMutex);
    const auto cause = instance->endCause();
    return cause ? failure.within(cause->sentence) : failure;
}

Result<void>
Session::Impl::callContext(const char* verb, const std::string& name, std::stop_token stop)
{
    {
        // What runs in it ends by our doing.
        const std::lock_guard lock(mutex);
        for (const auto& [id, run] : runs) {
            const std::lock_guard runLock(run->mutex);
            if (run->context == name)
                run->signalsSent.push_back(SIGKILL);
        }
    }
    return withoutValue(
        client->call({{"verb", verb}, {"context", name}}, std::move(stop), kContextPatience));
}

Result<std::string> Session::Impl::readNetworkFile(const char* path, std::stop_token stop)
{
    auto text = GuestFiles(*client).read(path, kMaxNetworkBytes, std::move(stop));
    if (text.failedAs(ErrorCode::NotFound))
        return std::string();
    return text;
}

void Session::Impl::endConnection()
{
    {
        const std::lock_guard lock(mutex);
        closing = true;
    }
    if (client)
        client->close();
}

} // namespace sandbench
