// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/setup_verb.h"

#include "core/agent/guest/file_verbs.h"
#include "core/agent/guest/place.h"
#include "core/agent/guest/reach.h"
#include "core/agent/guest/run_domain.h"
#include "core/agent/guest/run_spec.h"
#include "core/agent/guest/tree_remover.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::guest {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostAccountBytes = 4U << 20;
constexpr std::size_t kMostEnvironmentBytes = 1U << 20;
constexpr auto kRemovePatience = 5s;

/// An image may put anything there, also a FIFO or a device.
std::string readAccounts(const char* path)
{
    const UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat info = {};
    std::string text;
    if (!fd || ::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return text;
    char chunk[16 << 10];
    while (text.size() < kMostAccountBytes) {
        const auto n = ::read(fd.get(), chunk, sizeof chunk);
        if (n <= 0)
            break;
        text.append(chunk, static_cast<std::size_t>(n));
    }
    return text;
}

/// In an image where the user can write nowhere, the agent's own rights make it, for the user.
Result<void> makeTemporaryFolder(const std::string& path, const ChildRights& rights)
{
    constexpr mode_t kMode = 0755;
    if (::mkdir(path.c_str(), kMode) == 0)
        return {};
    const int reason = errno;
    const auto cannot
        = [&path](int why) { return Error::fromErrno(why, "cannot make the folder " + path); };
    if (!rights.user || reason == EEXIST)
        return cannot(reason);
    const OwnRights own;
    const bool isMade = own.isThere() && ::mkdir(path.c_str(), kMode) == 0
        && ::lchown(path.c_str(), rights.user->uid, rights.user->gid) == 0;
    const int second = errno;
    return isMade ? Result<void>() : cannot(second);
}

/// Tells of "/", which an image may have closed to the user.
Error cannotOpen(const std::string& folder, int why)
{
    struct stat root = {};
    char rights[100] = "";
    if (::stat("/", &root) == 0)
        std::snprintf(
            rights, sizeof rights, " as user %u:%u (/ has mode %04o and belongs to %u:%u)",
            ::geteuid(), ::getegid(), root.st_mode & 07777U, root.st_uid, root.st_gid);
    return Error::fromErrno(why, "cannot open the sandbox's folder " + folder + rights);
}

Result<void> makeFolders(const Json& request)
{
    SANDBENCH_TRY(const auto folders, parseStrings(request, "folders"));
    for (const auto& folder : folders)
        SANDBENCH_TRY_VOID(makeParents(folder + "/"));
    // A container that is not ours may have /tmp elsewhere.
    const bool isPlain = folders.empty() || !jsonString(request, "temporary").empty()
        || openWithoutLinks(folders.front(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (!isPlain && errno != ENOTDIR && errno != ELOOP)
        return cannotOpen(folders.front(), errno);
    if (!isPlain)
        return Error(
            ErrorCode::Unsupported,
            "the sandbox's folder " + folders.front()
                + " is a link in its image, so results could not be told from the image's files; "
                  "use an image without that link");
    return {};
}

/// Whether programs will find @p folder closed to all that they write.
bool guard(ChildRights& rights, const std::string& folder)
{
    auto rules = folder.empty() ? UniqueFd() : makeDomainRules(landlockVersion(), folder);
    if (!rules)
        return false;
    rights.domainRules = std::move(rules);
    return true;
}

/// What an engine says of itself and of its machine, which is nothing to programs.
bool isOfTheEngine(std::string_view entry)
{
    constexpr std::string_view kPrefixes[]
        = {"KUBERNETES_", "APPTAINER_", "SINGULARITY_", "PS1=Apptainer", "PROMPT_COMMAND=PS1="};
    // The last is Apptainer's where an image says nothing.
    return entry == "LANG=C"
        || std::any_of(std::begin(kPrefixes), std::end(kPrefixes), [&](std::string_view prefix) {
               return entry.starts_with(prefix);
           });
}

Json environmentOfAgent()
{
    Json out = Json::object();
    std::size_t total = 0;
    for (char** at = environ; at && *at; ++at) {
        const std::string_view entry = *at;
        const auto equals = entry.find('=');
        total += entry.size();
        if (equals != std::string_view::npos && equals > 0 && !isOfTheEngine(entry)
            && total < kMostEnvironmentBytes)
            out[std::string(entry.substr(0, equals))] = entry.substr(equals + 1);
    }
    return out;
}

} // namespace

Result<Json> setUp(Services& services, const Json& request)
{
    SANDBENCH_TRY(auto filter, parseFilter(request, "filter"));
    setFilter(services.rights, std::move(filter));
    services.rights.processes = jsonCount(request, "processes");
    SANDBENCH_TRY(const auto confined, confine(services, request));
    const std::string user = jsonString(request, "user");
    const std::string temporary = jsonString(request, "temporary");
    if (jsonBool(request, "remove_agent"))
        SANDBENCH_TRY_VOID(removeSelf());
    const bool isGuarded = guard(services.rights, jsonString(request, "guarded"));
    if (!user.empty()) {
        SANDBENCH_TRY(
            services.rights.user,
            resolveUser(user, readAccounts("/etc/passwd"), readAccounts("/etc/group")));
        SANDBENCH_TRY_VOID(workAs(*services.rights.user));
    }
    if (!temporary.empty()) {
        SANDBENCH_TRY_VOID(makeTemporaryFolder(temporary, services.rights));
        services.temporaryFolder = temporary;
    }
    SANDBENCH_TRY_VOID(makeFolders(request));
    const auto& ids = services.rights.user;
    return Json{
        {"uid", ids ? ids->uid : ::geteuid()},
        {"gid", ids ? ids->gid : ::getegid()},
        {"user", ids ? ids->name : std::string(::geteuid() == 0 ? "root" : "")},
        {"env", environmentOfAgent()},
        {"guarded", isGuarded},
        {"reached", jsonField(confined, "reached")}};
}

Result<Json> confine(Services& services, const Json& request)
{
    SANDBENCH_TRY(const auto addresses, parseStrings(request, "unreachable"));
    SANDBENCH_TRY(auto filter, parseFilter(request, "confined_filter"));
    const auto reached = reachAny(addresses);
    if (!reached.empty() && !filter.empty())
        setFilter(services.rights, std::move(filter));
    return Json{{"reached", reached}};
}

void removeTemporaryFolder(const Services& services)
{
    const auto& path = services.temporaryFolder;
    if (path.empty())
        return;
    // What programs left is removed with the programs' rights, however it is linked.
    const auto until = std::chrono::steady_clock::now() + kRemovePatience;
    auto remover = TreeRemover::open(path);
    while (remover && !remover->isDone() && std::chrono::steady_clock::now() < until)
        if (!remover->step())
            break;
    const OwnRights own;
    ::rmdir(path.c_str());
}

} // namespace sandbench::guest
