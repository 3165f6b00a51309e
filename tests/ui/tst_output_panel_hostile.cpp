// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"
#include "tests/ui/output_panel_fixture.h"
#include "tests/ui/stall_meter.h"
#include "ui/output/full_output_window.h"
#include "ui/output/log_text.h"
#include "ui/output/log_view.h"

#include <QFile>
#include <QScrollBar>
#include <QTimer>

#include <unistd.h>

#include <random>

using namespace sandbench::ui;
using sandbench::test::kShare;
using sandbench::test::StallMeter;

namespace {

long residentMiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLong() * sysconf(_SC_PAGESIZE) / (1024 * 1024);
}

} // namespace

/// What a program may print to hurt the panel: much, long, rewriting or random.
class TestOutputPanelHostile : public OutputPanelTest
{
    Q_OBJECT
private slots:
    void floodStaysResponsiveAndBounded();
    void aHugeLineIsSqueezed();
    void lineFeedsOnlyStayBounded();
    void amplifyingSequencesStayBounded();
    void randomBytesAreHarmless();
    void asksAreNotAnswered();
    void headerRowSurvivesCursorAttacks();
    void noticeCannotBeRewritten();
    void clearHidesBacklogToo();
    void oldRunsAreDropped();
};

void TestOutputPanelHostile::floodStaysResponsiveAndBounded()
{
    constexpr qint64 kTotal = 50 / kShare * 1024 * 1024;
    constexpr qsizetype kPiece = 64 * 1024;
    const long before = residentMiB();
    QByteArray piece;
    int number = 0;
    qint64 sent = 0;
    m_panel->beginRun(header());
    StallMeter meter;
    QElapsedTimer clock;
    clock.start();
    QTimer feeder;
    qint64 appended = 0;
    connect(&feeder, &QTimer::timeout, this, [&] {
        piece.clear();
        while (piece.size() < kPiece)
            piece += QByteArray("line ") + QByteArray::number(number++)
                + " \x1b[32msome\x1b[0m output of a program\n";
        m_panel->append(OutputStream::Stdout, piece);
        sent += piece.size();
        if (sent >= kTotal) {
            feeder.stop();
            appended = clock.elapsed();
            m_panel->endRun(good());
        }
    });
    feeder.start(0);
    QTRY_VERIFY_WITH_TIMEOUT(!feeder.isActive(), kPatience);
    QVERIFY(drain(*m_panel));
    const LogSection& run = *m_panel->document().current();
    qInfo(
        "flood: %lld MB, %d lines, appended in %lld ms, shown in %lld ms, longest stall %lld ms, "
        "lines take %zu KiB, resident +%ld MiB",
        static_cast<long long>(sent >> 20), number, static_cast<long long>(appended),
        static_cast<long long>(clock.elapsed()), static_cast<long long>(meter.longest()),
        m_panel->document().memoryBytes() / 1024, residentMiB() - before);
    QCOMPARE(run.lineCount(), std::uint64_t(number));
    QVERIFY(run.hasGap());
    QVERIFY(run.headEnd() <= LogSection::kHeadLines + LineChunk::kMaxLines);
    QVERIFY(run.tailLines() <= LogDocument::kMaxTailLines);
    QVERIFY(m_panel->document().memoryBytes() < LogDocument::kMaxTailBytes + 4 * 1024 * 1024);
    const QByteArray last
        = "line " + QByteArray::number(number - 1) + " some output of a program\n";
    QCOMPARE(m_panel->plainText(last.size()), last);
    QVERIFY(m_panel->plainText(-1).startsWith("line 0 some output of a program\nline 1 "));
    QCOMPARE(run.spool()->size(), std::uint64_t(sent));
    QVERIFY(m_panel->view().follows());
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    QVERIFY(residentMiB() - before < 150); // sanitizers keep freed memory on purpose
#endif
}

void TestOutputPanelHostile::aHugeLineIsSqueezed()
{
    m_panel->beginRun(header());
    StallMeter meter;
    constexpr int kMegabytes = 100 / kShare;
    const QByteArray line(kMegabytes * 1024 * 1024, 'x');
    m_panel->append(OutputStream::Stdout, line + "\nnext\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    LogSection& run = *m_panel->document().current();
    qInfo("huge line: longest stall %lld ms", static_cast<long long>(meter.longest()));
    QCOMPARE(run.lineCount(), std::uint64_t{2});
    QVERIFY(run.line(0).overflowed);
    const auto chip = LogPainter::chipText(run, 0);
    QVERIFY2(
        chip.startsWith(QString::number(kMegabytes))
            && chip.endsWith(QStringLiteral(" MiB in one line · Show · Copy · Save")),
        qPrintable(chip));
    QCOMPARE(m_panel->view().layout().totalRows(), 4); // header, head of the line, chip, next
    QCOMPARE(wholeLine(run, 0, UINT64_MAX).size(), line.size());
    m_panel->view().setWrap(true);
    QVERIFY(m_panel->view().layout().totalRows() < 40);
    FullOutputWindow window(run, 0);
    QTRY_VERIFY_WITH_TIMEOUT(window.document().parsed(), kPatience);
    QVERIFY(window.document().current()->lineCount() > 1);
}

void TestOutputPanelHostile::lineFeedsOnlyStayBounded()
{
    m_panel->beginRun(header());
    StallMeter meter;
    constexpr int kLines = 3'000'000 / kShare;
    m_panel->append(OutputStream::Stdout, QByteArray(kLines, '\n'));
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    qInfo("line feeds: longest stall %lld ms", static_cast<long long>(meter.longest()));
    QCOMPARE(m_panel->document().current()->lineCount(), std::uint64_t{kLines});
    QVERIFY(m_panel->document().current()->tailLines() <= LogDocument::kMaxTailLines);
    QVERIFY(m_panel->document().memoryBytes() < 16 * 1024 * 1024);
}

// Few bytes that ask for much: padded lines, rewriting for ever, a style per character.
void TestOutputPanelHostile::amplifyingSequencesStayBounded()
{
    m_panel->beginRun(header());
    StallMeter meter;
    QByteArray styled;
    constexpr int kTimes = 100'000 / kShare;
    for (int i = 0; i < kTimes; ++i)
        styled += "\x1b[38;5;" + QByteArray::number(i % 256) + "mx";
    m_panel->append(OutputStream::Stdout, QByteArray("\x1b[1000Cx\n").repeated(kTimes));
    m_panel->append(
        OutputStream::Stdout, QByteArray("\rstep 12 of 100 [=====>     ]").repeated(kTimes));
    m_panel->append(OutputStream::Stdout, QByteArray("\n") + styled + "\n");
    m_panel->append(
        OutputStream::Stderr, QByteArray("\x1b[40A\x1b[2J\x1b[H\x1b[J").repeated(kTimes / 5));
    m_panel->append(OutputStream::Stdout, "\nend\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    qInfo(
        "amplifying sequences: longest stall %lld ms, lines take %zu KiB",
        static_cast<long long>(meter.longest()), m_panel->document().memoryBytes() / 1024);
    QVERIFY(m_panel->document().memoryBytes() < LogDocument::kMaxTailBytes + 4 * 1024 * 1024);
    QVERIFY(m_panel->plainText(200).contains("end\n"));
}

void TestOutputPanelHostile::randomBytesAreHarmless()
{
    std::mt19937 random(1);
    QByteArray bytes(2 * 1024 * 1024 / kShare, '\0');
    for (char& c : bytes)
        c = static_cast<char>(random());
    QApplication::clipboard()->setText(QStringLiteral("mine"));
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, bytes);
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    m_panel->view().setWrap(true);
    m_panel->view().setFollow(false);
    for (int value = 0; value <= m_panel->view().verticalScrollBar()->maximum(); value += 997) {
        m_panel->view().verticalScrollBar()->setValue(value);
        QVERIFY(!m_panel->grab().isNull());
    }
    QVERIFY(m_panel->document().current()->looksBinary());
    QCOMPARE(clipboard(), QByteArray("mine"));
    for (const char32_t c : QString::fromUtf8(m_panel->plainText(-1)).toUcs4())
        QVERIFY(
            c == U'\n' || c == U'\t'
            || (c >= 0x20 && c != 0x7F && (c < 0x80 || c >= 0xA0) && c != 0x202E));
}

// A terminal would answer each of these, into the program's standard input or from the clipboard.
void TestOutputPanelHostile::asksAreNotAnswered()
{
    QApplication::clipboard()->setText(QStringLiteral("mine"));
    const QSignalSpy entered(m_panel.get(), &OutputPanel::inputEntered);
    const QSignalSpy closed(m_panel.get(), &OutputPanel::inputClosed);
    m_panel->beginRun(header());
    m_panel->setInputVisible(true);
    for (const char* ask :
         {"\x1b[c",
          "\x1b[>c",
          "\x1b[=c",
          "\x1b[5n",
          "\x1b[6n",
          "\x1b[?6n",
          "\x1b[?15n",
          "\x1b[x",
          "\x1b[18t",
          "\x1b[20t",
          "\x1b[21t",
          "\x1b[?1$p",
          "\x1bZ",
          "\x05",
          "\x1bP$q\"p\x1b\\",
          "\x1bP+q544e\x1b\\",
          "\x1b]52;c;?\a",
          "\x1b]52;c;ZXZpbA==\x1b\\",
          "\x1b]10;?\a",
          "\x1b]4;0;?\a",
          "\x1b]0;name\a\x1b[21t",
          "\x1b]1337;File=inline=1:eA==\a",
          "\x1b]9;note\a",
          "\x1b]777;notify;a;b\a",
          "\x1b[?1000h\x1b[?2004h",
          "\x9b"
          "6n",
          "\xc2\x9b"
          "6n"})
        m_panel->append(OutputStream::Stdout, ask);
    m_panel->append(OutputStream::Stdout, "\x18\x1b[0m\nend\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    QVERIFY(m_panel->plainText(-1).endsWith("end\n"));
    QCOMPARE(entered.size(), 0);
    QCOMPARE(closed.size(), 0);
    QCOMPARE(clipboard(), QByteArray("mine"));
}

void TestOutputPanelHostile::headerRowSurvivesCursorAttacks()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, "honest\n");
    m_panel->endRun({QStringLiteral("Failed 1"), RunSummary::Tone::Bad, 1, 0, {}});
    QVERIFY(drain(*m_panel));
    const LogMetrics metrics(m_panel->view().font());
    const QRect firstRun(0, 0, m_panel->view().viewport()->width(), 2 * metrics.rowHeight);
    const QImage before = m_panel->view().viewport()->grab(firstRun).toImage();
    m_panel->beginRun(header());
    m_panel->append(
        OutputStream::Stdout,
        "\x1b[99A\x1b[999D\x1b[2J\x1b[H\x1b[1;1HFinished\x1b[1J\x1b[99AX\r\x1b[2KY");
    m_panel->append(
        OutputStream::Stderr,
        "\x1b[65535A\x1b[J\x1b[3J\x1b"
        "c\x1bM\x1bMZ\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    QCOMPARE(m_panel->view().viewport()->grab(firstRun).toImage(), before);
    const auto& layout = m_panel->view().layout();
    QCOMPARE(layout.rowAt(0)->kind, RowKind::Header);
    QCOMPARE(LogPainter::statusText(*layout.rowAt(0)->section), QStringLiteral("Failed 1"));
    QCOMPARE(layout.rowAt(2)->kind, RowKind::Header);
    QCOMPARE(LogPainter::statusText(*layout.rowAt(2)->section), QStringLiteral("Finished"));
    QVERIFY(m_panel->plainText(-1).startsWith("honest\n"));
}

void TestOutputPanelHostile::noticeCannotBeRewritten()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, "half");
    m_panel->append(OutputStream::Notice, "Stopped by the memory limit");
    m_panel->append(OutputStream::Stdout, "\r\x1b[9A\x1b[2J\x1b[Hall fine\n");
    m_panel->endRun(good());
    QVERIFY(drain(*m_panel));
    QCOMPARE(m_panel->plainText(-1), QByteArray("half\nStopped by the memory limit\nall fine\n"));
    const auto& run = *m_panel->document().current();
    QCOMPARE(run.line(1).spans[0].style.stream, OutputStream::Notice);
    QCOMPARE(run.line(2).spans[0].style.stream, OutputStream::Stdout);
}

void TestOutputPanelHostile::clearHidesBacklogToo()
{
    m_panel->beginRun(header());
    m_panel->append(OutputStream::Stdout, QByteArray("old\n").repeated(100'000));
    m_panel->clear();
    m_panel->append(OutputStream::Stdout, "new\n");
    QVERIFY(drain(*m_panel));
    QCOMPARE(m_panel->plainText(-1), QByteArray("new\n"));
}

void TestOutputPanelHostile::oldRunsAreDropped()
{
    for (int i = 0; i < 60; ++i) {
        m_panel->beginRun(header());
        m_panel->append(OutputStream::Stdout, "x\n");
        m_panel->endRun(good());
    }
    QVERIFY(drain(*m_panel));
    QCOMPARE(m_panel->document().sections().size(), LogDocument::kMaxRuns);
}

SANDBENCH_TEST(TestOutputPanelHostile);
#include "tst_output_panel_hostile.moc"
