// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Text files in which an image says what is in it. Untrusted: what makes no sense is left out, and
/// of everything there is at most so much. No I/O, no errors. Thread: any.
namespace sandbench::image_check {

/// Entries kept of one file.
inline constexpr std::size_t kMostAccounts = 5000, kMostPackages = 20'000;

struct Account
{
    std::string name;
    std::int64_t uid = 0, gid = 0;
    std::string home, shell;
};
/// Without what Podman adds for a user that the image does not have.
/// Source: passwd(5); Podman's generateUserPasswdEntry().
std::vector<Account> readAccounts(std::string_view passwd);

struct Group
{
    std::string name;
    std::int64_t gid = 0;
    std::vector<std::string> members;
};
/// Source: group(5).
std::vector<Group> readGroups(std::string_view group);

/// Versions by package.
using Packages = std::map<std::string, std::string>;
/// Those that are installed. Source: dpkg's status file, deb-control(5).
void addDpkgPackages(std::string_view status, Packages& into);
/// Source: apk's installed database, apk-installed of Alpine's apk-tools.
void addApkPackages(std::string_view installed, Packages& into);
/// Lines "name version", which we ask rpm for.
void addRpmPackages(std::string_view lines, Packages& into);

/// "Debian GNU/Linux 12 (bookworm)"; empty = it does not say. Source: os-release(5).
std::string osName(std::string_view osRelease);

/// The value of @p name among "NAME=VALUE"; absent = it is not there.
std::optional<std::string> variableOf(const std::vector<std::string>& env, std::string_view name);

} // namespace sandbench::image_check
