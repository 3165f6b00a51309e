// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of the real window: the dialog, the file, the shortcuts, and that each is obeyed.
#include "core/config/settings_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/log_view.h"
#include "ui/output/output_panel.h"
#include "ui/palette/command_palette.h"
#include "ui/plots/plot_panel.h"
#include "ui/session/session_opener.h"
#include "ui/settings/key_field.h"
#include "ui/settings/setting_row.h"
#include "ui/settings/setting_table.h"
#include "ui/settings/settings_dialog.h"
#include "ui/settings/shortcuts_page.h"

#include <Qsci/qscilexer.h>

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSet>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestSettingsDialog : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }

    void init()
    {
        QSettings().clear();
        QFile::remove(file());
        m_engines = std::make_unique<FakeEngines>();
    }

    void cleanup() { close(); }

    void describesEachSettingForPeople()
    {
        open();
        QSet<QString> ids;
        for (const Setting& setting : settingTable()) {
            QVERIFY2(!ids.contains(QLatin1String(setting.id)), setting.id);
            ids << QLatin1String(setting.id);
            QVERIFY2(checkSetting(setting, usualValue(setting)), setting.id);
            QVERIFY2(!checkSetting(setting, Json::array()), setting.id);
            QVERIFY2(settingText(setting.help).endsWith(u'.'), setting.id);
            QVERIFY2(row(setting.id) != nullptr, setting.id);
        }
    }

    void opensWithItsKeyAndFindsBySomeWords()
    {
        open();
        QVERIFY(dialog() != nullptr);
        type("tab width");
        QVERIFY(row("editor.tabWidth")->isVisible());
        QVERIFY(!row("editor.wrap")->isVisibleTo(dialog()));
        QCOMPARE(groups().currentItem()->text(), QStringLiteral("Editor (1)"));
        type("run file");
        QCOMPARE(groups().currentItem()->text().section(u' ', 0, 0), QStringLiteral("Shortcuts"));
        type("zzz");
        type("");
        QCOMPARE(groups().item(1)->text(), QStringLiteral("Editor"));
    }

    void countsAtOnceInEveryDocument()
    {
        open();
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"));
        spin("editor.tabWidth")->setValue(8);
        box("editor.insertSpaces")->setChecked(false);
        box("editor.wrap")->setChecked(true);
        box("editor.lineNumbers")->setChecked(false);
        box("editor.showBlanks")->setChecked(true);
        box("editor.currentLine")->setChecked(false);
        for (CodeEditor* each : {editor, m_window->editors().newDocument(QStringLiteral("b.py"))}) {
            QCOMPARE(each->tabWidth(), 8);
            QVERIFY(each->indentationsUseTabs());
            QCOMPARE(each->wrapMode(), QsciScintilla::WrapWord);
            QCOMPARE(each->marginWidth(0), 0);
            QCOMPARE(each->whitespaceVisibility(), QsciScintilla::WsVisible);
            QVERIFY(!each->SendScintilla(QsciScintilla::SCI_GETCARETLINEVISIBLE));
        }
    }

    void changesTheTextOfCodeAndOutput()
    {
        open();
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"));
        spin("appearance.fontSize")->setValue(20);
        QCOMPARE(m_window->output().view().font().pointSize(), 20);
        QCOMPARE(editor->lexer()->defaultFont(0).pointSize(), 20);
        action("viewZoomIn")->trigger();
        QCOMPARE(m_window->output().view().font().pointSize(), 21);
        m_window->settings().set("appearance.font", "No Such Font");
        QCOMPARE(m_window->output().view().font().family(), QStringLiteral("No Such Font"));
        QCOMPARE(combo("appearance.font")->currentText(), QStringLiteral("No Such Font"));
    }

    void wrapsTheOutputAndColoursPlots()
    {
        open();
        box("output.wrap")->setChecked(true);
        QVERIFY(m_window->output().view().wraps());
        m_window->settings().set("plots.background", "dark");
        for (const QAction* choice : m_window->plots().findChildren<QAction*>())
            if (choice->text() == QStringLiteral("Dark"))
                QVERIFY(choice->isChecked());
    }

    void choosesTheThemeInMenuAndDialog()
    {
        open();
        combo("appearance.theme")->setCurrentIndex(2);
        QVERIFY(action("themeDark")->isChecked());
        QVERIFY(QApplication::palette().color(QPalette::Base).lightness() < 128);
        action("themeSystem")->trigger();
        QCOMPARE(combo("appearance.theme")->currentIndex(), 0);
    }

    void keepsTheLanguageForTheNextStart()
    {
        open();
        QCOMPARE(combo("appearance.language")->currentIndex(), 0);
        combo("appearance.language")->setCurrentIndex(2);
        QTRY_VERIFY(m_window->settings().isWritten());
        QVERIFY(settingOf(file().toStdString(), "appearance.language") == Json("de"));
        QCOMPARE(action("fileSettings")->text(), QStringLiteral("Se&ttings…"));
    }

    void opensNoSessionAndNoExampleUnlessWanted()
    {
        write("{\"window\": {\"sessions.openAhead\": false, \"documents.example\": false}}");
        open();
        m_window->opener().openAhead();
        m_window->openAtStart({});
        QTRY_VERIFY(!m_window->editors().isOpening());
        QCOMPARE(m_window->editors().count(), 0);
        QVERIFY(!m_window->controller().isBusy());
    }

    void keepsUnsavedTextAsSoonAsIsSaid()
    {
        open();
        spin("documents.keepAfter")->setValue(1);
        m_window->editors().newDocument(QStringLiteral("a.py"))->insert(QStringLiteral("x = 1"));
        QTRY_VERIFY_WITH_TIMEOUT(
            !QDir(m_dir.path() + QStringLiteral("/recover")).isEmpty(), kRunDeadline);
    }

    void takesALineOnlyWhereItIsRight()
    {
        open();
        auto* url = row("model.url")->findChild<QLineEdit*>();
        const auto says = [this](const QString& text) {
            for (const QLabel* label : row("model.url")->findChildren<QLabel*>())
                if (label->text().contains(text))
                    return true;
            return false;
        };
        url->setText(QStringLiteral("http://models.example/v1"));
        emit url->editingFinished();
        QVERIFY(says(QStringLiteral("must begin with https://")));
        QCOMPARE(m_window->settings().text("model.url"), QString());
        url->setText(QStringLiteral(" https://models.example/v1 "));
        emit url->editingFinished();
        QVERIFY(!says(QStringLiteral("must begin with")));
        QCOMPARE(
            m_window->settings().text("model.url"), QStringLiteral("https://models.example/v1"));
        QVERIFY(action("askModel")->isEnabled());
    }

    void setsWhatOtherProgramsReadToo()
    {
        write("{\"defaults\": {\"cpus\": 2, \"memory\": \"3g\"}}");
        open();
        QCOMPARE(m_window->settings().text("defaults.memory"), QStringLiteral("3g"));
        spin("history.runs")->setValue(500);
        combo("defaults.engine")->setCurrentIndex(1);
        combo("defaults.profile")->setCurrentIndex(1);
        auto* memory = row("defaults.memory")->findChild<QLineEdit*>();
        memory->setText(QStringLiteral("much"));
        emit memory->editingFinished();
        QCOMPARE(m_window->settings().text("defaults.memory"), QStringLiteral("3g"));
        memory->setText(QStringLiteral("2g"));
        emit memory->editingFinished();
        auto* records = row("history.records")->findChild<QLineEdit*>();
        records->setText(QStringLiteral("2t"));
        emit records->editingFinished();
        QVERIFY(m_window->settings().isUsual("history.records"));
        QTRY_VERIFY(m_window->settings().isWritten());
        const auto settings = loadSettings(file().toStdString());
        QVERIFY2(settings, settings ? "" : settings.error().text().c_str());
        QCOMPARE(settings->history.runs, 500);
        QVERIFY(
            settings->defaults
            == Json({{"cpus", 2}, {"memory", "2g"}, {"engine", "docker"}, {"profile", "strict"}}));
        row("defaults.engine")->findChild<QToolButton*>()->click();
        QTRY_VERIFY(m_window->settings().isWritten());
        QVERIFY(!read().contains("docker") && read().contains("strict"));
    }

    void goesBackToWhatIsUsual()
    {
        open();
        spin("editor.tabWidth")->setValue(8);
        auto* reset = row("editor.tabWidth")->findChild<QToolButton*>();
        type("tab width");
        QVERIFY(reset->isVisible());
        reset->click();
        QCOMPARE(spin("editor.tabWidth")->value(), 4);
        QVERIFY(!reset->isVisible());
        QTRY_VERIFY(m_window->settings().isWritten());
        QVERIFY(!read().contains("tabWidth"));
    }

    void keepsWhatItDoesNotKnowInTheFile()
    {
        write("{\"window\": {\"future\": [1]}, \"mine\": {\"a\": 1}, \"defaults\": {\"memory\": "
              "\"2g\"}}");
        open();
        spin("editor.tabWidth")->setValue(2);
        box("editor.wrap")->setChecked(true);
        QTRY_VERIFY(m_window->settings().isWritten());
        const Json kept = parseJson(read().toStdString()).value();
        QVERIFY(kept["window"]["editor.tabWidth"] == Json(2));
        QVERIFY(kept["window"]["editor.wrap"] == Json(true));
        QVERIFY(kept["window"]["future"] == Json::array({1}));
        QVERIFY(kept["mine"]["a"] == Json(1));
        QVERIFY(kept["defaults"]["memory"] == Json("2g"));
    }

    void writesWhatWasChangedLastBeforeItEnds()
    {
        open();
        for (int width = 5; width < 12; ++width)
            m_window->settings().set("editor.tabWidth", width);
        close();
        m_engines = std::make_unique<FakeEngines>();
        QVERIFY(read().contains("\"editor.tabWidth\": 11"));
    }

    void takesOverWhatEarlierVersionsKept()
    {
        QSettings().setValue(QStringLiteral("window/theme"), 2);
        setAsksBeforeOpening(false);
        open();
        QVERIFY(action("themeDark")->isChecked());
        QVERIFY(!box("sessions.ask")->isChecked());
        QTRY_VERIFY(m_window->settings().isWritten());
        QVERIFY(read().contains("\"appearance.theme\": \"dark\""));
        QVERIFY(!QSettings().contains(QStringLiteral("window/theme")));
        action("themeSystem")->trigger();
    }

    void obeysTheFileWhenSomebodyElseWritesIt()
    {
        open();
        write("{\"window\": {\"editor.tabWidth\": 3}, \"shortcuts\": {\"runFile\": \"Ctrl+R\"}}");
        QTRY_COMPARE(spin("editor.tabWidth")->value(), 3);
        QTRY_COMPARE(action("runFile")->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
        write("{\"window\": {\"editor.tabWidth\": 99}}");
        QTRY_VERIFY(m_window->messageText().contains(u"settings.json, line 1"));
        QCOMPARE(spin("editor.tabWidth")->value(), 4);
        QFile::remove(file());
        QTRY_COMPARE(action("runFile")->shortcut(), QKeySequence(Qt::Key_F5));
    }

    void keepsWhatItHasWhileTheFileIsBroken()
    {
        write("{\"window\": {\"editor.tabWidth\": 3}}");
        open();
        write("{\"window\": {\n");
        QTRY_VERIFY(m_window->messageText().contains(u"settings.json, line 2"));
        QCOMPARE(spin("editor.tabWidth")->value(), 3);
    }

    void opensTheFileAtWhatIsWrong()
    {
        write("{\n\n\"window\": {\n\"editor.wrap\": 1}}");
        open();
        QVERIFY(m_window->messageText().contains(u"line 4"));
        m_window->findChild<QAbstractButton*>(QStringLiteral("openSettings"))->click();
        QTRY_VERIFY(m_window->editors().current() && m_window->editors().current()->lines() == 4);
        int line = 0, column = 0;
        m_window->editors().current()->getCursorPosition(&line, &column);
        QCOMPARE(line, 3);
    }

    void makesTheFileWhereThereIsNone()
    {
        open();
        dialog()->findChild<QAbstractButton*>(QStringLiteral("openSettingsFile"))->click();
        QTRY_VERIFY(m_window->editors().current());
        QTRY_COMPARE(m_window->editors().current()->bytes(), QByteArray("{}\n"));
    }

    void givesACommandTheKeysThatArePressed()
    {
        open();
        choose("runFile");
        QTest::keyClick(askedKeys(), Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(action("runFile")->shortcuts(), QList{QKeySequence(Qt::CTRL | Qt::Key_J)});
        QVERIFY(!keysField()->isVisibleTo(dialog()));
        QTRY_VERIFY(m_window->settings().isWritten());
        QVERIFY(read().contains("\"runFile\": \"Ctrl+J\""));
        button("resetKeys")->click();
        QCOMPARE(action("runFile")->shortcut(), QKeySequence(Qt::Key_F5));
        QTRY_VERIFY(m_window->settings().isWritten());
        QVERIFY(!read().contains("runFile"));
    }

    void namesTheCommandThatHasTheKeysAndReplacesThemOnlyThen()
    {
        open();
        choose("runFile");
        QTest::keyClick(askedKeys(), Qt::Key_N, Qt::ControlModifier);
        auto* conflict = dialog()->findChild<QLabel*>(QStringLiteral("conflict"));
        QVERIFY(conflict->isVisible());
        QVERIFY(conflict->text().contains(u"New (File)"));
        QCOMPARE(action("runFile")->shortcut(), QKeySequence(Qt::Key_F5));
        button("replaceKeys")->click();
        QCOMPARE(action("runFile")->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_N));
        QVERIFY(action("fileNew")->shortcuts().isEmpty());
        button("resetAllKeys")->click();
        QCOMPARE(action("fileNew")->shortcut(), QKeySequence(QKeySequence::New));
        QCOMPARE(action("runFile")->shortcut(), QKeySequence(Qt::Key_F5));
    }

    void letsPanelsHaveTheSameKeysAsOthers()
    {
        open();
        choose("plotsNext");
        QTest::keyClick(askedKeys(), Qt::Key_A); // of Changes, which is elsewhere
        QVERIFY(!dialog()->findChild<QLabel*>(QStringLiteral("conflict"))->isVisible());
        QCOMPARE(
            m_window->plots().findChild<QAction*>(QStringLiteral("plotsNext"))->shortcut(),
            QKeySequence(Qt::Key_A));
        button("removeKeys")->click();
        QVERIFY(m_window->plots()
                    .findChild<QAction*>(QStringLiteral("plotsNext"))
                    ->shortcuts()
                    .isEmpty());
    }

    void isFoundByThePalette()
    {
        open();
        dialog()->close();
        action("viewPalette")->trigger();
        auto& field = m_window->findChild<CommandPalette*>()->field();
        QTest::keyClicks(&field, QStringLiteral("tab width"));
        QTest::keyClick(&field, Qt::Key_Return);
        QTRY_VERIFY(dialog() && row("editor.tabWidth") && row("editor.tabWidth")->isVisible());
    }

    void staysInsideOfASmallWindow()
    {
        open();
        dialog()->close();
        QTRY_VERIFY(!dialog());
        m_window->resize(800, 500);
        action("fileSettings")->trigger();
        QVERIFY(dialog()->width() <= 800 && dialog()->height() <= 500);
    }

private:
    QString file() const { return m_dir.path() + QStringLiteral("/settings/settings.json"); }

    void write(const QByteArray& text)
    {
        QVERIFY(QDir().mkpath(QFileInfo(file()).path()));
        QFile out(file());
        QVERIFY(out.open(QIODevice::WriteOnly));
        QCOMPARE(out.write(text), text.size());
    }

    QByteArray read() const
    {
        QFile in(file());
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

    void open()
    {
        QVERIFY(QDir().mkpath(QFileInfo(file()).path()));
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_window.reset();
        m_source = m_engines->source(*sizes);
        auto given = workbench(*m_source);
        given.settingsFile = file().toStdString();
        WindowTest::makeWindow(given);
        m_window->resize(1200, 800);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        action("fileSettings")->trigger();
        QVERIFY(QTest::qWaitForWindowExposed(dialog()));
    }

    SettingsDialog* dialog() const { return m_window->findChild<SettingsDialog*>(); }
    SettingRow* row(const char* id) const
    {
        return dialog()->findChild<SettingRow*>(QLatin1String(id));
    }
    QSpinBox* spin(const char* id) const { return row(id)->findChild<QSpinBox*>(); }
    QCheckBox* box(const char* id) const { return row(id)->findChild<QCheckBox*>(); }
    QComboBox* combo(const char* id) const { return row(id)->findChild<QComboBox*>(); }
    QListWidget& groups() const { return *dialog()->findChild<QListWidget*>(); }
    QAbstractButton* button(const char* name) const
    {
        return dialog()->findChild<QAbstractButton*>(QLatin1String(name));
    }
    void type(const char* text) const
    {
        dialog()
            ->findChild<QLineEdit*>(QStringLiteral("settingsSearch"))
            ->setText(QLatin1String(text));
    }

    void choose(const char* command) const
    {
        auto* tree = dialog()->findChild<QTreeWidget*>(QStringLiteral("shortcuts"));
        groups().setCurrentRow(groups().count() - 1);
        for (int i = 0; i < tree->topLevelItemCount(); ++i)
            if (tree->topLevelItem(i)->data(0, Qt::UserRole).toString() == QLatin1String(command))
                tree->setCurrentItem(tree->topLevelItem(i));
    }
    KeyField* keysField() const { return dialog()->findChild<KeyField*>(); }
    KeyField* askedKeys() const
    {
        button("changeKeys")->click();
        return keysField();
    }
};

SANDBENCH_TEST(TestSettingsDialog);
#include "tst_settings_dialog.moc"
