// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/config/settings_file.h"

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/part_file.h"

#include <filesystem>
#include <unistd.h>

namespace sandbench {

namespace {

constexpr std::size_t kMaxFileBytes = 1U << 20;

Json profileJson(const ConnectionProfile& profile)
{
    Json json = {
        {"name", profile.name}, {"engine", profile.engine}, {"address", profile.endpoint.text()}};
    const auto& tls = profile.endpoint.tls;
    const auto& endpoint = profile.endpoint;
    const bool isPlainTls = endpoint.kind == net::Endpoint::Kind::Tls && tls.ca.empty()
        && tls.cert.empty() && tls.key.empty();
    if (auto address = endpoint.text(); isPlainTls && address.starts_with("tcp://"))
        json["address"] = "https://" + address.substr(6); // or nothing would say so
    if (!tls.ca.empty())
        json["tls"]["ca"] = tls.ca;
    if (!tls.cert.empty())
        json["tls"]["cert"] = tls.cert;
    if (!tls.key.empty())
        json["tls"]["key"] = tls.key;
    return json;
}

/// The whole object, checked. An absent file is an empty object.
Result<Json> readObject(const std::string& path)
{
    if (path.empty())
        return Error(
            ErrorCode::InvalidArgument,
            "there is no place for settings: neither XDG_CONFIG_HOME nor HOME is an absolute path");
    SANDBENCH_TRY_VOID(loadSettings(path));
    auto text = readFile(path, kMaxFileBytes);
    if (!text && text.error().code() == ErrorCode::NotFound)
        return Json::object();
    if (!text)
        return std::move(text.error());
    return parseJson(*text, kMaxFileBytes);
}

// The new file stands beside the old one until it is whole and on the disk.
Result<void> writeObject(const std::string& path, const Json& object)
{
    const auto text = writeJson(object, 2) + "\n";
    auto checked = parseSettings(text);
    if (!checked)
        return std::move(checked.error());
    std::error_code ignored;
    // A settings file that is a link (a dotfile manager's) stays one.
    const auto real = std::filesystem::weakly_canonical(path, ignored);
    const std::string target = ignored ? path : real.string();
    const auto folder = std::filesystem::path(target).parent_path();
    std::filesystem::create_directories(folder, ignored);
    SANDBENCH_TRY(auto file, PartFile::beside(target));
    SANDBENCH_TRY_VOID(file.write(text));
    SANDBENCH_TRY_VOID(file.sync());
    return file.keep(0600);
}

} // namespace

Result<void> addConnection(const std::string& path, const ConnectionProfile& profile)
{
    SANDBENCH_TRY(Json object, readObject(path));
    Json& list = object["connections"];
    for (const auto& entry : list)
        if (jsonString(entry, "name") == profile.name)
            return Error(
                ErrorCode::AlreadyExists,
                "there is a connection named '" + profile.name
                    + "' already; remove it first, or choose another name");
    list.push_back(profileJson(profile));
    return writeObject(path, object);
}

Result<void> removeConnection(const std::string& path, const std::string& name)
{
    SANDBENCH_TRY(Json object, readObject(path));
    Json kept = Json::array();
    std::string known;
    for (const auto& entry : jsonField(object, "connections")) {
        const auto other = jsonString(entry, "name");
        if (other != name)
            kept.push_back(entry);
        known += (known.empty() ? "" : ", ") + other;
    }
    if (kept.size() == jsonField(object, "connections").size())
        return Error(
            ErrorCode::NotFound,
            "there is no connection named '" + name + "' in " + path
                + (known.empty() ? "" : "; it has " + known));
    object["connections"] = std::move(kept);
    return writeObject(path, object);
}

Result<void> setPackageSettings(const std::string& path, const PackageSettings& packages)
{
    SANDBENCH_TRY(Json object, readObject(path));
    Json json = Json::object();
    for (const auto& [manager, address] : packages.index)
        if (!address.empty())
            json["index"][manager] = address;
    for (const auto& [key, value] :
         {std::pair("proxy", &packages.proxy), std::pair("wheels", &packages.offlineFolder),
          std::pair("certificates", &packages.certificates)})
        if (!value->empty())
            json[key] = *value;
    object.erase("packages");
    if (!json.empty())
        object["packages"] = std::move(json);
    return writeObject(path, object);
}

Result<void> patchSettings(const std::string& path, const Json& patch)
{
    SANDBENCH_TRY(Json object, readObject(path));
    object.merge_patch(patch);
    return writeObject(path, object);
}

} // namespace sandbench
