// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/setting_table.h"

#include "core/base/units.h"
#include "core/config/settings.h"
#include "core/model/model_server.h"
#include "ui/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace sandbench::ui {

namespace {

constexpr std::size_t kLongestFont = 200;

constexpr const char* kAppearance = QT_TRANSLATE_NOOP("Settings", "Appearance");
constexpr const char* kEditor = QT_TRANSLATE_NOOP("Settings", "Editor");
constexpr const char* kOutput = QT_TRANSLATE_NOOP("Settings", "Output");
constexpr const char* kPlots = QT_TRANSLATE_NOOP("Settings", "Plots");
constexpr const char* kSessions = QT_TRANSLATE_NOOP("Settings", "Sessions");
constexpr const char* kDocuments = QT_TRANSLATE_NOOP("Settings", "Documents");
constexpr const char* kDefaults = QT_TRANSLATE_NOOP("Settings", "New sandboxes");
constexpr const char* kHistory = QT_TRANSLATE_NOOP("Settings", "History");
constexpr const char* kModel = QT_TRANSLATE_NOOP("Settings", "Model");

constexpr std::array kThemes{
    SettingOption{"system", QT_TRANSLATE_NOOP("Settings", "As the desktop")},
    SettingOption{"light", QT_TRANSLATE_NOOP("Settings", "Light")},
    SettingOption{"dark", QT_TRANSLATE_NOOP("Settings", "Dark")},
    SettingOption{"highContrast", QT_TRANSLATE_NOOP("Settings", "High contrast")}};
constexpr std::array kLanguages{
    SettingOption{"system", QT_TRANSLATE_NOOP("Settings", "As the desktop")},
    SettingOption{"en", "English"}, // each calls itself by its own name
    SettingOption{"de", "Deutsch"}};
constexpr std::array kDirections{
    SettingOption{"language", QT_TRANSLATE_NOOP("Settings", "As the language")},
    SettingOption{"leftToRight", QT_TRANSLATE_NOOP("Settings", "Left to right")},
    SettingOption{"rightToLeft", QT_TRANSLATE_NOOP("Settings", "Right to left")}};
constexpr std::array kBackgrounds{
    SettingOption{"theme", QT_TRANSLATE_NOOP("Settings", "As the theme")},
    SettingOption{"white", QT_TRANSLATE_NOOP("Settings", "White")},
    SettingOption{"checker", QT_TRANSLATE_NOOP("Settings", "Checker")},
    SettingOption{"dark", QT_TRANSLATE_NOOP("Settings", "Dark")}};

constexpr std::array kEngines{
    SettingOption{"local", QT_TRANSLATE_NOOP("Settings", "Embedded")},
    SettingOption{"docker", "Docker"},
    SettingOption{"podman", "Podman"},
    SettingOption{"kubernetes", "Kubernetes"},
    SettingOption{"apptainer", "Apptainer"},
    SettingOption{"slurm", "Slurm"},
    SettingOption{"ssh", "SSH"}};
constexpr std::array kProfiles{
    SettingOption{"", QT_TRANSLATE_NOOP("Settings", "None")},
    SettingOption{"strict", QT_TRANSLATE_NOOP("Settings", "Strict")},
    SettingOption{"standard", QT_TRANSLATE_NOOP("Settings", "Standard")},
    SettingOption{"permissive", QT_TRANSLATE_NOOP("Settings", "Permissive")}};

Result<void> checkMemory(const std::string& size)
{
    return withoutValue(parseSize(size));
}
Result<void> checkHistorySize(const std::string& size)
{
    return withoutValue(parseSettings(writeJson({{"history", {{"records", size}}}})));
}
Result<void> checkModelUrl(const std::string& url)
{
    return withoutValue(model::readModelServer(url, {}));
}
Result<void> checkModelName(const std::string& name)
{
    return withoutValue(model::readModelServer("https://models.example", name));
}

const std::array kTable{
    Setting{
        "appearance.theme", kAppearance, QT_TRANSLATE_NOOP("Settings", "Theme"),
        QT_TRANSLATE_NOOP("Settings", "The colours of the whole window."),
        SettingChoice{"system", kThemes}},
    Setting{
        "appearance.language", kAppearance, QT_TRANSLATE_NOOP("Settings", "Language"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "The language of menus and messages, from the next start of the window on."),
        SettingChoice{"system", kLanguages}},
    Setting{
        "appearance.direction", kAppearance, QT_TRANSLATE_NOOP("Settings", "Direction"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "The side where everything but code begins, from the next start of the window on."),
        SettingChoice{"language", kDirections}},
    Setting{
        "appearance.font", kAppearance, QT_TRANSLATE_NOOP("Settings", "Font of code and output"),
        QT_TRANSLATE_NOOP("Settings", "A font whose letters all have one width."), SettingFont{}},
    Setting{
        "appearance.fontSize", kAppearance,
        QT_TRANSLATE_NOOP("Settings", "Text size of code and output"),
        QT_TRANSLATE_NOOP("Settings", "Zoom In and Zoom Out add to it until the window closes."),
        SettingNumber{
            0, 0, 72, QT_TRANSLATE_NOOP("Settings", " pt"),
            QT_TRANSLATE_NOOP("Settings", "as the desktop")}},
    Setting{
        "editor.tabWidth", kEditor, QT_TRANSLATE_NOOP("Settings", "Tab width"),
        QT_TRANSLATE_NOOP("Settings", "How many columns a tab takes, and a step of indentation."),
        SettingNumber{4, 1, 16}},
    Setting{
        "editor.insertSpaces", kEditor, QT_TRANSLATE_NOOP("Settings", "Insert spaces"),
        QT_TRANSLATE_NOOP("Settings", "The Tab key inserts spaces instead of a tab."),
        SettingSwitch{true}},
    Setting{
        "editor.wrap", kEditor, QT_TRANSLATE_NOOP("Settings", "Wrap long lines"),
        QT_TRANSLATE_NOOP("Settings", "Lines that do not fit go on below."), SettingSwitch{false}},
    Setting{
        "editor.lineNumbers", kEditor, QT_TRANSLATE_NOOP("Settings", "Line numbers"),
        QT_TRANSLATE_NOOP("Settings", "Beside the code."), SettingSwitch{true}},
    Setting{
        "editor.showBlanks", kEditor, QT_TRANSLATE_NOOP("Settings", "Show blanks"),
        QT_TRANSLATE_NOOP("Settings", "Spaces are drawn as dots and tabs as arrows."),
        SettingSwitch{false}},
    Setting{
        "editor.currentLine", kEditor, QT_TRANSLATE_NOOP("Settings", "Mark the current line"),
        QT_TRANSLATE_NOOP("Settings", "The line of the cursor has another background."),
        SettingSwitch{true}},
    Setting{
        "editor.languageServers", kEditor,
        QT_TRANSLATE_NOOP("Settings", "Completion and hover from language servers"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Where one is installed for a document's language: it reads the document in a sandbox "
            "of its own, without a network and without your files."),
        SettingSwitch{true}},
    Setting{
        "output.wrap", kOutput, QT_TRANSLATE_NOOP("Settings", "Wrap long lines"),
        QT_TRANSLATE_NOOP(
            "Settings", "Lines of output that do not fit go on below; as Wrap in the panel does."),
        SettingSwitch{false}},
    Setting{
        "plots.background", kPlots, QT_TRANSLATE_NOOP("Settings", "Background of pictures"),
        QT_TRANSLATE_NOOP("Settings", "What is seen through transparent parts."),
        SettingChoice{"theme", kBackgrounds}},
    Setting{
        "sessions.ask", kSessions, QT_TRANSLATE_NOOP("Settings", "Ask before a session opens"),
        QT_TRANSLATE_NOOP(
            "Settings", "The first run asks what kind of sandbox it gets, once one was chosen."),
        SettingSwitch{true}},
    Setting{
        "sessions.openAhead", kSessions, QT_TRANSLATE_NOOP("Settings", "Open a session at start"),
        QT_TRANSLATE_NOOP(
            "Settings", "The first run need not wait for its sandbox, unless you are asked first."),
        SettingSwitch{true}},
    Setting{
        "sessions.ready", kSessions, QT_TRANSLATE_NOOP("Settings", "Keep sandboxes ready"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "So many like the session that was opened last are open before they are asked for: "
            "the next session, or the next check, begins at once."),
        SettingNumber{0, 0, 16}},
    Setting{
        "documents.example", kDocuments, QT_TRANSLATE_NOOP("Settings", "Show an example at start"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "When no file is opened and nothing was left unsaved; else the window says what can be "
            "done."),
        SettingSwitch{false}},
    Setting{
        "documents.keepAfter", kDocuments, QT_TRANSLATE_NOOP("Settings", "Keep unsaved text after"),
        QT_TRANSLATE_NOOP(
            "Settings", "How long a change may wait until it would come back after a crash."),
        SettingNumber{2, 1, 60, QT_TRANSLATE_NOOP("Settings", " s")}},
    Setting{
        "defaults.engine", kDefaults, QT_TRANSLATE_NOOP("Settings", "Engine"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "What makes a sandbox where nothing else is said, in all programs from their next "
            "start on."),
        SettingChoice{"local", kEngines}},
    Setting{
        "defaults.profile", kDefaults, QT_TRANSLATE_NOOP("Settings", "Profile"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "How much a sandbox may do where nothing else is said, in all programs from their next "
            "start on."),
        SettingChoice{"", kProfiles}},
    Setting{
        "defaults.memory", kDefaults, QT_TRANSLATE_NOOP("Settings", "Memory"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Of a sandbox, swap included, where nothing else is said, in all programs from their "
            "next start on."),
        SettingLine{"1g", &checkMemory}},
    Setting{
        "history.runs", kHistory, QT_TRANSLATE_NOOP("Settings", "Runs"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "How many runs are kept, from the next start on. Where there are more, the oldest go, "
            "those with a review last."),
        SettingNumber{10'000, 1, 1'000'000}},
    Setting{
        "history.records", kHistory, QT_TRANSLATE_NOOP("Settings", "Records and output"),
        QT_TRANSLATE_NOOP("Settings", "How much of them is kept, from 1m to 1t."),
        SettingLine{"256m", &checkHistorySize}},
    Setting{
        "history.results", kHistory, QT_TRANSLATE_NOOP("Settings", "Plots and other results"),
        QT_TRANSLATE_NOOP("Settings", "How much of them is kept, from 1m to 1t."),
        SettingLine{"256m", &checkHistorySize}},
    Setting{
        "model.url", kModel, QT_TRANSLATE_NOOP("Settings", "Server of a language model"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "The URL of an API like OpenAI's, usually up to /v1. Ask a Model and Repair with a "
            "Model ask it; without one they are off. Its key is asked for when it is needed."),
        SettingLine{"http://127.0.0.1:11434/v1", &checkModelUrl}},
    Setting{
        "model.name", kModel, QT_TRANSLATE_NOOP("Settings", "Model"),
        QT_TRANSLATE_NOOP("Settings", "Which of its models is asked, as the server calls it."),
        SettingLine{"qwen2.5-coder:7b", &checkModelName}},
};

struct Usual
{
    Json operator()(const SettingSwitch& kind) const { return kind.usual; }
    Json operator()(const SettingNumber& kind) const { return kind.usual; }
    Json operator()(const SettingChoice& kind) const { return kind.usual; }
    Json operator()(const SettingFont&) const { return ""; }
    Json operator()(const SettingLine&) const { return ""; }
};

Result<void> allowed(bool isRight, const QString& what)
{
    if (isRight)
        return {};
    return Error(ErrorCode::InvalidArgument, toStd(what));
}

struct Check
{
    const Json& value;

    Result<void> operator()(const SettingSwitch&) const
    {
        return allowed(
            value.is_boolean(), settingText(QT_TRANSLATE_NOOP("Settings", "may be true or false")));
    }
    Result<void> operator()(const SettingNumber& kind) const
    {
        const bool isInside = value.is_number_integer() && value >= Json(kind.smallest)
            && value <= Json(kind.largest);
        return allowed(
            isInside,
            settingText(QT_TRANSLATE_NOOP("Settings", "may be a whole number from %1 to %2"))
                .arg(kind.smallest)
                .arg(kind.largest));
    }
    Result<void> operator()(const SettingChoice& kind) const
    {
        std::string names;
        bool isOne = false;
        for (const SettingOption& option : kind.options) {
            names += (names.empty() ? "\"" : ", \"") + std::string(option.value) + '"';
            isOne = isOne || value == Json(option.value);
        }
        return allowed(
            isOne,
            settingText(QT_TRANSLATE_NOOP("Settings", "may be one of %1")).arg(toQString(names)));
    }
    Result<void> operator()(const SettingFont&) const
    {
        const auto* name = value.get_ptr<const std::string*>();
        return allowed(
            name && name->size() <= kLongestFont,
            settingText(QT_TRANSLATE_NOOP("Settings", "may be the name of a font")));
    }
    Result<void> operator()(const SettingLine& kind) const
    {
        const auto* line = value.get_ptr<const std::string*>();
        if (line && !line->empty())
            return kind.check(*line);
        return allowed(line, settingText(QT_TRANSLATE_NOOP("Settings", "may be a text")));
    }
};

} // namespace

SettingPlace placeOf(std::string_view id)
{
    for (const std::string_view part : kSharedParts)
        if (id.starts_with(part) && id.substr(part.size()).starts_with('.'))
            return {part, id.substr(part.size() + 1)};
    return {kWindowPart, id};
}

std::string settingId(std::string_view part, std::string_view name)
{
    return part == kWindowPart ? std::string(name) : std::string(part) + "." + std::string(name);
}

std::span<const Setting> settingTable()
{
    return kTable;
}

const Setting* findSetting(std::string_view id)
{
    const auto found
        = std::ranges::find_if(kTable, [id](const Setting& each) { return each.id == id; });
    return found == kTable.end() ? nullptr : &*found;
}

Json usualValue(const Setting& setting)
{
    return std::visit(Usual{}, setting.kind);
}

Result<void> checkSetting(const Setting& setting, const Json& value)
{
    return std::visit(Check{value}, setting.kind);
}

QString settingText(const char* words)
{
    return *words == '\0' ? QString() : QCoreApplication::translate("Settings", words);
}

} // namespace sandbench::ui
