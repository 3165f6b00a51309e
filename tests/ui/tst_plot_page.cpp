// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Chromium needs a display: an Xvfb of the test's own.
#include "tests/ui/xvfb_display.h"
#include "ui/plots/active_view.h"
#include "ui/plots/figure_json.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/web_engine.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTest>
#include <QWebEnginePage>

#include <QListView>

#include <cstdio>
#include <memory>

using namespace sandbench::ui;

static constexpr int kPageTimeout = 60'000;

class TestPlotPage : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void drawsTheTracesOfAFigure();
    void figureFullOfAddressesReachesNothing();
    void foreignHtmlRunsButReachesNothing();
    void switchesAloneStopConnections();
    void panelShowsAFigureAndSettlesOnceItIsDrawn();
    void brokenFigureBecomesACard_data();
    void brokenFigureBecomesACard();
    void cleanup();

private:
    static int pixelsOf(const QPixmap& picture, const QColor& colour);
    QString canary() const
    {
        return QStringLiteral("http://127.0.0.1:%1/canary").arg(m_canary->serverPort());
    }

    std::unique_ptr<QTcpServer> m_canary;
    int m_connections = 0;
};

void TestPlotPage::init()
{
    m_connections = 0;
    m_canary = std::make_unique<QTcpServer>();
    QVERIFY(m_canary->listen(QHostAddress::LocalHost));
    connect(m_canary.get(), &QTcpServer::newConnection, this, [this] { ++m_connections; });
}

void TestPlotPage::cleanup()
{
    m_canary.reset();
}

int TestPlotPage::pixelsOf(const QPixmap& picture, const QColor& colour)
{
    const QImage image = picture.toImage().convertToFormat(QImage::Format_RGB32);
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += QColor(image.pixel(x, y)) == colour ? 1 : 0;
    }
    return count;
}

void TestPlotPage::drawsTheTracesOfAFigure()
{
    const auto script
        = checkFigure(R"({"data":[{"type":"bar","y":[3,2,1],"marker":{"color":"#c01020"}}],
        "layout":{"title":{"text":"</script><b>bars</b>"}}})");
    QVERIFY(script);
    const std::unique_ptr<ActiveView> view(makePlotlyView(*script, nullptr));
    QSignalSpy drawn(view.get(), &ActiveView::drawn);
    QSignalSpy failed(view.get(), &ActiveView::failed);
    view->resize(700, 450);
    view->show();
    QTRY_VERIFY_WITH_TIMEOUT(!drawn.isEmpty() || !failed.isEmpty(), kPageTimeout);
    QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
    const QPixmap picture = view->picture();
    if (const QByteArray keep = qgetenv("SANDBENCH_TEST_KEEP"); !keep.isEmpty())
        picture.save(QString::fromLocal8Bit(keep));
    QVERIFY2(
        pixelsOf(picture, QColor(0xc0, 0x10, 0x20)) > 5'000, "the bars are not in the picture");
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
    const std::unique_ptr<ActiveView> view(makePlotlyView(*script, nullptr));
    QSignalSpy drawn(view.get(), &ActiveView::drawn);
    view->resize(700, 450);
    view->show();
    QVERIFY(drawn.wait(kPageTimeout));
    QTest::qWait(500); // the time in which a request would arrive
    QCOMPARE(m_connections, 0);
}

void TestPlotPage::foreignHtmlRunsButReachesNothing()
{
    QByteArray html
        = R"HTML(<!doctype html><body style="margin:0"><div id=d style="width:300px;height:300px">"&amp;</div>
        <img src="@/img"><link rel=stylesheet href="@/css"><link rel=prefetch href="@/pre"><iframe src="@/frame"></iframe>
        <script src="@/js"></script><script>
        const tries = [() => fetch('@/fetch'), () => navigator.sendBeacon('@/beacon'), () => new WebSocket('ws://' + '@'.slice(7)),
            () => new EventSource('@/es'), () => open('@/open'), () => alert(1), () => { top.location = '@/top'; },
            () => { const x = new XMLHttpRequest; x.open('GET', '@/xhr'); x.send(); },
            () => { const i = document.createElement('iframe'); document.body.append(i);
                const R = i.contentWindow.RTCPeerConnection || RTCPeerConnection;
                const p = new R({iceServers: [{urls: 'turn:' + '@'.slice(7, -7) + '?transport=tcp', username: 'a', credential: 'b'}]});
                p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o)); }];
        for (const t of tries) try { t(); } catch (e) { }
        document.getElementById('d').style.background = '#20c010';
        setTimeout(() => { location = '@/location'; }, 100);
        </script>)HTML";
    html.replace("@", canary().toLatin1());
    const std::unique_ptr<ActiveView> view(makeHtmlView(html, nullptr));
    QSignalSpy drawn(view.get(), &ActiveView::drawn);
    view->resize(700, 450);
    view->show();
    QVERIFY(drawn.wait(kPageTimeout));
    QTRY_VERIFY_WITH_TIMEOUT(pixelsOf(view->picture(), QColor(0x20, 0xc0, 0x10)) > 50'000, 10'000);
    QTest::qWait(1500); // the time in which a request would arrive
    QCOMPARE(m_connections, 0);
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
    QCOMPARE(m_connections, 0);
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

int main(int argc, char** argv)
{
    XvfbDisplay display;
    if (!display.start()) {
        std::fputs("Xvfb does not start; install the package xvfb\n", stderr);
        return 1;
    }
    qputenv("DISPLAY", display.name());
    qputenv("QT_QPA_PLATFORM", "xcb");
    configureWebEngine();
    QApplication app(argc, argv);
    TestPlotPage test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_plot_page.moc"
