// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_options.h"
#include "core/base/text.h"
#include "core/engine/guest_path.h"
#include "core/engine/kubernetes/claim.h"
#include "core/engine/kubernetes/pod_parts.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>

namespace sandbench::kubernetes {

namespace {

constexpr std::int64_t kLargestUser = 2147483647;
constexpr std::size_t kMostHosts = 64;

Error invalid(std::string message)
{
    return Error(ErrorCode::InvalidArgument, std::move(message));
}

Error unsupported(const std::string& option, const std::string& what)
{
    return Error(ErrorCode::Unsupported, option + " is not possible with Kubernetes: " + what);
}

bool isAlnum(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isName(std::string_view text)
{
    return !text.empty() && text.size() <= 63 && isAlnum(text.front()) && isAlnum(text.back())
        && std::all_of(text.begin(), text.end(), [](char c) {
               return isAlnum(c) || c == '-' || c == '_' || c == '.';
           });
}

/// Lower-case labels with dots between them.
bool isDnsName(std::string_view name)
{
    if (name.size() > 253)
        return false;
    for (std::size_t at = 0; at <= name.size();) {
        const auto end = std::min(name.find('.', at), name.size());
        if (!isDnsLabel(name.substr(at, end - at)))
            return false;
        at = end + 1;
    }
    return true;
}

std::optional<std::int64_t> number(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || problem != std::errc() || end != text.data() + text.size() || value < 0
        || value > kLargestUser)
        return std::nullopt;
    return value;
}

Result<void> checkNetwork(const NetworkChoice& network)
{
    const auto& name = network.name;
    if (name.empty() || name == "none" || name == "pod" || name == "bridge")
        return {};
    return invalid(
        "there is no network " + inQuotes(name)
        + " for a pod; there are none, and pod: whatever the cluster lets its pods reach");
}

Result<void> checkHosts(const std::vector<std::string>& hosts)
{
    if (hosts.size() > kMostHosts)
        return invalid("a sandbox has at most 64 hosts of --add-host");
    for (const auto& host : hosts) {
        const auto colon = host.find(':');
        const auto name = host.substr(0, colon);
        const auto address = colon == std::string::npos ? std::string() : host.substr(colon + 1);
        unsigned char bytes[sizeof(in6_addr)];
        const bool isAddress = ::inet_pton(AF_INET, address.c_str(), bytes) == 1
            || ::inet_pton(AF_INET6, address.c_str(), bytes) == 1;
        if (!isAddress || !isDnsName(name))
            return invalid(
                "--add-host " + inQuotes(host)
                + " is no host for a pod; write it as name:address, as db:10.0.0.5");
    }
    return {};
}

Result<void> checkLabels(const std::map<std::string, std::string>& labels)
{
    for (const auto& [key, value] : labels) {
        if (key.starts_with("org.sandbench.") || key == part::kManagedBy)
            return invalid(
                "the label " + inQuotes(key)
                + " cannot be set; those of org.sandbench are its own");
        if (!isLabelKey(key) || !isLabelValue(value))
            return invalid(
                "--label " + inQuotes(key + "=" + value)
                + " is no label of Kubernetes: at most 63 letters, digits, '-', '_' and '.', which "
                  "begin and end with a letter or digit");
    }
    return {};
}

Result<void> checkWords(const ContainerOptions& options)
{
    if (!options.user.empty())
        if (const auto user = parseNumericUser(options.user); !user)
            return user.error();
    const auto isBad = [](const std::string& word) {
        return word.empty() || word.find('\0') != std::string::npos;
    };
    if (std::any_of(options.entrypoint.begin(), options.entrypoint.end(), isBad))
        return invalid("a word of the entry point is empty or holds a NUL byte");
    return {};
}

Result<void> checkGpus(const std::string& gpus)
{
    const auto count = number(gpus);
    if (gpus.empty() || (count && *count >= 1 && *count < 1000))
        return {};
    return unsupported(
        "--gpus " + oneLine(gpus, 60),
        "a pod gets a number of them, as --gpus 1; the cluster chooses which");
}

} // namespace

Result<NumericUser> parseNumericUser(const std::string& text)
{
    // The one name that means the same everywhere.
    if (text == "root")
        return NumericUser{0, 0};
    const auto colon = text.find(':');
    const auto user = number(std::string_view(text).substr(0, colon));
    const auto group
        = colon == std::string::npos ? user : number(std::string_view(text).substr(colon + 1));
    if (!user || !group)
        return invalid(
            "--user " + inQuotes(text)
            + " is no user for a pod, which knows users by number only; write 1000 or 1000:1000");
    return NumericUser{*user, *group};
}

bool isDnsLabel(std::string_view name)
{
    const auto isInside
        = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !name.empty() && name.size() <= 63 && name.front() != '-' && name.back() != '-'
        && std::all_of(name.begin(), name.end(), isInside);
}

bool isLabelKey(std::string_view key)
{
    const auto slash = key.find('/');
    if (slash == std::string_view::npos)
        return isName(key);
    return isDnsName(key.substr(0, slash)) && isName(key.substr(slash + 1));
}

bool isLabelValue(std::string_view value)
{
    return value.empty() || isName(value);
}

Result<void> checkPodOptions(const SandboxSpec& spec)
{
    const auto& asked = containerOf(spec);
    if (!isLabelValue(spec.sessionId))
        return invalid("a session id begins and ends with a letter or a digit in Kubernetes");
    if (!asked.mounts.empty())
        return unsupported(
            "--mount",
            "a pod does not see folders of this machine; put files into the session, or "
            "give a volume of the cluster in a --manifest");
    if (!asked.commitTag.empty())
        return unsupported("--commit", "a cluster makes no images; build one and name it");
    if (!asked.platform.empty())
        return unsupported(
            "--platform",
            "choose nodes by their label kubernetes.io/arch in the nodeSelector of "
            "a --manifest");
    if (!asked.keepTemplate)
        return unsupported("--no-keep-template", "the nodes keep and remove images themselves");
    if (!podOf(spec).container.empty() && !isDnsLabel(podOf(spec).container))
        return invalid(inQuotes(podOf(spec).container) + " is no name of a container");
    if (!asked.runtime.empty() && !isDnsName(asked.runtime))
        return invalid(
            "--runtime " + inQuotes(asked.runtime)
            + " is no RuntimeClass; see 'kubectl get runtimeclasses'");
    SANDBENCH_TRY_VOID(checkNetwork(spec.network));
    SANDBENCH_TRY_VOID(checkHosts(asked.extraHosts));
    SANDBENCH_TRY_VOID(checkLabels(asked.labels));
    SANDBENCH_TRY_VOID(checkGpus(asked.gpus));
    SANDBENCH_TRY_VOID(checkWorkingFolder(spec.workingFolder));
    return checkWords(asked);
}

Result<void> checkExistingPodOptions(const SandboxSpec& spec)
{
    const auto& asked = containerOf(spec);
    if (asksForOwnContainer(spec) || !podOf(spec).manifest.empty()
        || !podOf(spec).agentImage.empty() || podOf(spec).isJob)
        return invalid(
            "an existing pod stays as it is: only its container, user and working folder can be "
            "chosen");
    const auto pool = warmPoolOf(asked.existing);
    if (!isDnsName(pool.empty() ? asked.existing : pool))
        return invalid(inQuotes(asked.existing) + " is no name of a pod, nor sandboxwarmpool/NAME");
    SANDBENCH_TRY_VOID(checkWorkingFolder(spec.workingFolder));
    return checkWords(asked);
}

} // namespace sandbench::kubernetes
