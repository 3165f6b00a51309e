// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_choice.h"

#include "core/engine/install_network.h"
#include "core/workspace/defaults.h"
#include "core/workspace/members.h"
#include "ui/common/text.h"
#include "ui/session/engine_source.h"

#include <QSettings>

#include <algorithm>
#include <iterator>

namespace sandbench::ui {

namespace {

constexpr auto kSaid = "session/members";
constexpr auto kManifest = "session/manifest";
constexpr std::size_t kMostRemembered = 64U << 10;

Result<workspace::SandboxRequest> read(const Json& said, const EngineSource& engines)
{
    static const auto languages = LanguageCatalog::load();
    static const auto profiles = ProfileCatalog::load();
    if (!languages || !profiles)
        return languages ? profiles.error() : languages.error();
    return workspace::readSandbox(
        workspace::Catalogs{*languages, engines.sizes(), *profiles, engines.settings().packages},
        said);
}

Result<RunLimits> runLimitsOf(const Json& said)
{
    RunLimits limits;
    if (const auto profile = jsonString(said, "profile"); !profile.empty()) {
        SANDBENCH_TRY(const auto profiles, ProfileCatalog::load());
        SANDBENCH_TRY(const auto found, profiles.find(profile));
        limits = found.runLimits;
    }
    for (const Member& member : runMembers())
        SANDBENCH_TRY_VOID(readMember(member, jsonField(said, member.field.name), limits));
    return limits;
}

/// Nothing in the form shows it: the user's settings are all that can say it.
bool isOnlyDefault(const Member& member)
{
    constexpr std::string_view kChosen[]
        = {"engine", "connection", "context", "profile", "size", "install", "policy"};
    return (std::holds_alternative<std::monostate>(member.slot) || member.field.name == "timeout")
        && std::find(std::begin(kChosen), std::end(kChosen), member.field.name)
        == std::end(kChosen);
}

/// @p said, and of the user's settings what the form does not show.
Json withHiddenDefaults(const Json& said, const EngineSource& engines)
{
    auto whole = said;
    const auto all = workspace::withDefaults(engines.settings().defaults, said);
    for (const auto& [name, value] : all.items()) {
        const auto* member = workspace::findMember(name, jsonString(said, "engine"));
        if (member && (isOnlyDefault(*member) || member->addsUp))
            whole[name] = value;
    }
    return whole;
}

} // namespace

void SessionChoice::set(std::string_view member, const std::string& value)
{
    if (value.empty())
        said.erase(std::string(member));
    else
        said[std::string(member)] = value;
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

Result<workspace::SandboxRequest> requestOf(const SessionChoice& choice, EngineSource& engines)
{
    auto said = choice.said;
    if (choice.text("engine").empty())
        said["engine"] = engines.names().front();
    said = withHiddenDefaults(said, engines);
    auto asRead = said;
    asRead.erase("profile");
    auto request = read(asRead, engines);
    if (!request)
        return Error(request.error().code(), workspace::memberNamesIn(request.error().text()));
    request->session.profile = choice.text("profile");
    SANDBENCH_TRY(request->runLimits, runLimitsOf(said));
    auto& spec = request->session.sandbox;
    // What nobody named is the engine's or the document's own to name.
    if (choice.text("image").empty())
        spec.image.clear();
    auto& installed = request->installs.packages;
    installed.insert(installed.end(), choice.packages.begin(), choice.packages.end());
    // A network that stays serves the packages, too.
    if (choice.fetchesPackages && spec.network.name.empty())
        spec.network = {std::string(usualInstallNetwork(request->engine)), true};
    request->installs.dropsNetwork = spec.network.installPhaseOnly;
    return request;
}

SessionChoice usualChoice(EngineSource& engines)
{
    SessionChoice choice;
    choice.said = engines.settings().defaults;
    if (choice.text("profile").empty())
        return choice;
    // Here a profile only names where the others begin.
    const auto request = read(choice.said, engines);
    if (!request)
        return SessionChoice();
    for (const auto* group : workspace::memberGroups())
        for (const Member& member : group->members)
            if (group->isKnownTo(request->engine))
                if (auto value = writeMember(member, request->session.sandbox); !value.is_null())
                    choice.said[std::string(member.field.name)] = std::move(value);
    return choice;
}

std::optional<SessionChoice> rememberedChoice()
{
    const QSettings settings;
    const auto said
        = parseJson(toStd(settings.value(QLatin1String(kSaid)).toString()), kMostRemembered);
    if (!said || !said->is_object())
        return std::nullopt;
    SessionChoice choice;
    choice.said = *said;
    choice.manifestFile = toStd(settings.value(QLatin1String(kManifest)).toString());
    // Somebody may have changed the file: what cannot be is as if it had not been said.
    for (const auto& [name, value] : said->items()) {
        const auto* member = workspace::findMember(name, choice.text("engine"));
        if (!member || !checkFields({{name, value}}, {member->field}))
            choice.said.erase(name);
    }
    return choice;
}

void rememberChoice(const SessionChoice& choice)
{
    QSettings settings;
    settings.setValue(QLatin1String(kSaid), toQString(writeJson(choice.said)));
    settings.setValue(QLatin1String(kManifest), toQString(choice.manifestFile));
}

} // namespace sandbench::ui
