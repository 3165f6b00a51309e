// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/package_manager.h"

#include "core/base/embedded.h"
#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>
#include <variant>

namespace sandbench {

namespace {

constexpr std::string_view kFolder = "packages/";
using Manager = PackageManager;

/// A field of the file and the place of its value, whose type says what may stand there.
struct Member
{
    std::string_view field;
    std::variant<
        std::string Manager::*, bool Manager::*, Manager::Argv Manager::*,
        std::vector<Manager::Argv> Manager::*, Manager::Environment Manager::*,
        std::map<std::string, Manager::Argv> Manager::*>
        place;
};

/// Besides "names" and "files", which are written otherwise than they are kept.
constexpr Member kMembers[]
    = {{"id", &Manager::id},
       {"hint", &Manager::hint},
       {"cwd", &Manager::cwd},
       {"download", &Manager::download},
       {"folder_files", &Manager::folderFiles},
       {"manifest_folder", &Manager::manifestFolder},
       {"needs_root", &Manager::needsRoot},
       {"install", &Manager::install},
       {"install_from_folder", &Manager::installFromFolder},
       {"index_arguments", &Manager::indexArguments},
       {"path", &Manager::path},
       {"try", &Manager::tried},
       {"prepare", &Manager::prepare},
       {"finish", &Manager::finish},
       {"verify", &Manager::verify},
       {"manifests", &Manager::manifests},
       {"install_env", &Manager::installEnv},
       {"index_env", &Manager::indexEnv},
       {"offline_env", &Manager::offlineEnv},
       {"folder_env", &Manager::folderEnv},
       {"certificates_env", &Manager::certificatesEnv},
       {"env", &Manager::env}};

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

Result<void> read(const Json& value, const std::string& field, std::string& into)
{
    if (!isText(value))
        return fieldError(field, "is not a non-empty text");
    into = value.get<std::string>();
    return {};
}

Result<void> read(const Json& value, const std::string& field, bool& into)
{
    if (!value.is_boolean())
        return fieldError(field, "is not true or false");
    into = value.get<bool>();
    return {};
}

Result<void> read(const Json& list, const std::string& field, Manager::Argv& into)
{
    if (!list.is_array() || list.empty() || !std::all_of(list.begin(), list.end(), isText))
        return fieldError(field, "is not a non-empty list of texts");
    into = list.get<Manager::Argv>();
    return {};
}

Result<void> read(const Json& list, const std::string& field, std::vector<Manager::Argv>& into)
{
    if (!list.is_array())
        return fieldError(field, "is not a list of commands");
    for (const auto& command : list)
        SANDBENCH_TRY_VOID(read(command, field, into.emplace_back()));
    return {};
}

Result<void> read(const Json& texts, const std::string& field, Manager::Environment& into)
{
    if (!texts.is_object())
        return fieldError(field, "is not an object of texts");
    for (const auto& [name, value] : texts.items()) {
        if (name.empty() || name.find('=') != std::string::npos || !isText(value))
            return fieldError(field + "." + name, "is not a variable and its text");
        into[name] = value.get<std::string>();
    }
    return {};
}

Result<void>
read(const Json& commands, const std::string& field, std::map<std::string, Manager::Argv>& into)
{
    if (!commands.is_object())
        return fieldError(field, "is not an object of commands by file name");
    for (const auto& [name, command] : commands.items())
        SANDBENCH_TRY_VOID(read(command, field + "." + name, into[name]));
    return {};
}

Result<void> readField(const std::string& field, const Json& value, Manager& manager)
{
    const auto* member
        = std::find_if(std::begin(kMembers), std::end(kMembers), [&](const Member& known) {
              return known.field == field;
          });
    if (member == std::end(kMembers))
        return fieldError(field, "is not known");
    const auto readInto = [&](auto place) { return read(value, field, manager.*place); };
    return value.is_null() ? Result<void>() : std::visit(readInto, member->place);
}

/// Lines of text by path.
Result<void> readFiles(const Json& files, Manager& manager)
{
    if (!files.is_object())
        return fieldError("files", "is not an object of lines by path");
    for (const auto& [path, list] : files.items()) {
        Manager::Argv lines;
        SANDBENCH_TRY_VOID(read(list, "files." + path, lines));
        for (const auto& line : lines)
            manager.files[path] += line + "\n";
    }
    return {};
}

} // namespace

Result<PackageManager> parsePackageManager(std::string_view json)
{
    SANDBENCH_TRY(const auto object, parseJson(json));
    if (!object.is_object())
        return Error(ErrorCode::InvalidArgument, "a package manager is one JSON object");
    PackageManager manager;
    for (const auto& [field, value] : object.items())
        if (field != "names" && field != "files")
            SANDBENCH_TRY_VOID(readField(field, value, manager));
    const auto grammar = nameGrammar(jsonString(object, "names"));
    if (manager.id.empty())
        return fieldError("id", "is missing");
    if (!grammar)
        return fieldError("names", "is missing or is no known form of names");
    manager.names = *grammar;
    if (manager.install.empty())
        return fieldError("install", "is missing");
    if (const Json& files = jsonField(object, "files"); !files.is_null())
        SANDBENCH_TRY_VOID(readFiles(files, manager));
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
    return Error(
        ErrorCode::NotFound,
        "'" + oneLine(id, 40) + "' is no package manager; there are "
            + listed(knownPackageManagers()));
}

} // namespace sandbench
