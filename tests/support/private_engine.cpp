// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/private_engine.h"

#include "core/engine/docker/docker_api.h"
#include "core/engine/docker/image_transfer.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <set>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::test {

namespace {

using namespace std::chrono_literals;

constexpr auto kStartPatience = 60s;
constexpr auto kStopPatience = 20s;

docker::Connection connectionTo(const std::string& address)
{
    docker::Connection connection;
    if (const auto endpoint = net::parseEndpoint(address))
        connection.endpoint = *endpoint;
    return connection;
}

std::string findProgram(const std::string& name)
{
    for (const char* folder : {"/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/"})
        if (::access((folder + name).c_str(), X_OK) == 0)
            return folder + name;
    return {};
}

/// A container's runtime may need a detour on this machine; the engine that the tests were given
/// knows it.
std::vector<std::string> runtimeArguments()
{
    const char* given = std::getenv("DOCKER_HOST");
    const auto api = docker::DockerApi::connect(connectionTo(given != nullptr ? given : ""), {});
    const auto info = api ? (*api)->get("/info", {}, {}) : Result<Json>(Json());
    if (!info)
        return {};
    const auto name = jsonString(*info, "DefaultRuntime");
    const auto path = jsonString(jsonField(jsonField(*info, "Runtimes"), name), "path");
    if (!path.starts_with('/'))
        return {};
    return {"--add-runtime", name + "=" + path, "--default-runtime", name};
}

/// As in containers.conf(5): no more than this machine allows.
std::string podmanSettings()
{
    rlimit files = {};
    ::getrlimit(RLIMIT_NOFILE, &files);
    const auto most = std::to_string(files.rlim_max);
    return "[containers]\ndefault_ulimits = [\"nofile=" + most + ":" + most
        + "\",\"nproc=32768:32768\"]\n[engine]\ncgroup_manager=\"cgroupfs\"\nruntime=\"runc\"\n"
          "events_logger=\"file\"\n";
}

/// The output of a program of the host.
Result<std::string> outputOf(const std::vector<std::string>& words)
{
    SANDBENCH_TRY(auto pipe, makePipe());
    SpawnSpec spec;
    spec.program = findProgram(words.front());
    spec.arguments = words;
    spec.environment = {"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C"};
    spec.fds = {-1, pipe.write.get(), -1};
    SANDBENCH_TRY(auto child, ChildProcess::spawn(spec));
    pipe.write.reset();
    std::string output;
    std::array<char, 65536> bytes = {};
    for (;;) {
        const auto length = ::read(pipe.read.get(), bytes.data(), bytes.size());
        if (length <= 0)
            break;
        output.append(bytes.data(), static_cast<std::size_t>(length));
    }
    SANDBENCH_TRY(const auto end, child.wait(10s));
    if (end.exitCode != 0)
        return Error(ErrorCode::Io, words.front() + " failed");
    return output;
}

/// A shell, sleep and the libraries that they need, of the host.
Result<std::string> smallRoot()
{
    std::set<std::string> files = {"/bin/bash", "/bin/sleep"};
    SANDBENCH_TRY(const auto libraries, outputOf({"ldd", "/bin/bash", "/bin/sleep"}));
    for (auto at = libraries.find('/'); at != std::string::npos; at = libraries.find('/', at)) {
        const auto end = libraries.find_first_of(" :\n", at);
        files.insert(libraries.substr(at, end - at));
        at = end;
    }
    std::vector<std::string> words = {"tar", "-chf", "-", "-P", "--hard-dereference"};
    words.insert(words.end(), files.begin(), files.end());
    return outputOf(words);
}

} // namespace

PrivateEngine::PrivateEngine(std::string name, std::uint64_t diskBytes)
    : m_name(std::move(name))
{
    // Not in memory: an engine's storage driver may not like that.
    if (auto folder = PrivateFolder::create("/var/tmp", "sandbench-engine"))
        m_folder = *std::move(folder);
    if (m_name == "docker")
        m_runtimes = runtimeArguments();
    if (diskBytes == 0 || m_folder.path().empty())
        return;
    const auto size = "size=" + std::to_string(diskBytes);
    if (::mkdir(dataFolder().c_str(), 0700) == 0)
        (void)::mount("tmpfs", dataFolder().c_str(), "tmpfs", 0, size.c_str());
}

std::string PrivateEngine::addRuntime(const std::string& name)
{
    auto usual = findProgram("runc");
    if (m_runtimes.size() > 1)
        usual = m_runtimes[1].substr(m_runtimes[1].find('=') + 1);
    const auto program = m_folder.path() + "/" + name;
    const auto notes = program + ".notes";
    const UniqueFd file(::open(program.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700));
    (void)writeAll(file.get(), "#!/bin/sh\necho used >> " + notes + "\nexec " + usual + " \"$@\"\n")
        .has_value();
    m_runtimes.insert(m_runtimes.end(), {"--add-runtime", name + "=" + program});
    return notes;
}

PrivateEngine::~PrivateEngine()
{
    m_daemon.kill(SIGTERM);
    if (m_daemon.pid() > 0)
        (void)m_daemon.wait(kStopPatience).has_value();
    // Podman leaves its storage mounted, and nothing below a mount can be removed.
    for (const char* mounted : {"/data/overlay", "/data"})
        (void)::umount2((m_folder.path() + mounted).c_str(), MNT_DETACH);
}

Result<void> PrivateEngine::start()
{
    SANDBENCH_TRY_VOID(spawn());
    const auto until = std::chrono::steady_clock::now() + kStartPatience;
    while (!docker::DockerApi::connect(connectionTo(address()), {})) {
        if (m_daemon.wait(50ms) || std::chrono::steady_clock::now() >= until)
            return Error(ErrorCode::Unavailable, m_name + " does not start: " + lastWords());
    }
    return m_hasImage ? Result<void>() : importImage();
}

void PrivateEngine::kill()
{
    m_daemon.kill(SIGKILL);
    (void)m_daemon.wait(kStopPatience).has_value();
    // Docker's containerd dies with it. Where nobody waits for orphans, the next daemon would take
    // what is left of it for a living one.
    ::unlink((m_folder.path() + "/run/containerd/containerd.pid").c_str());
}

Result<void> PrivateEngine::spawn()
{
    const auto& folder = m_folder.path();
    const bool docker = m_name == "docker";
    SpawnSpec spec;
    // In a network of its own: a Docker without a bridge removes the machine's docker0.
    const auto daemon = findProgram(docker ? "dockerd" : "podman");
    spec.program = docker ? findProgram("unshare") : daemon;
    if (spec.program.empty() || daemon.empty() || ::geteuid() != 0 || folder.empty())
        return Error(ErrorCode::Unavailable, "a private " + m_name + " needs root and its program");
    if (docker) {
        spec.arguments = {"unshare",
                          "--net",
                          daemon,
                          "--data-root",
                          folder + "/data",
                          "--exec-root",
                          folder + "/run",
                          "--pidfile",
                          folder + "/daemon.pid",
                          "--host",
                          address(),
                          "--bridge",
                          "none",
                          "--iptables=false",
                          "--ip-forward=false",
                          "--ip-masq=false"};
        spec.arguments.insert(spec.arguments.end(), m_runtimes.begin(), m_runtimes.end());
    } else {
        const auto settings = folder + "/containers.conf";
        const UniqueFd file(
            ::open(settings.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        SANDBENCH_TRY_VOID(writeAll(file.get(), podmanSettings()));
        spec.environment = {"CONTAINERS_CONF=" + settings};
        spec.arguments = {"podman", "--root",  folder + "/data", "--runroot", folder + "/run",
                          "system", "service", "--time=0",       address()};
    }
    spec.environment.push_back("PATH=/usr/sbin:/usr/bin:/sbin:/bin");
    spec.environment.push_back("HOME=" + folder);
    const UniqueFd log(
        ::open((folder + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    spec.fds = {-1, log.get(), log.get()};
    SANDBENCH_TRY(m_daemon, ChildProcess::spawn(spec));
    return {};
}

Result<void> PrivateEngine::importImage()
{
    SANDBENCH_TRY(const auto api, docker::DockerApi::connect(connectionTo(address()), {}));
    SANDBENCH_TRY(const auto name, docker::parseImageReference(image()));
    const auto path = m_folder.path() + "/root.tar";
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    SANDBENCH_TRY(const auto tar, smallRoot());
    SANDBENCH_TRY_VOID(writeAll(file.get(), tar));
    SANDBENCH_TRY_VOID(docker::importImage(*api, path, name, {}, {}));
    m_hasImage = true;
    return {};
}

std::string PrivateEngine::lastWords() const
{
    const auto log = readFile(m_folder.path() + "/log", 16U << 20).value_or("");
    return log.substr(log.size() - std::min<std::size_t>(log.size(), 500));
}

} // namespace sandbench::test
