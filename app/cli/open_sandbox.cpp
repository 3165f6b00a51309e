// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/open_sandbox.h"

#include "app/cli/image_progress.h"
#include "app/cli/option_values.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/engine/image_store.h"

#include <algorithm>
#include <sstream>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kShell = "install shell";
constexpr double kInstallSeconds = 1800;
constexpr std::size_t kTailBytes = 16U << 10;
constexpr const char* kPackages = "/work/.packages";

/// Every image with a shell has this one. Not in the catalog of the user: it is no language to
/// choose.
Language installShell()
{
    Language shell;
    shell.id = kShell;
    shell.name = "The shell";
    shell.defaultFileName = "install.sh";
    shell.run = {"sh", "{file}"};
    shell.installHint
        = "--install needs an image with a shell; build one with what is wanted (--build)";
    return shell;
}

/// Packages go where the program's user may write and where its interpreter looks.
std::map<std::string, std::string> packageEnvironment()
{
    const std::string folder = kPackages;
    return {
        {"PIP_TARGET", folder},
        {"PIP_BREAK_SYSTEM_PACKAGES", "1"},
        {"PIP_DISABLE_PIP_VERSION_CHECK", "1"},
        {"PIP_NO_CACHE_DIR", "1"},
        {"PYTHONPATH", folder},
        {"npm_config_prefix", folder},
        {"npm_config_cache", "/tmp/npm"},
        {"NODE_PATH", folder + "/lib/node_modules"}};
}

/// Keeps the end of what a command prints.
class InstallSink : public RunSink
{
public:
    explicit InstallSink(bool show)
        : m_show(show)
    {
    }

    void onOutput(StreamKind, std::string_view bytes) override
    {
        if (m_show)
            (void)writeAll(STDERR_FILENO, bytes);
        m_tail += bytes;
        if (m_tail.size() > 2 * kTailBytes)
            m_tail.erase(0, m_tail.size() - kTailBytes);
    }

    const std::string& tail() const { return m_tail; }

private:
    bool m_show;
    std::string m_tail;
};

class SandboxOpener
{
public:
    SandboxOpener(Composition& parts, Signals& signals, SandboxRequest request)
        : m_parts(parts)
        , m_signals(signals)
        , m_request(std::move(request))
        , m_stop(signals.stopToken())
    {
    }

    Result<std::unique_ptr<Session>> open()
    {
        SANDBENCH_TRY(m_engine, m_parts.engines().find(m_request.engine));
        SANDBENCH_TRY_VOID(checkFits());
        SANDBENCH_TRY_VOID(prepareImage());
        SessionSpec spec;
        spec.sandbox = m_request.plan.spec;
        spec.warm = m_request.warm;
        const auto& installs = m_request.plan.installs;
        if (!installs.empty())
            spec.env = packageEnvironment();
        const auto languages
            = installs.empty() ? m_parts.languages() : m_parts.languages().with(installShell());
        SANDBENCH_TRY(
            auto session,
            Session::open(*m_engine, std::move(spec), languages, m_parts.artifacts(), m_stop));
        if (installs.empty())
            return session;
        m_signals.setEmergencyHandler([&] { (void)session->close(); });
        auto installed = install(*session);
        m_signals.setEmergencyHandler({});
        if (!installed)
            return std::move(installed.error());
        return session;
    }

private:
    Result<void> checkFits()
    {
        const auto& plan = m_request.plan;
        if (plan.limitOptions.empty())
            return {};
        SANDBENCH_TRY(const auto machine, m_engine->capacity(m_stop));
        auto fits = m_parts.sizes().checkFits(plan.spec.limits, machine);
        if (!fits)
            return std::move(fits.error()).within(plan.limitOptions);
        return {};
    }

    Result<void> prepareImage()
    {
        auto& spec = m_request.plan.spec;
        ImageStore* images = m_engine->images();
        if (!images || !spec.container.existing.empty())
            return {};
        if (!m_request.plan.buildFolder.empty())
            return build(*images);
        if (spec.image.empty() || m_request.plan.pull == Pull::Never)
            return {};
        if (m_request.plan.pull == Pull::Missing) {
            const auto there = images->inspect(spec.image, m_stop);
            // No registry has our own image; the store says how to get that.
            if (!there
                && (there.error().code() != ErrorCode::NotFound || spec.image == kDefaultImage))
                return std::move(there.error());
            if (there) {
                spec.container.keepTemplate = true; // it was not fetched for this
                return {};
            }
        }
        return fetch(*images);
    }

    Result<void> fetch(ImageStore& images)
    {
        const auto& spec = m_request.plan.spec;
        ImageProgressView view("fetching " + spec.image);
        PullRequest request;
        request.image = spec.image;
        request.platform = spec.container.platform;
        auto fetched = images.pull(request, view.callback(), m_stop);
        if (!fetched)
            return std::move(fetched.error()).within("fetching " + spec.image);
        return {};
    }

    Result<void> build(ImageStore& images)
    {
        auto& plan = m_request.plan;
        BuildRequest request;
        request.contextFolder = plan.buildFolder;
        request.tag = plan.spec.image;
        request.platform = plan.spec.container.platform;
        ImageProgressView view("building " + plan.buildFolder);
        auto built = images.build(request, view.callback(), m_stop);
        if (!built)
            return std::move(built.error()).within("--build");
        if (plan.spec.image.empty())
            plan.spec.image = *std::move(built);
        return {};
    }

    Result<void> install(Session& session)
    {
        for (const auto& command : m_request.plan.installs)
            SANDBENCH_TRY_VOID(install(session, command));
        if (!m_request.plan.spec.network.installPhaseOnly)
            return {};
        auto dropped = session.dropNetwork(m_stop);
        if (!dropped)
            return std::move(dropped.error()).within("taking the network away");
        return {};
    }

    Result<void> install(Session& session, const std::string& command)
    {
        RunRequest run;
        run.language = kShell;
        run.code = command + "\n";
        run.limits.wallSeconds = kInstallSeconds;
        run.limits.outputBytes = 0;
        run.keepBytes = 0;
        InstallSink sink(m_request.verbose);
        SANDBENCH_TRY(const auto record, session.run(run, sink, m_stop));
        if (record.verdict == Verdict::Cancelled)
            return Error(ErrorCode::Cancelled, "stopped during --install");
        if (record.verdict == Verdict::Exited && record.exitCode == 0)
            return {};
        const auto line = tellingLine(sink.tail());
        return Error(
            ErrorCode::Unavailable,
            "--install: '" + command + "': " + (line.empty() ? "" : line + " (")
                + verdictSentence(record) + (line.empty() ? "" : ")"));
    }

    Composition& m_parts;
    Signals& m_signals;
    SandboxRequest m_request;
    const std::stop_token m_stop;
    Engine* m_engine = nullptr;
};

} // namespace

std::string tellingLine(const std::string& output)
{
    constexpr std::size_t kLongest = 300;
    std::string last;
    std::string complaint;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        // A progress bar's earlier states are in the same line.
        line.erase(0, line.rfind('\r', line.size() < 2 ? 0 : line.size() - 2) + 1);
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())))
            line.pop_back();
        line.erase(0, line.find_first_not_of(" \t"));
        if (line.empty())
            continue;
        std::string lower = line;
        std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
            return static_cast<char>(std::tolower(c));
        });
        if (lower.find("error") != std::string::npos || lower.starts_with("e: ")
            || lower.find("fatal") != std::string::npos)
            complaint = line;
        last = line;
    }
    return printable((complaint.empty() ? last : complaint).substr(0, kLongest));
}

Result<std::unique_ptr<Session>>
openSandbox(Composition& parts, Signals& signals, SandboxRequest request)
{
    return SandboxOpener(parts, signals, std::move(request)).open();
}

} // namespace sandbench::cli
