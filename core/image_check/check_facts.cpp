// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/image_check/run_image_checks.h"

#include <algorithm>

namespace sandbench::image_check {

namespace {

constexpr std::uint64_t kMostDatabase = 32U << 20;

using Of = FactCheck::Of;

std::string nameOf(const FactCheck& check)
{
    switch (check.of) {
    case Of::Environment:
        return "environment " + check.name;
    case Of::Label:
        return "label " + check.name;
    case Of::Port:
        return "port " + check.name;
    case Of::Volume:
        return "volume " + check.name;
    case Of::Entrypoint:
        return "entry point";
    case Of::Command:
        return "command";
    case Of::Folder:
        return "working folder";
    case Of::User:
        break;
    }
    return "user of the image";
}

/// The value, absent where there is none.
std::optional<std::string> valueIn(const ImageInfo& info, const FactCheck& check)
{
    const auto inList = [&](const std::vector<std::string>& names, const std::string& name) {
        const bool isThere = std::find(names.begin(), names.end(), name) != names.end();
        return isThere ? std::optional(std::string()) : std::nullopt;
    };
    switch (check.of) {
    case Of::Environment:
        return variableOf(info.env, check.name);
    case Of::Label: {
        const auto label = info.labels.find(check.name);
        return label == info.labels.end() ? std::nullopt : std::optional(label->second);
    }
    case Of::Port: {
        const bool hasProtocol = check.name.find('/') != std::string::npos;
        return inList(info.ports, check.name + (hasProtocol ? "" : "/tcp"));
    }
    case Of::Volume:
        return inList(info.volumes, check.name);
    case Of::Folder:
        return info.workingFolder;
    case Of::User:
        return info.user;
    default:
        return std::nullopt;
    }
}

Finding judgeFact(const FactCheck& check, const ImageInfo& info)
{
    const auto name = nameOf(check);
    if (check.words) {
        const auto& words = check.of == Of::Entrypoint ? info.entrypoint : info.command;
        return words == *check.words
            ? Finding::passed(name)
            : Finding::failed(name, listed(*check.words), words.empty() ? "none" : listed(words));
    }
    const auto value = valueIn(info, check);
    if (value.has_value() != check.exists)
        return Finding::failed(
            name, check.exists ? "it is there" : "it is not there",
            value ? *value : "there is none");
    if (value && check.value && !holds(*check.value, *value))
        return Finding::failed(name, "it " + sentenceOf(*check.value), *value);
    return Finding::passed(name);
}

/// Variables that every sandbox has of its own.
bool isOurs(std::string_view variable)
{
    for (const std::string_view name :
         {"HOME", "USER", "LOGNAME", "PATH", "LANG", "TMPDIR", "PYTHONUNBUFFERED"})
        if (variable == name)
            return true;
    return variable.starts_with("MPL") || variable.starts_with("SANDBENCH_");
}

/// By what a program of the image is started with, where the engine does not tell.
Finding checkVariable(const FactCheck& check, const ImageFacts& facts, const std::stop_token& stop)
{
    if (isOurs(check.name))
        return Finding::notChecked(
            nameOf(check), facts.whyNoInfo + "; sandboxes have a value of their own");
    const auto record = facts.sandbox.run(requestOf({"env", "-0"}, 5), stop);
    if (!record || record->exitCode != 0)
        return Finding::notChecked(
            nameOf(check), facts.whyNoInfo + ", and it has no program 'env' that would");
    ImageInfo info;
    std::string_view rest = record->stdoutBytes;
    while (!rest.empty())
        info.env.emplace_back(takeUpTo(rest, '\0'));
    return judgeFact(check, info);
}

/// Distroless images have a file for each package.
void addStatusFolder(ImageSandbox& sandbox, Packages& into, const std::stop_token& stop)
{
    constexpr std::size_t kMostFiles = 2000;
    const auto files = sandbox.list("/var/lib/dpkg/status.d", 1, kMostFiles, stop);
    if (!files)
        return;
    for (const auto& file : files->entries) {
        if (file.type != "file" || file.path.ends_with(".md5sums"))
            continue;
        if (const auto text = sandbox.read(file.path, 64U << 10, stop))
            addDpkgPackages(*text, into);
    }
}

void addByRpm(ImageSandbox& sandbox, Packages& into, double mayTake, const std::stop_token& stop)
{
    const auto request
        = requestOf({"rpm", "-qa", "--queryformat", "%{NAME} %{VERSION}-%{RELEASE}\\n"}, mayTake);
    const auto record = sandbox.run(request, stop);
    if (record && record->exitCode == 0)
        addRpmPackages(record->stdoutBytes, into);
}

} // namespace

Finding checkFact(const FactCheck& check, const ImageFacts& facts, const std::stop_token& stop)
{
    if (facts.info)
        return judgeFact(check, *facts.info);
    return check.of == Of::Environment ? checkVariable(check, facts, stop)
                                       : Finding::notChecked(nameOf(check), facts.whyNoInfo);
}

Finding checkNonRoot(const ImageFacts& facts, const std::stop_token& stop)
{
    const std::string name = "runs as non-root";
    if (!facts.info)
        return Finding::notChecked(name, facts.whyNoInfo);
    const auto user = facts.info->user.substr(0, facts.info->user.find(':'));
    const std::string expected = "the image names a user that is not root";
    if (user.empty())
        return Finding::failed(name, expected, "it names none, which means root");
    const bool isNumber = user.find_first_not_of("0123456789") == std::string::npos;
    bool isRoot = user == "root" || (isNumber && user.find_first_not_of('0') == std::string::npos);
    if (!isNumber && !isRoot) {
        const auto passwd = facts.sandbox.read("/etc/passwd", 1U << 20, stop);
        if (!passwd)
            return Finding::notChecked(name, passwd.error().text());
        for (const auto& account : readAccounts(*passwd))
            if (account.name == user) {
                isRoot = account.uid == 0;
                break;
            }
    }
    return isRoot ? Finding::failed(name, expected, user) : Finding::passed(name);
}

Result<Packages>
installedPackages(ImageSandbox& sandbox, const std::stop_token& stop, double rpmMayTake)
{
    Packages packages;
    std::optional<Error> unread;
    const auto add = [&](const char* path, void (*read)(std::string_view, Packages&)) {
        const auto text = sandbox.read(path, kMostDatabase, stop);
        if (text)
            read(*text, packages);
        else if (!text.failedAs(ErrorCode::NotFound))
            unread = text.error();
    };
    add("/var/lib/dpkg/status", addDpkgPackages);
    add("/lib/apk/db/installed", addApkPackages);
    addStatusFolder(sandbox, packages, stop);
    if (packages.empty() && !unread)
        addByRpm(sandbox, packages, rpmMayTake, stop);
    if (!packages.empty())
        return packages;
    return unread.value_or(
        Error(ErrorCode::NotFound, "no list of packages of dpkg, apk or rpm could be read in it"));
}

} // namespace sandbench::image_check
