// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/artifact/chart_json.h"
#include "tests/support/test_program.h"
#include "ui/plots/artifact_card.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_picture.h"
#include "ui/plots/plot_stage.h"
#include "ui/viewers/picture_view.h"
#include "ui/viewers/table_pane.h"

#include <QAbstractButton>
#include <QAction>
#include <QBuffer>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QMimeData>
#include <QPainter>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench::ui;

static PlotItem item(const QString& name, const QString& mime, const QByteArray& bytes)
{
    return {QStringLiteral("run-1"), name, mime, bytes, 0, 0, {}, {}};
}

static PlotItem png(QColor colour, QSize size = {200, 100})
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(colour);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return item(QStringLiteral("plot.png"), QStringLiteral("image/png"), buffer.data());
}

class TestPlotPanel : public QObject
{
    Q_OBJECT

private slots:
    void saysWhereToLookBeforeTheFirstPlot();
    void showsThePixelsOfANewPicture();
    void aLargePictureComesWithFewerPixelsFirst();
    void largePicturesHaveThumbnailsToo();
    void drawsSvgSharpAtTheSizeShown();
    void newestIsShownAndKeysWalk();
    void refusalBecomesACardThatCanBeSaved();
    void markupInANameStaysText();
    void bytesOfAnotherTypeAreNotShown();
    void removeAllCanBeUndone();
    void oldestAreDroppedAtTheLimitAndToldOnce();
    void copyGivesTheOriginalBytesToo();
    void savedNamesStayInTheFolderAndDoNotOverwrite();
    void savesWhereTheUserSaysAndTellsWhatWentWrong();
    void zoomKeepsThePointUnderThePointer();
    void showsAFiguresNumbersBesideIt();
    void savesAFiguresNumbersAsCsv();
    void anotherFormOfAResultIsSavedBesideIt();
    void manyPicturesAtOnceLeaveTheLoopFree();

private:
    static void settle(PlotPanel& panel) { QTRY_VERIFY_WITH_TIMEOUT(panel.isSettled(), 20'000); }
};

static PlotItem figureWithNumbers()
{
    auto figure = png(Qt::white);
    figure.chart = std::make_shared<const sandbench::Chart>(*sandbench::readChart(
        R"({"panels":[{"others":1,"series":[{"kind":"bar","points":9,"columns":[
            {"name":"x","values":["b","<i>a</i>"]},{"name":"y","values":[10,9]}]}]}]})"));
    return figure;
}

static QAction* actionOf(const PlotPanel& panel, const QString& text)
{
    for (QAction* action : panel.actions())
        if (action->text() == text)
            return action;
    return nullptr;
}

void TestPlotPanel::showsAFiguresNumbersBesideIt()
{
    PlotPanel panel;
    panel.resize(700, 500);
    panel.show();
    panel.add(figureWithNumbers());
    settle(panel);
    auto* table = panel.findChild<QTableView*>();
    QVERIFY(!table->isVisible());
    auto* numbers = actionOf(panel, QStringLiteral("Numbers"));
    numbers->trigger();
    QVERIFY(table->isVisible());
    QVERIFY(panel.findChild<PictureView*>()->isVisible());
    QCOMPARE(table->model()->rowCount(), 2);
    const auto cell
        = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
    QCOMPARE(cell(0, 0), QStringLiteral("b"));
    table->sortByColumn(1, Qt::AscendingOrder); // as numbers, not as texts
    QTRY_COMPARE(cell(0, 1), QStringLiteral("9"));
    QCOMPARE(cell(0, 0), QStringLiteral("<i>a</i>"));
    table->selectAll();
    table->setFocus();
    QTest::keySequence(table, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("<i>a</i>\t9\nb\t10"));
    bool hasCaption = false;
    for (const QLabel* label : panel.findChildren<QLabel*>())
        hasCaption = hasCaption
            || label->text()
                == QStringLiteral(
                    "1 series, the first 2 of 9 points; 1 other things have no numbers here");
    QVERIFY(hasCaption);
    panel.add(png(Qt::black));
    settle(panel);
    QVERIFY(!table->isVisible());
    QVERIFY(!numbers->isEnabled());
    panel.select(0);
    settle(panel);
    QVERIFY(table->isVisible());
}

void TestPlotPanel::savesAFiguresNumbersAsCsv()
{
    PlotPanel panel;
    panel.show();
    panel.add(figureWithNumbers());
    settle(panel);
    actionOf(panel, QStringLiteral("Numbers"))->trigger();
    auto* view = panel.findChild<TablePane*>();
    const auto save = [&](const QString& path) {
        view->findChild<QAbstractButton*>(QStringLiteral("saveTable"))->click();
        auto* dialog = view->findChild<QFileDialog*>();
        emit dialog->fileSelected(path);
        dialog->close();
    };
    QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("n.csv"));
    save(path);
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("x,y\nb,10\n<i>a</i>,9\n"));
    QSignalSpy notices(&panel, &PlotPanel::notice);
    save(folder.filePath(QStringLiteral("missing/n.csv")));
    QTRY_COMPARE(notices.size(), 1);
    QVERIFY(notices[0][0].toString().contains(QStringLiteral("could not be saved")));
}

void TestPlotPanel::anotherFormOfAResultIsSavedBesideIt()
{
    PlotPanel panel;
    panel.show();
    auto drawing = item(QStringLiteral("plot.svg"), QStringLiteral("image/svg+xml"), "<svg/>");
    drawing.formOf = QStringLiteral("plot.png");
    panel.add(png(Qt::red));
    panel.add(drawing);
    drawing.runId = QStringLiteral("run-2"); // whose picture is not here
    panel.add(drawing);
    settle(panel);
    QCOMPARE(panel.count(), 2);
    panel.select(0);
    QTemporaryDir folder;
    const auto saveAs = [&](const QString& name, const QString& action) {
        actionOf(panel, action)->trigger();
        auto* dialog = panel.findChild<QFileDialog*>();
        emit dialog->fileSelected(folder.filePath(name));
        delete dialog;
    };
    saveAs(QStringLiteral("a.svg"), QStringLiteral("Save…"));
    saveAs(QStringLiteral("a.png"), QStringLiteral("Save…"));
    const auto begins = [&](const QString& name, const char* with) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::ReadOnly) && file.readAll().startsWith(with);
    };
    QTRY_VERIFY(begins(QStringLiteral("a.svg"), "<svg"));
    QTRY_VERIFY(begins(QStringLiteral("a.png"), "\x89PNG"));
    QSignalSpy notices(&panel, &PlotPanel::notice);
    saveAs(QStringLiteral("."), QStringLiteral("Save all…"));
    QTRY_COMPARE(notices.size(), 1);
    QCOMPARE(notices[0][0].toString(), QStringLiteral("3 of 3 artifacts saved."));
}

void TestPlotPanel::saysWhereToLookBeforeTheFirstPlot()
{
    PlotPanel panel;
    QVERIFY(panel.isSettled());
    const auto labels = panel.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text() == QStringLiteral("Plots and files that a run makes show up here.");
    }));
}

void TestPlotPanel::showsThePixelsOfANewPicture()
{
    PlotPanel panel;
    panel.resize(500, 500);
    panel.show();
    QSignalSpy settled(&panel, &PlotPanel::settled);
    panel.add(png(QColor(10, 200, 30)));
    QVERIFY(!panel.isSettled());
    settle(panel);
    QVERIFY(!settled.isEmpty());
    auto* view = panel.findChild<PictureView*>();
    QVERIFY(view->isVisible());
    QCOMPARE(view->grab().toImage().pixelColor(view->rect().center()), QColor(10, 200, 30));
    const auto* strip = panel.findChild<QListView*>();
    const QImage thumbnail
        = strip->model()->index(0, 0).data(PlotModel::ThumbnailRole).value<QImage>();
    QCOMPARE(thumbnail.pixelColor(thumbnail.rect().center()), QColor(10, 200, 30));
}

void TestPlotPanel::aLargePictureComesWithFewerPixelsFirst()
{
    PlotPanel panel;
    panel.resize(600, 400);
    panel.show();
    auto* view = panel.findChild<PlotPicture*>();
    QSignalSpy notices(&panel, &PlotPanel::notice);
    QList<int> widths;
    connect(view, &PlotPicture::appeared, this, [&] {
        widths += view->image().width();
        view->setZoom(1);
        actionOf(panel, QStringLiteral("Copy"))->trigger(); // these are not all its pixels
    });
    panel.add(png(Qt::red, {2000, 500}));
    settle(panel);
    QCOMPARE(widths, QList<int>{1536});
    QCOMPARE(notices.count(), 1);
    QVERIFY(notices[0][0].toString().contains(QStringLiteral("still being read")));
    QCOMPARE(view->image().size(), QSize(2000, 500));
    QCOMPARE(view->zoom(), 1.0);
    QCOMPARE(view->colourAt({1999, 499}), QColor(Qt::red));
    view->setFit();
    QCOMPARE(view->grab().toImage().pixelColor(view->rect().center()), QColor(Qt::red));

    // Shown again, it is known with all of them.
    panel.add(png(Qt::blue));
    settle(panel);
    QCOMPARE(view->naturalSize(), QSize(200, 100));
    panel.select(0);
    settle(panel);
    QCOMPARE(view->image().size(), QSize(2000, 500));
    QCOMPARE(widths.size(), 1);
}

// Only the last of several is shown, and read once for both.
void TestPlotPanel::largePicturesHaveThumbnailsToo()
{
    QImage noise(400, 300, QImage::Format_RGB32);
    QRandomGenerator random(1);
    random.fillRange(reinterpret_cast<quint32*>(noise.bits()), 400 * 300);
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    noise.save(&bytes, "PNG");
    PlotPanel panel;
    panel.resize(500, 500);
    panel.show();
    const auto hasThumbnail = [&panel](int row) {
        const auto index = panel.findChild<QListView*>()->model()->index(row, 0);
        const auto size = index.data(PlotModel::ThumbnailRole).value<QPixmap>().size();
        return size.height() == 80 && size.width() < 112;
    };
    for (int i = 0; i < 3; ++i)
        panel.add(item(QStringLiteral("noise.png"), QStringLiteral("image/png"), bytes.data()));
    settle(panel);
    for (int row = 0; row < 3; ++row)
        QVERIFY2(hasThumbnail(row), qPrintable(QString::number(row)));
}

void TestPlotPanel::drawsSvgSharpAtTheSizeShown()
{
    PlotPanel panel;
    panel.resize(600, 600);
    panel.show();
    panel.add(item(
        QStringLiteral("a.svg"), QStringLiteral("image/svg+xml"),
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#123456"/></svg>)"));
    settle(panel);
    auto* view = panel.findChild<PictureView*>();
    QTRY_VERIFY(view->image().width() > 400);
    QCOMPARE(view->grab().toImage().pixelColor(view->rect().center()), QColor(0x12, 0x34, 0x56));
}

void TestPlotPanel::newestIsShownAndKeysWalk()
{
    PlotPanel panel;
    panel.resize(500, 500);
    panel.show();
    panel.add(png(Qt::red));
    panel.add(png(Qt::blue));
    settle(panel);
    auto* view = panel.findChild<PictureView*>();
    const auto shown = [&] { return view->image().pixelColor(5, 5); };
    QCOMPARE(shown(), QColor(Qt::blue));
    panel.activateWindow();
    panel.setFocus();
    QTest::keyClick(panel.findChild<QListView*>(), Qt::Key_Left);
    settle(panel);
    QCOMPARE(panel.currentIndex(), 0);
    QCOMPARE(shown(), QColor(Qt::red));
    panel.select(1);
    settle(panel);
    QCOMPARE(shown(), QColor(Qt::blue));
}

void TestPlotPanel::refusalBecomesACardThatCanBeSaved()
{
    PlotPanel panel;
    panel.resize(500, 500);
    panel.show();
    PlotItem huge = png(Qt::red);
    huge.bytes.replace(16, 8, QByteArray::fromHex("00004e2000004e20")); // 20000 x 20000
    panel.add(huge);
    settle(panel);
    const auto* card = panel.findChild<ArtifactCard*>();
    QVERIFY(card->isVisible());
    const QString reason = card->findChild<QLabel*>(QStringLiteral("artifactReason"))->text();
    QVERIFY2(reason.contains(QStringLiteral("20000 x 20000")), qPrintable(reason));
}

void TestPlotPanel::markupInANameStaysText()
{
    PlotPanel panel;
    panel.resize(500, 500);
    panel.show();
    const QString name = QStringLiteral("<b>x</b><img src='file:///etc/hostname'>\u202Egnp.exe");
    panel.add(item(name, QStringLiteral("audio/wav"), "RIFF"));
    settle(panel);
    for (const QLabel* label : panel.findChildren<QLabel*>())
        QCOMPARE(label->textFormat(), Qt::PlainText);
    const QString shown = panel.findChild<QLabel*>(QStringLiteral("artifactName"))->text();
    QVERIFY(shown.contains(QStringLiteral("<b>")));
    QVERIFY(!shown.contains(QChar(0x202E)));
    const QString tip
        = panel.findChild<QListView*>()->model()->index(0, 0).data(Qt::ToolTipRole).toString();
    QVERIFY(!tip.contains(QLatin1Char('<')));
}

void TestPlotPanel::bytesOfAnotherTypeAreNotShown()
{
    QCOMPARE(
        artifactKind(QStringLiteral("image/png"), "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ArtifactKind::Other);
    QCOMPARE(
        artifactKind(QStringLiteral("image/svg+xml"), "\x89PNG\r\n\x1a\n"), ArtifactKind::Other);
    QCOMPARE(artifactKind(QStringLiteral("text/html; charset=utf-8"), "<p>"), ArtifactKind::Html);
    QCOMPARE(artifactKind(QStringLiteral("image/x-unknown"), "\xff\xd8\xff"), ArtifactKind::Other);
}

void TestPlotPanel::removeAllCanBeUndone()
{
    PlotPanel panel;
    panel.resize(500, 500);
    panel.show();
    panel.add(png(Qt::red));
    panel.add(png(Qt::blue));
    settle(panel);
    const auto actionNamed = [&](const QString& text) {
        for (QAction* action : panel.actions()) {
            if (action->text() == text)
                return action;
        }
        return static_cast<QAction*>(nullptr);
    };
    actionNamed(QStringLiteral("Remove all"))->trigger();
    QCOMPARE(panel.count(), 0);
    settle(panel);
    for (auto* button : panel.findChildren<QAbstractButton*>()) {
        if (button->text() == QStringLiteral("Undo"))
            button->click();
    }
    QCOMPARE(panel.count(), 2);
    settle(panel);
    QCOMPARE(panel.findChild<PictureView*>()->image().pixelColor(5, 5), QColor(Qt::blue));
}

void TestPlotPanel::oldestAreDroppedAtTheLimitAndToldOnce()
{
    PlotModel model;
    QSignalSpy told(&model, &PlotModel::limitReached);
    for (int i = 0; i < PlotModel::kMaxArtifacts + 5; ++i)
        model.add(item(QStringLiteral("a.txt"), QStringLiteral("text/plain"), "x"));
    QCOMPARE(model.rowCount(), PlotModel::kMaxArtifacts);
    QCOMPARE(model.entry(0)->ordinal, 6);
    QCOMPARE(told.size(), 1);
    PlotModel heavy;
    const QByteArray large(int(PlotModel::kMaxBytes / 4), 'x'); // shared, so it costs its size once
    for (int i = 0; i < 6; ++i)
        heavy.add(item(QStringLiteral("a.txt"), QStringLiteral("text/plain"), large));
    QCOMPARE(heavy.rowCount(), 4);
}

void TestPlotPanel::copyGivesTheOriginalBytesToo()
{
    PlotEntry entry;
    entry.item = png(Qt::green);
    entry.kind = ArtifactKind::Png;
    const std::unique_ptr<QMimeData> data(clipboardData(entry, QImage(4, 4, QImage::Format_RGB32)));
    QVERIFY(data->hasImage());
    QCOMPARE(data->data(QStringLiteral("image/png")), entry.item.bytes);
}

void TestPlotPanel::savedNamesStayInTheFolderAndDoNotOverwrite()
{
    QTemporaryDir folder;
    PlotEntry entry;
    entry.ordinal = 3;
    entry.kind = ArtifactKind::Png;
    entry.item = png(Qt::green);
    entry.item.name = QStringLiteral("../../.bashrc");
    const QString first = savePlotInto(entry, folder.path());
    const QString second = savePlotInto(entry, folder.path());
    QVERIFY(first.endsWith(QStringLiteral(".png")));
    QVERIFY(first != second);
    for (const QString& path : {first, second}) {
        QCOMPARE(QFileInfo(path).canonicalPath(), QFileInfo(folder.path()).canonicalFilePath());
        QVERIFY(!QFileInfo(path).fileName().startsWith(QLatin1Char('.')));
        QVERIFY(!QFileInfo(path).isExecutable());
    }
}

void TestPlotPanel::savesWhereTheUserSaysAndTellsWhatWentWrong()
{
    QTemporaryDir folder;
    PlotPanel panel;
    const PlotItem plot = png(Qt::green);
    panel.add(plot);
    settle(panel);
    QSignalSpy notices(&panel, &PlotPanel::notice);
    const auto saveTo = [&panel](const QString& path) {
        for (QAction* action : panel.findChildren<QAction*>())
            if (action->toolTip() == PlotPanel::tr("Save this artifact as it is"))
                action->trigger();
        auto* dialog = panel.findChild<QFileDialog*>();
        QVERIFY(dialog);
        emit dialog->fileSelected(path);
        delete dialog;
    };
    QFile good(folder.filePath(QStringLiteral("a.png")));
    saveTo(good.fileName());
    QTRY_VERIFY(good.exists());
    QVERIFY(good.open(QIODevice::ReadOnly));
    QCOMPARE(good.readAll(), plot.bytes);
    saveTo(folder.filePath(QStringLiteral("none/a.png")));
    QTRY_COMPARE(notices.size(), 1);
    QVERIFY(notices[0][0].toString().contains(QStringLiteral("No such file")));
}

void TestPlotPanel::zoomKeepsThePointUnderThePointer()
{
    PictureView view;
    view.resize(400, 400);
    QImage image(400, 400, QImage::Format_RGB32);
    image.fill(Qt::white);
    image.setPixelColor(300, 100, Qt::red);
    QPainter(&image).fillRect(290, 90, 20, 20, Qt::red);
    view.setPicture(image, image.size(), false);
    view.setZoom(1);
    QCOMPARE(view.grab().toImage().pixelColor(300, 100), QColor(Qt::red));
    QWheelEvent wheel(
        {300, 100}, view.mapToGlobal(QPointF(300, 100)), {}, {0, 360}, Qt::NoButton,
        Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&view, &wheel);
    QVERIFY(view.zoom() > 1.5);
    QCOMPARE(view.grab().toImage().pixelColor(300, 100), QColor(Qt::red));
}

void TestPlotPanel::manyPicturesAtOnceLeaveTheLoopFree()
{
    PlotPanel panel;
    panel.resize(500, 500);
    panel.show();
    for (int i = 0; i < 60; ++i)
        panel.add(png(QColor::fromHsv(i * 5, 200, 200), {1200, 900}));
    QElapsedTimer since;
    since.start();
    qint64 longest = 0;
    QTimer beat;
    connect(&beat, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
    beat.start(5);
    settle(panel);
    QVERIFY2(
        longest < 250, qPrintable(QStringLiteral("the loop stood still for %1 ms").arg(longest)));
    QCOMPARE(panel.count(), 60);
}

SANDBENCH_TEST(TestPlotPanel);
#include "tst_plot_panel.moc"
