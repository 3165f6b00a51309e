// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/common/safe_text.h"
#include "ui/output/line_index.h"
#include "ui/output/log_palette.h"
#include "ui/output/spool_file.h"
#include "ui/output/traceback_linker.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace sandbench::ui;

namespace {

std::shared_ptr<SpoolFile> makeSpool(const QTemporaryDir& folder, std::uint64_t limit)
{
    auto spool = SpoolFile::create({folder.path().toStdString()}, limit);
    return spool ? *spool : nullptr;
}

struct Stretch
{
    OutputStream stream;
    std::string bytes;
    bool operator==(const Stretch&) const = default;
};

std::vector<Stretch> readAll(SpoolReader& reader, std::size_t bufferSize)
{
    std::vector<Stretch> result;
    std::string buffer(bufferSize, '\0');
    for (;;) {
        const auto piece = reader.read(buffer);
        if (!piece || piece->size == 0)
            return result;
        if (result.empty() || result.back().stream != piece->stream)
            result.push_back({piece->stream, {}});
        result.back().bytes.append(buffer, 0, piece->size);
    }
}

} // namespace

class TestLogParts : public QObject
{
    Q_OBJECT
private slots:
    void spoolGivesBackStretchesInOrder();
    void spoolSeeksIntoAnyStretch();
    void spoolStopsAtItsLimitAndCounts();
    void spoolCountsAlternatingStreamsAgainstItsLimit();
    void spoolLeavesNoNameBehind();
    void spoolWorksWithoutAnyFolder();
    void indexStaysSmallForLineFeeds();
    void indexPagesOneEndlessLine();
    void linksOnlyNamedFiles_data();
    void linksOnlyNamedFiles();
    void linksNothingWithoutNames();
    void liftsContrastOfAnyColour();
    void safeTextShowsWhatHides_data();
    void safeTextShowsWhatHides();
    void safeTextShowsInvalidBytes();
    void safeTextProposesHarmlessNames_data();
    void safeTextProposesHarmlessNames();
    void safeTextKeepsTheExtensionVisible();
    void safeTextRemovesControlsForTheClipboard();
};

void TestLogParts::spoolGivesBackStretchesInOrder()
{
    const QTemporaryDir folder;
    const auto spool = makeSpool(folder, SpoolFile::kDefaultLimit);
    QVERIFY(spool);
    spool->append(OutputStream::Stdout, "out1");
    spool->append(OutputStream::Stdout, "out2");
    spool->append(OutputStream::Stderr, "err");
    SpoolReader reader(spool);
    const std::vector<Stretch> expected{
        {OutputStream::Stdout, "out1out2"}, {OutputStream::Stderr, "err"}};
    QVERIFY(readAll(reader, 3) == expected);
    spool->append(OutputStream::Stderr, "more");
    QVERIFY(readAll(reader, 64).empty()); // not before refresh()
    reader.refresh();
    QVERIFY((readAll(reader, 64) == std::vector<Stretch>{{OutputStream::Stderr, "more"}}));
}

void TestLogParts::spoolSeeksIntoAnyStretch()
{
    const QTemporaryDir folder;
    const auto spool = makeSpool(folder, SpoolFile::kDefaultLimit);
    std::vector<OutputStream> streamOf;
    std::mt19937 random(7);
    for (int i = 0; i < 500; ++i) {
        const auto stream = static_cast<OutputStream>(random() % 4);
        const std::string bytes(1 + random() % 5, static_cast<char>('a' + i % 26));
        spool->append(stream, bytes);
        streamOf.insert(streamOf.end(), bytes.size(), stream);
    }
    SpoolReader reader(spool);
    std::string buffer(1, '\0');
    for (int i = 0; i < 2000; ++i) {
        const auto offset = random() % streamOf.size();
        reader.seek(offset);
        const auto piece = reader.read(buffer);
        QVERIFY(piece.has_value());
        QCOMPARE(piece->offset, std::uint64_t{offset});
        QCOMPARE(piece->stream, streamOf[offset]);
    }
}

void TestLogParts::spoolStopsAtItsLimitAndCounts()
{
    const QTemporaryDir folder;
    const auto spool = makeSpool(folder, 1000);
    spool->append(OutputStream::Stdout, std::string(900, 'a'));
    spool->append(OutputStream::Stdout, std::string(900, 'b'));
    QVERIFY(spool->size() <= 1000);
    QVERIFY(spool->size() > 900);
    QCOMPARE(spool->size() + spool->droppedBytes(), std::uint64_t{1800});
}

void TestLogParts::spoolCountsAlternatingStreamsAgainstItsLimit()
{
    const QTemporaryDir folder;
    const auto spool = makeSpool(folder, 1700);
    for (int i = 0; i < 1000; ++i)
        spool->append(i % 2 == 0 ? OutputStream::Stdout : OutputStream::Stderr, "x");
    QCOMPARE(spool->size(), std::uint64_t{100}); // 1 byte and a 16-byte entry each
    QCOMPARE(spool->droppedBytes(), std::uint64_t{900});
}

void TestLogParts::spoolLeavesNoNameBehind()
{
    const QTemporaryDir folder;
    const auto spool = makeSpool(folder, 1000);
    spool->append(OutputStream::Stdout, "secret");
    QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void TestLogParts::spoolWorksWithoutAnyFolder()
{
    const auto spool = SpoolFile::create({"/nonexistent/folder"});
    QVERIFY(spool.has_value());
    (*spool)->append(OutputStream::Stdout, "x");
    SpoolReader reader(*spool);
    QCOMPARE(readAll(reader, 8).size(), std::size_t{1});
}

void TestLogParts::indexStaysSmallForLineFeeds()
{
    LineIndex index;
    for (std::uint64_t line = 0; line < 10'000'000; ++line)
        index.lineBegins(line, line);
    QCOMPARE(index.pageCount(), std::size_t{200});
    QCOMPARE(index.pageOfLine(123'456), std::size_t{2});
    QCOMPARE(index.page(2).offset, std::uint64_t{100'000});
}

void TestLogParts::indexPagesOneEndlessLine()
{
    LineIndex index;
    for (std::uint64_t offset = 0; offset < 64 * 1024 * 1024; offset += 16 * 1024)
        index.lineReaches(1, offset);
    QCOMPARE(index.pageCount(), std::size_t{8});
}

void TestLogParts::linksOnlyNamedFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("line");
    const auto row = [](const char* name, const char* text, const char* file, int line) {
        QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(file) << line;
    };
    row("python", "  File \"/work/main.py\", line 12, in f", "/work/main.py", 12);
    row("python syntax error", "  File \"/work/main.py\", line 3", "/work/main.py", 3);
    row("node", "    at f (/work/app.js:3:15)", "/work/app.js", 3);
    row("node anonymous", "    at /work/app.js:7:1", "/work/app.js", 7);
    row("node module", "    at file:///work/app.js:7:1", "/work/app.js", 7);
    row("node head line", "/work/app.js:9", "/work/app.js", 9);
    row("compiler", "/work/main.py:4:2: error: no", "/work/main.py", 4);
    row("bash", "/work/run.sh: line 8: foo: command not found", "/work/run.sh", 8);
    row("bare name", "run.sh: line 8: foo", "run.sh", 8);
    row("another file", "  File \"/usr/lib/python3/os.py\", line 12", "", 0);
    row("same name elsewhere", "  File \"/etc/run.sh\", line 12", "", 0);
    row("name as suffix", "evil_run.sh: line 8: foo", "", 0);
    row("path before name", "/tmp/run.sh: line 8: foo", "", 0);
    row("longer name", "/work/main.pyc:12: x", "", 0);
    row("no number", "/work/main.py: line x", "", 0);
    row("line zero", "/work/main.py:0:1", "", 0);
    row("huge number", "/work/main.py:99999999999999999999:1", "", 0);
    row("number goes on", "/work/main.py:12abc", "", 0);
    row("python without line", "  File \"/work/main.py\"", "", 0);
}

void TestLogParts::linksOnlyNamedFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, file);
    QFETCH(int, line);
    const TracebackLinker linker(
        {QStringLiteral("/work/main.py"), QStringLiteral("/work/app.js"),
         QStringLiteral("/work/run.sh"), QStringLiteral("run.sh"), QString()});
    const auto links = linker.links({text.data(), std::size_t(text.size())});
    QCOMPARE(links.empty(), file.isEmpty());
    if (links.empty())
        return;
    QCOMPARE(links[0].file, file);
    QCOMPARE(links[0].line, line);
    QVERIFY(text.sliced(qsizetype(links[0].begin)).startsWith(file.toUtf8()));
    QVERIFY(links[0].end <= std::size_t(text.size()));
}

void TestLogParts::linksNothingWithoutNames()
{
    QVERIFY(TracebackLinker().links("  File \"/etc/passwd\", line 1").empty());
}

void TestLogParts::liftsContrastOfAnyColour()
{
    for (const bool dark : {false, true}) {
        QPalette palette;
        palette.setColor(QPalette::Base, dark ? QColor(27, 30, 32) : QColor(Qt::white));
        palette.setColor(QPalette::Text, dark ? QColor(Qt::white) : QColor(Qt::black));
        const LogPalette colours(palette);
        QCOMPARE(colours.dark, dark);
        for (std::uint32_t index = 0; index < 256; ++index) {
            for (const auto stream : {OutputStream::Stdout, OutputStream::Stderr}) {
                const TextStyle style{kIndexedColour | index, 0, 0, stream};
                const auto paint = colours.paint(style);
                const QColor under = paint.background.isValid() ? paint.background : colours.base;
                QVERIFY(contrastRatio(paint.foreground, under) >= 4.5);
            }
        }
        const TextStyle unreadable{kRgbColour | 0x123456, kRgbColour | 0x123456, 0, {}};
        QVERIFY(colours.paint(unreadable).framed);
        QVERIFY(colours.paint({0, 0, Conceal, {}}).framed);
        QVERIFY(!colours.paint({0, 0, 0, {}}).framed);
    }
}

void TestLogParts::safeTextShowsWhatHides_data()
{
    QTest::addColumn<QString>("foreign");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << QStringLiteral("Grüße 中文 a_b.txt")
                           << QStringLiteral("Grüße 中文 a_b.txt");
    QTest::newRow("bidi") << QString(
        QStringLiteral("report") + QChar(0x202E) + QStringLiteral("gnp.exe"))
                          << QStringLiteral("report[U+202E]gnp.exe");
    QTest::newRow("line feed") << QStringLiteral("a\nb") << QStringLiteral("a[U+000A]b");
    QTest::newRow("escape") << QStringLiteral("a\x1b[2J") << QStringLiteral("a[U+001B][2J");
    QTest::newRow("zero width") << QString(QChar(0x200B)) << QStringLiteral("[U+200B]");
    QTest::newRow("tag") << QString::fromUcs4(U"\U000E0041") << QStringLiteral("[U+E0041]");
    QTest::newRow("selector") << QString(QChar(0xFE01)) << QStringLiteral("[U+FE01]");
    QTest::newRow("filler") << QString(QChar(0x3164)) << QStringLiteral("[U+3164]");
    QTest::newRow("c1") << QString(QChar(0x9B)) << QStringLiteral("[U+009B]");
    QTest::newRow("private") << QString(QChar(0xE000)) << QStringLiteral("[U+E000]");
    QTest::newRow("separator") << QString(QChar(0x2028)) << QStringLiteral("[U+2028]");
}

void TestLogParts::safeTextShowsWhatHides()
{
    QFETCH(QString, foreign);
    QFETCH(QString, shown);
    QCOMPARE(SafeText::display(foreign), shown);
}

void TestLogParts::safeTextShowsInvalidBytes()
{
    QCOMPARE(
        SafeText::displayBytes(QByteArray("a\xff\xc3\xa4\xe2\x82")),
        QStringLiteral("a\\xffä\\xe2\\x82"));
    QCOMPARE(SafeText::displayBytes(QByteArray("\xed\xa0\x80")), QStringLiteral("\\xed\\xa0\\x80"));
}

void TestLogParts::safeTextProposesHarmlessNames_data()
{
    QTest::addColumn<QString>("foreign");
    QTest::addColumn<QString>("proposal");
    const auto row = [](const char* name, const QString& foreign, const char* proposal) {
        QTest::newRow(name) << foreign << QString::fromLatin1(proposal);
    };
    row("plain", QStringLiteral("plot-1.png"), "plot-1.png");
    row("path", QStringLiteral("../../etc/passwd"), "etc_passwd");
    row("dash", QStringLiteral("-rf.txt"), "rf.txt");
    row("hidden", QStringLiteral(".bashrc"), "bashrc");
    row("device", QStringLiteral("con.txt"), "_con.txt");
    row("device port", QStringLiteral("LPT1"), "_LPT1");
    row("trailing", QStringLiteral("a. . ."), "a");
    row("nothing left", QStringLiteral("///"), "fallback");
    row("bidi", QStringLiteral("a") + QChar(0x202E) + QStringLiteral("b.png"), "a_b.png");
    row("quotes", QStringLiteral("a'b\"c;d.txt"), "a_b_c_d.txt");
}

void TestLogParts::safeTextProposesHarmlessNames()
{
    QFETCH(QString, foreign);
    QFETCH(QString, proposal);
    QCOMPARE(SafeText::saveName(foreign, QStringLiteral("fallback")), proposal);
}

void TestLogParts::safeTextKeepsTheExtensionVisible()
{
    const QString name = QString(300, u'a') + QStringLiteral(".exe");
    const QString shown = SafeText::elidedName(name, 30);
    QVERIFY(shown.size() <= 30);
    QVERIFY(shown.endsWith(QStringLiteral(".exe")));
    const QString proposal
        = SafeText::saveName(QString(300, QChar(0x4E2D)) + QStringLiteral(".png"), {});
    QVERIFY(proposal.toUtf8().size() <= 120);
    QVERIFY(proposal.endsWith(QStringLiteral(".png")));
    const QString device = SafeText::saveName(
        QStringLiteral("con.") + QString(300, u'a') + QStringLiteral(".png"), {});
    QVERIFY(device.startsWith(QStringLiteral("_con.")));
    QVERIFY(device.toUtf8().size() <= 120);
    const QString pairs = QString::fromUtf8("\xf0\x9f\x8d\x8e").repeated(40);
    QVERIFY(SafeText::elidedName(pairs + QStringLiteral(".png"), 23).isValidUtf16());
}

void TestLogParts::safeTextRemovesControlsForTheClipboard()
{
    QCOMPARE(
        SafeText::withoutControls(QStringLiteral("a\x1b[31m\tb\n") + QChar(0x202E) + u'c'),
        QStringLiteral("a[31m\tb\nc"));
}

SANDBENCH_TEST(TestLogParts);
#include "tst_log_parts.moc"
