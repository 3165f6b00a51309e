// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What an image shall be: a file of checks. No I/O. Thread: any.
namespace sandbench::image_check {

/// What a text shall be like.
struct Expectation
{
    enum class Kind {
        Contains,
        Equals,
        Matches, ///< A regular expression of RE2 finds something in it.
    };
    Kind kind = Kind::Contains;
    bool isNegated = false;
    std::string text;

    bool operator==(const Expectation&) const = default;
};

/// As people read it: "contains 'x'".
std::string sentenceOf(const Expectation& expectation);
/// Whether @p text is like that.
bool holds(const Expectation& expectation, std::string_view text);

/// The sandbox that a check needs. As it is: a read-only root folder, no network, the usual user.
struct Setting
{
    std::string user, network;
    bool isRootWritable = false;
    int own = 0; ///< Not 0: a sandbox that no check with another number shares.

    auto operator<=>(const Setting&) const = default;
};

struct CommandCheck
{
    std::string name;
    std::vector<std::string> command; ///< Empty: the image's own entry point and command.
    std::vector<std::vector<std::string>> setup; ///< Run before it, in the same sandbox.
    std::map<std::string, std::string> env;
    std::string folder, input;
    Setting setting;
    std::optional<int> exit = 0; ///< Absent = any.
    std::vector<Expectation> out, err;
    double timeout = 10; ///< Units: seconds. It fails when it takes longer.
    bool mayStillRun = false; ///< At its time limit: a server has passed then.
};

struct FileCheck
{
    std::string name, path;
    bool exists = true;
    std::string type; ///< "file", "directory", "link"; empty = any.
    std::optional<unsigned> mode;
    std::string owner, group; ///< A number or a name; empty = any.
    std::string executableBy; ///< "any", "owner", "group", "other"; empty = no matter.
    std::optional<std::uint64_t> bytes;
    std::vector<Expectation> contents;
};

struct UserCheck
{
    std::string name; ///< Of the user or group.
    bool isGroup = false;
    bool exists = true;
    std::optional<std::int64_t> uid, gid;
    std::string home, shell; ///< Empty = no matter.
    std::vector<std::string> groups; ///< Those that it is in, besides others.
};

struct PackageCheck
{
    std::string name;
    bool isInstalled = true;
    std::vector<Expectation> versions; ///< One of them holds; empty = any version.
};

/// One fact of the image's description.
struct FactCheck
{
    enum class Of { Environment, Label, Port, Volume, Entrypoint, Command, Folder, User };
    Of of = Of::Environment;
    std::string name; ///< Of the variable, label, port or volume.
    bool exists = true;
    std::optional<Expectation> value;
    std::optional<std::vector<std::string>> words; ///< Of Entrypoint and Command.
};

/// What a file says that we cannot check.
struct Skip
{
    std::string name, why;
};

struct ImageSpec
{
    std::string form; ///< "sandbench", "goss", "container-structure-test"
    std::vector<CommandCheck> commands;
    std::vector<FileCheck> files;
    std::vector<UserCheck> users;
    std::vector<PackageCheck> packages;
    std::vector<FactCheck> facts;
    std::optional<std::uint64_t> mostBytes; ///< Of the image.
    bool hasNoSecrets = false; ///< Looked for in files, environment and labels.
    bool runsAsNonRoot = false; ///< By what the image itself says.
    std::vector<Skip> skipped;

    std::size_t count() const;
};

inline constexpr std::size_t kMostImageChecks = 2000;

/// Reads sandbench-image.yaml, and by the keys that they have goss.yaml and the files of
/// container-structure-test (schemaVersion 2.0.0). Errors: InvalidArgument that names the line and
/// the key, for unknown ones too; ResourceExhausted. Source: goss 0.4 docs/gossfile.md; README.md
/// of container-structure-test 1.16.
Result<ImageSpec> readImageSpec(std::string_view text);

} // namespace sandbench::image_check
