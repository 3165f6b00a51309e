// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with plots: comparing two, asking for a pixel, dragging one out, a window of its
// own, the code that made it.
#include "tests/support/test_program.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_strip.h"
#include "ui/plots/plot_window.h"
#include "ui/viewers/compare_view.h"
#include "ui/viewers/picture_view.h"
#include "ui/viewers/pixel_label.h"

#include <QAction>
#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QUrl>

using namespace sandbench::ui;

static PlotItem plotOf(const QImage& image, const QString& run = QStringLiteral("r-1"))
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return {run, QStringLiteral("plot.png"), QStringLiteral("image/png"), buffer.data(), 0, 0, {}};
}

static PlotItem csvTable()
{
    return {QStringLiteral("r-1"),
            QStringLiteral("a.csv"),
            QStringLiteral("text/csv"),
            "a,b\n",
            0,
            0,
            {}};
}

static QImage filled(QColor colour, QSize size = {40, 20})
{
    QImage image(size, QImage::Format_ARGB32);
    image.fill(colour);
    return image;
}

static PlotItem svg()
{
    return {
        QStringLiteral("r-1"),
        QStringLiteral("a.svg"),
        QStringLiteral("image/svg+xml"),
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#123456"/></svg>)",
        0,
        0,
        {}};
}

class TestPlotTools : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_panel = std::make_unique<PlotPanel>();
        m_panel->resize(600, 500);
        m_panel->show();
    }
    void cleanup() { m_panel.reset(); }

    // Two plots against each other
    void comparesTheTwoThatAreSelected();
    void picturesSideBySideMoveTogether();
    void aLineUncoversOneOfTwo();
    void theKeysOfTheSliderAreItsOwn();
    void escapeGoesBackToThePlot();
    void saysWhatCannotBeCompared();
    void aPictureThatIsNotDrawnIsNotCompared();

    // One pixel
    void tellsOfThePixelUnderThePointer();
    void tellsColoursAsTheyAreBeforeTheyAreBlended();
    void aMarkGoesToAPixelByKeys();
    void aComparisonHasAMarkOfItsOwn();

    // Elsewhere
    void aDragHasAFileAndThePicture();
    void whatIsTooLargeToDragIsSaid();
    void aWindowOfItsOwnGoesThroughThePictures();
    void fillsTheScreenByKey();
    void showsTheCodeThatMadeIt();
    void runsAreApartInTheStrip();
    void thumbnailsAreKeptAtTheirSize();
    void allThatAreSelectedAreRemoved();

private:
    void add(const PlotItem& item)
    {
        m_panel->add(item);
        settle();
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_panel->isSettled(), 20'000); }
    PlotStrip& strip() { return *m_panel->findChild<PlotStrip*>(); }
    void selectBoth()
    {
        strip().selectionModel()->select(
            strip().model()->index(0, 0), QItemSelectionModel::ClearAndSelect);
        strip().selectionModel()->select(strip().model()->index(1, 0), QItemSelectionModel::Select);
    }
    void press(int key) { QTest::keyClick(&strip(), Qt::Key(key)); }
    CompareView* compareBoth()
    {
        selectBoth();
        press(Qt::Key_C);
        settle();
        return m_panel->findChild<CompareView*>();
    }
    QAction* actionOf(const QString& text)
    {
        for (QAction* action : m_panel->actions())
            if (action->text() == text)
                return action;
        return nullptr;
    }

    std::unique_ptr<PlotPanel> m_panel;
};

void TestPlotTools::comparesTheTwoThatAreSelected()
{
    add(plotOf(filled(QColor(100, 50, 0))));
    add(plotOf(filled(QColor(90, 84, 0))));
    CompareView* view = compareBoth();
    QVERIFY(view && view->isVisible());
    QTest::keyClick(view, Qt::Key_D);
    QCOMPARE(view->mode(), CompareView::Mode::Difference);
    QCOMPARE(view->image().pixelColor(20, 10), QColor(10, 34, 0));
    QStringList said;
    for (const QLabel* label : view->findChildren<QLabel*>()) {
        QCOMPARE(label->textFormat(), Qt::PlainText);
        said << label->text();
    }
    QVERIFY2(
        said.contains(QStringLiteral(
            "Plot 1 minus Plot 2, black where they are equal. 800 of 800 pixels differ, largest "
            "difference 34.")),
        qPrintable(said.join(u'\n')));
}

void TestPlotTools::picturesSideBySideMoveTogether()
{
    add(plotOf(filled(Qt::red)));
    add(plotOf(filled(Qt::blue, {30, 60})));
    const auto pictures = compareBoth()->findChildren<PictureView*>();
    QCOMPARE(pictures.size(), 2);
    QCOMPARE(pictures[0]->naturalSize(), pictures[1]->naturalSize());
    QTest::keyClick(pictures[0], Qt::Key_Plus);
    QVERIFY(!pictures[0]->isFit());
    QCOMPARE(pictures[1]->zoom(), pictures[0]->zoom());
    const QPoint middle = pictures[1]->rect().center();
    QTest::mousePress(pictures[1], Qt::LeftButton, {}, middle);
    QTest::mouseMove(pictures[1], middle + QPoint(7, 3));
    QTest::mouseRelease(pictures[1], Qt::LeftButton, {}, middle + QPoint(7, 3));
    QCOMPARE(pictures[0]->place().offset, pictures[1]->place().offset);
    QVERIFY(!pictures[0]->place().offset.isNull());
}

void TestPlotTools::aLineUncoversOneOfTwo()
{
    add(plotOf(filled(Qt::red)));
    add(plotOf(filled(Qt::blue)));
    CompareView* view = compareBoth();
    QTest::keyClick(view, Qt::Key_O);
    auto* picture = view->findChild<PictureView*>();
    auto* line = view->findChild<QSlider*>();
    QVERIFY(line->isVisible());
    line->setValue(25);
    const auto shown = [&](int x) {
        return picture->grab().toImage().pixelColor(picture->pointOf({x, 10}).toPoint());
    };
    QCOMPARE(shown(7), QColor(Qt::red));
    QCOMPARE(shown(13), QColor(Qt::blue));
    QCOMPARE(picture->colourAt({7, 10}), QColor(Qt::red));
    QCOMPARE(picture->colourAt({13, 10}), QColor(Qt::blue));
    line->setValue(100);
    QCOMPARE(shown(38), QColor(Qt::red));
}

void TestPlotTools::theKeysOfTheSliderAreItsOwn()
{
    add(plotOf(filled(Qt::red)));
    add(plotOf(filled(Qt::blue)));
    CompareView* view = compareBoth();
    view->setMode(CompareView::Mode::Overlay);
    auto* line = view->findChild<QSlider*>();
    line->setValue(50);
    QTest::keyClick(line, Qt::Key_Right);
    QCOMPARE(line->value(), 51);
    QVERIFY(view->isVisible());
}

void TestPlotTools::escapeGoesBackToThePlot()
{
    add(plotOf(filled(Qt::red)));
    add(plotOf(filled(Qt::blue)));
    CompareView* view = compareBoth();
    QTest::keyClick(view, Qt::Key_Escape);
    settle();
    QTRY_VERIFY(!m_panel->findChild<CompareView*>());
    QVERIFY(m_panel->findChild<PictureView*>()->isVisible());
    QVERIFY(!actionOf(QStringLiteral("End the comparison"))->isEnabled());
}

void TestPlotTools::saysWhatCannotBeCompared()
{
    QSignalSpy notices(m_panel.get(), &PlotPanel::notice);
    add(plotOf(filled(Qt::red)));
    add(csvTable());
    press(Qt::Key_C);
    QVERIFY(notices.last()[0].toString().startsWith(QStringLiteral("Select the two plots")));
    selectBoth();
    press(Qt::Key_C);
    QCOMPARE(
        notices.last()[0].toString(),
        QStringLiteral("Plot 2 cannot be compared: it is TABLE, and only pictures can."));
    QVERIFY(!m_panel->findChild<CompareView*>());
}

void TestPlotTools::aPictureThatIsNotDrawnIsNotCompared()
{
    PlotItem huge = plotOf(filled(Qt::red));
    huge.bytes.replace(16, 8, QByteArray::fromHex("00004e2000004e20")); // 20000 x 20000
    add(plotOf(filled(Qt::red)));
    add(huge);
    compareBoth();
    QTRY_VERIFY(!m_panel->findChild<CompareView*>());
    const auto* reason = m_panel->findChild<QLabel*>(QStringLiteral("artifactReason"));
    QVERIFY(reason->text().startsWith(QStringLiteral("Plot 2 cannot be compared: ")));
}

void TestPlotTools::tellsOfThePixelUnderThePointer()
{
    QImage image = filled(Qt::white);
    image.setPixelColor(12, 4, QColor(0x1f, 0x77, 0xb4));
    add(plotOf(image));
    auto* picture = m_panel->findChild<PictureView*>();
    const PixelLabel& label = picture->pixelLabel();
    QVERIFY(!label.isVisible());
    picture->setZoom(8);
    QTest::mouseMove(picture, picture->pointOf({12, 4}).toPoint());
    QVERIFY(label.isVisible());
    QCOMPARE(label.text(), QStringLiteral("x 12, y 4: #1f77b4, alpha 255"));
    QTest::mouseMove(picture, {1, 1}); // beside the picture
    QVERIFY(!label.isVisible());
    QTest::mouseMove(picture, picture->pointOf({0, 0}).toPoint());
    QVERIFY(label.isVisible());
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(picture, &leave);
    QVERIFY(!label.isVisible());
}

void TestPlotTools::tellsColoursAsTheyAreBeforeTheyAreBlended()
{
    PictureView view;
    const QImage blended
        = filled(QColor(200, 100, 0, 128)).convertToFormat(QImage::Format_ARGB32_Premultiplied);
    view.setPicture(blended, {400, 200}, true); // drawn with fewer pixels than it has
    const QColor colour = view.colourAt({399, 199});
    QCOMPARE(colour.alpha(), 128);
    QVERIFY(std::abs(colour.red() - 200) <= 1);
    QVERIFY(!view.colourAt({400, 0}).isValid());
}

void TestPlotTools::aMarkGoesToAPixelByKeys()
{
    QImage image = filled(Qt::white);
    image.setPixelColor(39, 0, Qt::red);
    add(plotOf(image));
    auto* picture = m_panel->findChild<PictureView*>();
    press(Qt::Key_I);
    QVERIFY(picture->mark());
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(&strip(), Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
        QTest::keyClick(&strip(), Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
    }
    QCOMPARE(*picture->mark(), QPoint(39, 0));
    QCOMPARE(picture->accessibleDescription(), QStringLiteral("x 39, y 0: #ff0000, alpha 255"));
    QTest::keyClick(&strip(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(*picture->mark(), QPoint(38, 0));
    press(Qt::Key_I);
    QVERIFY(!picture->mark());
    QVERIFY(!picture->pixelLabel().isVisible());
}

void TestPlotTools::aComparisonHasAMarkOfItsOwn()
{
    add(plotOf(filled(Qt::red)));
    add(plotOf(filled(Qt::blue)));
    press(Qt::Key_I);
    auto* view = compareBoth();
    auto* picture = view->findChild<PictureView*>();
    QTest::keyClick(picture, Qt::Key_I);
    QVERIFY(picture->mark());
    const QPoint before = *picture->mark();
    QTest::keyClick(picture, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(*picture->mark(), before - QPoint(1, 0));
}

void TestPlotTools::aDragHasAFileAndThePicture()
{
    PlotItem item = plotOf(filled(Qt::red));
    item.name = QStringLiteral("../../.bashrc");
    add(item);
    const auto drag = [&] {
        return std::unique_ptr<QMimeData>(
            strip().model()->mimeData({strip().model()->index(0, 0)}));
    };
    QVERIFY(strip().dragEnabled());
    QVERIFY(strip().model()->flags(strip().model()->index(0, 0)).testFlag(Qt::ItemIsDragEnabled));
    const auto data = drag();
    QCOMPARE(data->urls().size(), 1);
    QFile file(data->urls()[0].toLocalFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), item.bytes);
    const QFileInfo info(file);
    QCOMPARE(info.absolutePath(), dragFolder());
    QVERIFY(!info.fileName().startsWith(u'.'));
    QVERIFY(!QFileInfo(dragFolder())
                 .permissions()
                 .testAnyFlags(QFile::ReadOther | QFile::ReadGroup | QFile::ExeOther));
    QVERIFY(data->hasImage());
    QCOMPARE(data->data(QStringLiteral("image/png")), item.bytes);
    QCOMPARE(drag()->urls(), data->urls()); // once is enough
}

void TestPlotTools::whatIsTooLargeToDragIsSaid()
{
    QSignalSpy notices(m_panel.get(), &PlotPanel::notice);
    add(
        {QStringLiteral("r-1"),
         QStringLiteral("a.csv"),
         QStringLiteral("text/csv"),
         QByteArray(kMostDragged + 1, 'x'),
         0,
         0,
         {}});
    const std::unique_ptr<QMimeData> data(
        strip().model()->mimeData({strip().model()->index(0, 0)}));
    QVERIFY(data->urls().isEmpty());
    QVERIFY(notices.last()[0].toString().endsWith(
        QStringLiteral("cannot be dragged; save it instead.")));
}

void TestPlotTools::aWindowOfItsOwnGoesThroughThePictures()
{
    add(plotOf(filled(Qt::red)));
    add(csvTable());
    add(svg());
    press(Qt::Key_Return);
    QPointer<PlotWindow> window = m_panel->findChild<PlotWindow*>();
    QVERIFY(window);
    QVERIFY(window->isWindow());
    const auto shown = [&] { return window->picture().image().pixelColor(5, 5); };
    QTRY_COMPARE(shown(), QColor(0x12, 0x34, 0x56));
    QCOMPARE(window->windowTitle(), QStringLiteral("Plot 3"));
    QTest::keyClick(window, Qt::Key_Left); // over the table
    QTRY_COMPARE(shown(), QColor(Qt::red));
    QCOMPARE(window->windowTitle(), QStringLiteral("Plot 1"));
    QTest::keyClick(window, Qt::Key_Left);
    QCOMPARE(window->windowTitle(), QStringLiteral("Plot 1"));
    const double zoom = window->picture().zoom();
    QTest::keyClick(window, Qt::Key_Plus);
    QVERIFY(window->picture().zoom() > zoom);
    QTest::keyClick(window, Qt::Key_F11);
    QVERIFY(window->isFullScreen());
    QTest::keyClick(window, Qt::Key_F11);
    QVERIFY(!window->isFullScreen());
    QTest::keyClick(window, Qt::Key_Escape);
    QTRY_VERIFY(!window);
}

void TestPlotTools::fillsTheScreenByKey()
{
    QWidget outer;
    QAction ofOuter;
    ofOuter.setShortcut(Qt::Key_F11); // as the main window has it
    outer.addAction(&ofOuter);
    QSignalSpy ofOuterTriggered(&ofOuter, &QAction::triggered);
    m_panel = std::make_unique<PlotPanel>(&outer);
    outer.show();
    add(plotOf(filled(Qt::red)));
    press(Qt::Key_F11);
    const auto* window = m_panel->findChild<PlotWindow*>();
    QVERIFY(window && window->isFullScreen());
    QVERIFY(ofOuterTriggered.isEmpty());
    m_panel.reset();
}

void TestPlotTools::showsTheCodeThatMadeIt()
{
    QSignalSpy requested(m_panel.get(), &PlotPanel::codeRequested);
    PlotItem made = plotOf(filled(Qt::red));
    made.sourceFile = QStringLiteral("/work/a.py");
    made.sourceLine = 7;
    add(made);
    press(Qt::Key_G);
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested[0], (QVariantList{QStringLiteral("/work/a.py"), 7}));
    add(plotOf(filled(Qt::blue)));
    QVERIFY(!actionOf(QStringLiteral("Show the code that made it"))->isEnabled());
}

void TestPlotTools::runsAreApartInTheStrip()
{
    for (const auto* run : {"r-1", "r-2", "r-3"}) {
        m_panel->beginRun(QLatin1String(run));
        if (QLatin1String(run) != QLatin1String("r-2"))
            for (int i = 0; i < 2; ++i)
                m_panel->add(plotOf(filled(Qt::red), QLatin1String(run)));
    }
    settle();
    const auto data = [&](int row, int role) { return strip().model()->index(row, 0).data(role); };
    QCOMPARE(data(0, PlotModel::RunRole).toInt(), 1);
    QCOMPARE(data(2, PlotModel::RunRole).toInt(), 3); // the second drew nothing
    QCOMPARE(
        data(2, Qt::AccessibleTextRole).toString(), QStringLiteral("Plot 3, run 3, PNG, plot.png"));
    QList<bool> begins, isCurrent;
    for (int row = 0; row < 4; ++row) {
        begins << data(row, PlotModel::BeginsRunRole).toBool();
        isCurrent << data(row, PlotModel::IsCurrentRunRole).toBool();
    }
    QCOMPARE(begins, (QList<bool>{true, false, true, false}));
    QCOMPARE(isCurrent, (QList<bool>{false, false, true, true}));
    const auto left
        = [&](int row) { return strip().visualRect(strip().model()->index(row, 0)).left(); };
    const auto right
        = [&](int row) { return strip().visualRect(strip().model()->index(row, 0)).right(); };
    QVERIFY(right(2) - left(2) > right(3) - left(3));
}

void TestPlotTools::thumbnailsAreKeptAtTheirSize()
{
    PlotModel model;
    const auto id = model.add(plotOf(filled(Qt::red)));
    model.setThumbnail(id, filled(Qt::red, {1120, 80}));
    const auto thumbnail = model.index(0).data(PlotModel::ThumbnailRole).value<QPixmap>();
    QCOMPARE(thumbnail.size(), QSize(112, 8));
}

void TestPlotTools::allThatAreSelectedAreRemoved()
{
    for (const auto colour : {Qt::red, Qt::green, Qt::blue})
        add(plotOf(filled(colour)));
    selectBoth();
    press(Qt::Key_Delete);
    settle();
    QCOMPARE(m_panel->count(), 1);
    QCOMPARE(m_panel->findChild<PictureView*>()->image().pixelColor(5, 5), QColor(Qt::blue));
}

SANDBENCH_TEST(TestPlotTools);
#include "tst_plot_tools.moc"
