// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/install_plan.h"

#include <algorithm>

namespace sandbench {

namespace {

using Words = std::map<std::string, std::string>;

Words wordsOf(const InstallPlaces& places)
{
    return {
        {"{packages}", places.packages},
        {"{work}", places.work},
        {"{temporary}", places.temporary}};
}

/// Each placeholder is replaced once, so that what it stands for is never read again.
std::string filled(const std::string& text, const Words& words)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text[at] == '{' ? text.find('}', at) : std::string::npos;
        const auto found
            = end == std::string::npos ? words.end() : words.find(text.substr(at, end - at + 1));
        if (found == words.end()) {
            result += text[at++];
            continue;
        }
        result += found->second;
        at = end + 1;
    }
    return result;
}

void merge(
    std::map<std::string, std::string>& env, const PackageManager::Environment& more,
    const Words& words)
{
    for (const auto& [name, value] : more)
        env[name] = filled(value, words);
}

std::string baseName(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}

class Planner
{
public:
    Planner(const PackageManager& manager, const InstallTask& task, const InstallPlaces& places)
        : m_manager(manager)
        , m_task(task)
        , m_words(wordsOf(places))
    {
        m_words["{folder}"] = task.folder;
        m_words["{index}"] = task.index;
        m_words["{manifest}"] = task.manifest;
        m_words["{certificates}"] = task.certificates;
        m_plan.foldersToMake = {places.packages};
    }

    Result<InstallPlan> plan()
    {
        setEnvironment();
        m_plan.cwd = filled(m_manager.cwd, m_words);
        if (!m_plan.cwd.empty())
            m_plan.foldersToMake.push_back(m_plan.cwd);
        for (const auto& [path, text] : m_manager.files)
            m_plan.files[filled(path, m_words)] = filled(text, m_words);
        if (!m_task.isPrepared) {
            add(m_manager.tried, true);
            add(m_manager.prepare, false);
        }
        SANDBENCH_TRY(const auto files, folderFiles());
        if (!m_task.names.empty())
            m_plan.steps.push_back({argvOf(installCommand(), names(files), files), false});
        if (!m_task.manifest.empty()) {
            const auto found = m_manager.manifests.find(baseName(m_task.manifest));
            if (found == m_manager.manifests.end())
                return Error(
                    ErrorCode::InvalidArgument,
                    m_manager.id + " installs from no file called " + baseName(m_task.manifest));
            if (!files.empty()
                && std::find(found->second.begin(), found->second.end(), "{files}")
                    == found->second.end())
                return Error(
                    ErrorCode::InvalidArgument,
                    m_manager.id + " cannot install what " + found->first
                        + " lists out of a folder; it takes the network for that");
            m_plan.steps.push_back({argvOf(found->second, {}, files), false});
            add(m_manager.verify, false);
        }
        if (!m_task.names.empty() || !m_task.manifest.empty())
            add(m_manager.finish, true);
        return std::move(m_plan);
    }

private:
    void add(const std::vector<PackageManager::Argv>& commands, bool mayFail)
    {
        for (const auto& command : commands)
            m_plan.steps.push_back({argvOf(command, {}, {}), mayFail});
    }

    const PackageManager::Argv& installCommand() const
    {
        const bool isOther = !m_task.folder.empty() && !m_manager.installFromFolder.empty();
        return isOther ? m_manager.installFromFolder : m_manager.install;
    }

    bool hasIndex() const { return !m_task.index.empty() && m_task.folder.empty(); }

    void setEnvironment()
    {
        auto& env = m_plan.env;
        merge(env, m_manager.installEnv, m_words);
        merge(env, m_manager.env, m_words);
        if (!m_task.folder.empty())
            merge(env, m_manager.folderEnv, m_words);
        else if (!m_task.hasNetwork)
            merge(env, m_manager.offlineEnv, m_words);
        if (hasIndex())
            merge(env, m_manager.indexEnv, m_words);
        if (!m_task.certificates.empty())
            merge(env, m_manager.certificatesEnv, m_words);
        if (!m_task.proxy.empty())
            for (const auto* name : {"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"})
                env[name] = m_task.proxy;
    }

    /// A manager that looks into no folder gets all that is in it, so that it finds what the wanted
    /// ones need.
    Result<std::vector<std::string>> folderFiles() const
    {
        std::vector<std::string> files;
        if (m_task.folder.empty() || m_manager.folderFiles.empty())
            return files;
        for (const auto& name : m_task.folderFiles)
            if (name.ends_with(m_manager.folderFiles))
                files.push_back(m_task.folder + "/" + name);
        for (const auto& package : m_task.names)
            if (!isIn(package, files))
                return Error(
                    ErrorCode::NotFound,
                    "there is no " + fileStem(package) + "-VERSION" + m_manager.folderFiles
                        + " in the folder of packages; fill it with '" + m_manager.download + " "
                        + package.text + "'");
        return files;
    }

    /// As `npm pack` names them: "@types/node" is in types-node-20.1.0.tgz; dpkg's names have "_"
    /// before the version.
    static std::string fileStem(const PackageName& package)
    {
        auto stem = package.key;
        std::replace(stem.begin(), stem.end(), '/', '-');
        return stem.starts_with('@') ? stem.substr(1) : stem;
    }

    static bool isIn(const PackageName& package, const std::vector<std::string>& files)
    {
        return std::any_of(files.begin(), files.end(), [&](const std::string& path) {
            const auto name = baseName(path);
            const auto stem = fileStem(package);
            return name.starts_with(stem) && name.size() > stem.size() + 1
                && (name[stem.size()] == '-' || name[stem.size()] == '_')
                && name[stem.size() + 1] >= '0' && name[stem.size() + 1] <= '9';
        });
    }

    std::vector<std::string> names(const std::vector<std::string>& files) const
    {
        if (!files.empty())
            return files;
        std::vector<std::string> texts;
        for (const auto& package : m_task.names)
            texts.push_back(package.text);
        return texts;
    }

    std::vector<std::string> argvOf(
        const PackageManager::Argv& command, const std::vector<std::string>& names,
        const std::vector<std::string>& files) const
    {
        std::vector<std::string> argv;
        for (const auto& word : command) {
            if (word == "{names}")
                argv.insert(argv.end(), names.begin(), names.end());
            else if (word == "{files}")
                argv.insert(argv.end(), files.begin(), files.end());
            else if (word == "{index_arguments}") {
                for (const auto& argument : m_manager.indexArguments)
                    if (hasIndex())
                        argv.push_back(filled(argument, m_words));
            } else
                argv.push_back(filled(word, m_words));
        }
        return argv;
    }

    const PackageManager& m_manager;
    const InstallTask& m_task;
    Words m_words;
    InstallPlan m_plan;
};

} // namespace

Result<InstallPlan>
planInstall(const PackageManager& manager, const InstallTask& task, const InstallPlaces& places)
{
    return Planner(manager, task, places).plan();
}

std::string manifestFolder(const PackageManager& manager, const InstallPlaces& places)
{
    return manager.manifestFolder.empty() ? places.packages + "/manifests"
                                          : filled(manager.manifestFolder, wordsOf(places));
}

std::map<std::string, std::string>
packageEnvironment(const PackageManager& manager, const InstallPlaces& places)
{
    std::map<std::string, std::string> env;
    merge(env, manager.env, wordsOf(places));
    return env;
}

std::vector<std::string> packagePath(const PackageManager& manager, const InstallPlaces& places)
{
    std::vector<std::string> path;
    for (const auto& folder : manager.path)
        path.push_back(filled(folder, wordsOf(places)));
    return path;
}

} // namespace sandbench
