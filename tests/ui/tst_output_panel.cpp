// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/output_panel_fixture.h"
#include "ui/output/full_output_window.h"
#include "ui/output/log_finder.h"
#include "ui/output/log_view.h"

#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolButton>

using namespace sandbench::ui;

namespace {

QPoint pointOf(LogView& view, const LogPosition& position)
{
    const LogMetrics metrics(view.font());
    const auto row = view.layout().rowOf(position) - view.verticalScrollBar()->value();
    return {
        metrics.gutter + static_cast<int>((position.cell + 0.4) * metrics.cellWidth),
        static_cast<int>(row) * metrics.rowHeight + metrics.rowHeight / 2};
}

} // namespace

/// What a person does with the output of a program.
class TestOutputPanel : public OutputPanelTest
{
    Q_OBJECT
private slots:
    void showsWhatWasAppended();
    void drainsWhenHidden();
    void linksJumpOnlyToNamedFiles();
    void findsWithCaseWordAndRegex();
    void searchCanBeReplacedWhileRunning();
    void clearStaysClearedAndCanBeUndone();
    void mouseSelectionCopiesPlainText();
    void keyboardSelectsFoldsAndActivates();
    void keepsTheHeaderOfALongRunInSight();
    void scrollingUpLetsGoOfTheTail();
    void scrolledUpViewStaysWhereItIs();
    void wrappedRowsHoldTheWholeLine();
    void savesTheProgramsBytesOnly();
    void fullOutputPagesThroughTheSpool();
    void inputLineSendsAndEchoes();
    void emptyStateIsPainted();
};

void TestOutputPanel::showsWhatWasAppended()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, "hello \x1b[31mred\x1b[0m\n");
    QVERIFY(!m_panel->isDrained());
    m_panel->append(OutputStream::Stderr, "oops\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    QCOMPARE(m_panel->plainText(-1), QByteArray("hello red\noops\n"));
    QCOMPARE(m_panel->plainText(5), QByteArray("oops\n"));
    QCOMPARE(m_panel->view().layout().totalRows(), 3);
}

void TestOutputPanel::drainsWhenHidden()
{
    m_panel->hide();
    QSignalSpy spy(m_panel.get(), &OutputPanel::drained);
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, "x\n");
    QVERIFY(spy.wait(kPatience));
    QVERIFY(m_panel->isDrained());
}

void TestOutputPanel::linksJumpOnlyToNamedFiles()
{
    QSignalSpy jumps(m_panel.get(), &OutputPanel::sourceLocationActivated);
    m_panel->beginRun(header({QStringLiteral("/work/main.py")}));
    m_panel->append(
        OutputStream::Stderr, "  File \"/work/main.py\", line 7\n  File \"/etc/passwd\", line 1\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    LogView& view = m_panel->view();
    const quint64 serial = m_panel->document().current()->serial();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, pointOf(view, {serial, 1, 12}));
    QCOMPARE(jumps.size(), 0);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, pointOf(view, {serial, 0, 12}));
    QCOMPARE(jumps.size(), 1);
    QCOMPARE(jumps[0][0].toString(), QStringLiteral("/work/main.py"));
    QCOMPARE(jumps[0][1].toInt(), 7);
}

void TestOutputPanel::findsWithCaseWordAndRegex()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, "Alpha alpha alphabet\nbeta 中 ALPHA\n");
    QVERIFY(drain(*m_panel));
    const auto count = [&](const char* text, unsigned flags) {
        LogFinder finder;
        QSignalSpy spy(&finder, &LogFinder::finished);
        finder.search(m_panel->document(), {QString::fromUtf8(text), flags});
        if (spy.isEmpty() && !spy.wait(kPatience))
            return -2;
        return finder.error().isEmpty() ? static_cast<int>(finder.matches().size()) : -1;
    };
    QCOMPARE(count("alpha", 0), 4);
    QCOMPARE(count("alpha", FindQuery::MatchCase), 2);
    QCOMPARE(count("alpha", FindQuery::WholeWord), 3);
    QCOMPARE(count("a.p", 0), 0);
    QCOMPARE(count("a.p", FindQuery::Regex), 4);
    QCOMPARE(count("^beta", FindQuery::Regex), 1);
    QCOMPARE(count("(", FindQuery::Regex), -1);
    QCOMPARE(count("x*", FindQuery::Regex), 0);
    QCOMPARE(count("中", 0), 1);
    QSignalSpy found(m_panel.get(), &OutputPanel::findFinished);
    m_panel->find(QStringLiteral("beta"));
    QVERIFY(found.wait(kPatience));
    QCOMPARE(found[0][0].toInt(), 1);
}

void TestOutputPanel::searchCanBeReplacedWhileRunning()
{
    m_panel->beginRun(header());
    QByteArray text;
    for (int i = 0; i < 50'000; ++i)
        text += "some words and a number " + QByteArray::number(i) + '\n';
    m_panel->append(OutputStream::Stdout, text);
    QVERIFY(drain(*m_panel));
    LogFinder finder;
    QSignalSpy spy(&finder, &LogFinder::finished);
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < 20; ++i)
        finder.search(
            m_panel->document(), {QStringLiteral("(w|o|r)+.*%1").arg(i), FindQuery::Regex});
    finder.search(m_panel->document(), {QStringLiteral("number 4999"), 0});
    QVERIFY(spy.wait(kPatience));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(finder.matches().size(), std::size_t{11});
    finder.search(m_panel->document(), {QStringLiteral("o"), 0});
    QVERIFY(spy.wait(kPatience));
    QVERIFY(finder.truncated());
}

void TestOutputPanel::clearStaysClearedAndCanBeUndone()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, "old\n");
    m_panel->endRun(good());
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, "one\ntwo\n");
    QVERIFY(drain(*m_panel));
    m_panel->clear();
    QCOMPARE(m_panel->plainText(-1), QByteArray());
    m_panel->append(OutputStream::Stdout, "three\n");
    QVERIFY(drain(*m_panel));
    QCOMPARE(m_panel->plainText(-1), QByteArray("three\n"));
    QCOMPARE(m_panel->view().layout().totalRows(), 2);
    m_panel->undoClear();
    QCOMPARE(m_panel->plainText(-1), QByteArray("old\none\ntwo\nthree\n"));
}

void TestOutputPanel::mouseSelectionCopiesPlainText()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, "first \x1b[1mbold\x1b[0m\nsec\xe2\x80\xaeond\nthird\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    LogView& view = m_panel->view();
    const quint64 serial = m_panel->document().current()->serial();
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, pointOf(view, {serial, 0, 6}));
    QTest::mouseMove(view.viewport(), pointOf(view, {serial, 2, 3}));
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, pointOf(view, {serial, 2, 3}));
    QCOMPARE(view.selectedText(), QStringLiteral("bold\nsecond\nthi"));
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboard(), QByteArray("bold\nsecond\nthi"));
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, pointOf(view, {serial, 0, 8}));
    QCOMPARE(view.selectedText(), QStringLiteral("bold"));
}

void TestOutputPanel::keyboardSelectsFoldsAndActivates()
{
    QSignalSpy jumps(m_panel.get(), &OutputPanel::sourceLocationActivated);
    m_panel->beginRun(header({QStringLiteral("/w/a.py")}));
    m_panel->append(OutputStream::Stdout, "one\ntwo\n  File \"/w/a.py\", line 3\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    LogView& view = m_panel->view();
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(view.selectedText().toUtf8(), QByteArray("one\ntwo\n  File \"/w/a.py\", line 3\n"));
    QTest::keyClick(&view, Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(view.selectedText(), QStringLiteral("ne\nt"));
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(jumps.size(), 1);
    QTest::keyClick(&view, Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(view.layout().totalRows(), 1);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(view.layout().totalRows(), 4);
}

void TestOutputPanel::keepsTheHeaderOfALongRunInSight()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, QByteArray("line\n").repeated(500));
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    LogView& view = m_panel->view();
    QVERIFY(view.verticalScrollBar()->value() > 1);
    // The header has scrolled away, yet the top row is it: a click folds the run.
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(60, 4));
    QVERIFY(m_panel->document().current()->folded);
    QCOMPARE(view.layout().totalRows(), 1);
}

void TestOutputPanel::scrollingUpLetsGoOfTheTail()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, QByteArray("line\n").repeated(500));
    QVERIFY(drain(*m_panel));
    LogView& view = m_panel->view();
    auto* bar = view.verticalScrollBar();
    QCOMPARE(bar->value(), bar->maximum());
    bar->setValue(10);
    QVERIFY(!view.follows());
    m_panel->append(OutputStream::Stdout, QByteArray("more\n").repeated(1234));
    QVERIFY(drain(*m_panel));
    QCOMPARE(bar->value(), 10);
    const auto tools = m_panel->findChildren<QToolButton*>();
    const auto followTool = std::find_if(tools.begin(), tools.end(), [](const QToolButton* tool) {
        return tool->text() == QStringLiteral("Follow");
    });
    QVERIFY(followTool != tools.end() && !(*followTool)->isChecked());
    auto* button = view.viewport()->findChild<QPushButton*>();
    QVERIFY(button->isVisible());
    QVERIFY(button->text().contains(QLocale().toString(1234)));
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(view.follows());
    QCOMPARE(bar->value(), bar->maximum());
    QVERIFY(!button->isVisible());
}

void TestOutputPanel::scrolledUpViewStaysWhereItIs()
{
    m_panel->beginRun(header());
    QByteArray text;
    for (int i = 0; i < 150'000; ++i)
        text += QByteArray::number(i) + '\n';
    m_panel->append(OutputStream::Stdout, text);
    QVERIFY(drain(*m_panel));
    LogView& view = m_panel->view();
    auto* bar = view.verticalScrollBar();
    bar->setValue(bar->maximum() - 1000);
    const auto line = view.layout().rowAt(bar->value())->line;
    m_panel->append(OutputStream::Stdout, text.first(300'000)); // evicts, so rows move
    QVERIFY(drain(*m_panel));
    QCOMPARE(view.layout().rowAt(bar->value())->line, line);
}

void TestOutputPanel::wrappedRowsHoldTheWholeLine()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, QByteArray(2000, 'x') + "\nshort\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    LogView& view = m_panel->view();
    QVERIFY(view.horizontalScrollBar()->maximum() > 0);
    view.setWrap(true);
    const auto columns = view.layout().columns();
    const auto rows = (2000 + columns - 1) / columns;
    QCOMPARE(view.layout().totalRows(), qint64(rows) + 2);
    std::uint32_t cells = 0;
    for (qint64 row = 1; row <= qint64(rows); ++row)
        cells += view.layout().rowAt(row)->cellCount;
    QCOMPARE(cells, 2000U);
    const quint64 serial = m_panel->document().current()->serial();
    QCOMPARE(view.layout().rowOf({serial, 0, columns + 1}), qint64{2});
    QCOMPARE(view.layout().rowOf({serial, 1, 0}), qint64(rows) + 1);
}

void TestOutputPanel::savesTheProgramsBytesOnly()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("out.txt"));
    m_panel->beginRun(header());
    const QByteArray raw("raw \x1b[31m\xff\0bytes\n", 18);
    m_panel->append(OutputStream::Stdout, raw);
    m_panel->append(OutputStream::Input, "typed\n");
    m_panel->append(OutputStream::Notice, "ours");
    m_panel->append(OutputStream::Stderr, "err\n");
    QSignalSpy saved(m_panel.get(), &OutputPanel::saved);
    m_panel->saveOutputTo(path);
    QVERIFY(saved.wait(kPatience));
    QCOMPARE(saved[0][1].toString(), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), raw + "err\n");
    m_panel->saveOutputTo(folder.filePath(QStringLiteral("no/such/folder.txt")));
    QVERIFY(saved.wait(kPatience));
    QVERIFY(!saved[1][1].toString().isEmpty());
}

void TestOutputPanel::fullOutputPagesThroughTheSpool()
{
    m_panel->beginRun(header());
    QByteArray text;
    for (int i = 0; i < 180'000; ++i)
        text += QByteArray::number(i) + '\n';
    m_panel->append(OutputStream::Stdout, text);
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    const LogSection& run = *m_panel->document().current();
    QVERIFY(run.hasGap());
    FullOutputWindow window(run, 60'000);
    QCOMPARE(window.pageCount(), std::size_t{4});
    QTRY_VERIFY_WITH_TIMEOUT(window.document().parsed(), kPatience);
    const LogSection& page = *window.document().current();
    QCOMPARE(std::string(page.line(0).text), std::string("50000"));
    QCOMPARE(page.lineCount(), std::uint64_t{50'000});
    QVERIFY(!page.hasGap());
}

void TestOutputPanel::inputLineSendsAndEchoes()
{
    QSignalSpy entered(m_panel.get(), &OutputPanel::inputEntered);
    QSignalSpy closed(m_panel.get(), &OutputPanel::inputClosed);
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, "name? ");
    m_panel->setInputVisible(true);
    QLineEdit* edit = nullptr;
    for (auto* candidate : m_panel->findChildren<QLineEdit*>())
        if (candidate->isVisible())
            edit = candidate;
    QVERIFY(edit != nullptr);
    QTest::keyClicks(edit, QStringLiteral("Ada"));
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(entered.size(), 1);
    QCOMPARE(entered[0][0].toByteArray(), QByteArray("Ada\n"));
    QVERIFY(drain(*m_panel));
    const auto& run = *m_panel->document().current();
    QCOMPARE(std::string(run.line(0).text), std::string("name? Ada"));
    QCOMPARE(run.line(0).spans[1].style.stream, OutputStream::Input);
    QTest::keyClick(edit, Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(closed.size(), 1);
    QVERIFY(!edit->isEnabled());
}

void TestOutputPanel::emptyStateIsPainted()
{
    QCOMPARE(m_panel->view().accessibleName(), QStringLiteral("Program output"));
    const QImage empty = m_panel->view().viewport()->grab().toImage();
    m_panel->view().setEmptyText(QString());
    QVERIFY(m_panel->view().viewport()->grab().toImage() != empty);
}

SANDBENCH_TEST(TestOutputPanel);
#include "tst_output_panel.moc"
