// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/package_installer.h"

#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/package/requirements.h"
#include "core/session/gate_check.h"
#include "core/session/guest_files.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace sandbench {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostFiles = 20000;
constexpr std::size_t kMostNames = 1000;
constexpr std::size_t kMaxCertificates = 4U << 20;
constexpr auto kRemovePatience = 30s;

bool isUsual(const std::string& name)
{
    return !name.empty() && !name.starts_with('.') && replaceInvalidUtf8(name) == name;
}

} // namespace

PackageInstaller::PackageInstaller(
    Session& session, SessionCore& core, const InstallRequest& request, std::stop_token stop)
    : m_session(session)
    , m_core(core)
    , m_request(request)
    , m_stop(std::move(stop))
    , m_places{core.layout.packages(), core.layout.work, core.layout.temporary}
{
}

Result<void> PackageInstaller::install()
{
    SANDBENCH_TRY(m_manager, findPackageManager(m_request.manager));
    SANDBENCH_TRY_VOID(checkRights());
    SANDBENCH_TRY_VOID(readNames());
    {
        const std::lock_guard lock(m_core.mutex);
        m_task.isPrepared = m_core.preparedManagers.contains(m_manager.id);
    }
    const auto network = m_session.network();
    m_task.hasNetwork = network != "none" && !network.ends_with("(dropped)");
    SANDBENCH_TRY_VOID(makeFolder(m_places.packages));
    SANDBENCH_TRY_VOID(bringSources());
    SANDBENCH_TRY(const auto manifest, bringManifests());
    auto installed = installFrom(manifest);
    // Its room is the program's; but where files were named, the manager remembers their paths.
    if (!m_task.folder.empty() && m_manager.folderFiles.empty()) {
        [[maybe_unused]] const auto removed = m_core.client->call(
            {{"verb", "remove"}, {"path", m_task.folder}, {"recursive", true}}, {},
            kRemovePatience);
    }
    return installed;
}

Result<void> PackageInstaller::checkRights() const
{
    if (!m_manager.needsRoot)
        return {};
    const auto& container = containerOf(m_core.spec.sandbox);
    const bool isWritable = container.writableRoot || !container.commitTag.empty();
    if (m_core.layout.user == "root" && (isWritable || !container.existing.empty()))
        return {};
    return Error(
        ErrorCode::Unsupported,
        m_manager.id
            + " installs into the system itself: use a container whose user is root and whose root "
              "file system is writable, or an image that has the packages already");
}

Result<void> PackageInstaller::readNames()
{
    if (m_request.names.size() > kMostNames)
        return Error(ErrorCode::InvalidArgument, "at most 1000 packages can be installed at once");
    for (const auto& text : m_request.names) {
        SANDBENCH_TRY(auto package, parsePackageName(m_manager.names, text));
        SANDBENCH_TRY_VOID(checkAllowed(package));
        m_task.names.push_back(std::move(package));
    }
    for (const auto& file : m_request.manifests) {
        SANDBENCH_TRY(auto manifest, readManifest(m_manager.names, file.destination, file.bytes));
        for (const auto& package : manifest.packages)
            SANDBENCH_TRY_VOID(checkAllowed(package));
        m_manifests.push_back({file.destination, std::move(manifest.text)});
    }
    return {};
}

Result<void> PackageInstaller::checkAllowed(const PackageName& package) const
{
    for (const auto& refuses :
         {m_request.refuses, packageRule(m_core.spec.policy, m_request.gateConfirmed)}) {
        const auto why = refuses ? refuses(m_manager.id, package.key) : std::nullopt;
        if (why)
            return Error(
                ErrorCode::PermissionDenied,
                "the package " + package.name + " may not be installed: " + *why);
    }
    return {};
}

Result<void> PackageInstaller::makeFolder(const std::string& path)
{
    auto made = m_core.client->call(
        {{"verb", "mkdir"}, {"path", path}, {"parents", true}, {"mode", 0755}}, m_stop,
        kFolderPatience);
    if (!made && made.error().code() != ErrorCode::AlreadyExists)
        return std::move(made.error()).within("making " + path);
    return {};
}

Result<void> PackageInstaller::bringSources()
{
    const auto& sources = m_request.sources;
    if (const auto index = sources.index.find(m_manager.id); index != sources.index.end())
        m_task.index = index->second;
    m_task.proxy = sources.proxy;
    if (!sources.certificates.empty()) {
        SANDBENCH_TRY(
            auto pem,
            readFile(sources.certificates, kMaxCertificates)
                .within("the certificates of the settings"));
        m_task.certificates = m_places.packages + "/certificates.pem";
        SANDBENCH_TRY_VOID(m_session.writeFile(m_task.certificates, pem, 0644, m_stop));
    }
    if (!sources.offlineFolder.empty())
        return bringFolder(sources.offlineFolder);
    return {};
}

Result<void> PackageInstaller::bringFolder(const std::string& hostFolder)
{
    const auto problem = [&](const std::string& what) {
        return Error(ErrorCode::InvalidArgument, "the folder of packages " + hostFolder + what);
    };
    std::error_code failure;
    std::filesystem::recursive_directory_iterator entries(hostFolder, failure);
    if (failure)
        return problem(" cannot be read: " + failure.message());
    m_task.folder = m_places.packages + "/offline";
    SANDBENCH_TRY_VOID(makeFolder(m_task.folder));
    // Links are neither followed nor brought along.
    for (; entries != std::filesystem::recursive_directory_iterator(); entries.increment(failure)) {
        const auto& path = entries->path();
        const auto name = path.lexically_relative(hostFolder).string();
        const bool isWanted
            = m_manager.folderFiles.empty() || name.ends_with(m_manager.folderFiles);
        if (!isUsual(name) || !isWanted
            || entries->symlink_status(failure).type() != std::filesystem::file_type::regular)
            continue;
        if (m_task.folderFiles.size() == kMostFiles)
            return problem(" holds more than 20000 files");
        SANDBENCH_TRY_VOID(m_session.copyIn(path.string(), m_task.folder + "/" + name, m_stop));
        m_task.folderFiles.push_back(name);
    }
    if (m_task.folderFiles.empty())
        return problem(
            m_manager.download.empty()
                ? " holds no packages"
                : " holds no packages; fill it with '" + m_manager.download + "' and their names");
    std::sort(m_task.folderFiles.begin(), m_task.folderFiles.end());
    return {};
}

Result<std::string> PackageInstaller::bringManifests()
{
    std::string wanted;
    if (m_manifests.empty())
        return wanted;
    const auto folder = manifestFolder(m_manager, m_places);
    SANDBENCH_TRY_VOID(makeFolder(folder));
    for (const auto& file : m_manifests) {
        if (file.destination.find('/') != std::string::npos)
            return Error(
                ErrorCode::InvalidArgument, "'" + file.destination + "' is not a plain file name");
        SANDBENCH_TRY_VOID(
            m_session.writeFile(folder + "/" + file.destination, file.bytes, file.mode, m_stop));
        // The lock file where there is one: its name is the longer one.
        if (m_manager.manifests.contains(file.destination)
            && file.destination.size() > wanted.size())
            wanted = file.destination;
    }
    if (wanted.empty())
        return Error(
            ErrorCode::InvalidArgument,
            m_manager.id + " installs from no file called " + m_manifests.front().destination);
    return folder + "/" + wanted;
}

Result<void> PackageInstaller::installFrom(const std::string& manifest)
{
    m_task.manifest = manifest;
    SANDBENCH_TRY(const auto plan, planInstall(m_manager, m_task, m_places));
    for (const auto& folder : plan.foldersToMake)
        SANDBENCH_TRY_VOID(makeFolder(folder));
    for (const auto& [path, text] : plan.files)
        SANDBENCH_TRY_VOID(
            m_session.writeFile(path, text, text.starts_with("#!") ? 0755 : 0644, m_stop));
    for (const auto& step : plan.steps)
        SANDBENCH_TRY_VOID(run(step, plan));
    remember();
    return {};
}

Result<void> PackageInstaller::run(const InstallStep& step, const InstallPlan& plan)
{
    RunRequest request;
    request.command = step.argv;
    request.folder = plan.cwd;
    request.env = plan.env;
    const auto outcome = runInstallStep(m_session, std::move(request), m_request.onOutput, m_stop);
    const bool isThere = outcome || outcome.error().code() != ErrorCode::NotFound;
    if (step.mayFail && (outcome || !isThere))
        return {};
    if (!isThere)
        return Error(
            ErrorCode::Unavailable,
            step.argv.front() + " is not in this sandbox; use an image that has it, or add it ("
                + m_manager.hint + ")");
    if (!outcome)
        return outcome.error();
    return outcome->succeeded() ? Result<void>() : failed(step, *outcome);
}

Error PackageInstaller::failed(const InstallStep& step, const InstallOutcome& outcome) const
{
    auto text = m_manager.id + ": " + outcome.problem(step.argv.front() + ": ");
    if (text.find("No space left") != std::string::npos)
        text += "; give the sandbox more scratch space";
    else if (!m_task.hasNetwork && m_task.folder.empty()) {
        text
            += "; this sandbox has no network to fetch packages with: bring them along in a folder";
        if (!m_manager.download.empty())
            text += " ('" + m_manager.download + "' fills one)";
        text += ", or open a sandbox with them on an engine that gives it a network for that";
    }
    return Error(ErrorCode::Unavailable, text);
}

void PackageInstaller::remember()
{
    const auto env = packageEnvironment(m_manager, m_places);
    const auto path = packagePath(m_manager, m_places);
    const std::lock_guard lock(m_core.mutex);
    if (!m_core.preparedManagers.insert(m_manager.id).second)
        return;
    m_core.packageEnv.insert(env.begin(), env.end());
    m_core.packagePath.insert(m_core.packagePath.begin(), path.begin(), path.end());
}

} // namespace sandbench
