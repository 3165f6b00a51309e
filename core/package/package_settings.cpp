// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/package_settings.h"

#include "core/base/json.h"
#include "core/package/package_manager.h"

#include <algorithm>

namespace sandbench {

namespace {

constexpr std::size_t kLongestAddress = 2048;

Error settingError(const std::string& field, const std::string& problem)
{
    return Error(ErrorCode::InvalidArgument, "field 'packages" + field + "' " + problem);
}

/// What ends up in an environment variable or in a line of a configuration file.
bool isPlain(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

bool isAddress(std::string_view text)
{
    const bool hasScheme = text.starts_with("https://") || text.starts_with("http://")
        || text.starts_with("file:///") || text.starts_with("sparse+https://");
    return hasScheme && text.size() <= kLongestAddress && isPlain(text);
}

Result<std::string> readAddress(const Json& value, const std::string& field)
{
    if (!value.is_string() || !isAddress(value.get_ref<const std::string&>()))
        return settingError(field, "is not an address such as https://packages.lab.example/simple");
    return value.get<std::string>();
}

Result<void> readPath(const Json& value, const std::string& field, std::string& into)
{
    if (value.is_null())
        return {};
    if (!value.is_string() || !value.get_ref<const std::string&>().starts_with('/')
        || value.get_ref<const std::string&>().find('\0') != std::string::npos)
        return settingError(field, "is not an absolute path");
    into = value.get<std::string>();
    return {};
}

} // namespace

Result<PackageSettings> readPackageSettings(const Json& object)
{
    PackageSettings settings;
    if (object.is_null())
        return settings;
    if (!object.is_object())
        return settingError("", "is not an object");
    for (const auto& [key, value] : object.items())
        if (key != "index" && key != "proxy" && key != "wheels" && key != "certificates")
            return settingError(
                "." + key,
                "is not known; the known ones are index, proxy, wheels and certificates");
    const Json& index = jsonField(object, "index");
    if (!index.is_null() && !index.is_object())
        return settingError(".index", "is not an object of addresses by package manager");
    if (index.is_object())
        for (const auto& [manager, address] : index.items()) {
            const auto known = findPackageManager(manager);
            if (!known)
                return settingError(".index", "is wrong: " + known.error().message());
            if (known->indexEnv.empty() && known->indexArguments.empty())
                return settingError(
                    ".index." + manager, "cannot be: " + manager + " has its image's own sources");
            SANDBENCH_TRY(settings.index[manager], readAddress(address, ".index." + manager));
        }
    if (const Json& proxy = jsonField(object, "proxy"); !proxy.is_null()) {
        SANDBENCH_TRY(settings.proxy, readAddress(proxy, ".proxy"));
    }
    SANDBENCH_TRY_VOID(readPath(jsonField(object, "wheels"), ".wheels", settings.offlineFolder));
    SANDBENCH_TRY_VOID(
        readPath(jsonField(object, "certificates"), ".certificates", settings.certificates));
    return settings;
}

} // namespace sandbench
