// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the scan finds, in the editor and in its list, in the real window.
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"
#include "tests/ui/gate_fixture.h"
#include "ui/common/theme.h"
#include "ui/gate/finding_text.h"
#include "ui/gate/wants_line.h"
#include "ui/output/log_palette.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QHelpEvent>
#include <QLabel>
#include <QLayout>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

/// Milliseconds: large texts, under sanitizers, beside other tests.
static constexpr int kScanDeadline = 60'000;

class TestGateFindings : public GateFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }
    void init() { forgetAll(); }
    void cleanup() { close(); }

    void underlinesTheRightBytesBehindUmlautsAndEmoji()
    {
        show();
        openScanned("import os\ns = 'äöü 🦆 漢字'; os.system('ls')\n");
        QCOMPARE(count(), 1U);
        QCOMPARE(marked(Severity::High), QByteArray("os.system"));
        QCOMPARE(marked(Severity::Low) + marked(Severity::Medium), QByteArray());
        QCOMPARE(placeText(findings().front()), QStringLiteral("2:17"));
    }

    void underlinesTheRightBytesBehindBytesThatAreNoText()
    {
        show();
        openScanned("import os\ns = b'\xff\xfe\x80'; os.system('ls')\r\nos.popen('x')\r\n");
        QCOMPARE(marked(Severity::High), QByteArray("os.systemos.popen"));
    }

    void removesTheLineWhenItsReasonIsGone()
    {
        show();
        openScanned("import os\nos.system('ls')\n");
        QCOMPARE(marked(Severity::High), QByteArray("os.system"));
        editor().setSelection(1, 0, 2, 0);
        editor().replaceSelectedText(QStringLiteral("print(1)\n"));
        QTRY_VERIFY_WITH_TIMEOUT(gate().isSettled(), kScanDeadline);
        QCOMPARE(count(), 0U);
        QCOMPARE(marked(Severity::High), QByteArray());
        QCOMPARE(dock()->windowTitle(), QStringLiteral("Findings"));
    }

    void scansWhenTypingHasPausedAndNotBefore()
    {
        show();
        openScanned("import os\n");
        const QSignalSpy reported(&gate(), &GateController::titleChanged);
        for (const char letter : std::string("os.system('ls')\n"))
            editor().append(QString(QLatin1Char(letter)));
        QVERIFY(!gate().isSettled());
        QCOMPARE(reported.size(), 0);
        QTRY_COMPARE(count(), 1U);
        QCOMPARE(reported.size(), 1);
    }

    void dropsWhatWasFoundInATextThatIsGone()
    {
        show();
        openScanned("x = 1\n");
        const QByteArray large = QByteArray("y = 'a' + 'b'\n").repeated(60'000);
        editor().setBytes("import os\nos.system('ls')\n" + large);
        gate().follow(&editor(), "bash"); // scans at once
        gate().follow(&editor(), "python");
        QVERIFY(!gate().isSettled());
        editor().setBytes("print(1)\n"); // while that is being scanned
        const QSignalSpy reported(&gate(), &GateController::titleChanged);
        QTRY_VERIFY_WITH_TIMEOUT(gate().isSettled(), kScanDeadline);
        QCOMPARE(count(), 0U);
        QCOMPARE(reported.size(), 1); // of the last text, and of no other
    }

    void saysWhatADocumentWantsWhateverThePolicy()
    {
        chooseBefore("");
        show();
        open("import requests\n\nrequests.get('x')\nopen('a')\n");
        QTRY_COMPARE(
            wants().text(),
            QStringLiteral("Wants: network (requests.get, line 3) · files (open, line 4) "
                           "· packages (requests)"));
        open("print(6 * 7)\n");
        QTRY_COMPARE(wants().text(), QStringLiteral("Wants nothing but to compute."));
        open("print(6 * 7)\n", "a.lua");
        QTRY_COMPARE(wants().text(), QString());
        QVERIFY(wants().isHidden());
    }

    void takesNoOpenDocumentForAPackage()
    {
        show();
        open("def help(): pass\n", "helper.py");
        open("import helper\nimport numpy\n");
        QTRY_COMPARE(wants().text(), QStringLiteral("Wants: packages (numpy)"));
    }

    void goesToTheLineOfWhatADocumentWants()
    {
        show();
        open("import subprocess\n\n\nsubprocess.run(['ls'])\n");
        dock()->show();
        dock()->raise();
        QTRY_VERIFY(wants().findChild<QToolButton*>());
        wants().findChild<QToolButton*>()->click();
        int line = 0, column = 0;
        editor().getCursorPosition(&line, &column);
        QCOMPARE(line + 1, 4);
    }

    void showsAFewOfManyWantsAsPlainText()
    {
        show();
        open(
            "require('<b>a&b</b>')\nrequire('b')\nrequire('c')\nrequire('d')\nrequire('e\u202e')\n",
            "a.js");
        QTRY_VERIFY(!wants().text().isEmpty());
        QCOMPARE(wants().text(), QStringLiteral("Wants: packages (<b>a&b<) (b) (c) and 2 more"));
        QTRY_VERIFY(wants().findChild<QToolButton*>());
        QVERIFY(wants().layout()->heightForWidth(150) > wants().layout()->heightForWidth(2000));
        for (const auto* label : wants().findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void saysWhatItIsWhereTheMouseRests()
    {
        show();
        openScanned("import os\nos.system('ls')\n");
        editor().setCursorPosition(1, 4);
        const auto coordinate = [this](unsigned message) {
            return static_cast<int>(editor().SendScintilla(message, 0UL, caret()));
        };
        const QPoint at(
            coordinate(QsciScintilla::SCI_POINTXFROMPOSITION),
            coordinate(QsciScintilla::SCI_POINTYFROMPOSITION) + 3);
        QHelpEvent hover(QEvent::ToolTip, at, editor().viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(editor().viewport(), &hover);
        const QString text = QToolTip::text();
        QVERIFY2(text.contains(QStringLiteral("Starts a shell")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Instead: ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Rule python.shell")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("isolation is the boundary")), qPrintable(text));
        const Finding& finding = findings().front();
        const auto& marks = FindingMarks::of(editor());
        QVERIFY(marks.textAt(static_cast<long>(finding.offset)).contains(toQt(finding.why)));
        QVERIFY(marks.textAt(0).isEmpty());
        QToolTip::hideText();
    }

    void goesRoundItsFindingsWithOneKey()
    {
        show();
        const QByteArray code = "# ü\nimport os\nos.system('1')\nos.popen('2')\nos.system('3')\n";
        openScanned(code);
        QCOMPARE(count(), 3U);
        QList<long> places;
        for (int i = 0; i < 4; ++i) {
            action("findingNext")->trigger();
            places << caret();
        }
        const long first = code.indexOf("os.system('1')");
        const long second = code.indexOf("os.popen");
        const long third = code.indexOf("os.system('3')");
        QCOMPARE(places, QList<long>({first, second, third, first}));
        action("findingPrevious")->trigger();
        QCOMPARE(caret(), third);
        QVERIFY(m_window->statusText().contains(QStringLiteral("Finding 3 of 3, high")));
        editor().setCursorPosition(3, 3);
        action("findingPrevious")->trigger();
        QCOMPARE(caret(), second);
        QCOMPARE(action("findingNext")->shortcut(), QKeySequence(Qt::Key_F8));
    }

    void goesToAFindingFromTheList()
    {
        show();
        const QByteArray code = "import os\nos.system('1')\nos.popen('2')\n";
        openScanned(code);
        QCOMPARE(dock()->windowTitle(), QStringLiteral("Findings (2)"));
        action("dockFindings")->trigger();
        auto* list = m_window->findChild<QTreeView*>(QStringLiteral("findings"));
        list->setCurrentIndex(list->model()->index(1, 0));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(caret(), static_cast<long>(code.indexOf("os.popen")));
        QVERIFY(detail().startsWith(QStringLiteral("High: Starts a shell")));
        QVERIFY(detail().contains(QStringLiteral("Instead: ")));
        const QModelIndex row = list->model()->index(0, 0);
        QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("line 2")));
        QCOMPARE(list->model()->index(0, 1).data().toString(), QStringLiteral("2:1"));
        QCOMPARE(list->model()->index(0, 3).data().toString(), QStringLiteral("python.shell"));
    }

    void saysThatAnEmptyListIsNoProof()
    {
        show();
        QVERIFY(gate().panel().emptyText().contains(QStringLiteral("Open a document")));
        openScanned("print(1)\n");
        QVERIFY(gate().panel().emptyText().contains(QStringLiteral("No rule of the policy")));
        QVERIFY(gate().panel().emptyText().contains(QStringLiteral("A scan is advice")));
        action("findingNext")->trigger();
        QCOMPARE(m_window->statusText(), QStringLiteral("No findings"));
    }

    void scansAgainForAnotherPolicyAndRemembersTheChoice()
    {
        show();
        openScanned("import os\nimport socket\n");
        QCOMPARE(count(), 0U);
        choose("policy/strict");
        QTRY_VERIFY_WITH_TIMEOUT(gate().isSettled(), kScanDeadline);
        QVERIFY(count() >= 2);
        QVERIFY(!marked(Severity::High).isEmpty() || !marked(Severity::Medium).isEmpty());
        choose(PolicyShelf::kNone);
        QCOMPARE(count(), 0U);
        QVERIFY(gate().panel().emptyText().contains(QStringLiteral("nothing is scanned")));
        choose("policy/strict");
        show();
        QCOMPARE(gate().policies().chosen(), QStringLiteral("policy/strict"));
        QVERIFY(gate().policies().holdsRuns());
    }

    void scansInTheLanguageThatWillRun()
    {
        show();
        openScanned("import os\nos.system('ls')\n");
        QCOMPARE(count(), 1U);
        auto* language = m_window->findChild<QComboBox*>(QStringLiteral("language"));
        language->setCurrentIndex(language->findData(QStringLiteral("ruby")));
        QTRY_VERIFY_WITH_TIMEOUT(gate().isSettled(), kScanDeadline);
        QCOMPARE(gate().report().language, "ruby");
    }

    void showsTheFindingsOfTheCurrentDocumentOnly()
    {
        show();
        openScanned("import os\nos.system('ls')\n");
        CodeEditor* first = &editor();
        open("print(1)\n", "b.py");
        QTRY_VERIFY_WITH_TIMEOUT(gate().isSettled(), kScanDeadline);
        QCOMPARE(count(), 0U);
        m_window->editors().setCurrentWidget(first);
        QTRY_COMPARE(count(), 1U);
        m_window->editors().requestClose(m_window->editors().currentIndex());
        QTRY_COMPARE(count(), 0U);
    }

    void offersTheUsersOwnPolicies()
    {
        addPolicy(
            QStringLiteral("mine.json"),
            R"({"id": "mine", "name": "Mi\u202Ene", "description": "No flask.",
                "thresholds": {"warn": "low", "refuse": "high"},
                "rules": [{"id": "mine.no-flask", "description": "Imports flask",
                           "severity": "high", "module": "flask"}]})");
        show();
        QTRY_VERIFY(!gate().policies().isReading());
        auto* policy = m_window->findChild<QComboBox*>(QStringLiteral("policy"));
        const int mine = policy->findData(QStringLiteral("policy/mine"));
        QVERIFY(mine > 0);
        QCOMPARE(policy->itemText(mine), QStringLiteral("Mi[U+202E]ne"));
        QVERIFY(
            policy->itemData(mine, Qt::ToolTipRole).toString().contains(QStringLiteral("flask")));
        choose("policy/mine");
        openScanned("import flask\n");
        QCOMPARE(count(), 1U);
    }

    void leavesOutPoliciesThatCannotBeReadAndSaysSo()
    {
        addPolicy(QStringLiteral("bad.json"), "{\"id\": 3}");
        show();
        QTRY_VERIFY(m_window->messageText().contains(QStringLiteral("bad.json")));
        openScanned("import os\nos.system('ls')\n");
        QCOMPARE(count(), 1U);
    }

    void staysHarmlessWithHostileCode_data()
    {
        QTest::addColumn<QByteArray>("code");
        const QByteArray calls = "import os;" + QByteArray("os.system(1);").repeated(8000 / kShare);
        QTest::newRow("much in one line") << calls;
        const QByteArray line = "value = [i * 2 for i in x]\n";
        QTest::newRow("much in lines") << calls + "\n"
                + line.repeated(static_cast<int>(kMuchCode) / static_cast<int>(line.size()));
        QTest::newRow("control characters")
            << QByteArray("import os\n\x1b]0;x\x07\x00\x08\x7f os.system('\x1b[2J')\n", 38);
        QTest::newRow("right-to-left overrides")
            << QByteArray("import os\n# \u202E \u2066 x\nos.system('\u202E')\n");
        QTest::newRow("tags in names")
            << QByteArray("import os\nos.system('<b>x</b><img src=file:///etc/passwd>')\n");
    }

    void staysHarmlessWithHostileCode()
    {
        QFETCH(QByteArray, code);
        show();
        open(code);
        QTRY_VERIFY_WITH_TIMEOUT(gate().isSettled(), kScanDeadline);
        QVERIFY(count() > 0);
        QVERIFY(count() <= 500);
        auto* list = m_window->findChild<QTreeView*>(QStringLiteral("findings"));
        for (int column = 0; column < list->model()->columnCount(); ++column) {
            const QString text = list->model()->index(0, column).data().toString();
            QVERIFY(text.size() <= 300);
            QVERIFY2(
                !text.contains(QChar(0x202E)) && !text.contains(QChar(0x1B)), qPrintable(text));
        }
        QVERIFY(editor().bytes() == code);
    }

    void keepsTheWindowAliveWhileItScansMuchCode()
    {
        show();
        const QByteArray line = "os.popen('x')  # a line like many others, ü\n";
        open(
            "import os\n"
            + line.repeated(static_cast<int>(kMuchCode) / static_cast<int>(line.size())));
        QTRY_VERIFY_WITH_TIMEOUT(gate().isSettled(), kScanDeadline);
        QElapsedTimer since;
        qint64 longest = 0;
        QTimer ticker;
        connect(
            &ticker, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
        editor().insert(QStringLiteral("x"));
        since.start();
        ticker.start(1);
        QVERIFY(!gate().isSettled());
        QTRY_VERIFY_WITH_TIMEOUT(gate().isSettled(), kScanDeadline);
        qInfo("%zu bytes scanned; the window was away for at most %lld ms", kMuchCode, longest);
        QCOMPARE(count(), 500U); // the rest is counted
    }

    void takesNoSettingThatItDidNotWrite()
    {
        chooseBefore("../../etc");
        show();
        QCOMPARE(gate().policies().chosen(), QLatin1String(PolicyShelf::kShowOnly));
    }

    void boundsAndEscapesWhatARuleSays()
    {
        Finding finding;
        finding.description = std::string(5000, 'x');
        finding.why = "a\u202Eb<b>";
        const QString text = findingText(finding);
        QVERIFY(text.size() < 1000);
        QVERIFY(text.contains(QStringLiteral("a[U+202E]b<b>"))); // which plainToolTip() escapes
    }

    void coloursFindingsReadablyInEveryTheme_data()
    {
        QTest::addColumn<int>("choice");
        QTest::newRow("light") << static_cast<int>(ThemeChoice::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeChoice::Dark);
        QTest::newRow("high contrast") << static_cast<int>(ThemeChoice::HighContrast);
    }

    void coloursFindingsReadablyInEveryTheme()
    {
        QFETCH(int, choice);
        const QPalette palette = themePalette(static_cast<ThemeChoice>(choice));
        const bool high = choice == static_cast<int>(ThemeChoice::HighContrast);
        for (const Severity severity : {Severity::Low, Severity::Medium, Severity::High})
            QVERIFY(
                contrastRatio(severityColor(severity, palette), palette.color(QPalette::Base))
                >= (high ? 7 : 4.5));
    }

    void followsTheThemeWithItsLines()
    {
        show();
        openScanned("import os\nos.system('ls')\n");
        const auto colour = [this] {
            const long bgr = editor().SendScintilla(
                QsciScintilla::SCI_INDICGETFORE,
                static_cast<unsigned long>(FindingMarks::kFirstIndicator + 2));
            return QColor(int(bgr & 0xff), int(bgr >> 8 & 0xff), int(bgr >> 16 & 0xff));
        };
        for (const auto& [name, theme] :
             {std::pair("themeLight", ThemeChoice::Light),
              std::pair("themeDark", ThemeChoice::Dark)}) {
            action(name)->trigger();
            QTRY_COMPARE(colour(), severityColor(Severity::High, themePalette(theme)));
        }
        action("themeSystem")->trigger();
    }

private:
    WantsLine& wants() const { return gate().panel().wants(); }
    void choose(const char* key)
    {
        QTRY_VERIFY(!gate().policies().isReading());
        auto* policy = m_window->findChild<QComboBox*>(QStringLiteral("policy"));
        const int index = policy->findData(QLatin1String(key));
        QVERIFY(index >= 0);
        policy->setCurrentIndex(index);
        emit policy->activated(index);
    }

    QString detail() const
    {
        auto* label = m_window->findChild<QLabel*>(QStringLiteral("findingDetail"));
        return label->isVisible() ? label->text() : QString();
    }

    static QString toQt(const std::string& text) { return QString::fromStdString(text); }
};

SANDBENCH_TEST(TestGateFindings);
#include "tst_gate_findings.moc"
