// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/page_fixture.h"
#include "ui/plots/artifact_card.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/viewers/page_data.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QTest>

#include <QListView>

#include <memory>
#include <unistd.h>

using namespace sandbench::ui;

class TestPlotPage : public PageTest
{
    Q_OBJECT

private slots:
    void drawsTheTracesOfAFigure_data();
    void drawsTheTracesOfAFigure();
    void theNextFiguresPageIsLoadedBeforeThereIsOne();
    void aPageWaitsWhileAProgramRunsThatMayDrawAFigure();
    void figureFullOfAddressesReachesNothing();
    void foreignHtmlRunsButReachesNothing();
    void foreignHtmlIsNotOfferedWithoutTheEnginesSandbox();
    void switchesAloneStopConnections();
    void panelShowsAFigureAndSettlesOnceItIsDrawn();
    void brokenFigureBecomesACard_data();
    void brokenFigureBecomesACard();
};

void TestPlotPage::drawsTheTracesOfAFigure_data()
{
    QTest::addColumn<QByteArray>("trace");
    QTest::newRow("bars") << QByteArray(R"("type":"bar","marker":{"color":"#c01020"})");
    // Xvfb has no WebGL.
    QTest::newRow("points of WebGL") << QByteArray(
        R"("type":"scattergl","mode":"markers","marker":{"color":"#c01020","size":90})");
}

void TestPlotPage::drawsTheTracesOfAFigure()
{
    QFETCH(QByteArray, trace);
    const auto script = checkFigure(
        R"({"data":[{"y":[3,2,1],)" + trace
        + R"(}],"layout":{"title":{"text":"</script><b>bars</b>"}}})");
    QVERIFY(script);
    const std::unique_ptr<FigureView> view(makeFigureView(nullptr));
    QSignalSpy drawn(view.get(), &ActiveView::drawn);
    QSignalSpy failed(view.get(), &ActiveView::failed);
    view->resize(700, 450);
    view->show();
    view->draw(*script);
    QTRY_VERIFY_WITH_TIMEOUT(!drawn.isEmpty() || !failed.isEmpty(), kPageTimeout);
    QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
    const QPixmap picture = view->picture();
    if (const QByteArray keep = qgetenv("SANDBENCH_TEST_KEEP"); !keep.isEmpty())
        picture.save(QString::fromLocal8Bit(keep));
    QVERIFY2(
        pixelsOf(picture, QColor(0xc0, 0x10, 0x20)) > 5'000, "the trace is not in the picture");
}

void TestPlotPage::figureFullOfAddressesReachesNothing()
{
    const QByteArray address = canary().toLatin1();
    QByteArray figure = R"JSON({"data":[{"type":"scatter","x":[1,2],"y":[1,2],
        "text":["<a href='@'>x</a>","<img src='@'>"],"mode":"text+markers"}],
        "layout":{"images":[{"source":"@","xref":"paper","yref":"paper","x":0,"y":1,"sizex":1,"sizey":1}],
        "title":{"text":"<a href='@'>t</a><img src=@ onerror=fetch('@')>"},
        "font":{"family":"url(@)"},"annotations":[{"text":"<style>@import '@'</style>a","x":1,"y":1}]},
        "config":{"plotlyServerURL":"@","topojsonURL":"@"}})JSON";
    figure.replace("@", address);
    const auto script = checkFigure(figure);
    QVERIFY(script);
    QVERIFY(!script->contains("plotlyServerURL"));
    const std::unique_ptr<FigureView> view(makeFigureView(nullptr));
    QSignalSpy drawn(view.get(), &ActiveView::drawn);
    view->resize(700, 450);
    view->show();
    view->draw(*script);
    QVERIFY(drawn.wait(kPageTimeout));
    // One more request behind those of the figure: when it has been refused, they have been too.
    auto* page = view->findChild<QWebEnginePage*>();
    QVERIFY(page);
    page->runJavaScript(
        QStringLiteral(
            "window.probe = new Image; probe.onerror = () => { probe.state = 'refused'; };"
            "probe.onload = () => { probe.state = 'loaded'; }; probe.src = '%1';")
            .arg(canary()));
    QCOMPARE(valueIn(page, QStringLiteral("probe.state")), QStringLiteral("refused"));
    QCOMPARE(connectionsBeforeOurs(), 0);
}

void TestPlotPage::foreignHtmlRunsButReachesNothing()
{
    QByteArray html = R"HTML(<!doctype html><body style="margin:0">
        <div id=d style="width:300px;height:300px">"&amp;</div><script>
        // Every attempt ends at once, in an event of its own, or in a violation of our policy.
        const ends = (node, attribute, url) => new Promise(ended => {
            node.onerror = node.onload = ended; node[attribute] = url; document.body.append(node); });
        const make = (name, more) => Object.assign(document.createElement(name), more);
        const violations = (directive, left) => new Promise(all => {
            addEventListener('securitypolicyviolation',
                e => { if (e.effectiveDirective == directive && --left == 0) all(); }); });
        const tries = [
            () => violations('connect-src', 5),
            () => violations('frame-src', 1),
            () => ends(make('img'), 'src', '@/img'),
            () => ends(make('link', {rel: 'stylesheet'}), 'href', '@/css'),
            () => { document.body.append(make('iframe', {src: '@/frame'})); },
            () => ends(make('script'), 'src', '@/js'),
            () => { document.head.append(make('link', {rel: 'prefetch', href: '@/pre'})); },
            () => fetch('@/fetch'),
            () => navigator.sendBeacon('@/beacon'),
            () => new Promise(ended => { new WebSocket('ws://' + '@'.slice(7)).onerror = ended; }),
            () => new Promise(ended => { new EventSource('@/es').onerror = ended; }),
            () => new Promise(ended => { const x = new XMLHttpRequest; x.onloadend = ended;
                x.open('GET', '@/xhr'); x.send(); }),
            () => open('@/open'), () => alert(1), () => { top.location = '@/top'; },
            () => new Promise(ended => {
                const p = new RTCPeerConnection({iceServers: [{urls: 'turn:' + '@'.slice(7, -7) + '?transport=tcp', username: 'a', credential: 'b'}]});
                p.onicegatheringstatechange = () => { if (p.iceGatheringState == 'complete') ended(); };
                p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o)); })];
        Promise.allSettled(tries.map(async t => t())).then(() => {
            document.getElementById('d').style.background = '#20c010'; });
        onmessage = () => { location = '@/location'; };
        </script>)HTML";
    html.replace("@", canary().toLatin1());
    const std::unique_ptr<ActiveView> view(makeHtmlView(html, nullptr));
    QSignalSpy drawn(view.get(), &ActiveView::drawn);
    view->resize(700, 450);
    view->show();
    QVERIFY(drawn.wait(kPageTimeout));
    QTRY_VERIFY_WITH_TIMEOUT(
        pixelsOf(view->picture(), QColor(0x20, 0xc0, 0x10)) > 50'000, kPageTimeout);
    auto* page = view->findChild<QWebEnginePage*>();
    QVERIFY(page);
    page->runJavaScript(QStringLiteral("addEventListener('securitypolicyviolation', e => { "
                                       "window.refused = e.effectiveDirective; });"
                                       "frames[0].postMessage('leave', '*');"));
    QCOMPARE(valueIn(page, QStringLiteral("window.refused")), QStringLiteral("frame-src"));
    QCOMPARE(connectionsBeforeOurs(), 0);
}

void TestPlotPage::foreignHtmlIsNotOfferedWithoutTheEnginesSandbox()
{
    PlotPanel panel;
    panel.resize(500, 500);
    panel.show();
    panel.add(
        {QStringLiteral("run-1"),
         QStringLiteral("page.html"),
         QStringLiteral("text/html"),
         "<p>hello</p>",
         0,
         0,
         {}});
    QTRY_VERIFY(panel.isSettled());
    const auto* card = panel.findChild<ArtifactCard*>();
    QVERIFY(card->isVisible());
    const auto* activate = card->findChild<QAbstractButton*>(QStringLiteral("artifactActivate"));
    QVERIFY(activate);
    QCOMPARE(activate->isVisible(), geteuid() != 0);
    const QString reason = card->findChild<QLabel*>(QStringLiteral("artifactReason"))->text();
    QCOMPARE(reason.contains(QStringLiteral("as root")), geteuid() == 0);
}

// The wall that WebRTC meets: an ordinary page, without our filter, asks for an address of this
// machine.
void TestPlotPage::switchesAloneStopConnections()
{
    QWebEnginePage page;
    QSignalSpy finished(&page, &QWebEnginePage::loadFinished);
    page.load(QUrl(canary()));
    QVERIFY(finished.wait(kPageTimeout));
    QCOMPARE(finished.value(0).value(0).toBool(), false);
    QCOMPARE(connectionsBeforeOurs(), 0);
}

void TestPlotPage::panelShowsAFigureAndSettlesOnceItIsDrawn()
{
    PlotPanel panel;
    panel.resize(620, 640);
    panel.show();
    const QString examples = qEnvironmentVariable("SANDBENCH_TEST_FIGURES");
    const auto bytesOf = [&](const QString& name) {
        QFile file(examples + QLatin1Char('/') + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    for (const char* name : {"a.png", "b.png", "a.svg"}) {
        const QString mime = QLatin1String(name).endsWith(QLatin1String("svg"))
            ? QStringLiteral("image/svg+xml")
            : QStringLiteral("image/png");
        if (!examples.isEmpty())
            panel.add(
                {QStringLiteral("r"),
                 QLatin1String(name),
                 mime,
                 bytesOf(QLatin1String(name)),
                 0,
                 0,
                 {}});
    }
    QByteArray figure
        = R"({"data":[{"type":"bar","y":[3,2,1],"marker":{"color":"#c01020"}}],"layout":{"autosize":true}})";
    if (!examples.isEmpty())
        figure = bytesOf(QStringLiteral("fig.json"));
    panel.add(
        {QStringLiteral("r"),
         QStringLiteral("figure.json"),
         QStringLiteral("application/vnd.plotly.v1+json"),
         figure,
         0,
         0,
         {}});
    panel.beginRun(QStringLiteral("r"));
    QVERIFY(!panel.isSettled());
    QTRY_VERIFY_WITH_TIMEOUT(panel.isSettled(), kPageTimeout);
    const QColor colour = examples.isEmpty() ? QColor(0xc0, 0x10, 0x20) : QColor(0x63, 0x6e, 0xfa);
    QVERIFY2(pixelsOf(panel.grab(), colour) > 100, "the figure is not in the panel");
    const auto* strip = panel.findChild<QListView*>();
    QVERIFY(!strip->model()
                 ->index(panel.count() - 1, 0)
                 .data(PlotModel::ThumbnailRole)
                 .value<QImage>()
                 .isNull());
    if (const QByteArray keep = qgetenv("SANDBENCH_TEST_KEEP"); !keep.isEmpty())
        panel.grab().save(QString::fromLocal8Bit(keep + ".panel.png"));
    if (!examples.isEmpty()) {
        for (int i = 0; i < 3; ++i) {
            panel.select(i);
            QTRY_VERIFY_WITH_TIMEOUT(panel.isSettled(), kPageTimeout);
            panel.grab().save(
                qEnvironmentVariable("SANDBENCH_TEST_KEEP") + QStringLiteral(".%1.png").arg(i));
        }
    }
}

void TestPlotPage::theNextFiguresPageIsLoadedBeforeThereIsOne()
{
    PlotPanel panel;
    panel.resize(620, 640);
    panel.show();
    const auto pages = [&panel] { return panel.findChildren<QWebEnginePage*>(); };
    const auto addFigure = [&panel](const QByteArray& color) {
        panel.add(
            {QStringLiteral("r"),
             QStringLiteral("figure.json"),
             QStringLiteral("application/vnd.plotly.v1+json"),
             R"({"data":[{"type":"bar","y":[3,2,1],"marker":{"color":")" + color + R"("}}]})",
             0,
             0,
             {}});
        QTRY_VERIFY_WITH_TIMEOUT(panel.isSettled(), kPageTimeout);
    };
    addFigure("#c01020");
    QTRY_COMPARE_WITH_TIMEOUT(pages().size(), 2, kPageTimeout);
    QWebEnginePage* spare = pages().back();
    QCOMPARE(
        valueIn(spare, QStringLiteral("String(window.Plotly ? typeof sandbenchFigure : '')")),
        QStringLiteral("undefined"));
    addFigure("#20c010");
    QVERIFY(pages().contains(spare));
    QVERIFY(pixelsOf(panel.grab(), QColor(0x20, 0xc0, 0x10)) > 5'000);
    // It takes memory, so nobody keeps one who does not look.
    QTRY_COMPARE_WITH_TIMEOUT(pages().size(), 2, kPageTimeout);
    panel.hide();
    QTRY_COMPARE(pages().size(), 1);
}

void TestPlotPage::aPageWaitsWhileAProgramRunsThatMayDrawAFigure()
{
    PlotPanel panel;
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const auto pages = [&panel] { return panel.findChildren<QWebEnginePage*>(); };
    panel.beginRun(QStringLiteral("run-1"));
    QCOMPARE(pages().size(), 0);
    panel.beginRun(QStringLiteral("run-2"), true);
    QCOMPARE(pages().size(), 1);
    panel.endRun();
    QTRY_COMPARE(pages().size(), 0); // there was no figure
    panel.beginRun(QStringLiteral("run-3"), true);
    const QPointer<QWebEnginePage> waiting = pages().first();
    QSignalSpy settled(&panel, &PlotPanel::settled);
    panel.add(
        {QStringLiteral("run-3"),
         QStringLiteral("figure.json"),
         QStringLiteral("application/vnd.plotly.v1+json"),
         R"({"data":[{"type":"bar","y":[1,2]}]})",
         0,
         0,
         {}});
    QVERIFY(settled.wait(kPageTimeout));
    panel.endRun();
    QVERIFY(waiting && pages().contains(waiting.get()));
}

void TestPlotPage::brokenFigureBecomesACard_data()
{
    QTest::addColumn<QByteArray>("figure");
    QTest::addColumn<QString>("saying");
    QTest::newRow("not JSON") << QByteArray("{\"data\":[NaN]}") << QStringLiteral("Not drawn");
    QTest::newRow("no traces") << QByteArray("{\"data\":{}}")
                               << QStringLiteral("no list of traces");
    QTest::newRow("deep") << QByteArray(
        "{\"data\":" + QByteArray("[").repeated(5000) + QByteArray("]").repeated(5000) + "}")
                          << QStringLiteral("Not drawn");
}

void TestPlotPage::brokenFigureBecomesACard()
{
    QFETCH(QByteArray, figure);
    QFETCH(QString, saying);
    PlotPanel panel;
    panel.resize(620, 640);
    panel.show();
    panel.add(
        {QStringLiteral("r"),
         QStringLiteral("f.json"),
         QStringLiteral("application/vnd.plotly.v1+json"),
         figure,
         0,
         0,
         {}});
    QTRY_VERIFY_WITH_TIMEOUT(panel.isSettled(), kPageTimeout);
    const QString reason = panel.findChild<QLabel*>(QStringLiteral("artifactReason"))->text();
    QVERIFY2(reason.contains(saying), qPrintable(reason));
}

SANDBENCH_TEST_AFTER(PageTest::startDisplay, TestPlotPage);
#include "tst_plot_page.moc"
