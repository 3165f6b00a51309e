// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/image_probe.h"

#include "core/base/text.h"
#include "core/image_check/secret_patterns.h"
#include "core/session/isolation_json.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>

namespace sandbench::image_check {

namespace {

using Clock = std::chrono::steady_clock;

struct Interpreter
{
    const char* name;
    const char* versionOption;
};
constexpr std::array<Interpreter, 14> kInterpreters = {{
    {"python3", "--version"},
    {"node", "--version"},
    {"ruby", "--version"},
    {"perl", "-e print$^V"},
    {"php", "--version"},
    {"java", "--version"},
    {"go", "version"},
    {"gcc", "--version"},
    {"rustc", "--version"},
    {"lua", "-v"},
    {"Rscript", "--version"},
    {"julia", "--version"},
    {"deno", "--version"},
    {"dotnet", "--version"},
}};
constexpr std::array<const char*, 13> kManagers
    = {"apt-get", "apk", "dnf", "yum",   "rpm",      "pacman", "zypper",
       "pip3",    "npm", "gem", "cargo", "composer", "conda"};
constexpr std::array<const char*, 5> kShells = {"sh", "bash", "dash", "zsh", "busybox"};
constexpr std::array<const char*, 5> kFolders
    = {"/usr/local/bin", "/usr/bin", "/bin", "/usr/local/go/bin", "/opt/conda/bin"};
constexpr std::chrono::milliseconds kVersionsMayTake{1500};
constexpr double kRpmMayTake = 3; ///< Units: seconds.
constexpr std::size_t kMostNames = 20'000, kMostUsersTold = 20;

class Prober
{
public:
    Prober(const ImageAccess& access, std::stop_token stop)
        : m_access(access)
        , m_stop(std::move(stop))
    {
        m_probe.image = access.image;
    }

    ImageProbe probe()
    {
        const auto opened = m_access.open(Setting(), m_stop);
        auto info = m_access.inspect(m_stop);
        if (info) {
            m_probe.platform = oneLine(info->platform, 60);
            m_probe.bytes = info->bytes;
            m_probe.user = oneLine(info->user, 60);
        }
        if (!opened) {
            m_probe.problem = opened.error();
            return std::move(m_probe);
        }
        m_probe.agentRuns = true;
        m_probe.isolation = (*opened)->isolation();
        const ImageFacts facts{
            **opened, info ? std::optional(*info) : std::nullopt,
            info ? std::string() : info.error().text()};
        lookAround(facts);
        return std::move(m_probe);
    }

private:
    void lookAround(const ImageFacts& facts)
    {
        auto& sandbox = facts.sandbox;
        for (const auto* path : {"/etc/os-release", "/usr/lib/os-release"})
            if (const auto text = sandbox.read(path, 64U << 10, m_stop); text && m_probe.os.empty())
                m_probe.os = osName(*text);
        listPrograms(sandbox);
        for (const auto* shell : kShells)
            if (const auto found = m_programs.find(shell); found != m_programs.end())
                m_probe.shells.push_back(found->second);
        for (const auto* manager : kManagers)
            if (m_programs.contains(manager))
                m_probe.packageManagers.emplace_back(manager);
        listUsers(sandbox);
        countPackages(sandbox);
        askVersions(sandbox);
        m_probe.trust.push_back(checkNonRoot(facts, m_stop));
        m_probe.trust.push_back(namesNoSecrets(facts));
    }

    void listPrograms(ImageSandbox& sandbox)
    {
        for (const auto* folder : kFolders) {
            const auto files = sandbox.list(folder, 1, kMostNames, m_stop);
            if (!files)
                continue;
            for (const auto& file : files->entries)
                if (file.type != "directory" && !file.hasOddName)
                    m_programs.emplace(file.path.substr(file.path.rfind('/') + 1), file.path);
        }
    }

    void listUsers(ImageSandbox& sandbox)
    {
        const auto passwd = sandbox.read("/etc/passwd", 1U << 20, m_stop);
        if (!passwd)
            return m_probe.notes.push_back("/etc/passwd: " + oneLine(passwd.error().text(), 200));
        const auto accounts = readAccounts(*passwd);
        for (const auto& account : accounts) {
            const bool isPerson = account.uid == 0
                || (!account.shell.empty() && account.shell.find("nologin") == std::string::npos
                    && account.shell.find("false") == std::string::npos);
            if (isPerson && m_probe.users.size() < kMostUsersTold)
                m_probe.users.push_back(
                    oneLine(account.name, 40) + " (" + std::to_string(account.uid) + ")");
            if (account.uid == 0 && account.name != "root")
                m_probe.notes.push_back(
                    "/etc/passwd gives " + inQuotes(account.name) + " the rights of root");
        }
    }

    void countPackages(ImageSandbox& sandbox)
    {
        const auto packages = installedPackages(sandbox, m_stop, kRpmMayTake);
        if (packages)
            m_probe.packages = packages->size();
        else if (!packages.failedAs(ErrorCode::NotFound))
            m_probe.notes.push_back("packages: " + oneLine(packages.error().text(), 200));
    }

    void askVersions(ImageSandbox& sandbox)
    {
        const auto end = Clock::now() + kVersionsMayTake;
        for (const auto& [name, option] : kInterpreters) {
            const auto found = m_programs.find(name);
            if (found == m_programs.end())
                continue;
            std::string version = "not asked: it took too long";
            const double left = std::chrono::duration<double>(end - Clock::now()).count();
            if (left > 0.05 && !m_stop.stop_requested())
                version = versionOf(sandbox, found->second, option, left);
            m_probe.interpreters.emplace_back(name, std::move(version));
        }
    }

    std::string
    versionOf(ImageSandbox& sandbox, const std::string& path, std::string_view option, double left)
    {
        std::vector<std::string> command{path};
        while (!option.empty())
            command.emplace_back(takeUpTo(option, ' '));
        const auto record = sandbox.run(requestOf(std::move(command), left), m_stop);
        if (!record)
            return oneLine(record.error().text(), 100);
        const auto& bytes = record->stdoutBytes.empty() ? record->stderrBytes : record->stdoutBytes;
        std::string_view text = bytes;
        const auto line = oneLine(takeUpTo(text, '\n'), 100);
        return line.empty() ? verdictSentence(*record) : line;
    }

    static Finding namesNoSecrets(const ImageFacts& facts)
    {
        const std::string name = "no secrets in variables and labels";
        if (!facts.info)
            return Finding::notChecked(name, facts.whyNoInfo);
        for (const auto& variable : facts.info->env) {
            std::string_view value = variable;
            const auto key = takeUpTo(value, '=');
            if (!secretIn(value).empty() || (isSecretName(key) && !value.empty()))
                return Finding::failed(
                    name, "no secret is found", "the variable " + oneLine(key, 60));
        }
        for (const auto& [key, value] : facts.info->labels)
            if (!secretIn(value).empty())
                return Finding::failed(name, "no secret is found", "the label " + oneLine(key, 60));
        return Finding::passed(name);
    }

    const ImageAccess& m_access;
    const std::stop_token m_stop;
    std::map<std::string, std::string> m_programs; ///< Paths by their names.
    ImageProbe m_probe;
};

} // namespace

ImageProbe probeImage(const ImageAccess& access, std::stop_token stop)
{
    const auto begin = Clock::now();
    auto probe = Prober(access, std::move(stop)).probe();
    probe.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return probe;
}

Json toJson(const ImageProbe& probe)
{
    Json interpreters = Json::array(), trust = Json::array();
    for (const auto& [name, version] : probe.interpreters)
        interpreters.push_back({{"name", name}, {"version", version}});
    for (const auto& finding : probe.trust)
        trust.push_back(
            {{"name", finding.name},
             {"state", stateName(finding.state)},
             {"got", finding.got},
             {"why", finding.why}});
    return {
        {"image", probe.image},
        {"engine", probe.engine},
        {"os", probe.os},
        {"platform", probe.platform},
        {"bytes", probe.bytes},
        {"user", probe.user},
        {"shells", probe.shells},
        {"users", probe.users},
        {"interpreters", std::move(interpreters)},
        {"package_managers", probe.packageManagers},
        {"packages", probe.packages ? Json(*probe.packages) : Json()},
        {"agent_runs", probe.agentRuns},
        {"isolation", isolationJson(probe.isolation)},
        {"trust", std::move(trust)},
        {"notes", probe.notes},
        {"problem", probe.problem ? Json(probe.problem->text()) : Json()},
        {"seconds", probe.seconds}};
}

} // namespace sandbench::image_check
