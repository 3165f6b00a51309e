// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/package_manager.h"

#include "core/base/embedded.h"
#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench {

namespace {

constexpr std::string_view kFolder = "packages/";
constexpr std::array<std::string_view, 24> kFields
    = {"try",
       "files",
       "needs_root",
       "verify",
       "install_from_folder",
       "index_arguments",
       "id",
       "names",
       "hint",
       "prepare",
       "install",
       "finish",
       "cwd",
       "download",
       "folder_files",
       "manifests",
       "manifest_folder",
       "install_env",
       "index_env",
       "offline_env",
       "folder_env",
       "certificates_env",
       "env",
       "path"};

Error fieldError(std::string_view field, std::string_view expected)
{
    return Error(
        ErrorCode::InvalidArgument, "field '" + std::string(field) + "' " + std::string(expected));
}

bool isText(const Json& value)
{
    return value.is_string() && !value.get_ref<const std::string&>().empty()
        && value.get_ref<const std::string&>().find('\0') == std::string::npos;
}

Result<void> readText(const Json& object, const char* field, std::string& into)
{
    const Json& value = jsonField(object, field);
    if (value.is_null())
        return {};
    if (!isText(value))
        return fieldError(field, "is not a non-empty text");
    into = value.get<std::string>();
    return {};
}

Result<void> readWords(const Json& list, std::string_view field, std::vector<std::string>& into)
{
    if (list.is_null())
        return {};
    if (!list.is_array() || list.empty() || !std::all_of(list.begin(), list.end(), isText))
        return fieldError(field, "is not a non-empty list of texts");
    into = list.get<std::vector<std::string>>();
    return {};
}

Result<void>
readCommands(const Json& object, const char* field, std::vector<PackageManager::Argv>& into)
{
    const Json& list = jsonField(object, field);
    if (list.is_null())
        return {};
    if (!list.is_array())
        return fieldError(field, "is not a list of commands");
    for (const auto& command : list)
        SANDBENCH_TRY_VOID(readWords(command, field, into.emplace_back()));
    return {};
}

Result<void>
readEnvironment(const Json& object, const char* field, PackageManager::Environment& into)
{
    const Json& texts = jsonField(object, field);
    if (texts.is_null())
        return {};
    if (!texts.is_object())
        return fieldError(field, "is not an object of texts");
    for (const auto& [name, value] : texts.items()) {
        if (name.empty() || name.find('=') != std::string::npos || !isText(value))
            return fieldError(std::string(field) + "." + name, "is not a variable and its text");
        into[name] = value.get<std::string>();
    }
    return {};
}

Result<void> readManifests(const Json& object, PackageManager& manager)
{
    const Json& manifests = jsonField(object, "manifests");
    if (manifests.is_null())
        return {};
    if (!manifests.is_object())
        return fieldError("manifests", "is not an object of commands by file name");
    for (const auto& [name, command] : manifests.items())
        SANDBENCH_TRY_VOID(readWords(command, "manifests." + name, manager.manifests[name]));
    return {};
}

/// Lines of text by path.
Result<void> readFiles(const Json& object, PackageManager& manager)
{
    const Json& files = jsonField(object, "files");
    if (files.is_null())
        return {};
    if (!files.is_object())
        return fieldError("files", "is not an object of lines by path");
    for (const auto& [path, list] : files.items()) {
        std::vector<std::string> lines;
        SANDBENCH_TRY_VOID(readWords(list, "files." + path, lines));
        for (const auto& line : lines)
            manager.files[path] += line + "\n";
    }
    return {};
}

Result<void> readRights(const Json& object, PackageManager& manager)
{
    const Json& needsRoot = jsonField(object, "needs_root");
    if (!needsRoot.is_null() && !needsRoot.is_boolean())
        return fieldError("needs_root", "is not true or false");
    manager.needsRoot = needsRoot.is_boolean() && needsRoot.get<bool>();
    return {};
}

Result<void> readEnvironments(const Json& object, PackageManager& manager)
{
    SANDBENCH_TRY_VOID(readEnvironment(object, "install_env", manager.installEnv));
    SANDBENCH_TRY_VOID(readEnvironment(object, "index_env", manager.indexEnv));
    SANDBENCH_TRY_VOID(readEnvironment(object, "offline_env", manager.offlineEnv));
    SANDBENCH_TRY_VOID(readEnvironment(object, "folder_env", manager.folderEnv));
    SANDBENCH_TRY_VOID(readEnvironment(object, "certificates_env", manager.certificatesEnv));
    return readEnvironment(object, "env", manager.env);
}

} // namespace

Result<PackageManager> parsePackageManager(std::string_view json)
{
    SANDBENCH_TRY(const auto object, parseJson(json));
    if (!object.is_object())
        return Error(ErrorCode::InvalidArgument, "a package manager is one JSON object");
    for (const auto& [key, value] : object.items())
        if (std::find(kFields.begin(), kFields.end(), key) == kFields.end())
            return fieldError(key, "is not known");
    PackageManager manager;
    SANDBENCH_TRY_VOID(readText(object, "id", manager.id));
    const auto grammar = nameGrammar(jsonString(object, "names"));
    if (manager.id.empty())
        return fieldError("id", "is missing");
    if (!grammar)
        return fieldError("names", "is missing or is no known form of names");
    manager.names = *grammar;
    SANDBENCH_TRY_VOID(readText(object, "hint", manager.hint));
    SANDBENCH_TRY_VOID(readText(object, "cwd", manager.cwd));
    SANDBENCH_TRY_VOID(readText(object, "download", manager.download));
    SANDBENCH_TRY_VOID(readText(object, "folder_files", manager.folderFiles));
    SANDBENCH_TRY_VOID(readText(object, "manifest_folder", manager.manifestFolder));
    SANDBENCH_TRY_VOID(readCommands(object, "try", manager.tried));
    SANDBENCH_TRY_VOID(readCommands(object, "prepare", manager.prepare));
    SANDBENCH_TRY_VOID(readCommands(object, "finish", manager.finish));
    SANDBENCH_TRY_VOID(readCommands(object, "verify", manager.verify));
    SANDBENCH_TRY_VOID(readWords(jsonField(object, "install"), "install", manager.install));
    if (manager.install.empty())
        return fieldError("install", "is missing");
    SANDBENCH_TRY_VOID(readWords(
        jsonField(object, "install_from_folder"), "install_from_folder",
        manager.installFromFolder));
    SANDBENCH_TRY_VOID(
        readWords(jsonField(object, "index_arguments"), "index_arguments", manager.indexArguments));
    SANDBENCH_TRY_VOID(readWords(jsonField(object, "path"), "path", manager.path));
    SANDBENCH_TRY_VOID(readManifests(object, manager));
    SANDBENCH_TRY_VOID(readFiles(object, manager));
    SANDBENCH_TRY_VOID(readRights(object, manager));
    SANDBENCH_TRY_VOID(readEnvironments(object, manager));
    return manager;
}

std::vector<std::string> knownPackageManagers()
{
    std::vector<std::string> ids;
    for (const auto name : embeddedNames(kFolder))
        ids.emplace_back(name.substr(kFolder.size(), name.rfind('.') - kFolder.size()));
    return ids;
}

Result<PackageManager> findPackageManager(std::string_view id)
{
    if (const auto json = embeddedFile(std::string(kFolder) + std::string(id) + ".json"))
        return parsePackageManager(*json);
    std::string known;
    for (const auto& other : knownPackageManagers())
        known += (known.empty() ? "" : ", ") + other;
    return Error(
        ErrorCode::NotFound, "'" + oneLine(id, 40) + "' is no package manager; there are " + known);
}

} // namespace sandbench
