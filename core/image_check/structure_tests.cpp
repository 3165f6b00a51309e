// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/image_check/spec_fields.h"

#include <algorithm>

namespace sandbench::image_check {

namespace {

using Of = FactCheck::Of;

class StructureTestReader
{
public:
    Result<ImageSpec> read(const YamlNode& node)
    {
        SANDBENCH_TRY(
            const auto root,
            SpecMap::of(
                node, "a file of container-structure-test",
                {"schemaVersion", "globalEnvVars", "commandTests", "fileExistenceTests",
                 "fileContentTests", "metadataTest", "licenseTests", "containerRunOptions"}));
        m_spec.form = "container-structure-test";
        std::string version;
        SANDBENCH_TRY_VOID(root.text("schemaVersion", version));
        if (version != "2.0.0" && version != "v2.0.0")
            return specError(*node.find("schemaVersion"), "schemaVersion", "only 2.0.0 is read");
        if (const auto* global = root.find("globalEnvVars"))
            SANDBENCH_TRY_VOID(readVariables(*global, m_env));
        SANDBENCH_TRY_VOID(each(root, "commandTests", &StructureTestReader::readCommand));
        SANDBENCH_TRY_VOID(each(root, "fileExistenceTests", &StructureTestReader::readExistence));
        SANDBENCH_TRY_VOID(each(root, "fileContentTests", &StructureTestReader::readContent));
        if (const auto* metadata = root.find("metadataTest"))
            SANDBENCH_TRY_VOID(readMetadata(*metadata));
        if (root.find("licenseTests"))
            skip("licenseTests", "this program does not judge licences");
        if (root.find("containerRunOptions"))
            skip("containerRunOptions", "the command line says what the sandbox is");
        return std::move(m_spec);
    }

private:
    using ReadItem = Result<void> (StructureTestReader::*)(const YamlNode&);

    Result<void> each(const SpecMap& root, std::string_view key, ReadItem readOne)
    {
        const auto* found = root.find(key);
        if (!found)
            return {};
        return eachItem(*found, key, [&](const YamlNode& item) { return (this->*readOne)(item); });
    }

    void skip(std::string name, std::string why)
    {
        m_spec.skipped.push_back({std::move(name), std::move(why)});
    }

    /// [{key: NAME, value: VALUE}]
    static Result<void>
    readVariables(const YamlNode& node, std::map<std::string, std::string>& into)
    {
        return eachItem(node, "envVars", [&](const YamlNode& item) -> Result<void> {
            SANDBENCH_TRY(
                const auto map, SpecMap::of(item, "a variable", {"key", "value", "isRegex"}));
            std::string name, value;
            SANDBENCH_TRY_VOID(map.text("key", name));
            SANDBENCH_TRY_VOID(map.text("value", value));
            into[name] = value;
            return {};
        });
    }

    static Result<void> regexes(
        const SpecMap& map, std::string_view key, bool isNegated, std::vector<Expectation>& into)
    {
        return map.expectations(key, into, [&](const YamlNode& item, std::string_view of) {
            return readRegex(item, of, isNegated);
        });
    }

    static Result<void> nameOf(const SpecMap& map, std::string_view what, std::string& into)
    {
        SANDBENCH_TRY_VOID(map.text("name", into));
        if (into.empty())
            return specError(map.node(), "name", std::string(what) + " needs a name");
        return {};
    }

    Result<void> readSetup(const SpecMap& map, CommandCheck& check)
    {
        const auto* setup = map.find("setup");
        if (!setup)
            return {};
        // What it leaves is for this test alone.
        check.setting.own = ++m_own;
        return eachItem(*setup, "setup", [&](const YamlNode& item) -> Result<void> {
            SANDBENCH_TRY(auto words, wordsOf(item, "setup"));
            if (!words.empty())
                check.setup.push_back(std::move(words));
            return {};
        });
    }

    Result<void> readCommand(const YamlNode& node)
    {
        SANDBENCH_TRY(
            const auto map,
            SpecMap::of(
                node, "a command test",
                {"name", "setup", "teardown", "envVars", "command", "args", "expectedOutput",
                 "excludedOutput", "expectedError", "excludedError", "exitCode"}));
        CommandCheck check;
        SANDBENCH_TRY_VOID(nameOf(map, "a command test", check.name));
        std::string program;
        SANDBENCH_TRY_VOID(map.text("command", program));
        if (program.empty())
            return specError(node, "command", "a command test needs its command");
        SANDBENCH_TRY_VOID(map.words("args", check.command));
        check.command.insert(check.command.begin(), program);
        SANDBENCH_TRY_VOID(readSetup(map, check));
        check.env = m_env;
        if (const auto* variables = map.find("envVars"))
            SANDBENCH_TRY_VOID(readVariables(*variables, check.env));
        SANDBENCH_TRY_VOID(regexes(map, "expectedOutput", false, check.out));
        SANDBENCH_TRY_VOID(regexes(map, "excludedOutput", true, check.out));
        SANDBENCH_TRY_VOID(regexes(map, "expectedError", false, check.err));
        SANDBENCH_TRY_VOID(regexes(map, "excludedError", true, check.err));
        std::optional<std::int64_t> exit;
        SANDBENCH_TRY_VOID(map.whole("exitCode", exit));
        check.exit = static_cast<int>(std::min<std::int64_t>(exit.value_or(0), 256));
        check.setting.isRootWritable = true;
        m_spec.commands.push_back(std::move(check));
        return {};
    }

    Result<void> pathOf(const SpecMap& map, FileCheck& check)
    {
        SANDBENCH_TRY_VOID(nameOf(map, "a file test", check.name));
        SANDBENCH_TRY_VOID(map.text("path", check.path));
        // The tests' own examples write relative paths for files below the root folder.
        if (!check.path.starts_with('/'))
            check.path.insert(0, "/");
        return {};
    }

    Result<void> readExistence(const YamlNode& node)
    {
        SANDBENCH_TRY(
            const auto map,
            SpecMap::of(
                node, "a file existence test",
                {"name", "path", "shouldExist", "permissions", "uid", "gid", "isExecutableBy"}));
        FileCheck check;
        SANDBENCH_TRY_VOID(pathOf(map, check));
        SANDBENCH_TRY_VOID(map.flag("shouldExist", check.exists));
        SANDBENCH_TRY_VOID(map.mode("permissions", check.mode));
        std::string permissions;
        SANDBENCH_TRY_VOID(map.text("permissions", permissions));
        if (permissions.starts_with('d'))
            check.type = "directory";
        else if (permissions.starts_with('-'))
            check.type = "file";
        SANDBENCH_TRY_VOID(map.text("uid", check.owner));
        SANDBENCH_TRY_VOID(map.text("gid", check.group));
        SANDBENCH_TRY_VOID(map.text("isExecutableBy", check.executableBy));
        const auto& by = check.executableBy;
        if (!by.empty() && by != "any" && by != "owner" && by != "group" && by != "other")
            return specError(node, "isExecutableBy", "it is any, owner, group or other");
        m_spec.files.push_back(std::move(check));
        return {};
    }

    Result<void> readContent(const YamlNode& node)
    {
        SANDBENCH_TRY(
            const auto map,
            SpecMap::of(
                node, "a file content test",
                {"name", "path", "expectedContents", "excludedContents"}));
        FileCheck check;
        SANDBENCH_TRY_VOID(pathOf(map, check));
        SANDBENCH_TRY_VOID(regexes(map, "expectedContents", false, check.contents));
        SANDBENCH_TRY_VOID(regexes(map, "excludedContents", true, check.contents));
        m_spec.files.push_back(std::move(check));
        return {};
    }

    /// [{key, value, isRegex}] of variables or labels.
    Result<void> readPairs(const SpecMap& map, std::string_view key, Of of)
    {
        const auto* found = map.find(key);
        if (!found)
            return {};
        return eachItem(*found, key, [&](const YamlNode& item) -> Result<void> {
            SANDBENCH_TRY(
                const auto pair, SpecMap::of(item, "an entry", {"key", "value", "isRegex"}));
            FactCheck check;
            check.of = of;
            bool isRegex = false;
            SANDBENCH_TRY_VOID(pair.text("key", check.name));
            SANDBENCH_TRY_VOID(pair.flag("isRegex", isRegex));
            Expectation value;
            value.kind = Expectation::Kind::Equals;
            SANDBENCH_TRY_VOID(pair.text("value", value.text));
            if (const auto* text = pair.find("value"); isRegex && text) {
                SANDBENCH_TRY(value, readRegex(*text, "value", false));
            }
            check.value = std::move(value);
            m_spec.facts.push_back(std::move(check));
            return {};
        });
    }

    Result<void> readNames(const SpecMap& map, std::string_view key, Of of, bool exists)
    {
        std::vector<std::string> names;
        SANDBENCH_TRY_VOID(map.words(key, names));
        for (auto& name : names) {
            FactCheck check;
            check.of = of;
            check.exists = exists;
            check.name = std::move(name);
            m_spec.facts.push_back(std::move(check));
        }
        return {};
    }

    Result<void> readWords(const SpecMap& map, std::string_view key, Of of)
    {
        const auto* found = map.node().find(key);
        if (!found || found->kind != YamlNode::Kind::List)
            return {};
        FactCheck check;
        check.of = of;
        SANDBENCH_TRY(check.words, wordsOf(*found, key));
        m_spec.facts.push_back(std::move(check));
        return {};
    }

    Result<void> readValue(const SpecMap& map, std::string_view key, Of of)
    {
        if (!map.find(key))
            return {};
        FactCheck check;
        check.of = of;
        check.value = Expectation{Expectation::Kind::Equals, false, {}};
        SANDBENCH_TRY_VOID(map.text(key, check.value->text));
        m_spec.facts.push_back(std::move(check));
        return {};
    }

    Result<void> readMetadata(const YamlNode& node)
    {
        SANDBENCH_TRY(
            const auto map,
            SpecMap::of(
                node, "a metadata test",
                {"env", "envVars", "labels", "exposedPorts", "unexposedPorts", "volumes",
                 "unmountedVolumes", "entrypoint", "cmd", "workdir", "user"}));
        SANDBENCH_TRY_VOID(readPairs(map, "env", Of::Environment));
        SANDBENCH_TRY_VOID(readPairs(map, "envVars", Of::Environment));
        SANDBENCH_TRY_VOID(readPairs(map, "labels", Of::Label));
        SANDBENCH_TRY_VOID(readNames(map, "exposedPorts", Of::Port, true));
        SANDBENCH_TRY_VOID(readNames(map, "unexposedPorts", Of::Port, false));
        SANDBENCH_TRY_VOID(readNames(map, "volumes", Of::Volume, true));
        SANDBENCH_TRY_VOID(readNames(map, "unmountedVolumes", Of::Volume, false));
        SANDBENCH_TRY_VOID(readWords(map, "entrypoint", Of::Entrypoint));
        SANDBENCH_TRY_VOID(readWords(map, "cmd", Of::Command));
        SANDBENCH_TRY_VOID(readValue(map, "workdir", Of::Folder));
        return readValue(map, "user", Of::User);
    }

    ImageSpec m_spec;
    std::map<std::string, std::string> m_env; ///< Of all commands.
    int m_own = 0;
};

} // namespace

Result<ImageSpec> readStructureTests(const YamlNode& root)
{
    return StructureTestReader().read(root);
}

} // namespace sandbench::image_check
