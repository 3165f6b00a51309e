// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The real sandbench-render on documents that mean harm: it draws a page or says why not, and does
// nothing else.
#include "tests/hostile/render_fixture.h"
#include "tests/support/picture_bytes.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;

class TestRenderDocuments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drawsThePagesOfADocument();
    void drawsAPageOfTenThousand();
    void everyHostileDocumentEnds_data();
    void everyHostileDocumentEnds();
    void doesNothingThatADocumentAsksFor_data();
    void doesNothingThatADocumentAsksFor();
};

void TestRenderDocuments::drawsThePagesOfADocument()
{
    const QByteArray pdf = pdfOfPages({"1 0 0", "0 0 1"});
    const RenderAnswer first = askHelper(PictureKind::Pdf, pdf);
    QVERIFY2(first.isPicture(), first.sentence.constData());
    QCOMPARE(first.header().total, 2U);
    QCOMPARE(first.header().naturalWidth, 267U); // 200 points
    QCOMPARE(first.pixel(100, 60), 0xffff0000U);
    const RenderAnswer second = askHelper(PictureKind::Pdf, pdf, 1000, 1, 10);
    QCOMPARE(second.frames.size(), std::size_t{1});
    QCOMPARE(second.header().width, 1000U);
    QCOMPARE(second.pixel(500, 200), 0xff0000ffU);
    QVERIFY(askHelper(PictureKind::Pdf, pdf, 0, 2).sentence.contains("no page 3"));
}

void TestRenderDocuments::drawsAPageOfTenThousand()
{
    const QByteArray pdf = pdfOfPages(QList<QByteArray>(10'000, "1 0 0"));
    const RenderAnswer last = askHelper(PictureKind::Pdf, pdf, 200, 9'999);
    QVERIFY2(last.isPicture(), last.sentence.constData());
    QCOMPARE(last.header().total, 10'000U);
    QCOMPARE(last.pixel(100, 30), 0xffff0000U);
}

void TestRenderDocuments::everyHostileDocumentEnds_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("saying");
    const QByteArray page = pdfOfPages({"1 0 0"});
    const auto changed
        = [&page](const char* from, const char* to) { return QByteArray(page).replace(from, to); };
    QTest::newRow("pdf of nothing") << QByteArray() << QByteArray("not a PDF");
    QTest::newRow("pdf header only") << page.left(9) << QByteArray("damaged");
    QTest::newRow("pdf behind a gif")
        << QByteArray(gifBytes({8, 6}, {{{0, 0, 8, 6}, 0xffff0000U}}) + page)
        << QByteArray("not a PDF");
    QTest::newRow("pdf with a page of 1000000 points")
        << changed("200 100]", "1000000 1000000]") << QByteArray();
    QTest::newRow("pdf with a page of no size") << changed("200 100]", "0 0]") << QByteArray();
    QTest::newRow("pdf that claims pages")
        << changed("/Count 1", "/Count 999999999") << QByteArray("pages");
    QTest::newRow("pdf whose pages are their own parents")
        << changed("/Kids[3 0 R ]", "/Kids[2 0 R ]") << QByteArray();
    QTest::newRow("pdf that nests for ever") << pdfBytes(
        {"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
         "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R"
         "/Resources<</XObject<</A 5 0 R>>>>>>",
         "<</Length 5>>stream\n/A Do\nendstream",
         "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject"
         "<</A 5 0 R>>>>/Length 11>>stream\n/A Do /A Do\nendstream"})
                                             << QByteArray();
    QTest::newRow("pdf with much to draw") << pdfBytes(
        {"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
         "<</Type/Page/Parent 2 0 R/MediaBox[0 0 900 900]/Contents 4 0 R>>",
         "<</Length 13000000>>stream\n" + QByteArray("0 0 m 900 900 l 9 9 l f ").repeated(500'000)
             + "\nendstream"}) << QByteArray();
    const QByteArray spaces = qCompress(QByteArray(256 << 20, ' '), 1).mid(4);
    QTest::newRow("pdf whose page expands to 256 MB") << pdfBytes(
        {"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
         "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
         "<</Filter/FlateDecode/Length " + QByteArray::number(spaces.size()) + ">>stream\n" + spaces
             + "\nendstream"}) << QByteArray();
    QTest::newRow("pdf with a picture of 60000 x 60000") << pdfBytes(
        {"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
         "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R"
         "/Resources<</XObject<</A 5 0 R>>>>>>",
         "<</Length 5>>stream\n/A Do\nendstream",
         "<</Type/XObject/Subtype/Image/Width 60000/Height 60000"
         "/BitsPerComponent 8/ColorSpace/DeviceRGB/Length 3>>stream\nxxx"
         "\nendstream"}) << QByteArray();
    QTest::newRow("pdf that is encrypted") << changed(
        "/Root 1 0 R",
        "/Root 1 0 R/Encrypt<</Filter/Standard/V 1/R 2/P -4"
        "/O<0000000000000000000000000000000000000000000000000000000000000000>"
        "/U<0000000000000000000000000000000000000000000000000000000000000000>>>"
        "/ID[<00><00>]") << QByteArray("encrypted");
}

void TestRenderDocuments::everyHostileDocumentEnds()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, saying);
    const RenderAnswer answer = askHelper(PictureKind::Pdf, bytes, 512);
    checkHostileAnswer(answer, saying);
}

void TestRenderDocuments::doesNothingThatADocumentAsksFor_data()
{
    QTest::addColumn<QByteArray>("inCatalog");
    QTest::addColumn<QByteArray>("inPage");
    QTest::newRow("script") << QByteArray(
        "/OpenAction<</S/JavaScript/JS(app.launchURL\\('file://@'\\))>>")
                            << QByteArray();
    QTest::newRow("launch") << QByteArray("/OpenAction<</S/Launch/F(@)>>") << QByteArray();
    QTest::newRow("address") << QByteArray("/OpenAction<</S/URI/URI(file://@)>>") << QByteArray();
    QTest::newRow("other document")
        << QByteArray("/OpenAction<</S/GoToR/F(@)/D[0/Fit]>>") << QByteArray();
    QTest::newRow("on the page's opening")
        << QByteArray() << QByteArray("/AA<</O<</S/Launch/F(@)>>>>");
    QTest::newRow("embedded file")
        << QByteArray("/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(@)>>]>>>>")
        << QByteArray();
    QTest::newRow("film")
        << QByteArray()
        << QByteArray(
               "/Annots[<</Type/Annot/Subtype/Movie/Rect[0 0 9 9]/Movie<</F(@)/Poster true>>>>]");
    QTest::newRow("attached file")
        << QByteArray()
        << QByteArray("/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS(@)>>]");
    QTest::newRow("picture in another file")
        << QByteArray() << QByteArray("/Resources<</XObject<</A 5 0 R>>>>");
    QTest::newRow("font in another file")
        << QByteArray()
        << QByteArray(
               "/Resources<</Font<</F<</Type/Font/Subtype/TrueType/BaseFont/@"
               "/FontDescriptor<</Type/FontDescriptor/FontName/@/Flags 4/FontFile2 5 0 R>>>>>>>>");
}

// As for a drawing: a FIFO hangs whoever opens it to read, and tells us.
void TestRenderDocuments::doesNothingThatADocumentAsksFor()
{
    QFETCH(QByteArray, inCatalog);
    QFETCH(QByteArray, inPage);
    QTemporaryDir folder;
    const QByteArray fifo = QFile::encodeName(folder.filePath(QStringLiteral("canary")));
    QCOMPARE(mkfifo(fifo.constData(), 0666), 0);
    QVERIFY(QFile::setPermissions(folder.path(), QFileDevice::Permissions(0x7777)));
    const QByteArray content = "0 1 0 rg 0 0 200 100 re f /A Do BT /F 9 Tf (x) Tj ET";
    QByteArray pdf = pdfBytes(
        {"<</Type/Catalog/Pages 2 0 R" + inCatalog + ">>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
         "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R" + inPage + ">>",
         "<</Length " + QByteArray::number(content.size()) + ">>stream\n" + content + "\nendstream",
         "<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray"
         "/F(@)/Length 0>>stream\n\nendstream"});
    pdf.replace("@", fifo); // poppler finds the objects again, whose places this moves
    const RenderAnswer answer = askHelper(PictureKind::Pdf, pdf);
    QVERIFY(answer.ended);
    QVERIFY2(answer.isPicture(), answer.sentence.constData());
    QCOMPARE(answer.pixel(200, 30), 0xff00ff00U);
    const int writer = open(fifo.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    QVERIFY2(writer < 0 && errno == ENXIO, "somebody has the canary open");
}

SANDBENCH_TEST(TestRenderDocuments);
#include "tst_render_documents.moc"
