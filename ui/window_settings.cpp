// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_settings.h"

#include "ui/common/code_font.h"
#include "ui/common/message_bar.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/palette/command_book.h"
#include "ui/session_views.h"
#include "ui/settings/setting_table.h"
#include "ui/settings/settings_dialog.h"
#include "ui/settings/settings_store.h"

#include <algorithm>
#include <iterator>

namespace sandbench::ui {

static constexpr double kSmallestUsual = 10; // Units: points

/// Which of @p names is @p name; both are in the table, so it is one of them.
template <typename Value, std::size_t size>
static Value valueNamed(const std::pair<const char*, Value> (&names)[size], const QString& name)
{
    const auto* found = std::find_if(std::begin(names), std::end(names), [&name](const auto& each) {
        return name == QLatin1String(each.first);
    });
    return found == std::end(names) ? names[0].second : found->second;
}

static ThemeChoice themeNamed(const QString& name)
{
    return valueNamed<ThemeChoice>(
        {{"system", ThemeChoice::System},
         {"light", ThemeChoice::Light},
         {"dark", ThemeChoice::Dark},
         {"highContrast", ThemeChoice::HighContrast}},
        name);
}

static PictureView::Background backgroundNamed(const QString& name)
{
    using Background = PictureView::Background;
    return valueNamed<Background>(
        {{"theme", Background::Theme},
         {"white", Background::White},
         {"checker", Background::Checker},
         {"dark", Background::Dark}},
        name);
}

WindowSettings::WindowSettings(const Parts& parts, QWidget* window)
    : QObject(window)
    , m_parts(parts)
    , m_window(window)
    , m_theme(themeNamed(parts.store.text("appearance.theme")))
{
    SettingsStore& store = m_parts.store;
    for (const Setting& setting : settingTable())
        obey(setting.id);
    m_parts.commands.setOwnKeys(store.keys());
    connect(&store, &SettingsStore::changed, this, [this](const QString& id) { obey(toStd(id)); });
    connect(&store, &SettingsStore::keysChanged, this, [this] {
        m_parts.commands.setOwnKeys(m_parts.store.keys());
    });
    connect(&store, &SettingsStore::problemsChanged, this, &WindowSettings::tellProblems);
    connect(&store, &SettingsStore::failed, this, [this](const QString& sentence) {
        m_parts.message.addMessage(MessageBar::Tone::Error, sentence);
    });
    connect(&store, &SettingsStore::written, this, [this] {
        m_parts.editors.reload({toQString(m_parts.store.path())}); // it may be open
    });
    tellProblems();
}

// What is looked up when it is needed has no line here.
void WindowSettings::obey(std::string_view id)
{
    const SettingsStore& store = m_parts.store;
    const QFont font = codeFont(store.text("appearance.font"), store.number("appearance.fontSize"));
    if (id == "appearance.theme")
        m_theme.choose(themeNamed(store.text(id)));
    else if (id == "appearance.font" || id == "appearance.fontSize")
        m_parts.views.setFont(font);
    else if (id == "output.wrap")
        m_parts.views.setWraps(store.isOn(id));
    else if (id == "plots.background")
        m_parts.views.setBackground(backgroundNamed(store.text(id)));
    else if (id == "documents.keepAfter")
        m_parts.editors.setKeepAfter(store.number(id));
    if (id.starts_with("editor.") || id.starts_with("appearance.font"))
        obeyEditor();
}

void WindowSettings::obeyEditor()
{
    const SettingsStore& store = m_parts.store;
    EditorLook look;
    look.font = codeFont(store.text("appearance.font"), store.number("appearance.fontSize"));
    if (store.number("appearance.fontSize") == 0) // code is read for longer than labels are
        look.font.setPointSizeF(std::max(look.font.pointSizeF(), kSmallestUsual));
    look.tabWidth = store.number("editor.tabWidth");
    look.insertsSpaces = store.isOn("editor.insertSpaces");
    look.wraps = store.isOn("editor.wrap");
    look.numbersLines = store.isOn("editor.lineNumbers");
    look.showsBlanks = store.isOn("editor.showBlanks");
    look.marksLine = store.isOn("editor.currentLine");
    m_parts.editors.setLook(look);
}

void WindowSettings::tellProblems()
{
    const auto& problems = m_parts.store.problems();
    if (problems.isEmpty())
        return;
    QStringList sentences;
    for (const auto& problem : problems)
        sentences << tr("settings.json, line %1: %2").arg(problem.line).arg(problem.sentence);
    m_parts.message.showMessage(
        MessageBar::Tone::Warning, sentences.join(u'\n'),
        {{"openSettings", tr("Open settings.json"),
          [this, line = problems.first().line] { openFile(line); }}});
}

void WindowSettings::show(const QString& find)
{
    if (!m_dialog) {
        m_dialog = new SettingsDialog(m_parts.store, m_parts.commands, m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &SettingsDialog::fileWanted, this, [this] { openFile(); });
        connect(m_dialog, &QDialog::finished, this, [this] { m_dialog = nullptr; });
        m_dialog->show();
    }
    m_dialog->raise();
    m_dialog->activateWindow();
    if (!find.isEmpty())
        m_dialog->find(find);
}

void WindowSettings::openFile(int line)
{
    if (m_parts.store.path().empty())
        return;
    m_parts.store.makeFile(
        [this, line] { m_parts.editors.openFileAtLine(toQString(m_parts.store.path()), line); });
}

} // namespace sandbench::ui
