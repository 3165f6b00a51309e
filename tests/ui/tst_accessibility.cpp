// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through the panels and dialogs as a screen reader and a person without a mouse take it:
// what each part is called and is, where Tab leads, and whether the texts can be read.
#include "tests/support/test_program.h"
#include "tests/ui/accessibility_walk.h"
#include "tests/ui/closed_engine.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/theme.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/log_palette.h"
#include "ui/steps/steps_panel.h"

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

#include <array>
#include <memory>
#include <utility>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

constexpr std::array kDocks
    = {"dockSessions", "dockPlots",    "dockOutput",  "dockFindings", "dockPackages",
       "dockRuns",     "dockActivity", "dockChanges", "dockChecks",   "dockVariables",
       "dockVerdict",  "dockSteps",    "dockOutline", "dockImages",   "dockFiles",
       "dockMatrix",   "dockGrade",    "dockBatch",   "dockLesson"};

/// The commands and buttons that open a window or popup, and the class of what they open.
constexpr std::array kOpeners
    = {std::pair("fileSettings", "sandbench::ui::SettingsDialog"),
       std::pair("sessionNew", "sandbench::ui::NewSessionDialog"),
       std::pair("viewPalette", "sandbench::ui::CommandPalette"),
       std::pair("compareDocuments", "sandbench::ui::CompareWindow"),
       std::pair("helpGuide", "sandbench::ui::GuideWindow"),
       std::pair("viewTasks", "sandbench::ui::TasksPopup"),
       std::pair("askModel", "sandbench::ui::ModelDialog"),
       std::pair("packageSources", "sandbench::ui::SourcesDialog")};

} // namespace

class TestAccessibility : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }

    void init()
    {
        QSettings().clear();
        makeWindow(workbench(m_engines));
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        activate(*m_window);
        m_window->settings().set("model.url", "http://127.0.0.1:9/v1"); // nobody is asked
        m_window->editors().newDocument(QStringLiteral("a.py"), "print(1)\n");
        m_window->editors().newDocument(QStringLiteral("b.py"), "print(2)\n");
        const auto step = trace::stepOf(
            R"({"e":"line","f":"b.py","l":1,"n":"f","v":[["x","int","1"]],"w":[[1,"out"]]})");
        QVERIFY(step);
        m_window->steps().begin(QStringLiteral("b.py"));
        m_window->steps().add({*step, *step});
    }

    void cleanup()
    {
        action("themeSystem")->trigger();
        removeWindow();
    }

    void everyPartOfTheWindowSaysItsNameAndRole()
    {
        forEachPlace([](QWidget* place) { return faultsOfNames(place); });
    }

    void tabVisitsEverythingOnceInReadingOrder()
    {
        forEachPlace([](QWidget* place) { return faultsOfTabOrder(place); });
    }

    void everyTextCanBeReadInLightAndDark_data()
    {
        QTest::addColumn<QByteArray>("theme");
        QTest::newRow("light") << QByteArray("themeLight");
        QTest::newRow("dark") << QByteArray("themeDark");
    }

    void everyTextCanBeReadInLightAndDark()
    {
        QFETCH(QByteArray, theme);
        action(theme.constData())->trigger();
        const bool isDark = theme == "themeDark";
        QTRY_COMPARE(m_window->palette().color(QPalette::Window).lightness() < 128, isDark);
        forEachPlace([](QWidget* place) { return faultsOfContrast(place); });
    }

    void theLogCanBeReadInEveryTheme()
    {
        for (const ThemeChoice choice :
             {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
            const LogPalette colours(themePalette(choice));
            for (const auto& [text, under, name] :
                 {std::tuple(colours.text, colours.base, "text"),
                  std::tuple(colours.muted, colours.base, "muted"),
                  std::tuple(colours.link, colours.base, "link"),
                  std::tuple(colours.text, colours.headerBand, "header"),
                  std::tuple(colours.inputText, colours.base, "input"),
                  std::tuple(colours.noticeText, colours.base, "notice"),
                  std::tuple(colours.good, colours.headerBand, "good"),
                  std::tuple(colours.bad, colours.headerBand, "bad"),
                  std::tuple(colours.warning, colours.headerBand, "warning"),
                  std::tuple(colours.running, colours.headerBand, "running")}) {
                const double ratio = contrastRatio(text, under);
                QVERIFY2(
                    ratio >= kReadable,
                    qPrintable(QStringLiteral("%1 in theme %2: %3")
                                   .arg(QLatin1String(name))
                                   .arg(static_cast<int>(choice))
                                   .arg(ratio)));
            }
        }
    }

    void findsTheFaultsThatItIsThereToFind()
    {
        QWidget place;
        auto* rows = new QVBoxLayout(&place);
        auto* nameless = new QPushButton(QStringLiteral("…"));
        auto* twin = new QPushButton(QStringLiteral("Remove"));
        auto* otherTwin = new QPushButton(QStringLiteral("Remove"));
        for (QWidget* widget : {nameless, twin, otherTwin})
            rows->addWidget(widget);
        place.show();
        QVERIFY(QTest::qWaitForWindowExposed(&place));
        activate(place);
        QCOMPARE(faultsOfNames(&place).size(), 2);
        QCOMPARE(faultsOfTabOrder(&place), QStringList());
        QWidget::setTabOrder(twin, nameless); // the second before the first
        QCOMPARE(faultsOfTabOrder(&place).size(), 1);
        QCOMPARE(faultsOfContrast(&place), QStringList());
        QPalette pale = twin->palette();
        pale.setColor(QPalette::ButtonText, pale.color(QPalette::Button));
        twin->setPalette(pale);
        QCOMPARE(faultsOfContrast(&place).size(), 1);
    }

private:
    static void activate(QWidget& window)
    {
        window.activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &window);
    }

    void open(const char* command) const
    {
        if (auto* opens = action(command))
            opens->trigger();
        else
            m_window->findChild<QAbstractButton*>(QLatin1String(command))->click();
    }

    QWidget* shownBy(const char* className) const
    {
        for (QWidget* widget : m_window->findChildren<QWidget*>())
            if (widget->inherits(className) && widget->isVisible())
                return widget;
        return nullptr;
    }

    /// Of each place in both themes, to be looked at.
    void keepPicture(const char* where, QWidget& place) const
    {
        const QDir folder(qEnvironmentVariable("SANDBENCH_TEST_PICTURES"));
        const QByteArray name
            = QByteArray(QTest::currentDataTag()) + '-' + where + QByteArrayLiteral(".png");
        if (!QTest::currentDataTag() || !qEnvironmentVariableIsSet("SANDBENCH_TEST_PICTURES"))
            return;
        QTest::qWait(100); // people look at what has been laid out
        QVERIFY(place.grab().save(folder.filePath(QString::fromUtf8(name))));
    }

    template <typename Check> void forEachPlace(const Check& check)
    {
        QStringList faults;
        const auto note = [this, &faults, &check](const char* where, QWidget* place) {
            // What a job still changes (a comparison, a search) is tried again.
            QStringList found;
            (void)QTest::qWaitFor([&] { return (found = check(place)).isEmpty(); });
            keepPicture(where, *place);
            for (const QString& fault : found)
                faults << QLatin1String(where) + QStringLiteral(": ") + fault;
        };
        for (const char* name : kDocks) {
            auto* dock = m_window->findChild<QDockWidget*>(QLatin1String(name));
            QVERIFY2(dock, name);
            dock->show();
            dock->raise();
            QTRY_VERIFY2(!dock->widget()->visibleRegion().isEmpty(), name);
            note(name, dock->widget());
        }
        for (const auto& [command, className] : kOpeners) {
            open(command);
            QTRY_VERIFY2(shownBy(className), className);
            QWidget* opened = shownBy(className);
            if (opened->isWindow())
                activate(*opened);
            note(command, opened);
            // A list beside pages has the first of them shown.
            auto* pages = opened->findChild<QListWidget*>(QStringLiteral("settingsGroups"));
            for (int row = 1; pages && row < pages->count(); ++row) {
                pages->setCurrentRow(row);
                note(qPrintable(pages->currentItem()->text()), opened);
            }
            opened->close();
            if (opened->isVisible())
                opened->hide();
            activate(*m_window);
        }
        for (const QString& fault : faults) // Qt Test cuts a long message off
            qWarning("%s", qPrintable(fault));
        QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
    }

    EngineSource m_engines{
        closedEngines, [](const std::string&) { return std::vector<docker::Connection>(); },
        SizeCatalog()};
};

SANDBENCH_TEST(TestAccessibility);
#include "tst_accessibility.moc"
