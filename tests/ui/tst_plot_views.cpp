// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Animations and documents in the plot panel.
#include "tests/support/picture_bytes.h"
#include "tests/support/test_program.h"
#include "ui/plots/artifact_card.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_stage.h"
#include "ui/viewers/animation_view.h"
#include "ui/viewers/pdf_view.h"
#include "ui/viewers/picture_view.h"

#include <QAction>
#include <QLabel>
#include <QListView>
#include <QSlider>
#include <QSpinBox>
#include <QTest>

#include <memory>

using namespace sandbench::ui;
using namespace sandbench::test;

static constexpr quint32 kRed = 0xffff0000;
static constexpr quint32 kGreen = 0xff00ff00;
static constexpr quint32 kBlue = 0xff0000ff;

class TestPlotViews : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void stillPicturesOfEachKindAreShown_data();
    void stillPicturesOfEachKindAreShown();
    void animationsOfEachKindArePlayed_data();
    void animationsOfEachKindArePlayed();
    void keysAndSliderStepThroughFrames();
    void hiddenAnimationStandsStill();
    void cutOffAnimationPlaysWhatIsThereAndSaysSo();
    void framesThatAreLeftOutAreCounted();
    void animationThatWasShownComesBack();
    void keysAndNumberTurnPages();
    void pagesAreSharpAtTheSizeShown();
    void pagesMayDifferInSizeAndBeMissing();
    void zoomAndBackgroundHoldForPagesToo();
    void documentThatCannotBeReadBecomesACard();
    void typesThatLieAreBytes();

private:
    void show(const QString& mime, const QByteArray& bytes)
    {
        m_panel->add({QStringLiteral("run-1"), QStringLiteral("a"), mime, bytes, 0, 0, {}, {}});
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isSettled(), 20'000);
    }
    template <class View> View* view() const
    {
        const auto views = m_panel->findChildren<View*>();
        for (View* each : views)
            if (each->isVisible())
                return each;
        return nullptr;
    }
    QRgb shown() const
    {
        auto* picture = view<PictureView>();
        return picture->grab().toImage().pixel(picture->rect().center());
    }
    QRgb thumbnail() const
    {
        const QImage image = m_panel->findChild<QListView*>()
                                 ->model()
                                 ->index(0, 0)
                                 .data(PlotModel::ThumbnailRole)
                                 .value<QImage>();
        return image.isNull() ? 0 : image.pixel(image.rect().center());
    }
    bool says(const QString& text) const
    {
        for (const QLabel* label : m_panel->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        return false;
    }
    void trigger(const QString& text)
    {
        for (QAction* action : m_panel->actions())
            if (action->text() == text)
                action->trigger();
    }

    std::unique_ptr<PlotPanel> m_panel;
};

void TestPlotViews::init()
{
    m_panel = std::make_unique<PlotPanel>();
    m_panel->resize(600, 500);
    m_panel->show();
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void TestPlotViews::cleanup()
{
    m_panel.reset();
}

static QList<FrameBytes> frames(const QList<quint32>& colours)
{
    QList<FrameBytes> frames;
    for (const quint32 colour : colours)
        frames << FrameBytes{{0, 0, 80, 60}, colour};
    return frames;
}

static QByteArray gif(const QList<quint32>& colours)
{
    return gifBytes({80, 60}, frames(colours));
}

void TestPlotViews::stillPicturesOfEachKindAreShown_data()
{
    QTest::addColumn<QString>("mime");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<quint32>("colour");
    QTest::newRow("gif") << QStringLiteral("image/gif") << gif({kRed}) << kRed;
    QTest::newRow("webp") << QStringLiteral("image/webp") << webpStill() << 0x80008000U;
    QTest::newRow("png with one frame")
        << QStringLiteral("image/png") << apngBytes({80, 60}, frames({kBlue})) << kBlue;
}

void TestPlotViews::stillPicturesOfEachKindAreShown()
{
    QFETCH(QString, mime);
    QFETCH(QByteArray, bytes);
    QFETCH(quint32, colour);
    show(mime, bytes);
    QVERIFY(!view<AnimationView>());
    const QImage image = view<PictureView>()->image();
    QCOMPARE(reinterpret_cast<const quint32*>(image.constScanLine(3))[4], colour);
    QVERIFY(thumbnail() != 0);
}

void TestPlotViews::animationsOfEachKindArePlayed_data()
{
    QTest::addColumn<QString>("mime");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("gif") << QStringLiteral("image/gif") << gif({kRed, kBlue});
    QTest::newRow("png") << QStringLiteral("image/png")
                         << apngBytes({80, 60}, frames({kRed, kBlue}));
    QTest::newRow("apng") << QStringLiteral("image/apng")
                          << apngBytes({80, 60}, frames({kRed, kBlue}));
    QTest::newRow("webp") << QStringLiteral("image/webp") << webpAnimation();
}

void TestPlotViews::animationsOfEachKindArePlayed()
{
    QFETCH(QString, mime);
    QFETCH(QByteArray, bytes);
    show(mime, bytes);
    QCOMPARE(thumbnail(), kRed);
    auto* animation = view<AnimationView>();
    QVERIFY(animation);
    QVERIFY(animation->isPlaying());
    QCOMPARE(animation->frameCount(), 2);
    // Around: both are seen, in either order, and the first again.
    QTRY_COMPARE(animation->frame(), 1);
    QTRY_COMPARE(animation->frame(), 0);
    QTRY_COMPARE(animation->frame(), 1);
    animation->showFrame(0);
    QCOMPARE(shown(), kRed);
    QVERIFY(says(QStringLiteral("Frame 1 of 2")));
    animation->showFrame(1);
    QCOMPARE(shown(), kBlue);
    QVERIFY(!animation->isPlaying());
}

void TestPlotViews::keysAndSliderStepThroughFrames()
{
    show(QStringLiteral("image/gif"), gif({kRed, kGreen, kBlue}));
    auto* animation = view<AnimationView>();
    // The keys work where the focus of the panel is: in the strip.
    auto* strip = m_panel->findChild<QListView*>();
    strip->setFocus();
    QTest::keyClick(strip, Qt::Key_Space);
    QVERIFY(!animation->isPlaying());
    animation->showFrame(0);
    QTest::keyClick(strip, Qt::Key_Period);
    QCOMPARE(animation->frame(), 1);
    QCOMPARE(shown(), kGreen);
    QTest::keyClick(strip, Qt::Key_Comma);
    QTest::keyClick(strip, Qt::Key_Comma);
    QCOMPARE(animation->frame(), 0);
    QTest::keyClick(strip, Qt::Key_Space);
    QVERIFY(animation->isPlaying());
    animation->findChild<QSlider*>()->setValue(2);
    QVERIFY(!animation->isPlaying());
    QCOMPARE(animation->frame(), 2);
    QCOMPARE(animation->image().pixel(5, 5), kBlue);
    QVERIFY(says(QStringLiteral("Frame 3 of 3")));
}

void TestPlotViews::hiddenAnimationStandsStill()
{
    show(QStringLiteral("image/gif"), gif({kRed, kBlue}));
    auto* animation = view<AnimationView>();
    // What time means here: another one that plays on.
    PlotPanel other;
    other.show();
    other.add(
        {QStringLiteral("run-1"),
         QStringLiteral("a"),
         QStringLiteral("image/gif"),
         gif({kRed, kBlue}),
         0,
         0,
         {},
         {}});
    QTRY_VERIFY(other.findChild<AnimationView*>());
    const auto* clock = other.findChild<AnimationView*>();
    m_panel->hide();
    QVERIFY(animation->isPlaying());
    const int frame = animation->frame();
    for (const int tick : {1, 0, 1, 0})
        QTRY_COMPARE(clock->frame(), tick);
    QCOMPARE(animation->frame(), frame);
    m_panel->show();
    QTRY_COMPARE(animation->frame(), 1 - frame);
}

void TestPlotViews::cutOffAnimationPlaysWhatIsThereAndSaysSo()
{
    show(QStringLiteral("image/gif"), gif({kRed, kGreen, kBlue}).chopped(20));
    const auto* animation = view<AnimationView>();
    QVERIFY(animation);
    QCOMPARE(animation->frameCount(), 2);
    QVERIFY(says(QStringLiteral("cut off after frame 2")));
}

void TestPlotViews::framesThatAreLeftOutAreCounted()
{
    const QList<FrameBytes> many(2'500, {{0, 0, 1, 1}, kRed});
    show(QStringLiteral("image/gif"), gifBytes({4, 4}, many));
    QCOMPARE(view<AnimationView>()->frameCount(), 2'000);
    QVERIFY(says(QLocale().toString(2'500)));
    QVERIFY(says(QLocale().toString(2'000)));
}

void TestPlotViews::animationThatWasShownComesBack()
{
    show(QStringLiteral("image/gif"), gif({kRed, kBlue}));
    show(QStringLiteral("application/pdf"), pdfOfPages({"0 1 0"}));
    QTRY_VERIFY(!m_panel->findChild<AnimationView*>()); // it ended, with its frames
    m_panel->select(0);
    QTRY_VERIFY_WITH_TIMEOUT(m_panel->isSettled() && view<AnimationView>(), 20'000);
    QCOMPARE(view<AnimationView>()->frameCount(), 2);
}

void TestPlotViews::keysAndNumberTurnPages()
{
    show(QStringLiteral("application/pdf"), pdfOfPages({"1 0 0", "0 1 0", "0 0 1"}));
    QCOMPARE(thumbnail(), kRed);
    auto* document = view<PdfView>();
    QVERIFY(document);
    QCOMPARE(document->pageCount(), 3);
    QCOMPARE(shown(), kRed);
    QVERIFY(says(QStringLiteral("of 3")));
    auto* strip = m_panel->findChild<QListView*>();
    strip->setFocus();
    QTest::keyClick(strip, Qt::Key_PageUp);
    QCOMPARE(document->page(), 0);
    QTest::keyClick(strip, Qt::Key_PageDown);
    QTRY_COMPARE(shown(), kGreen);
    auto* number = document->findChild<QSpinBox*>();
    number->setFocus();
    number->selectAll();
    QTest::keyClicks(number, QStringLiteral("3"));
    QTRY_COMPARE(shown(), kBlue);
    QCOMPARE(document->page(), 2);
    QCOMPARE(document->image().pixel(20, 20), kBlue);
    QTest::keyClick(strip, Qt::Key_PageDown);
    QCOMPARE(document->page(), 2);
}

void TestPlotViews::pagesAreSharpAtTheSizeShown()
{
    show(QStringLiteral("application/pdf"), pdfOfPages({"1 0 0", "0 1 0"}));
    auto* picture = view<PictureView>();
    QTRY_VERIFY(picture->image().width() > 400); // of a page 267 pixels wide
    picture->setZoom(4);
    QTRY_COMPARE(picture->image().width(), 1068);
    // The next page comes at that zoom.
    view<PdfView>()->showPage(1);
    QTRY_COMPARE(shown(), kGreen);
    QCOMPARE(picture->zoom(), 4.0);
    QTRY_COMPARE(picture->image().width(), 1068);
}

void TestPlotViews::pagesMayDifferInSizeAndBeMissing()
{
    QByteArray pages = pdfOfPages({"1 0 0", "0 1 0", "0 0 1"});
    const qsizetype second = pages.indexOf("200 100]", pages.indexOf("200 100]") + 1);
    pages.replace(second, 8, "100 200]").replace("7 0 R ]", "99 0 R]");
    show(QStringLiteral("application/pdf"), pages);
    auto* document = view<PdfView>();
    document->showPage(1);
    QTRY_VERIFY(document->image().height() > document->image().width());
    // What is drawn fills the lower half only.
    QCOMPARE(document->image().pixel(20, document->image().height() - 20), kGreen);
    document->showPage(2);
    QTRY_VERIFY(says(QStringLiteral("damaged")));
    QVERIFY(document->image().isNull());
    document->showPage(0);
    QTRY_COMPARE(shown(), kRed);
    QVERIFY(!says(QStringLiteral("damaged")));
}

void TestPlotViews::zoomAndBackgroundHoldForPagesToo()
{
    show(QStringLiteral("application/pdf"), pdfOfPages({"1 0 0"}));
    trigger(QStringLiteral("One picture pixel per screen pixel"));
    QCOMPARE(view<PictureView>()->zoom(), 1.0);
    QVERIFY(says(QStringLiteral("100 %")));
    trigger(QStringLiteral("Larger"));
    QCOMPARE(view<PictureView>()->zoom(), 1.25);
    auto* stage = m_panel->findChild<PlotStage*>();
    stage->setBackground(PictureView::Background::Dark);
    QCOMPARE(view<PictureView>()->background(), PictureView::Background::Dark);
    show(QStringLiteral("image/gif"), gif({kRed, kBlue}));
    QCOMPARE(view<PictureView>()->background(), PictureView::Background::Dark);
}

void TestPlotViews::documentThatCannotBeReadBecomesACard()
{
    show(QStringLiteral("application/pdf"), "%PDF-1.7\nnothing");
    QVERIFY(view<ArtifactCard>());
    QVERIFY(says(QStringLiteral("damaged or cut off")));
}

void TestPlotViews::typesThatLieAreBytes()
{
    const QByteArray document = pdfOfPages({"1 0 0"});
    const auto is = [](const char* mime, const QByteArray& bytes) {
        return artifactKind(QString::fromLatin1(mime), bytes);
    };
    QCOMPARE(is("image/gif", gif({kRed})), ArtifactKind::Gif);
    QCOMPARE(is("image/webp", webpStill()), ArtifactKind::Webp);
    QCOMPARE(is("image/apng", pngBytes({1, 1}, kRed)), ArtifactKind::Png);
    QCOMPARE(is("image/gif", webpStill()), ArtifactKind::Other);
    QCOMPARE(is("image/webp", "RIFF"), ArtifactKind::Other);
    QCOMPARE(is("image/webp", gif({kRed})), ArtifactKind::Other);
    QCOMPARE(is("image/gif", document), ArtifactKind::Other);
    QCOMPARE(is("application/pdf", gif({kRed}) + document), ArtifactKind::Other);
}

SANDBENCH_TEST(TestPlotViews);
#include "tst_plot_views.moc"
