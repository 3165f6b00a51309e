// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The real sandbench-render on pictures that mean harm: each ends by itself, in pixels or a
// sentence.
#include "app/render/confinement.h"
#include "core/base/fd.h"
#include "tests/hostile/render_fixture.h"
#include "tests/support/picture_bytes.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

using namespace sandbench;
using namespace sandbench::test;

static const QByteArray kSvgHead
    = "<svg xmlns='http://www.w3.org/2000/svg' "
      "xmlns:xlink='http://www.w3.org/1999/xlink' width='100' height='100'>";

// A real grey PNG of one colour, whatever its size: rows compress to nearly nothing.
static QByteArray greyPng(quint32 width, quint32 height, char bitDepth = 8)
{
    const qsizetype rowBytes = 1 + (bitDepth == 1 ? (width + 7) / 8 : width);
    QByteArray compressed = qCompress(QByteArray(rowBytes * height, '\0'), 9).mid(4);
    const QByteArray format{"\0\0\0\0", 4};
    return QByteArray("\x89PNG\r\n\x1a\n")
        + pngChunk("IHDR", bigEndian(width) + bigEndian(height) + bitDepth + format)
        + pngChunk("IDAT", compressed) + pngChunk("IEND", {});
}

static QByteArray gzip(const QByteArray& bytes)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    QByteArray packed(
        static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(bytes.size()))), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.constData()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.truncate(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return packed;
}

class TestRenderHelper : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drawsWhatItShould();
    void coloursOfAPngArrive();
    void everyHostilePictureEnds_data();
    void everyHostilePictureEnds();
    void whatIsNoPictureInItIsNotExpanded();
    void opensNoFileThatADrawingNames_data();
    void opensNoFileThatADrawingNames();
    void asksNoServerThatADrawingNames_data();
    void asksNoServerThatADrawingNames();
    void refusesCallsThatNoPictureNeeds_data();
    void refusesCallsThatNoPictureNeeds();
    void endlessInputEnds();
    void wrongRequestIsAnswered();
    void eachProgramReadsItsKindsOnly();
};

void TestRenderHelper::drawsWhatItShould()
{
    const RenderAnswer drawing = askHelper(
        PictureKind::Svg,
        "<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' "
        "'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>"
            + kSvgHead
            + "<style>.a{fill:#00ff00;clip-path:url(#c)}</style><clipPath id='c'><rect width='50' "
              "height='100'/></clipPath>"
              "<rect class='a' width='100' height='100'/></svg>");
    QVERIFY2(drawing.isPicture(), drawing.sentence.constData());
    QCOMPARE(drawing.pixel(25, 50), 0xff00ff00U);
    QCOMPARE(drawing.pixel(75, 50), 0U);
    const RenderAnswer bitmap = askHelper(PictureKind::Png, greyPng(300, 200), 100);
    QVERIFY(bitmap.isPicture());
    QCOMPARE(bitmap.header().width, 100U);
    QCOMPARE(bitmap.header().height, 67U);
    QCOMPARE(bitmap.header().naturalWidth, 300U);
    QCOMPARE(bitmap.pixel(50, 30), 0xff000000U);
    QVERIFY(askHelper(PictureKind::Svg, gzip(kSvgHead + "</svg>")).isPicture());
}

// Red, green, blue, and where there is one, how opaque.
void TestRenderHelper::coloursOfAPngArrive()
{
    const auto png = [](char colours, const QByteArray& pixels) {
        return "\x89PNG\r\n\x1a\n"
            + pngChunk("IHDR", bigEndian(2) + bigEndian(1) + '\x08' + colours + QByteArray(3, '\0'))
            + pngChunk("IDAT", qCompress('\0' + pixels, 9).mid(4)) + pngChunk("IEND", {});
    };
    const RenderAnswer opaque = askHelper(PictureKind::Png, png(2, "\x11\x22\x33\x44\x55\x66"));
    QVERIFY2(opaque.isPicture(), opaque.sentence.constData());
    QCOMPARE(opaque.pixel(0, 0), 0xff112233U);
    QCOMPARE(opaque.pixel(1, 0), 0xff445566U);
    const RenderAnswer seeThrough
        = askHelper(PictureKind::Png, png(6, "\xff\x80\x40\x80\x11\x22\x33\xff"));
    QVERIFY2(seeThrough.isPicture(), seeThrough.sentence.constData());
    QCOMPARE(seeThrough.pixel(0, 0), 0x80804020U);
    QCOMPARE(seeThrough.pixel(1, 0), 0xff112233U);
}

void TestRenderHelper::everyHostilePictureEnds_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("saying");
    const int png = int(PictureKind::Png);
    const int jpeg = int(PictureKind::Jpeg);
    const int svg = int(PictureKind::Svg);
    QTest::newRow("png of 20000 x 20000")
        << png << greyPng(20'000, 20'000, 1) << QByteArray("20000 x 20000");
    QTest::newRow("png of 30000 x 30000")
        << png << greyPng(30'000, 30'000, 1) << QByteArray("30000 x 30000");
    QTest::newRow("png of 16000 x 16000")
        << png << greyPng(16'000, 16'000, 1) << QByteArray("64 megapixels");
    QTest::newRow("png cut off") << png << greyPng(500, 500).left(60) << QByteArray("cut off");
    QTest::newRow("png header only")
        << png << greyPng(5, 5).left(20) << QByteArray("broken header");
    QTest::newRow("png of nothing") << png << QByteArray() << QByteArray("not a PNG");
    QTest::newRow("svg in png") << png << QByteArray(kSvgHead + "</svg>")
                                << QByteArray("not a PNG");
    QTest::newRow("png in svg") << svg << greyPng(5, 5) << QByteArray("not a well-formed SVG");
    QTest::newRow("png in jpeg") << jpeg << greyPng(5, 5) << QByteArray("not a JPEG");
    QTest::newRow("jpeg rubbish") << jpeg << QByteArray("\xff\xd8\xff") + QByteArray(5'000, 'x')
                                  << QByteArray("damaged");
    QTest::newRow("svgz bomb") << svg
                               << gzip(QByteArray(kSvgHead + QByteArray(200 << 20, ' ') + "</svg>"))
                               << QByteArray("expands past");
    QTest::newRow("svgz cut off") << svg << gzip(kSvgHead).left(15) << QByteArray("cut off");
    QByteArray many = kSvgHead;
    for (int i = 0; i < 300'000; ++i)
        many += "<rect width='9' height='9'/>";
    QTest::newRow("300000 elements")
        << svg << QByteArray(many + "</svg>") << QByteArray("200000 elements");
    QTest::newRow("nested 5000 deep") << svg
                                      << QByteArray(
                                             kSvgHead + QByteArray("<g>").repeated(5'000)
                                             + QByteArray("</g>").repeated(5'000) + "</svg>")
                                      << QByteArray();
    QTest::newRow("entity doubling")
        << svg
        << QByteArray(
               "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>" + kSvgHead
               + "<text>&b;</text></svg>")
        << QByteArray("document type definition");
    QTest::newRow("outside definition")
        << svg << QByteArray("<!DOCTYPE svg SYSTEM 'file:///etc/passwd'>" + kSvgHead + "</svg>")
        << QByteArray("document type definition");
    QTest::newRow("entity doubling in UTF-16") << svg << [] {
        const QString text
            = QStringLiteral("<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>%1<text>&a;</text></svg>")
                  .arg(QString::fromLatin1(kSvgHead));
        return QByteArray("\xff\xfe")
            + QByteArray(reinterpret_cast<const char*>(text.utf16()), text.size() * 2);
    }() << QByteArray("document type definition");
    QTest::newRow("8 MB of path") << svg
                                  << QByteArray(
                                         kSvgHead + "<path d='"
                                         + QByteArray("M1 1 L9 9 ").repeated(900'000) + "'/></svg>")
                                  << QByteArray();
    QTest::newRow("3 MB of text") << svg
                                  << QByteArray(
                                         kSvgHead + "<text>"
                                         + QByteArray("many words ").repeated(300'000)
                                         + "</text></svg>")
                                  << QByteArray();
    QByteArray doubling = kSvgHead + "<g id='u0'><rect width='1' height='1'/></g>";
    for (int i = 1; i < 40; ++i)
        doubling += QByteArray("<g id='u%1'><use href='#u%2'/><use href='#u%2'/></g>")
                        .replace("%1", QByteArray::number(i))
                        .replace("%2", QByteArray::number(i - 1));
    QTest::newRow("use doubling") << svg << QByteArray(doubling + "</svg>") << QByteArray();
    QTest::newRow("use of itself")
        << svg << QByteArray(kSvgHead + "<g id='a'><use href='#a'/></g></svg>") << QByteArray();
    QTest::newRow("huge blur")
        << svg
        << QByteArray(
               kSvgHead
               + "<filter id='f'><feGaussianBlur stdDeviation='99999'/><feTurbulence "
                 "numOctaves='9999'/></filter><rect filter='url(#f)' width='100%' "
                 "height='100%'/></svg>")
        << QByteArray();
    QTest::newRow("huge size") << svg
                               << QByteArray(kSvgHead).replace("'100'", "'999999999'") + "</svg>"
                               << QByteArray();
    const QByteArray bomb = "data:image/png;base64," + greyPng(30'000, 30'000, 1).toBase64();
    QTest::newRow("png bomb inside a drawing")
        << svg << QByteArray(kSvgHead + "<image width='9' height='9' href='" + bomb + "'/></svg>")
        << QByteArray();
}

void TestRenderHelper::everyHostilePictureEnds()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, saying);
    const RenderAnswer answer = askHelper(static_cast<PictureKind>(kind), bytes, 512);
    checkHostileAnswer(answer, saying);
}

// Colour profiles and texts of a PNG are compressed, too.
void TestRenderHelper::whatIsNoPictureInItIsNotExpanded()
{
    const QByteArray zeros = qCompress(QByteArray(128 << 20, '\0'), 1).mid(4);
    QByteArray picture = greyPng(30, 20);
    const qsizetype pixels = picture.indexOf("IDAT") - 4;
    picture.insert(
        pixels,
        pngChunk("iCCP", QByteArray("p\0\0", 3) + zeros)
            + pngChunk("zTXt", QByteArray("Title\0\0", 7) + zeros)
            + pngChunk("iTXt", QByteArray("Title\0\1\0\0\0", 10) + zeros)
            + pngChunk("eXIf", "MM\0*" + QByteArray(1 << 20, '\xff')));
    const RenderAnswer answer = askHelper(PictureKind::Png, picture);
    QVERIFY2(answer.isPicture(), answer.sentence.constData());
    QCOMPARE(answer.pixel(15, 10), 0xff000000U);
}

void TestRenderHelper::opensNoFileThatADrawingNames_data()
{
    QTest::addColumn<QByteArray>("element");
    QTest::newRow("image, path") << QByteArray("<image width='9' height='9' href='@'/>");
    QTest::newRow("image, relative") << QByteArray("<image width='9' height='9' href='~'/>");
    QTest::newRow("image, xlink") << QByteArray("<image width='9' height='9' xlink:href='@'/>");
    QTest::newRow("image, URL") << QByteArray("<image width='9' height='9' href='file://@'/>");
    QTest::newRow("use") << QByteArray("<use href='file://@#a'/>");
    QTest::newRow("use of a document in data") << QByteArray(
        "<use href='data:image/svg+xml;base64," + QByteArray("<svg/>").toBase64() + "#a'/>"
        + "<image width='9' height='9' href='@'/>");
    QTest::newRow("style import") << QByteArray("<style>@import 'file://@';</style>")
                                         .replace("@import", "\x01import")
                                         .replace('\x01', "&#64;");
    QTest::newRow("fill") << QByteArray("<rect width='9' height='9' fill='url(file://@#a)'/>");
    QTest::newRow("escaped url") << QByteArray(
        "<rect width='9' height='9' style='fill:u\\72l(file://@#a)'/>");
    QTest::newRow("include") << QByteArray(
        "<x:include xmlns:x='http://www.w3.org/2001/XInclude' href='file://@' parse='text'/>");
    QTest::newRow("filter image") << QByteArray(
        "<filter id='f'><feImage href='@'/></filter><rect filter='url(#f)' width='9' height='9'/>");
}

// A FIFO tells: opening it to read lets our non-blocking open to write succeed, and hangs a reader
// for ever.
void TestRenderHelper::opensNoFileThatADrawingNames()
{
    QFETCH(QByteArray, element);
    QTemporaryDir folder;
    const QByteArray fifo = QFile::encodeName(folder.filePath(QStringLiteral("canary")));
    QCOMPARE(mkfifo(fifo.constData(), 0666), 0);
    QVERIFY(QFile::setPermissions(folder.path(), QFileDevice::Permissions(0x7777)));
    element.replace("@", fifo);
    element.replace("~", QDir::current().relativeFilePath(QFile::decodeName(fifo)).toUtf8());
    const RenderAnswer answer = askHelper(
        PictureKind::Svg,
        kSvgHead + element + "<rect id='r' x='50' width='50' height='50' fill='red'/></svg>");
    QVERIFY(answer.ended);
    QVERIFY2(answer.isPicture(), answer.sentence.constData());
    QCOMPARE(answer.pixel(75, 25), 0xffff0000U);
    const int writer = open(fifo.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    QVERIFY2(writer < 0 && errno == ENXIO, "somebody has the canary open");
}

void TestRenderHelper::asksNoServerThatADrawingNames_data()
{
    QTest::addColumn<QByteArray>("element");
    QTest::newRow("image") << QByteArray("<image width='9' height='9' href='@'/>");
    QTest::newRow("use") << QByteArray("<use href='@#a'/>");
    QTest::newRow("style sheet") << QByteArray("<style>&#64;import url(@);</style>");
    QTest::newRow("font") << QByteArray(
        "<style>&#64;font-face{font-family:f;src:url(@)}</style><text font-family='f'>x</text>");
    QTest::newRow("filter image") << QByteArray(
        "<filter id='f'><feImage href='@'/></filter><rect filter='url(#f)' width='9' height='9'/>");
    QTest::newRow("script") << QByteArray(
        "<script href='@'/><a href='@'><rect width='9' height='9'/></a>");
}

void TestRenderHelper::asksNoServerThatADrawingNames()
{
    QFETCH(QByteArray, element);
    const UniqueFd server(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const where = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    QCOMPARE(::bind(server.get(), where, size), 0);
    QCOMPARE(::listen(server.get(), 4), 0);
    QCOMPARE(::getsockname(server.get(), where, &size), 0);
    element.replace(
        "@",
        "http:" + QByteArray("//127.0.0.1:") + QByteArray::number(ntohs(address.sin_port))
            + "/canary");
    const RenderAnswer answer = askHelper(
        PictureKind::Svg,
        kSvgHead + element + "<rect id='r' x='50' width='50' height='50' fill='red'/></svg>");
    QVERIFY2(answer.isPicture(), answer.sentence.constData());
    QCOMPARE(answer.pixel(75, 25), 0xffff0000U);
    const UniqueFd peer(::accept(server.get(), nullptr, nullptr));
    QVERIFY2(peer.get() < 0 && errno == EAGAIN, "somebody came");
}

void TestRenderHelper::refusesCallsThatNoPictureNeeds_data()
{
    QTest::addColumn<int>("kind");
    for (const auto& [name, kind] :
         {std::pair("bitmap", PictureKind::Png), std::pair("photograph", PictureKind::Jpeg),
          std::pair("animation", PictureKind::Gif), std::pair("drawing", PictureKind::Svg),
          std::pair("document", PictureKind::Pdf)})
        QTest::newRow(name) << int(kind);
}

void TestRenderHelper::refusesCallsThatNoPictureNeeds()
{
    QFETCH(int, kind);
    const pid_t child = fork();
    if (child == 0) {
        if (!render::allowCallsOf(static_cast<PictureKind>(kind)))
            _exit(100);
        // Arguments that the kernel itself would answer otherwise.
        siginfo_t info = {};
        int refused = 0;
        const auto count = [&refused](long result) { refused += result == -1 && errno == EPERM; };
        count(syscall(SYS_rt_sigqueueinfo, 0, 0, &info));
        count(syscall(SYS_rt_tgsigqueueinfo, 0, 0, 0, &info));
        count(syscall(SYS_setpriority, PRIO_PROCESS, 0, 19));
        count(syscall(SYS_timerfd_create, CLOCK_MONOTONIC, 0));
        count(syscall(SYS_openat, AT_FDCWD, "/nonexistent/file", O_WRONLY));
        count(syscall(SYS_clone, SIGCHLD | CLONE_VM | CLONE_VFORK | 0x100000000UL, 0, 0, 0, 0));
        count(syscall(SYS_process_vm_readv, 0, 0, 0, 0, 0, 0));
        count(syscall(SYS_socket, -1, 0, 0));
        count(syscall(SYS_execve, "/nonexistent/file", 0, 0));
        // Not by _exit(), before which a sanitizer makes calls of its own.
        syscall(SYS_exit_group, refused);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 9);
}

void TestRenderHelper::endlessInputEnds()
{
    QProcess process;
    const auto area = RenderArea::create();
    QVERIFY(area);
    startHelper(process, PictureKind::Png, *area);
    const auto head = encodeRenderRequest({PictureKind::Png, 0, 0, 100, 1000});
    process.write(reinterpret_cast<const char*>(head.data()), head.size());
    process.write(QByteArray(8 << 20, 'x'));
    QVERIFY(process.waitForFinished(6'000));
    QVERIFY(process.readAllStandardOutput().contains("not a PNG"));
}

void TestRenderHelper::wrongRequestIsAnswered()
{
    QProcess process;
    const auto area = RenderArea::create();
    QVERIFY(area);
    startHelper(process, PictureKind::Png, *area);
    process.write(QByteArray(kRenderRequestSize, 'x'));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(6'000));
    QVERIFY(process.readAllStandardOutput().contains("not understood"));
}

void TestRenderHelper::eachProgramReadsItsKindsOnly()
{
    for (const auto& [program, asked] :
         {std::pair(PictureKind::Png, PictureKind::Svg),
          std::pair(PictureKind::Svg, PictureKind::Png)}) {
        QProcess process;
        const auto area = RenderArea::create();
        QVERIFY(area);
        startHelper(process, program, *area);
        const auto head = encodeRenderRequest({asked, 0, 0, 100, 1});
        process.write(reinterpret_cast<const char*>(head.data()), head.size());
        process.write("x");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(6'000));
        QVERIFY(process.readAllStandardOutput().contains("This reader knows "));
    }
}

SANDBENCH_TEST(TestRenderHelper);
#include "tst_render_helper.moc"
