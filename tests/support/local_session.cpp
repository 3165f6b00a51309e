// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/local_session.h"

#include "core/engine/local/cgroup_files.h"
#include "core/engine/local/cgroup_paths.h"

#include <chrono>
#include <cstdlib>
#include <dirent.h>
#include <poll.h>
#include <unistd.h>

namespace sandbench::test {

namespace {

std::vector<std::string> namesIn(const std::string& folder)
{
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(folder.c_str()), ::closedir);
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr)
        names.emplace_back(entry->d_name);
    return names;
}

std::vector<std::string> groupsOfThisProcess()
{
    const auto mounts = local::readControl("/proc/self/mountinfo").value_or("");
    const auto self = local::readControl("/proc/self/cgroup").value_or("");
    const auto layout = local::parseCgroupLayout(mounts, self);
    std::vector<std::string> parents;
    for (const auto& [controller, folder] : layout.v1)
        parents.push_back(folder);
    if (layout.v1.empty() && !layout.v2.empty())
        parents.push_back(layout.v2);
    std::vector<std::string> groups;
    for (const auto& parent : parents)
        for (const auto& name : namesIn(parent))
            if (const auto owner = local::groupOwner(name); owner && owner->pid == ::getpid())
                groups.push_back(parent + "/" + name);
    return groups;
}

/// Sandbox processes whose parent is this process; others may belong to tests that run at the same
/// time.
std::vector<std::string> childrenOfThisProcess()
{
    std::vector<std::string> found;
    const std::string parentLine = "\nPPid:\t" + std::to_string(::getpid()) + "\n";
    for (const auto& name : namesIn("/proc")) {
        const auto status = local::readControl("/proc/" + name + "/status").value_or("");
        if (status.find(parentLine) != std::string::npos)
            found.push_back("process " + name);
    }
    return found;
}

} // namespace

void CollectingSink::onOutput(StreamKind stream, std::string_view bytes)
{
    (stream == StreamKind::Stdout ? out : err).append(bytes);
    if (stopAfterOutput != nullptr)
        stopAfterOutput->request_stop();
}

LocalSessions::LocalSessions()
{
    if (auto catalog = LanguageCatalog::load())
        m_languages = std::move(*catalog);
    else
        m_problem = catalog.error().text();
    if (auto store = ArtifactStore::create())
        m_artifacts = std::move(*store);
    else
        m_problem = store.error().text();
}

std::unique_ptr<Session> LocalSessions::open(SandboxLimits limits, Warm warm)
{
    SessionSpec spec;
    spec.sandbox.limits = limits;
    spec.warm = warm;
    auto session = Session::open(m_engine, std::move(spec), m_languages, *m_artifacts, {});
    if (session)
        return std::move(*session);
    m_problem = session.error().text();
    return nullptr;
}

std::string LocalSessions::whyNot()
{
    const auto status = m_engine.probe({});
    return status.usable ? std::string() : status.problem + "; " + status.remedy;
}

bool LocalSessions::isRequired()
{
    const char* value = std::getenv("SANDBENCH_REQUIRE_LOCAL");
    return value != nullptr && std::string_view(value) == "1";
}

RunRecord runIn(
    Session& session, std::string language, std::string code, RunLimits limits,
    std::string stdinBytes)
{
    RunRequest request;
    request.language = std::move(language);
    request.code = std::move(code);
    request.limits = limits;
    request.stdinBytes = std::move(stdinBytes);
    CollectingSink sink;
    auto record = session.run(request, sink, {});
    if (record)
        return std::move(*record);
    RunRecord failed;
    failed.warnings.push_back(record.error().text());
    return failed;
}

std::vector<std::string> leftovers(int patienceMs)
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(patienceMs);
    for (;;) {
        auto found = groupsOfThisProcess();
        for (auto& child : childrenOfThisProcess())
            found.push_back(std::move(child));
        if (found.empty() || std::chrono::steady_clock::now() >= until)
            return found;
        ::poll(nullptr, 0, 10);
    }
}

} // namespace sandbench::test
