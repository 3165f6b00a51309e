// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_choice.h"

#include "core/engine/docker/container_checks.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/policy/profiles.h"
#include "core/policy/scratch_space.h"
#include "ui/common/text.h"

#include <QSettings>

#include <algorithm>

namespace sandbench::ui {

namespace {

constexpr auto kGroup = "session";
constexpr auto kEngine = "engine";
constexpr auto kConnection = "connection";
constexpr auto kImage = "image";
constexpr auto kSize = "size";
constexpr auto kMemory = "memoryBytes";
constexpr auto kCpus = "cpus";
constexpr auto kPids = "pids";
constexpr auto kDisk = "diskBytes";
constexpr auto kNetwork = "network";
constexpr auto kInstall = "install";
constexpr auto kProfile = "profile";
constexpr auto kWritableRoot = "writableRoot";
constexpr auto kUser = "user";
constexpr auto kNamespace = "namespace";
constexpr auto kManifest = "manifest";
constexpr auto kExistingPod = "existingPod";
constexpr auto kContainer = "container";
constexpr auto kMounts = "mounts";
constexpr auto kSource = "source";
constexpr auto kTarget = "target";
constexpr auto kWritable = "writable";
constexpr int kMostMounts = 64; // as engines take
constexpr auto kAsks = "session/asks";

std::vector<Mount> readMounts(QSettings& settings)
{
    std::vector<Mount> mounts;
    const int count = std::min(settings.beginReadArray(QLatin1String(kMounts)), kMostMounts);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        mounts.push_back(
            {toStd(settings.value(QLatin1String(kSource)).toString()),
             toStd(settings.value(QLatin1String(kTarget)).toString()),
             settings.value(QLatin1String(kWritable)).toBool()});
    }
    settings.endArray();
    return mounts;
}

void writeMounts(QSettings& settings, const std::vector<Mount>& mounts)
{
    settings.remove(QLatin1String(kMounts));
    settings.beginWriteArray(QLatin1String(kMounts), static_cast<int>(mounts.size()));
    for (std::size_t i = 0; i < mounts.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QLatin1String(kSource), toQString(mounts[i].source));
        settings.setValue(QLatin1String(kTarget), toQString(mounts[i].target));
        settings.setValue(QLatin1String(kWritable), mounts[i].writable);
    }
    settings.endArray();
}

} // namespace

Result<SandboxSpec> specOf(const SessionChoice& choice, const SizeCatalog& sizes)
{
    SandboxSpec spec;
    SANDBENCH_TRY(spec.limits, limitsOf(choice, sizes));
    spec.image = choice.image;
    spec.network.name = choice.network;
    spec.network.installPhaseOnly = losesItsNetwork(choice);
    if (spec.network.installPhaseOnly && spec.network.name.empty())
        spec.network.name = "bridge";
    containerOf(spec).mounts = choice.mounts;
    containerOf(spec).writableRoot = choice.writableRoot;
    containerOf(spec).user = choice.user;
    containerOf(spec).existing = choice.existingPod;
    podOf(spec).namespaceName = choice.namespaceName;
    podOf(spec).container = choice.container;
    return spec;
}

// A network that stays serves the packages, too.
bool losesItsNetwork(const SessionChoice& choice)
{
    return !choice.install.empty() || (choice.fetchesPackages && choice.network.empty());
}

InstallPhase installPhaseOf(const SessionChoice& choice)
{
    InstallPhase phase;
    if (!choice.install.empty())
        phase.commands = {choice.install};
    phase.dropsNetwork = losesItsNetwork(choice);
    phase.packages = choice.packages;
    return phase;
}

QString requestText(const InstallRequest& request)
{
    QStringList words;
    for (const std::string& name : request.names)
        words << toQString(name);
    for (const InputFile& file : request.manifests)
        words << toQString(file.destination);
    return words.join(QStringLiteral(", "));
}

Result<RunLimits> runLimitsOf(const SessionChoice& choice)
{
    if (choice.profile.empty())
        return RunLimits();
    SANDBENCH_TRY(const auto profiles, ProfileCatalog::load());
    SANDBENCH_TRY(const auto profile, profiles.find(choice.profile));
    return profile.runLimits;
}

Result<void> checkRelaxations(const SessionChoice& choice)
{
    SandboxSpec spec;
    spec.network.name = choice.network;
    containerOf(spec).mounts = choice.mounts;
    containerOf(spec).user = choice.user;
    return docker::checkContainerOptions(spec, {});
}

Result<SandboxLimits> limitsOf(const SessionChoice& choice, const SizeCatalog& sizes)
{
    SandboxLimits limits = choice.limits;
    if (choice.size.empty())
        return limits;
    SANDBENCH_TRY(const Size size, sizes.find(choice.size));
    limits.memoryBytes = size.memoryBytes;
    limits.cpus = size.cpus;
    fitScratchSpace(limits);
    return limits;
}

std::optional<SessionChoice> rememberedChoice()
{
    QSettings settings;
    settings.beginGroup(QLatin1String(kGroup));
    if (!settings.contains(QLatin1String(kEngine)))
        return std::nullopt;
    const auto text
        = [&](const char* key) { return toStd(settings.value(QLatin1String(key)).toString()); };
    const auto number = [&](const char* key, std::uint64_t otherwise) {
        bool isNumber = false;
        const auto value = settings.value(QLatin1String(key)).toULongLong(&isNumber);
        return isNumber ? static_cast<std::uint64_t>(value) : otherwise;
    };
    SessionChoice choice;
    choice.engine = text(kEngine);
    choice.connection = text(kConnection);
    choice.image = text(kImage);
    choice.size = text(kSize);
    choice.network = text(kNetwork);
    choice.install = text(kInstall);
    choice.profile = text(kProfile);
    choice.user = text(kUser);
    choice.namespaceName = text(kNamespace);
    choice.manifestFile = text(kManifest);
    choice.existingPod = text(kExistingPod);
    choice.container = text(kContainer);
    choice.writableRoot = settings.value(QLatin1String(kWritableRoot)).toBool();
    choice.mounts = readMounts(settings);
    choice.limits.memoryBytes = number(kMemory, choice.limits.memoryBytes);
    choice.limits.pids = number(kPids, choice.limits.pids);
    choice.limits.diskBytes = number(kDisk, choice.limits.diskBytes);
    choice.limits.cpus = std::max(0.0, settings.value(QLatin1String(kCpus)).toDouble());
    return choice;
}

void rememberChoice(const SessionChoice& choice)
{
    QSettings settings;
    settings.beginGroup(QLatin1String(kGroup));
    const auto set = [&](const char* key, const QVariant& value) {
        settings.setValue(QLatin1String(key), value);
    };
    set(kEngine, toQString(choice.engine));
    set(kConnection, toQString(choice.connection));
    set(kImage, toQString(choice.image));
    set(kSize, toQString(choice.size));
    set(kNetwork, toQString(choice.network));
    set(kInstall, toQString(choice.install));
    set(kProfile, toQString(choice.profile));
    set(kUser, toQString(choice.user));
    set(kNamespace, toQString(choice.namespaceName));
    set(kManifest, toQString(choice.manifestFile));
    set(kExistingPod, toQString(choice.existingPod));
    set(kContainer, toQString(choice.container));
    set(kWritableRoot, choice.writableRoot);
    writeMounts(settings, choice.mounts);
    set(kMemory, static_cast<qulonglong>(choice.limits.memoryBytes));
    set(kPids, static_cast<qulonglong>(choice.limits.pids));
    set(kDisk, static_cast<qulonglong>(choice.limits.diskBytes));
    set(kCpus, choice.limits.cpus);
}

bool asksBeforeOpening()
{
    return QSettings().value(QLatin1String(kAsks), true).toBool();
}

void setAsksBeforeOpening(bool asks)
{
    QSettings().setValue(QLatin1String(kAsks), asks);
}

} // namespace sandbench::ui
