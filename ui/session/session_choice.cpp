// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_choice.h"

#include "core/workspace/members.h"
#include "ui/common/text.h"
#include "ui/session/engine_source.h"

#include <QSettings>

namespace sandbench::ui {

namespace {

constexpr auto kSaid = "session/members";
constexpr auto kManifest = "session/manifest";
constexpr auto kAsks = "session/asks";
constexpr std::size_t kMostRemembered = 64U << 10;

Result<workspace::SandboxRequest> read(const Json& said, const SizeCatalog& sizes)
{
    static const auto languages = LanguageCatalog::load();
    static const auto profiles = ProfileCatalog::load();
    static const PackageSettings packages; // the window's own come with each of its requests
    if (!languages || !profiles)
        return languages ? profiles.error() : languages.error();
    return workspace::readSandbox(
        workspace::Catalogs{*languages, sizes, *profiles, packages}, said);
}

Result<RunLimits> runLimitsOf(const std::string& profile)
{
    if (profile.empty())
        return RunLimits();
    SANDBENCH_TRY(const auto profiles, ProfileCatalog::load());
    SANDBENCH_TRY(const auto found, profiles.find(profile));
    return found.runLimits;
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
    said.erase("profile");
    auto request = read(said, engines.sizes());
    if (!request)
        return Error(request.error().code(), workspace::memberNamesIn(request.error().text()));
    request->session.profile = choice.text("profile");
    SANDBENCH_TRY(request->runLimits, runLimitsOf(request->session.profile));
    auto& spec = request->session.sandbox;
    // What nobody named is the engine's or the document's own to name.
    if (choice.text("image").empty())
        spec.image.clear();
    request->installs.packages = choice.packages;
    // A network that stays serves the packages, too.
    if (choice.fetchesPackages && spec.network.name.empty())
        spec.network = {isCluster(request->engine) ? "pod" : "bridge", true};
    request->installs.dropsNetwork = spec.network.installPhaseOnly;
    return request;
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

bool asksBeforeOpening()
{
    return QSettings().value(QLatin1String(kAsks), true).toBool();
}

void setAsksBeforeOpening(bool asks)
{
    QSettings().setValue(QLatin1String(kAsks), asks);
}

} // namespace sandbench::ui
