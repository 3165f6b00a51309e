// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/image_spec.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/image_check/spec_fields.h"

#include <set>

namespace sandbench::image_check {

namespace {

constexpr double kLongestTimeout = 600;
constexpr std::size_t kLongestCheckName = 200;

Result<void> readTimeout(const SpecMap& map, double& into)
{
    const auto* found = map.find("timeout");
    if (!found)
        return {};
    const auto seconds = parseSeconds(found->text);
    if (!seconds || *seconds <= 0 || *seconds > kLongestTimeout)
        return specError(*found, "timeout", "it takes more than 0 and at most 600 seconds");
    into = *seconds;
    return {};
}

Result<void> readSetting(const SpecMap& map, Setting& into)
{
    SANDBENCH_TRY_VOID(map.text("user", into.user));
    SANDBENCH_TRY_VOID(map.text("network", into.network));
    std::string root = "read-only";
    SANDBENCH_TRY_VOID(map.text("root", root));
    if (root != "read-only" && root != "writable")
        return specError(*map.find("root"), "root", "it is read-only or writable");
    into.isRootWritable = root == "writable";
    return {};
}

Result<void> readExit(const SpecMap& map, std::optional<int>& into)
{
    std::optional<std::int64_t> number;
    const auto* found = map.find("exit");
    if (found && found->text == "any") {
        into = std::nullopt;
        return {};
    }
    SANDBENCH_TRY_VOID(map.whole("exit", number));
    if (number && *number > 255)
        return specError(*found, "exit", "an exit status is at most 255");
    if (number)
        into = static_cast<int>(*number);
    return {};
}

Result<CommandCheck> readCommand(const YamlNode& node)
{
    SANDBENCH_TRY(
        const auto map,
        SpecMap::of(
            node, "a command",
            {"name", "run", "exit", "stdout", "stderr", "timeout", "environment", "folder", "stdin",
             "user", "network", "root"}));
    CommandCheck check;
    SANDBENCH_TRY_VOID(map.words("run", check.command));
    if (check.command.empty() || check.command.front().empty())
        return specError(node, "run", "a command needs its words: run: [python3, --version]");
    for (const auto& word : check.command)
        check.name += (check.name.empty() ? "" : " ") + word;
    check.name = oneLine(check.name, kLongestCheckName);
    SANDBENCH_TRY_VOID(map.text("name", check.name));
    SANDBENCH_TRY_VOID(readExit(map, check.exit));
    SANDBENCH_TRY_VOID(map.expectations("stdout", check.out, readPattern));
    SANDBENCH_TRY_VOID(map.expectations("stderr", check.err, readPattern));
    SANDBENCH_TRY_VOID(readTimeout(map, check.timeout));
    SANDBENCH_TRY_VOID(map.texts("environment", check.env));
    SANDBENCH_TRY_VOID(map.text("folder", check.folder));
    SANDBENCH_TRY_VOID(map.text("stdin", check.input));
    SANDBENCH_TRY_VOID(readSetting(map, check.setting));
    return check;
}

Result<FileCheck> readFile(const YamlNode& node)
{
    SANDBENCH_TRY(
        const auto map,
        SpecMap::of(
            node, "a file",
            {"name", "path", "exists", "type", "mode", "owner", "group", "bytes", "contains"}));
    FileCheck check;
    SANDBENCH_TRY_VOID(map.text("path", check.path));
    if (!check.path.starts_with('/'))
        return specError(node, "path", "a file needs its absolute path");
    check.name = check.path;
    SANDBENCH_TRY_VOID(map.text("name", check.name));
    SANDBENCH_TRY_VOID(map.flag("exists", check.exists));
    SANDBENCH_TRY_VOID(map.text("type", check.type));
    static const std::set<std::string> kTypes = {"", "file", "directory", "link"};
    if (!kTypes.contains(check.type))
        return specError(*map.find("type"), "type", "it is file, directory or link");
    SANDBENCH_TRY_VOID(map.mode("mode", check.mode));
    SANDBENCH_TRY_VOID(map.text("owner", check.owner));
    SANDBENCH_TRY_VOID(map.text("group", check.group));
    std::optional<std::int64_t> bytes;
    SANDBENCH_TRY_VOID(map.whole("bytes", bytes));
    if (bytes)
        check.bytes = static_cast<std::uint64_t>(*bytes);
    SANDBENCH_TRY_VOID(map.expectations("contains", check.contents, readPattern));
    return check;
}

Result<UserCheck> readUser(const YamlNode& node)
{
    SANDBENCH_TRY(
        const auto map,
        SpecMap::of(node, "a user", {"name", "exists", "uid", "gid", "home", "shell", "groups"}));
    UserCheck check;
    SANDBENCH_TRY_VOID(map.text("name", check.name));
    if (check.name.empty())
        return specError(node, "name", "a user needs its name");
    SANDBENCH_TRY_VOID(map.flag("exists", check.exists));
    SANDBENCH_TRY_VOID(map.whole("uid", check.uid));
    SANDBENCH_TRY_VOID(map.whole("gid", check.gid));
    SANDBENCH_TRY_VOID(map.text("home", check.home));
    SANDBENCH_TRY_VOID(map.text("shell", check.shell));
    SANDBENCH_TRY_VOID(map.words("groups", check.groups));
    return check;
}

Result<PackageCheck> readPackage(const YamlNode& node)
{
    SANDBENCH_TRY(const auto map, SpecMap::of(node, "a package", {"name", "installed", "version"}));
    PackageCheck check;
    SANDBENCH_TRY_VOID(map.text("name", check.name));
    if (check.name.empty())
        return specError(node, "name", "a package needs its name");
    SANDBENCH_TRY_VOID(map.flag("installed", check.isInstalled));
    SANDBENCH_TRY_VOID(map.expectations("version", check.versions, readExact));
    return check;
}

/// {NAME: "value", NAME: true, NAME: false}
Result<void> readFacts(const SpecMap& root, std::string_view key, FactCheck::Of of, ImageSpec& spec)
{
    const auto* found = root.find(key);
    if (!found)
        return {};
    if (found->kind != YamlNode::Kind::Map)
        return specError(*found, key, "a map of names and values was expected");
    for (const auto& [name, value] : found->entries) {
        FactCheck check;
        check.of = of;
        check.name = name;
        if (!value.isQuoted && (value.text == "true" || value.text == "false"))
            check.exists = value.text == "true";
        else {
            SANDBENCH_TRY(check.value, readExact(value, name));
        }
        spec.facts.push_back(std::move(check));
    }
    return {};
}

/// [8080/tcp, 53/udp]
Result<void> readPorts(const SpecMap& root, ImageSpec& spec)
{
    std::vector<std::string> ports;
    SANDBENCH_TRY_VOID(root.words("ports", ports));
    for (auto& port : ports) {
        FactCheck check;
        check.of = FactCheck::Of::Port;
        check.name = std::move(port);
        spec.facts.push_back(std::move(check));
    }
    return {};
}

/// The image's own program, where less is there than usually.
Result<void> readWorks(const SpecMap& root, ImageSpec& spec)
{
    for (const std::string key : {"works_read_only", "works_without_network"}) {
        bool isWanted = false;
        SANDBENCH_TRY_VOID(root.flag(key, isWanted));
        if (!isWanted)
            continue;
        CommandCheck check;
        check.name = key == "works_read_only" ? "works read-only" : "works without network";
        check.mayStillRun = true;
        check.timeout = 5;
        // One thing at a time, as far as nothing more is opened.
        check.setting.isRootWritable = key != "works_read_only";
        spec.commands.push_back(std::move(check));
    }
    return {};
}

Result<void> readWhole(const SpecMap& root, ImageSpec& spec)
{
    SANDBENCH_TRY_VOID(readFacts(root, "environment", FactCheck::Of::Environment, spec));
    SANDBENCH_TRY_VOID(readFacts(root, "labels", FactCheck::Of::Label, spec));
    SANDBENCH_TRY_VOID(readPorts(root, spec));
    std::string size;
    SANDBENCH_TRY_VOID(root.text("max_size", size));
    if (!size.empty()) {
        const auto bytes = parseSize(size);
        if (!bytes)
            return specError(*root.find("max_size"), "max_size", bytes.error().message());
        spec.mostBytes = *bytes;
    }
    SANDBENCH_TRY_VOID(root.flag("no_secrets", spec.hasNoSecrets));
    SANDBENCH_TRY_VOID(root.flag("runs_as_non_root", spec.runsAsNonRoot));
    return readWorks(root, spec);
}

template <typename Check>
Result<void> readList(
    const SpecMap& root, std::string_view key, Result<Check> (*read)(const YamlNode&),
    std::vector<Check>& into)
{
    const auto* found = root.find(key);
    if (!found)
        return {};
    return eachItem(*found, key, [&](const YamlNode& item) -> Result<void> {
        SANDBENCH_TRY(auto check, read(item));
        into.push_back(std::move(check));
        return {};
    });
}

} // namespace

std::size_t ImageSpec::count() const
{
    return commands.size() + files.size() + users.size() + packages.size() + facts.size()
        + skipped.size() + (mostBytes ? 1 : 0) + (hasNoSecrets ? 1 : 0) + (runsAsNonRoot ? 1 : 0);
}

Result<ImageSpec> readOwnSpec(const YamlNode& node)
{
    SANDBENCH_TRY(
        const auto root,
        SpecMap::of(
            node, "a file of checks",
            {"commands", "files", "packages", "users", "environment", "labels", "ports", "max_size",
             "no_secrets", "runs_as_non_root", "works_read_only", "works_without_network"}));
    ImageSpec spec;
    spec.form = "sandbench";
    SANDBENCH_TRY_VOID(readList(root, "commands", readCommand, spec.commands));
    SANDBENCH_TRY_VOID(readList(root, "files", readFile, spec.files));
    SANDBENCH_TRY_VOID(readList(root, "users", readUser, spec.users));
    SANDBENCH_TRY_VOID(readList(root, "packages", readPackage, spec.packages));
    SANDBENCH_TRY_VOID(readWhole(root, spec));
    return spec;
}

Result<ImageSpec> readImageSpec(std::string_view text)
{
    SANDBENCH_TRY(const auto root, parseYaml(text));
    static const std::set<std::string_view> kGossKeys = {
        "file", "package", "command", "user",      "group", "port",         "service",  "process",
        "http", "addr",    "dns",     "interface", "mount", "kernel-param", "gossfile", "matching"};
    auto* read = readOwnSpec;
    if (root.find("schemaVersion"))
        read = readStructureTests;
    else if (!root.entries.empty() && kGossKeys.contains(root.entries.front().first))
        read = readGossSpec;
    SANDBENCH_TRY(auto spec, read(root));
    if (spec.count() == 0)
        return Error(ErrorCode::InvalidArgument, "line 1: the file has no checks");
    if (spec.count() > kMostImageChecks)
        return Error(
            ErrorCode::ResourceExhausted,
            "the file has more than " + std::to_string(kMostImageChecks) + " checks");
    return spec;
}

} // namespace sandbench::image_check
