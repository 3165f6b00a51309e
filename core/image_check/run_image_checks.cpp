// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/run_image_checks.h"

#include "core/base/units.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace sandbench::image_check {

namespace {

constexpr std::string_view kStopped = "stopped before it began";

class Checker
{
public:
    Checker(const ImageSpec& spec, const ImageAccess& access, std::stop_token stop)
        : m_spec(spec)
        , m_access(access)
        , m_stop(std::move(stop))
    {
    }

    ImageReport report()
    {
        m_report.image = m_access.image;
        const auto usual = m_access.open(Setting(), m_stop);
        readInfo();
        if (usual) {
            checkInUsual(**usual);
        } else {
            m_report.problem = usual.error();
            nothingChecked(usual.error());
        }
        for (const auto& skip : m_spec.skipped)
            add(Finding::notChecked(skip.name, skip.why));
        if (m_stop.stop_requested() && !m_report.problem)
            m_report.problem = Error(ErrorCode::Cancelled, "stopped");
        return std::move(m_report);
    }

private:
    void add(Finding finding) { m_report.findings.push_back(std::move(finding)); }

    void readInfo()
    {
        auto info = m_access.inspect(m_stop);
        if (info)
            m_info = *std::move(info);
        else
            m_whyNoInfo = info.error().text();
    }

    void nothingChecked(const Error& error)
    {
        const auto why = "there is no sandbox of it: " + error.text();
        const auto all = [&](const auto& checks) {
            for (const auto& check : checks)
                add(Finding::notChecked(check.name, why));
        };
        all(m_spec.commands);
        all(m_spec.files);
        all(m_spec.users);
        all(m_spec.packages);
        all(m_spec.facts);
        if (m_spec.mostBytes)
            add(checkSize());
        if (m_spec.runsAsNonRoot)
            add(Finding::notChecked("runs as non-root", why));
        if (m_spec.hasNoSecrets)
            add(Finding::notChecked("no secrets", why));
    }

    /// @p check unless it was stopped; how long it took is kept.
    template <typename Check> void timed(const std::string& name, Check check)
    {
        if (m_stop.stop_requested())
            return add(Finding::notChecked(name, kStopped));
        const auto begin = std::chrono::steady_clock::now();
        add(check());
        auto& seconds = m_report.findings.back().seconds;
        if (seconds == 0)
            seconds
                = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }

    void checkInUsual(ImageSandbox& usual)
    {
        const ImageFacts facts{usual, m_info, m_whyNoInfo};
        runCommands(usual);
        for (const auto& check : m_spec.files)
            timed(check.name, [&] { return checkFile(check, facts, m_stop); });
        for (const auto& check : m_spec.users)
            timed(check.name, [&] { return checkUser(check, facts, m_stop); });
        checkPackages(usual);
        for (const auto& check : m_spec.facts)
            timed(check.name, [&] { return checkFact(check, facts, m_stop); });
        if (m_spec.mostBytes)
            add(checkSize());
        if (m_spec.runsAsNonRoot)
            timed("runs as non-root", [&] { return checkNonRoot(facts, m_stop); });
        if (m_spec.hasNoSecrets)
            timed("no secrets", [&] { return searchSecrets(usual); });
    }

    /// Those of one setting in turn, in one sandbox; they are told in the order of the file.
    void runCommands(ImageSandbox& usual)
    {
        std::map<Setting, std::vector<std::size_t>> bySetting;
        for (std::size_t i = 0; i < m_spec.commands.size(); ++i)
            bySetting[m_spec.commands[i].setting].push_back(i);
        std::vector<Finding> findings(m_spec.commands.size());
        for (const auto& [setting, checks] : bySetting) {
            std::unique_ptr<ImageSandbox> own;
            std::string why;
            if (setting != Setting() && !m_stop.stop_requested()) {
                auto opened = m_access.open(setting, m_stop);
                if (opened)
                    own = *std::move(opened);
                else
                    why = opened.error().text();
            }
            auto* const sandbox = setting == Setting() ? &usual : own.get();
            for (const auto i : checks) {
                const auto& check = m_spec.commands[i];
                findings[i] = m_stop.stop_requested() ? Finding::notChecked(check.name, kStopped)
                    : sandbox                         ? runCommand(check, *sandbox)
                                                      : Finding::notChecked(check.name, why);
            }
        }
        for (auto& finding : findings)
            add(std::move(finding));
    }

    Finding runCommand(const CommandCheck& check, ImageSandbox& sandbox)
    {
        auto command = check.command;
        if (command.empty() && m_info) {
            command = m_info->entrypoint;
            command.insert(command.end(), m_info->command.begin(), m_info->command.end());
        }
        if (command.empty())
            return Finding::notChecked(
                check.name, m_info ? "the image has no program of its own" : m_whyNoInfo);
        for (const auto& words : check.setup) {
            const auto done = sandbox.run(requestFor(check, words), m_stop);
            const bool isDone = done && done->exitCode == 0;
            if (!isDone)
                return Finding::failed(
                    check.name, "its setup exits with 0",
                    done ? verdictSentence(*done) : done.error().text());
        }
        return judgeCommand(check, sandbox.run(requestFor(check, std::move(command)), m_stop));
    }

    RunRequest requestFor(const CommandCheck& check, std::vector<std::string> command) const
    {
        auto request = requestOf(std::move(command), check.timeout);
        request.env = check.env;
        request.stdinBytes = check.input;
        request.folder = check.folder;
        if (request.folder.empty() && m_info && m_info->workingFolder.starts_with('/'))
            request.folder = m_info->workingFolder;
        return request;
    }

    void checkPackages(ImageSandbox& usual)
    {
        if (m_spec.packages.empty())
            return;
        const auto installed = installedPackages(usual, m_stop);
        for (const auto& check : m_spec.packages)
            add(installed ? checkPackage(check, *installed)
                          : Finding::notChecked("package " + check.name, installed.error().text()));
    }

    static Finding checkPackage(const PackageCheck& check, const Packages& installed)
    {
        const auto name = "package " + check.name;
        const auto found = installed.find(check.name);
        const bool isThere = found != installed.end();
        if (isThere != check.isInstalled)
            return Finding::failed(
                name, check.isInstalled ? "it is installed" : "it is not installed",
                isThere ? "version " + found->second : "it is not");
        if (!isThere || check.versions.empty())
            return Finding::passed(name);
        std::string expected;
        for (const auto& version : check.versions) {
            if (holds(version, found->second))
                return Finding::passed(name);
            expected += (expected.empty() ? "its version " : ", or ") + sentenceOf(version);
        }
        return Finding::failed(name, expected, found->second);
    }

    /// As root: a key that only root may read is one all the same.
    Finding searchSecrets(ImageSandbox& usual)
    {
        Setting root;
        root.user = "0";
        const auto asRoot = m_access.open(root, m_stop);
        return checkSecrets({asRoot ? **asRoot : usual, m_info, m_whyNoInfo}, m_stop);
    }

    Finding checkSize() const
    {
        const std::string name = "size of the image";
        if (!m_info)
            return Finding::notChecked(name, m_whyNoInfo);
        return m_info->bytes <= *m_spec.mostBytes
            ? Finding::passed(name)
            : Finding::failed(
                name, formatSize(*m_spec.mostBytes) + " at most", formatSize(m_info->bytes));
    }

    const ImageSpec& m_spec;
    const ImageAccess& m_access;
    const std::stop_token m_stop;
    std::optional<ImageInfo> m_info;
    std::string m_whyNoInfo;
    ImageReport m_report;
};

} // namespace

ImageReport runImageChecks(const ImageSpec& spec, const ImageAccess& access, std::stop_token stop)
{
    const auto begin = std::chrono::steady_clock::now();
    auto report = Checker(spec, access, std::move(stop)).report();
    report.seconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return report;
}

} // namespace sandbench::image_check
