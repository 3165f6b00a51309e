// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/artifact_store.h"
#include "core/artifact/mime.h"
#include "core/base/text.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sandbench;
using namespace std::string_literals;

namespace {

const std::string kPng = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x06\0\0\0"s;

QStringList entriesOf(const QString& folder)
{
    return QDir(folder).entryList(
        QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot | QDir::System);
}

} // namespace

class ArtifactStoreTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsBytesPrivately();
    void leavesNothingWhenItIsDestroyed();
    void removesWhatADeadProgramLeft();
    void keepsTheFolderOfALivingProgram();
    void refusesTooLargeOnes();
    void sniffsTypes_data();
    void sniffsTypes();
    void readsPictureSizes();
    void readsSizesOfDrawings_data();
    void readsSizesOfDrawings();
    void readsDensities();
    void knowsWhatPeopleLookAt();
    void makesNamesSafe_data();
    void makesNamesSafe();
    void exportsWithoutOverwriting();
    void neverFollowsAPlantedLink();
    void exportsThroughALinkThatTheUserTyped();
    void neverLeavesTheFolder();
    void exportsNothingForRefusedOnes();
    void exportsAChartAsAPageToo();
    void leavesNoHalfFile();
};

void ArtifactStoreTest::leavesNoHalfFile()
{
    QTemporaryDir parent, target;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    QVERIFY(store);
    const auto artifact = (*store)->add("big.bin", "", std::string(1U << 20, 'x'));
    QVERIFY(artifact);
    // A file size limit stands for a full disk.
    rlimit before = {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit tight = {4096, before.rlim_max};
    const auto former = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    const auto paths = ArtifactStore::exportTo(target.path().toStdString(), {*artifact});
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, former);
    QVERIFY(!paths);
    QVERIFY(paths.error().text().find("big.bin") != std::string::npos);
    QCOMPARE(entriesOf(target.path()), QStringList());
}

void ArtifactStoreTest::keepsBytesPrivately()
{
    QTemporaryDir parent;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    QVERIFY(store);
    const auto artifact = (*store)->add("figure-1.png", "image/png", kPng);
    QVERIFY(artifact);
    QCOMPARE(artifact->mime, "image/png"s);
    QCOMPARE(artifact->width, 640);
    QCOMPARE(artifact->height, 480);
    QCOMPARE(artifact->bytes, kPng.size());
    QCOMPARE(*readFile(artifact->storedPath, 1000), kPng);
    struct stat info = {};
    QCOMPARE(::stat(artifact->storedPath.c_str(), &info), 0);
    QCOMPARE(info.st_mode & 07777U, 0600U);
    const auto folder = artifact->storedPath.substr(0, artifact->storedPath.rfind('/'));
    QCOMPARE(::stat(folder.c_str(), &info), 0);
    QCOMPARE(info.st_mode & 07777U, 0700U);
    const auto same = (*store)->add("figure-1.png", "image/png", kPng);
    QVERIFY(same && same->storedPath != artifact->storedPath);
}

void ArtifactStoreTest::leavesNothingWhenItIsDestroyed()
{
    QTemporaryDir parent;
    {
        const auto store = ArtifactStore::create(parent.path().toStdString());
        QVERIFY(store && (*store)->add("a", "", "x"));
        QCOMPARE(entriesOf(parent.path()).size(), 1);
    }
    QVERIFY(entriesOf(parent.path()).isEmpty());
}

void ArtifactStoreTest::removesWhatADeadProgramLeft()
{
    QTemporaryDir parent;
    const auto path = parent.path().toStdString();
    const pid_t child = ::fork();
    if (child == 0) {
        const auto store = ArtifactStore::create(path);
        [[maybe_unused]] const auto added = (*store)->add("a", "", "left behind");
        ::raise(SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(entriesOf(parent.path()).size(), 1);
    const auto before = entriesOf(parent.path());
    const auto store = ArtifactStore::create(path);
    QVERIFY(store);
    QCOMPARE(entriesOf(parent.path()).size(), 1);
    QVERIFY(entriesOf(parent.path()) != before);
}

void ArtifactStoreTest::keepsTheFolderOfALivingProgram()
{
    QTemporaryDir parent;
    const auto first = ArtifactStore::create(parent.path().toStdString());
    const auto second = ArtifactStore::create(parent.path().toStdString());
    QVERIFY(first && second);
    QCOMPARE(entriesOf(parent.path()).size(), 2);
    QVERIFY((*first)->add("a", "", "x"));
}

void ArtifactStoreTest::refusesTooLargeOnes()
{
    QTemporaryDir parent;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    const std::string large(ArtifactStore::kMaxArtifactBytes + 1, 'x');
    const auto added = (*store)->add("a", "", large);
    QVERIFY(!added);
    QCOMPARE(added.error().code(), ErrorCode::ResourceExhausted);
}

void ArtifactStoreTest::sniffsTypes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("declared");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& bytes, const char* declared,
                        const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << declared << expected;
    };
    row("png called text", kPng, "text/plain", "image/png");
    row("jpeg", "\xff\xd8\xff\xe0", "", "image/jpeg");
    row("gif", "GIF89a....", "image/png", "image/gif");
    row("webp", "RIFF\x01\x02\x03\x04WEBPVP8 ", "", "image/webp");
    row("pdf", "%PDF-1.7", "", "application/pdf");
    row("svg", "<?xml version=\"1.0\"?>\n<svg xmlns=\"x\">", "text/plain", "image/svg+xml");
    row("html called png", "<!DOCTYPE html><script>", "image/png", "text/html");
    row("html fragment", "<b>x</b>", "text/html", "text/html");
    row("script called markdown", "  <script>alert(1)</script>", "text/markdown", "text/html");
    row("plotly", "{\"data\":[]}", "application/vnd.plotly.v1+json",
        "application/vnd.plotly.v1+json");
    row("json", " [1]", "image/png", "application/json");
    row("plotly that is no json", "hello", "application/vnd.plotly.v1+json", "text/plain");
    row("markdown", "# x", "text/markdown", "text/markdown");
    row("text called png", "hello", "image/png", "text/plain");
    row("binary called text", std::string("a\0b", 3), "text/plain", "application/octet-stream");
    row("bad utf-8", "a\xff", "text/plain", "application/octet-stream");
    row("cut utf-8 far behind", std::string(4095, 'a') + "\xc3\xa4", "", "text/plain");
    row("empty", "", "", "text/plain");
    row("parquet", "PAR1\x15\x04", "", "application/vnd.apache.parquet");
    row("wave", "RIFF\x01\x02\x03\x04WAVEfmt ", "", "audio/wav");
    row("mp3", "\xff\xfb\x90\xc4 and frames", "audio/mpeg", "audio/mpeg");
    row("mp3 called picture", "\xff\xfb\x90\xc4 and frames", "image/png",
        "application/octet-stream");
    row("ogg film", "OggS\x01", "video/ogg", "video/ogg");
    row("mp4 called page", std::string("\0\0\0\x18", 4) + "ftypisom", "text/html", "video/mp4");
    row("table", "a\tb\n", "text/tab-separated-values", "text/tab-separated-values");
}

void ArtifactStoreTest::sniffsTypes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, declared);
    QFETCH(QString, expected);
    QCOMPARE(
        QString::fromStdString(sniffMime(bytes.toStdString(), declared.toStdString())), expected);
}

void ArtifactStoreTest::readsPictureSizes()
{
    QTemporaryDir parent;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    const auto jpeg
        = (*store)->add("j", "", "\xff\xd8\xff\xe0\0\4xx\xff\xc0\0\x0b\x08\0\x10\0\x20\x01"s);
    QCOMPARE(jpeg->width, 32);
    QCOMPARE(jpeg->height, 16);
    const auto gif = (*store)->add("g", "", "GIF89a\x05\0\x06\0"s);
    QCOMPARE(gif->width, 5);
    for (std::size_t cut = 0; cut < kPng.size(); ++cut)
        QVERIFY((*store)->add("cut", "image/png", std::string_view(kPng).substr(0, cut)));
}

void ArtifactStoreTest::readsSizesOfDrawings_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    const auto row = [](const char* name, const char* bytes, int width, int height) {
        QTest::newRow(name) << QByteArray(bytes) << width << height;
    };
    row("points",
        "<?xml version='1.0'?><!-- <svg width='9'> --><svg width=\"460.8pt\" height='345.6pt'>",
        614, 461);
    row("pixels", "<svg xmlns='x'\n height = '20px' width='10'/>", 10, 20);
    row("millimetres", "<svg width='25.4mm' height='1in'>", 96, 96);
    row("a box alone", "<svg viewBox='0,0 300 150'>", 300, 150);
    row("a width and a box", "<svg width='600' viewBox='0 0 300 150'>", 600, 300);
    row("all the room there is", "<svg width='100%' height='100%'>", 0, 0);
    row("absurd", "<svg width='1e300' height='-5'>", 0, 0);
    row("infinite", "<svg width='inf' height='nan'>", 0, 0);
    row("cut off", "<svg width='10' height='1", 0, 0);
    row("another element's", "<svgx width='1' height='1'>", 0, 0);
    row("page", "%PDF-1.4\n<< /MediaBox [ 0 0 460.8 345.6 ] >>", 614, 461);
    row("page upside down", "%PDF-1.4\n<< /MediaBox[612 792 0 0]>>", 816, 1056);
    row("page by reference", "%PDF-1.4\n<< /MediaBox 5 0 R >> << /MediaBox [0 0 72 72] >>", 96, 96);
    row("page cut off", "%PDF-1.4\n<< /MediaBox [0 0 46", 0, 0);
    row("no page", "%PDF-1.4", 0, 0);
}

void ArtifactStoreTest::readsSizesOfDrawings()
{
    QFETCH(QByteArray, bytes);
    QTemporaryDir parent;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    const auto kept = (*store)->add("d", "image/svg+xml", bytes.toStdString());
    QVERIFY(kept);
    QTEST(kept->width, "width");
    QTEST(kept->height, "height");
}

void ArtifactStoreTest::readsDensities()
{
    QTemporaryDir parent;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    const auto chunk = "\0\0\0\x09pHYs\0\0\x0f\x61\0\0\x0f\x61\x01"s + "CRC."s;
    // kPng ends within its first chunk's checksum.
    const auto whole = kPng.substr(0, 29) + "CRC."s + chunk;
    QCOMPARE((*store)->add("p", "", whole)->facts.dpi, 100.0);
    QCOMPARE((*store)->add("p", "", kPng)->facts.dpi, 0.0);
    for (std::size_t cut = 0; cut < whole.size(); ++cut)
        QVERIFY((*store)->add("p", "image/png", std::string_view(whole).substr(0, cut)));
    const auto jpeg = "\xff\xd8\xff\xe0\0\x10JFIF\0\1\2\1\0\x48\0\x48\0\0"s;
    QCOMPARE((*store)->add("j", "", jpeg)->facts.dpi, 72.0);
    QVERIFY((*store)->add("j", "", jpeg.substr(0, 15)));
}

void ArtifactStoreTest::knowsWhatPeopleLookAt()
{
    const auto endings = shownEndings();
    const auto has = [&endings](const char* ending) {
        return std::find(endings.begin(), endings.end(), ending) != endings.end();
    };
    for (const auto* shown :
         {".png", ".jpg", ".jpeg", ".webp", ".gif", ".apng", ".svg", ".pdf", ".html", ".csv",
          ".tsv", ".parquet", ".json", ".wav", ".mp4"})
        QVERIFY2(has(shown), shown);
    for (const auto* other : {".txt", ".py", ".md", ".bin", ".plotly.json", ""})
        QVERIFY2(!has(other), other);
}

void ArtifactStoreTest::makesNamesSafe_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const std::string& name, const std::string& expected) {
        QTest::newRow(QByteArray::fromStdString(name).toHex().constData())
            << QByteArray::fromStdString(name) << QByteArray::fromStdString(expected);
    };
    row("figure-1.png", "figure-1.png");
    row("a/b\\c", "a_b_c");
    row("../../etc/passwd", "_.._etc_passwd");
    row("-rf", "rf");
    row(".bashrc", "bashrc");
    row("..", "unnamed");
    row("", "unnamed");
    row("a\nb\x1b[2J", "a_b_[2J");
    row("a\0b"s, "a_b");
    row("invoice\xe2\x80\xaegnp.exe", "invoice_gnp.exe");
    row("\xff\xfe", "__");
    row("trailing. ", "trailing");
    row("日本.png", "日本.png");
    row("my..file.txt", "my..file.txt");
}

void ArtifactStoreTest::makesNamesSafe()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(safeFileName(name.toStdString())), expected);
    for (std::size_t length : {119U, 120U, 121U, 255U, 5000U}) {
        const auto longName
            = safeFileName(std::string(length, 'x') + "€" + name.toStdString() + ".png");
        QVERIFY(longName.size() <= 120);
        QVERIFY(isValidUtf8(longName));
    }
}

void ArtifactStoreTest::exportsWithoutOverwriting()
{
    QTemporaryDir parent, target;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    const auto a = (*store)->add("a.tar.gz", "", "one");
    const auto b = (*store)->add("a.tar.gz", "", "two");
    const auto folder = target.path().toStdString() + "/new/deeper";
    const auto paths = ArtifactStore::exportTo(folder, {*a, *b});
    QVERIFY(paths);
    QCOMPARE(*readFile((*paths)[0], 10), "one"s);
    QCOMPARE(*readFile((*paths)[1], 10), "two"s);
    QVERIFY((*paths)[0] != (*paths)[1]);
    const auto again = ArtifactStore::exportTo(folder, {*a});
    QVERIFY(again && (*again)[0] != (*paths)[0] && (*again)[0] != (*paths)[1]);
    QCOMPARE(*readFile((*paths)[0], 10), "one"s);
}

void ArtifactStoreTest::exportsAChartAsAPageToo()
{
    QTemporaryDir parent, target;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    const auto folder = target.path().toStdString();
    const auto hostile = R"({"data": [{"y": [1], "name": "</script><script>alert(1)</script>"}]})";
    const auto chart = (*store)->add("a<b.plotly.json", "application/vnd.plotly.v1+json", hostile);
    const auto other = (*store)->add("n.plotly.json", "application/vnd.plotly.v1+json", "[1]");
    const auto paths = ArtifactStore::exportTo(folder, {*chart, *other});
    QVERIFY(paths);
    QCOMPARE(paths->size(), std::size_t(2));
    // What is no figure has no page.
    QVERIFY(!target.path().isEmpty() && !QFile::exists(target.filePath("n.html")));
    const auto pages = QDir(target.path()).entryList({"*.html"});
    QCOMPARE(pages.size(), 1);
    const auto page = readFile(folder + "/" + pages.front().toStdString(), 64U << 20);
    QVERIFY(page);
    // The library, the figure's data and the script that draws it end, and nothing of the figure's.
    const QByteArray text(page->data(), qsizetype(page->size()));
    QCOMPARE(text.count("</script"), 3);
    QVERIFY(text.contains("\\u003c/script>") && text.contains("default-src 'none'"));
    QVERIFY(text.contains("<title>a&lt;b.plotly.json</title>") || text.contains("<title>a_b"));
    const auto again = ArtifactStore::exportTo(folder, {*chart});
    QVERIFY(again);
    QCOMPARE(QDir(target.path()).entryList({"*.html"}).size(), 2);
    const auto vega = (*store)->add("v.vl.json", "application/vnd.vegalite.v5+json", "{}");
    QVERIFY(ArtifactStore::exportTo(folder, {*vega}));
    const auto drawn = readFile(folder + "/v.html", 64U << 20);
    QVERIFY(drawn);
    // Three libraries.
    QCOMPARE(QByteArray(drawn->data(), qsizetype(drawn->size())).count("</script"), 5);
}

void ArtifactStoreTest::neverFollowsAPlantedLink()
{
    QTemporaryDir parent, target, elsewhere;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    const auto artifact = (*store)->add("a.txt", "", "evil");
    const auto victim = elsewhere.filePath("victim").toStdString();
    QCOMPARE(::symlink(victim.c_str(), target.filePath("a.txt").toStdString().c_str()), 0);
    const auto paths = ArtifactStore::exportTo(target.path().toStdString(), {*artifact});
    QVERIFY(paths);
    QVERIFY((*paths)[0].ends_with("/a-2.txt"));
    QVERIFY(!QFile::exists(elsewhere.filePath("victim")));
    QVERIFY(QFile::symLinkTarget(target.filePath("a.txt")) == elsewhere.filePath("victim"));
}

void ArtifactStoreTest::exportsThroughALinkThatTheUserTyped()
{
    QTemporaryDir parent, target, links;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    const auto artifact = (*store)->add("a.txt", "", "x");
    const auto link = links.filePath("out").toStdString();
    QCOMPARE(::symlink(target.path().toStdString().c_str(), link.c_str()), 0);
    QVERIFY(ArtifactStore::exportTo(link, {*artifact}));
    QCOMPARE(entriesOf(target.path()), QStringList{"a.txt"});
}

void ArtifactStoreTest::neverLeavesTheFolder()
{
    QTemporaryDir parent, target;
    const auto store = ArtifactStore::create(parent.path().toStdString());
    auto artifact = *(*store)->add("a.txt", "", "x");
    for (const char* name : {"../escaped", "/tmp/escaped", "..", "a/../../escaped"}) {
        artifact.name = name;
        const auto paths = ArtifactStore::exportTo(target.filePath("in").toStdString(), {artifact});
        QVERIFY(paths);
        QVERIFY((*paths)[0].starts_with(target.filePath("in").toStdString() + "/"));
    }
    QCOMPARE(entriesOf(target.path()), QStringList{"in"});
    QCOMPARE(entriesOf(target.filePath("in")).size(), 4);
}

void ArtifactStoreTest::exportsNothingForRefusedOnes()
{
    QTemporaryDir target;
    Artifact refused;
    refused.name = "link.png";
    refused.note = "symbolic link, skipped";
    const auto paths = ArtifactStore::exportTo(target.path().toStdString(), {refused});
    QVERIFY(paths);
    QCOMPARE(*paths, std::vector<std::string>{""});
    QVERIFY(entriesOf(target.path()).isEmpty());
}

SANDBENCH_TEST(ArtifactStoreTest);
#include "tst_artifact_store.moc"
