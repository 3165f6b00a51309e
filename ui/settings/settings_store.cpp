// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings_store.h"

#include "core/base/fd.h"
#include "core/config/settings_file.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/settings/setting_table.h"

#include <QFileInfo>
#include <QSettings>

#include <utility>

namespace sandbench::ui {

namespace {

constexpr std::size_t kMostRead = 1U << 20;
constexpr int kLookAfter = 50; // Units: ms

SettingsText readSettings(const std::string& path)
{
    const auto text = readFile(path, kMostRead);
    if (!text && text.error().code() == ErrorCode::NotFound)
        return {};
    return readSettingsText(text ? *text : std::string());
}

Json valueOf(const SettingsText& text, std::string_view id)
{
    const auto own = text.values.find(id);
    return own != text.values.end() ? own->second : usualValue(*findSetting(id));
}

Json patchOf(std::string_view part, std::string_view name, const Json& value)
{
    auto patch = Json::object();
    patch[std::string(part)][std::string(name)] = value;
    return patch;
}

Json patchOfSetting(std::string_view id, const Json& value)
{
    const SettingPlace place = placeOf(id);
    return patchOf(place.part, place.name, value);
}

/// As both one after the other; nulls stay, so this is no merge_patch().
void addPatch(Json& patch, const Json& later)
{
    for (const auto& [part, members] : later.items())
        for (const auto& [name, value] : members.items())
            patch[part][name] = value;
}

/// What @p patch says that @p text will be.
void applyPatch(const Json& patch, SettingsText& text)
{
    for (const auto& setting : settingTable()) {
        const SettingPlace place = placeOf(setting.id);
        const Json& part = jsonField(patch, place.part);
        const auto value = part.find(std::string(place.name));
        if (value == part.end())
            continue;
        if (value->is_null())
            text.values.erase(setting.id);
        else
            text.values[setting.id] = *value;
    }
    for (const auto& [name, value] : jsonField(patch, "shortcuts").items()) {
        text.keys.remove(toQString(name));
        if (const auto keys = keysFromJson(value); keys && !value.is_null())
            text.keys.insert(toQString(name), *keys);
    }
}

} // namespace

SettingsStore::SettingsStore(std::string path, QObject* parent)
    : QObject(parent)
    , m_path(std::move(path))
{
    m_lookTimer.setSingleShot(true);
    m_lookTimer.setInterval(kLookAfter);
    connect(&m_lookTimer, &QTimer::timeout, this, &SettingsStore::look);
    if (!m_path.empty()) {
        m_text = readSettings(m_path);
        const auto lookSoon = [this] { m_lookTimer.start(); };
        connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, lookSoon);
        connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, lookSoon);
        watch();
    }
    takeOver();
}

SettingsStore::~SettingsStore()
{
    m_jobs.reset();
    addPatch(m_writing, m_waiting);
    if (!m_path.empty() && !m_writing.empty())
        (void)patchSettings(m_path, m_writing).has_value(); // nobody is left who could be told
}

// Where it stood until the window had settings of its own.
void SettingsStore::takeOver()
{
    constexpr auto kTheme = "window/theme";
    constexpr auto kAsks = "session/asks";
    constexpr const char* kThemeNames[] = {"system", "light", "dark", "highContrast"};
    QSettings old;
    if (const int theme = old.value(QLatin1String(kTheme)).toInt(); theme > 0 && theme < 4)
        if (isUsual("appearance.theme"))
            set("appearance.theme", kThemeNames[theme]);
    if (!old.value(QLatin1String(kAsks), true).toBool() && isUsual("sessions.ask"))
        set("sessions.ask", false);
    if (m_path.empty())
        return;
    old.remove(QLatin1String(kTheme));
    old.remove(QLatin1String(kAsks));
}

Json SettingsStore::value(std::string_view id) const
{
    return valueOf(m_text, id);
}

QString SettingsStore::text(std::string_view id) const
{
    return toQString(value(id).get_ref<const std::string&>());
}

bool SettingsStore::isUsual(std::string_view id) const
{
    return m_text.values.find(id) == m_text.values.end();
}

void SettingsStore::set(std::string_view id, const Json& value)
{
    const Setting* setting = findSetting(id);
    if (!setting || !checkSetting(*setting, value) || this->value(id) == value)
        return;
    if (value == usualValue(*setting))
        return reset(id);
    m_text.values.insert_or_assign(std::string(id), value);
    keep(patchOfSetting(id, value));
    emit changed(toQString(id));
}

void SettingsStore::reset(std::string_view id)
{
    const auto own = m_text.values.find(id);
    if (own == m_text.values.end())
        return;
    m_text.values.erase(own);
    keep(patchOfSetting(id, nullptr));
    emit changed(toQString(id));
}

void SettingsStore::setKeys(const QString& command, const QList<QKeySequence>& keys)
{
    if (m_text.keys.contains(command) && m_text.keys.value(command) == keys)
        return;
    m_text.keys.insert(command, keys);
    keep(patchOf("shortcuts", toStd(command), keysToJson(keys)));
    emit keysChanged();
}

void SettingsStore::resetKeys(const QStringList& commands)
{
    auto gone = Json::object();
    for (const QString& command : commands)
        if (m_text.keys.remove(command) > 0)
            addPatch(gone, patchOf("shortcuts", toStd(command), nullptr));
    if (gone.empty())
        return;
    keep(gone);
    emit keysChanged();
}

void SettingsStore::keep(const Json& patch)
{
    if (m_path.empty())
        return;
    addPatch(m_waiting, patch);
    if (m_writing.empty())
        write();
}

void SettingsStore::write()
{
    m_writing = std::exchange(m_waiting, Json::object());
    m_jobs->run(
        this,
        [path = m_path, patch = m_writing](std::stop_token) { return patchSettings(path, patch); },
        [this](const Result<void>& result) {
            m_writing = Json::object();
            if (!result)
                emit failed(tr("The settings could not be written: %1")
                                .arg(SafeText::display(result.error().text())));
            watch();
            if (!m_waiting.empty())
                write();
            else
                emit written();
        });
}

// A file that is replaced is another one: the folder tells of it, and has to be told apart anew.
void SettingsStore::watch()
{
    const QFileInfo file(toQString(m_path));
    for (const QString& path : {file.absoluteFilePath(), file.absolutePath()})
        if (QFileInfo::exists(path))
            m_watcher.addPath(path);
}

void SettingsStore::makeFile(std::function<void()> then)
{
    m_jobs->run(
        this,
        [path = m_path](std::stop_token) {
            return QFileInfo::exists(toQString(path)) ? Result<void>()
                                                      : patchSettings(path, Json::object());
        },
        [this, then = std::move(then)](const Result<void>& result) {
            if (!result)
                return emit failed(SafeText::display(result.error().text()));
            watch();
            then();
        });
}

void SettingsStore::look()
{
    m_jobs->run(
        this, [path = m_path](std::stop_token) { return readSettings(path); },
        [this](SettingsText text) {
            watch();
            take(std::move(text));
        });
}

void SettingsStore::take(SettingsText text)
{
    applyPatch(m_writing, text);
    applyPatch(m_waiting, text);
    const bool isOther = text.problems.size() != m_text.problems.size()
        || !std::equal(text.problems.cbegin(), text.problems.cend(), m_text.problems.cbegin(),
                       [](const auto& one, const auto& other) {
                           return one.line == other.line && one.sentence == other.sentence;
                       });
    if (!text.isReadable) {
        m_text.problems = std::move(text.problems);
    } else {
        const SettingsText before = std::exchange(m_text, std::move(text));
        for (const Setting& setting : settingTable()) {
            const auto was = before.values.find(setting.id);
            if ((was == before.values.end() ? usualValue(setting) : was->second)
                != value(setting.id))
                emit changed(QLatin1String(setting.id));
        }
        if (before.keys != m_text.keys)
            emit keysChanged();
    }
    if (isOther)
        emit problemsChanged();
}

Json settingOf(const std::string& path, std::string_view id)
{
    return valueOf(path.empty() ? SettingsText() : readSettings(path), id);
}

} // namespace sandbench::ui
