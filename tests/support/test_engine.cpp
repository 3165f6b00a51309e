// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_engine.h"

#include "core/engine/apptainer/apptainer_engine.h"
#include "core/engine/cgroup/cgroup_files.h"
#include "core/engine/cgroup/cgroup_paths.h"
#include "core/engine/cgroup/group_list.h"
#include "core/engine/cgroup/user_scope_format.h"
#include "core/engine/docker/docker_engine.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/local/bwrap_command.h"
#include "core/engine/local/local_engine.h"
#include "core/engine/ownership.h"
#include "core/engine/slurm/keeper.h"
#include "core/engine/slurm_images.h"
#include "core/engine/ssh/ssh_address.h"
#include "core/engine/ssh/ssh_engine.h"
#include "tests/support/loopback_sshd.h"

#include <chrono>
#include <cstdlib>
#include <dirent.h>
#include <poll.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::test {

Result<docker::Connection> testConnection(const std::string& engine)
{
    const std::string variable = engine == "docker" ? "DOCKER_HOST" : "SANDBENCH_TEST_PODMAN";
    const char* address = std::getenv(variable.c_str());
    if (address == nullptr || *address == '\0')
        return Error(ErrorCode::Unavailable, variable + " names no engine to test with");
    SANDBENCH_TRY(auto endpoint, net::parseEndpoint(address));
    return docker::Connection{engine, "test", std::move(endpoint), variable};
}

Result<kubernetes::KubeConnection> testCluster()
{
    const char* file = std::getenv("KUBECONFIG");
    if (file == nullptr || *file == '\0')
        return Error(ErrorCode::Unavailable, "KUBECONFIG names no cluster to test with");
    return kubernetes::chooseContext({}, kubernetes::KubeSurroundings::ofThisProcess());
}

std::string testApptainer()
{
    const char* program = std::getenv("SANDBENCH_TEST_APPTAINER");
    // Nothing that is only found.
    return program != nullptr && *program != '\0' ? program
                                                  : "/SANDBENCH_TEST_APPTAINER/is/not/set";
}

static std::weak_ptr<LoopbackSshd> sharedSshd;

std::shared_ptr<LoopbackSshd> testSshd()
{
    auto sshd = sharedSshd.lock();
    if (!sshd) {
        sshd = std::make_shared<LoopbackSshd>();
        sharedSshd = sshd;
    }
    return sshd;
}

std::unique_ptr<Engine> makeSshEngine(const std::shared_ptr<LoopbackSshd>& sshd)
{
    return std::make_unique<SshEngine>(SshEngine::Options{[problem = sshd->problem(),
                                                           address = sshd->address()] {
        return problem.empty() ? ssh::chooseMachine(address, {})
                               : Result<EngineConnection>(Error(ErrorCode::Unavailable, problem));
    }});
}

std::vector<std::string> placesOf(const LoopbackSshd& sshd)
{
    auto found = sshd.processes();
    std::erase_if(found, [](const auto& process) {
        return process.find(" outpost open ") == std::string::npos
            && process.find(" outpost attach ") == std::string::npos;
    });
    return found;
}

std::string testSlurm()
{
    const char* configuration = std::getenv("SLURM_CONF");
    return configuration != nullptr && *configuration != '\0' ? configuration
                                                              : "/SLURM_CONF/is/not/set";
}

std::vector<std::string> jobsOfThisProcess()
{
    const auto programs
        = slurm::Programs::find(slurm::SlurmSurroundings::ofThisProcess(), testSlurm());
    if (!programs)
        return {};
    const auto jobs = slurm::ourJobs(*programs, {});
    if (!jobs)
        return {"Slurm does not answer: " + jobs.error().text()};
    std::vector<std::string> found;
    for (const auto& one : *jobs)
        if (one.stamp.owner == ownerOfThisProcess())
            found.push_back("job " + one.job.id.name + " of Slurm");
    return found;
}

std::vector<std::string> podsOfThisProcess()
{
    const auto cluster = testCluster();
    if (!cluster)
        return {};
    const auto api = kubernetes::KubeApi::connect(*cluster, {});
    if (!api)
        return {"the cluster does not answer: " + api.error().text()};
    std::vector<std::string> found;
    for (const char* path : {"/api/v1/pods", "/apis/networking.k8s.io/v1/networkpolicies"}) {
        const auto list
            = (*api)->get(path, {{"labelSelector", "app.kubernetes.io/managed-by=sandbench"}}, {});
        if (!list)
            return {"the cluster lists nothing: " + list.error().text()};
        for (const auto& item : jsonField(*list, "items")) {
            const auto& metadata = jsonField(item, "metadata");
            if (jsonString(jsonField(metadata, "annotations"), label::kOwner)
                == ownerOfThisProcess())
                found.push_back(path + (" " + jsonString(metadata, "name")));
        }
    }
    return found;
}

std::vector<std::string> containersOfThisProcess(const std::string& engine)
{
    if (engine == "slurm")
        return jobsOfThisProcess();
    if (engine == "kubernetes")
        return podsOfThisProcess();
    const auto connection = testConnection(engine);
    if (!connection)
        return {};
    const auto api = docker::DockerApi::connect(*connection, {});
    const Json filters = {{"label", {std::string(label::kOwner) + "=" + ownerOfThisProcess()}}};
    const auto list = api
        ? (*api)->get("/containers/json", {{"all", "1"}, {"filters", writeJson(filters)}}, {})
        : Result<Json>(api.error());
    if (!list)
        return {engine + " does not answer: " + list.error().text()};
    std::vector<std::string> found;
    for (const auto& container : *list)
        found.push_back(engine + " container " + jsonString(container, "Id"));
    return found;
}

namespace {

DockerEngine::Options optionsOf(const std::string& name)
{
    DockerEngine::Options options;
    options.name = name;
    options.choose = [name] { return testConnection(name); };
    options.defaultImage = testImage();
    return options;
}

/// Its images come from Docker. The program may be one that becomes another user, who needs a cache
/// of its own.
std::unique_ptr<ApptainerEngine> makeApptainer()
{
    ApptainerEngine::Options options;
    options.program = testApptainer();
    options.defaultImage = testImage();
    options.cacheFolder = "/tmp/sandbench-test-apptainer";
    ::mkdir(options.cacheFolder.c_str(), 0700);
    if (::geteuid() == 0)
        ::chmod(options.cacheFolder.c_str(), 0777);
    const auto docker = std::make_shared<DockerEngine>(optionsOf("docker"));
    options.sources = {{"docker", {docker, docker->images()}}};
    return std::make_unique<ApptainerEngine>(std::move(options));
}

/// Its containers are Apptainer's, made from the images that this has here.
std::unique_ptr<Engine> makeSlurm()
{
    SlurmEngine::Options options;
    options.configuration = testSlurm();
    const std::shared_ptr<ApptainerEngine> apptainer = makeApptainer();
    makeImagesWith(*apptainer, options);
    options.makeImage = [apptainer, make = std::move(options.makeImage)](
                            const SandboxSpec& spec, bool isUnpacked, std::stop_token stop) {
        return make(spec, isUnpacked, std::move(stop));
    };
    return std::make_unique<SlurmEngine>(std::move(options));
}

std::unique_ptr<Engine> makeEngine(const std::string& name)
{
    if (name == "slurm")
        return makeSlurm();
    if (name == "apptainer")
        return makeApptainer();
    if (name == "local")
        return std::make_unique<LocalEngine>();
    if (name == "kubernetes") {
        return std::make_unique<KubernetesEngine>(
            KubernetesEngine::Options{testCluster, testImage(), {}});
    }
    if (name != "docker" && name != "podman")
        return nullptr;
    return std::make_unique<DockerEngine>(optionsOf(name));
}

std::vector<std::string> namesIn(const std::string& folder)
{
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(folder.c_str()), ::closedir);
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr)
        names.emplace_back(entry->d_name);
    return names;
}

/// The server of testSshd(), and the one connection that an ssh engine has as long as it lives.
bool belongsToSshEngine(const std::string& process)
{
    const auto words = cgroup::readControl("/proc/" + process + "/cmdline").value_or("");
    return words.find("/sshd") != std::string::npos
        || words.find("ControlMaster=yes") != std::string::npos;
}

/// Sandbox processes whose parent is this process; others may belong to tests that run at the same
/// time.
/// It stays as long as its engine, whatever sandboxes come and go.
bool isZygote(const std::string& process)
{
    const auto command = cgroup::readControl("/proc/" + process + "/cmdline").value_or("");
    return command.find(local::zygoteArguments({}).at(6)) != std::string::npos;
}

std::vector<std::string> childrenOfThisProcess()
{
    std::vector<std::string> found;
    const std::string parentLine = "\nPPid:\t" + std::to_string(::getpid()) + "\n";
    for (const auto& name : namesIn("/proc")) {
        const auto status = cgroup::readControl("/proc/" + name + "/status").value_or("");
        if (status.find(parentLine) != std::string::npos && !belongsToSshEngine(name)
            && !isZygote(name))
            found.push_back("process " + name);
    }
    return found;
}

} // namespace

std::vector<std::string> TestEngine::names()
{
    const char* wanted = std::getenv("SANDBENCH_TEST_ENGINES");
    std::istringstream list(wanted != nullptr && *wanted != '\0' ? wanted : "local");
    std::vector<std::string> names;
    for (std::string name; std::getline(list, name, ',');)
        names.push_back(name);
    return names;
}

std::string testImage()
{
    const char* image = std::getenv("SANDBENCH_TEST_IMAGE");
    return image != nullptr && *image != '\0' ? image : "sandbench-python:1";
}

TestEngine::TestEngine(const std::string& name)
    : TestEngine(makeEngine(name))
{
    if (name == "ssh") {
        m_sshd = testSshd();
        m_engine = makeSshEngine(m_sshd);
    }
    if (!m_engine)
        m_problem = "there is no engine called " + name;
}

TestEngine::TestEngine(std::unique_ptr<Engine> engine)
    : m_engine(std::move(engine))
{
    auto catalog = LanguageCatalog::load();
    auto store = ArtifactStore::create();
    if (!catalog || !store) {
        m_problem = catalog ? store.error().text() : catalog.error().text();
        return;
    }
    m_languages = std::move(*catalog);
    m_artifacts = std::move(*store);
}

TestEngine::~TestEngine() = default;

std::string TestEngine::whyNot()
{
    if (!m_engine || !m_artifacts)
        return m_problem;
    const auto status = m_engine->probe({});
    return status.usable ? std::string() : status.problem + "; " + status.remedy;
}

std::unique_ptr<Session> TestEngine::open(SessionSpec spec)
{
    if (!m_engine || !m_artifacts)
        return nullptr;
    auto session = Session::open(*m_engine, std::move(spec), m_languages, *m_artifacts, {});
    if (session)
        return std::move(*session);
    m_problem = session.error().text();
    return nullptr;
}

std::unique_ptr<Session> TestEngine::open(SandboxLimits limits, Warm warm)
{
    SessionSpec spec;
    spec.sandbox.limits = limits;
    spec.warm = warm;
    return open(std::move(spec));
}

RunRecord
runRequest(Session& session, const RunRequest& request, RunSink& sink, std::stop_token stop)
{
    auto record = session.run(request, sink, std::move(stop));
    if (record)
        return std::move(*record);
    RunRecord failed;
    failed.evidence = record.error().text();
    failed.warnings.push_back(failed.evidence);
    return failed;
}

RunRecord runIn(
    Session& session, std::string language, std::string code, RunLimits limits,
    std::string stdinBytes)
{
    RunRequest request;
    request.language = std::move(language);
    request.code = std::move(code);
    request.limits = limits;
    request.stdinBytes = std::move(stdinBytes);
    RunSink sink;
    return runRequest(session, request, sink);
}

/// Groups are made in the nearest folder above ours that hands out controllers, by the user's
/// systemd, or for root by the machine's.
static void
addFoldersOfV2(const std::string& own, const std::string& mounts, std::vector<std::string>& to)
{
    constexpr std::string_view kMount = "/sys/fs/cgroup";
    for (auto folder = own; folder.size() >= kMount.size();
         folder = folder.substr(0, folder.find_last_of('/')))
        to.push_back(folder);
    to.push_back(cgroup::userManagerFolder(mounts, ::geteuid()) + "/app.slice");
    to.push_back(std::string(kMount) + "/system.slice");
}

std::vector<std::string> controlGroups()
{
    const auto mounts = cgroup::readControl("/proc/self/mountinfo").value_or("");
    const auto self = cgroup::readControl("/proc/self/cgroup").value_or("");
    const auto layout = parseCgroupLayout(mounts, self);
    std::vector<std::string> parents;
    for (const auto& [controller, folder] : layout.v1)
        parents.push_back(folder);
    if (layout.v1.empty() && !layout.v2.empty())
        addFoldersOfV2(layout.v2, mounts, parents);
    std::vector<std::string> groups;
    for (const auto& parent : parents)
        for (const auto& name : namesIn(parent))
            if (const auto owner = cgroup::groupOwner(name.substr(0, name.find(".scope")));
                owner == cgroup::thisProcess())
                groups.push_back(parent + "/" + name);
    return groups;
}

std::vector<std::string> traces()
{
    auto found = controlGroups();
    for (auto& child : childrenOfThisProcess())
        found.push_back(std::move(child));
    if (const auto sshd = sharedSshd.lock())
        for (auto& place : placesOf(*sshd))
            found.push_back("over there: " + std::move(place));
    for (const auto& name : TestEngine::names())
        if (name != "local" && name != "apptainer" && name != "ssh")
            for (auto& container : containersOfThisProcess(name))
                found.push_back(std::move(container));
    return found;
}

std::vector<std::string> leftovers(int patienceMs, const std::vector<std::string>& expected)
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(patienceMs);
    for (;;) {
        auto found = traces();
        std::erase_if(found, [&](const auto& trace) {
            return std::find(expected.begin(), expected.end(), trace) != expected.end();
        });
        if (found.empty() || std::chrono::steady_clock::now() >= until)
            return found;
        ::poll(nullptr, 0, 10);
    }
}

} // namespace sandbench::test
