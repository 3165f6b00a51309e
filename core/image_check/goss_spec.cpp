// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/image_check/spec_fields.h"

#include <algorithm>

namespace sandbench::image_check {

namespace {

constexpr double kLongestMilliseconds = 600'000;

/// Whether an entry is to be left out, as goss itself would.
bool isLeftOut(const YamlNode& entry)
{
    const auto* skip = entry.find("skip");
    return skip && lowerCase(skip->text) == "true";
}

/// What may be a matcher, which goss has a language of its own for.
bool isMatcher(const YamlNode* node)
{
    if (!node)
        return false;
    if (node->kind == YamlNode::Kind::Map)
        return true;
    return std::any_of(node->items.begin(), node->items.end(), [](const YamlNode& item) {
        return item.kind != YamlNode::Kind::Text && !item.isQuoted;
    });
}

class GossReader
{
public:
    Result<ImageSpec> read(const YamlNode& root)
    {
        m_spec.form = "goss";
        if (root.kind != YamlNode::Kind::Map)
            return specError(root, {}, "a file of goss is a map");
        for (const auto& [kind, entries] : root.entries)
            SANDBENCH_TRY_VOID(readKind(kind, entries));
        return std::move(m_spec);
    }

private:
    using ReadEntry = Result<void> (GossReader::*)(const std::string&, const YamlNode&);

    static ReadEntry readerOf(std::string_view kind)
    {
        if (kind == "command")
            return &GossReader::readCommand;
        if (kind == "file")
            return &GossReader::readFile;
        if (kind == "user")
            return &GossReader::readUser;
        if (kind == "group")
            return &GossReader::readGroup;
        if (kind == "package")
            return &GossReader::readPackage;
        return nullptr;
    }

    Result<void> readKind(const std::string& kind, const YamlNode& entries)
    {
        if (entries.kind == YamlNode::Kind::Nothing)
            return {};
        const auto readOne = readerOf(kind);
        if (entries.kind != YamlNode::Kind::Map || kind == "gossfile") {
            skip(kind, "it is not read from here");
            return {};
        }
        for (const auto& [name, entry] : entries.entries) {
            const auto shown = kind + " " + name;
            if (!readOne)
                skip(shown, "goss' '" + kind + "' is about what runs, or about more than an image");
            else if (isLeftOut(entry))
                skip(shown, "the file says skip");
            else
                SANDBENCH_TRY_VOID((this->*readOne)(name, entry));
        }
        return {};
    }

    void skip(std::string name, std::string why)
    {
        m_spec.skipped.push_back({std::move(name), std::move(why)});
    }

    /// Names as skipped what this program does not check of an entry.
    void skipMembers(
        const std::string& of, const YamlNode& entry, std::initializer_list<std::string_view> known)
    {
        for (const auto& [key, value] : entry.entries) {
            const bool isNote = key == "title" || key == "meta" || key == "skip";
            if (isNote || value.kind == YamlNode::Kind::Nothing)
                continue;
            if (std::find(known.begin(), known.end(), key) == known.end())
                skip(of + ": " + key, "this program does not check it");
        }
    }

    /// False: it was skipped, since it is more than a plain value.
    bool isPlain(const std::string& of, const YamlNode& entry, std::string_view key)
    {
        if (!isMatcher(entry.find(key)))
            return true;
        skip(of + ": " + std::string(key), "it is written with goss' matchers");
        return false;
    }

    Result<SpecMap> mapOf(const YamlNode& entry)
    {
        if (entry.kind != YamlNode::Kind::Map)
            return specError(entry, {}, "a map of keys and values was expected");
        return SpecMap::ofAnyKeys(entry); // those unknown are named as skipped
    }

    Result<void> patterns(
        const std::string& of, const SpecMap& map, std::string_view key,
        std::vector<Expectation>& into)
    {
        if (!isPlain(of, map.node(), key))
            return {};
        return map.expectations(key, into, readPattern);
    }

    Result<void> readCommand(const std::string& name, const YamlNode& entry)
    {
        SANDBENCH_TRY(const auto map, mapOf(entry));
        CommandCheck check;
        check.name = "command " + name;
        skipMembers(check.name, entry, {"exec", "exit-status", "stdout", "stderr", "timeout"});
        if (const auto* exec = map.find("exec"); exec && exec->kind == YamlNode::Kind::List) {
            SANDBENCH_TRY(check.command, wordsOf(*exec, "exec"));
        } else {
            std::string line = name;
            SANDBENCH_TRY_VOID(map.text("exec", line));
            check.command = {"/bin/sh", "-c", line};
        }
        check.setting.isRootWritable = true;
        check.exit = std::nullopt;
        if (isPlain(check.name, entry, "exit-status")) {
            std::optional<std::int64_t> exit;
            SANDBENCH_TRY_VOID(map.whole("exit-status", exit));
            if (exit)
                check.exit = static_cast<int>(std::min<std::int64_t>(*exit, 256));
        }
        SANDBENCH_TRY_VOID(patterns(check.name, map, "stdout", check.out));
        SANDBENCH_TRY_VOID(patterns(check.name, map, "stderr", check.err));
        std::optional<std::int64_t> milliseconds;
        SANDBENCH_TRY_VOID(map.whole("timeout", milliseconds));
        if (milliseconds && *milliseconds > 0)
            check.timeout
                = std::min(static_cast<double>(*milliseconds), kLongestMilliseconds) / 1000;
        m_spec.commands.push_back(std::move(check));
        return {};
    }

    Result<void> readFile(const std::string& path, const YamlNode& entry)
    {
        SANDBENCH_TRY(const auto map, mapOf(entry));
        FileCheck check;
        check.name = "file " + path;
        check.path = path;
        SANDBENCH_TRY_VOID(map.text("path", check.path));
        if (!check.path.starts_with('/')) {
            skip(check.name, "its path is not absolute");
            return {};
        }
        skipMembers(
            check.name, entry,
            {"path", "exists", "mode", "owner", "group", "filetype", "contains", "contents", "size",
             "uid", "gid"});
        SANDBENCH_TRY_VOID(map.flag("exists", check.exists));
        if (isPlain(check.name, entry, "mode"))
            SANDBENCH_TRY_VOID(map.mode("mode", check.mode));
        SANDBENCH_TRY_VOID(readOwner(map, check));
        SANDBENCH_TRY_VOID(readType(map, check));
        std::optional<std::int64_t> size;
        if (isPlain(check.name, entry, "size"))
            SANDBENCH_TRY_VOID(map.whole("size", size));
        if (size)
            check.bytes = static_cast<std::uint64_t>(*size);
        SANDBENCH_TRY_VOID(patterns(check.name, map, "contains", check.contents));
        SANDBENCH_TRY_VOID(patterns(check.name, map, "contents", check.contents));
        m_spec.files.push_back(std::move(check));
        return {};
    }

    Result<void> readOwner(const SpecMap& map, FileCheck& check)
    {
        for (const auto* key : {"uid", "owner"})
            if (isPlain(check.name, map.node(), key))
                SANDBENCH_TRY_VOID(map.text(key, check.owner));
        for (const auto* key : {"gid", "group"})
            if (isPlain(check.name, map.node(), key))
                SANDBENCH_TRY_VOID(map.text(key, check.group));
        return {};
    }

    Result<void> readType(const SpecMap& map, FileCheck& check)
    {
        std::string type;
        if (!isPlain(check.name, map.node(), "filetype"))
            return {};
        SANDBENCH_TRY_VOID(map.text("filetype", type));
        if (type == "symlink")
            check.type = "link";
        else if (type == "file" || type == "directory")
            check.type = type;
        else if (!type.empty())
            skip(check.name + ": filetype", "this program does not tell " + inQuotes(type));
        return {};
    }

    Result<void> readAccount(const std::string& name, const YamlNode& entry, bool isGroup)
    {
        SANDBENCH_TRY(const auto map, mapOf(entry));
        UserCheck check;
        check.isGroup = isGroup;
        check.name = name;
        const auto shown = (isGroup ? "group " : "user ") + name;
        skipMembers(shown, entry, {"exists", "uid", "gid", "groups", "home", "shell"});
        SANDBENCH_TRY_VOID(map.flag("exists", check.exists));
        for (const auto& [key, into] : {std::pair{"uid", &check.uid}, std::pair{"gid", &check.gid}})
            if (isPlain(shown, entry, key))
                SANDBENCH_TRY_VOID(map.whole(key, *into));
        for (const auto& [key, into] :
             {std::pair{"home", &check.home}, std::pair{"shell", &check.shell}})
            if (isPlain(shown, entry, key))
                SANDBENCH_TRY_VOID(map.text(key, *into));
        if (isPlain(shown, entry, "groups"))
            SANDBENCH_TRY_VOID(map.words("groups", check.groups));
        m_spec.users.push_back(std::move(check));
        return {};
    }

    Result<void> readUser(const std::string& name, const YamlNode& entry)
    {
        return readAccount(name, entry, false);
    }

    Result<void> readGroup(const std::string& name, const YamlNode& entry)
    {
        return readAccount(name, entry, true);
    }

    Result<void> readPackage(const std::string& name, const YamlNode& entry)
    {
        SANDBENCH_TRY(const auto map, mapOf(entry));
        PackageCheck check;
        check.name = name;
        const auto shown = "package " + name;
        skipMembers(shown, entry, {"installed", "versions"});
        SANDBENCH_TRY_VOID(map.flag("installed", check.isInstalled));
        if (isPlain(shown, entry, "versions"))
            SANDBENCH_TRY_VOID(map.expectations("versions", check.versions, readExact));
        m_spec.packages.push_back(std::move(check));
        return {};
    }

    ImageSpec m_spec;
};

} // namespace

Result<ImageSpec> readGossSpec(const YamlNode& root)
{
    return GossReader().read(root);
}

} // namespace sandbench::image_check
