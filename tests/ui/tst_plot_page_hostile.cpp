// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that try every way out of the locked view, one at a time, in the real web engine.
#include "tests/support/test_program.h"
#include "tests/ui/page_fixture.h"
#include "ui/viewers/page_watch.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>

using namespace sandbench::ui;
using namespace std::chrono_literals;

class TestPlotPageHostile : public PageTest
{
    Q_OBJECT

private slots:
    void noWayOutLeadsAnywhere_data();
    void noWayOutLeadsAnywhere();
    void anEndlessPageLeavesTheWindowAloneAndEndsWithItsView();
    void aLargePageIsShown();
    void aPageThatTakesTooMuchMemoryIsEnded();
    void aPageThatNobodySeesStandsStill();
    void aProcessIsWatched();
    void whatTheKernelSaysOfAProcessIsRead_data();
    void whatTheKernelSaysOfAProcessIsRead();

    void cleanupTestCase() { m_view.reset(); }

private:
    /// A page with a frame that runs what it is told, as the body of an asynchronous function, and
    /// says how it ended.
    static std::unique_ptr<ActiveView> listeningPage();
    /// What our own page hears when its frame runs @p script.
    static QString heardOf(const ActiveView& view, QByteArray script);
    static QWebEnginePage* pageOf(const ActiveView& view)
    {
        return view.findChild<QWebEnginePage*>();
    }

    std::unique_ptr<ActiveView> m_view; ///< Of all that do not leave their page.
};

std::unique_ptr<ActiveView> TestPlotPageHostile::listeningPage()
{
    const QByteArray html = R"HTML(<!doctype html><head></head><body>hello<script>
        const make = (name, more) => Object.assign(document.createElement(name), more);
        const add = (name, more) => { document.body.append(make(name, more)); };
        const click = (more) => { const a = make('a', more); document.body.append(a); a.click(); };
        const loads = (name, more) => new Promise(ended => {
            const node = make(name, more);
            node.onload = () => ended('LOADED ' + name); node.onerror = () => ended(); document.body.append(node); });
        const refused = (promise) => promise.then(() => 'GOT IT', () => undefined);
        const say = (text) => parent.postMessage(text || 'tried', '*');
        const Asynchronous = (async () => {}).constructor;
        onmessage = async (told) => { try { say(await Asynchronous(told.data)()); } catch (error) { say(); } };
        </script>)HTML";
    std::unique_ptr<ActiveView> view(makeHtmlView(html, nullptr));
    QSignalSpy drawn(view.get(), &ActiveView::drawn);
    view->resize(400, 300);
    view->show();
    [&] { QVERIFY(drawn.wait(kPageTimeout)); }();
    return view;
}

QString TestPlotPageHostile::heardOf(const ActiveView& view, QByteArray script)
{
    const auto told = QJsonDocument(QJsonArray{QString::fromUtf8(script)}).toJson();
    pageOf(view)->runJavaScript(
        QStringLiteral("window.heard = ''; if (!window.listens) { window.listens = true;"
                       "addEventListener('securitypolicyviolation', e => { heard = heard || "
                       "e.effectiveDirective; });"
                       "addEventListener('message', e => { heard = heard || e.data; }); }"
                       "frames[0].postMessage(%1[0], '*');")
            .arg(QString::fromUtf8(told)));
    return valueIn(pageOf(view), QStringLiteral("window.heard"));
}

void TestPlotPageHostile::noWayOutLeadsAnywhere_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("end");
    const auto row = [](const char* name, const char* script, const char* end = "tried") {
        QTest::newRow(name) << QByteArray(script) << QString::fromLatin1(end);
    };
    // Our own page hears of a navigation of its frame that its policy refuses.
    const char* const navigation = "frame-src";
    row("location", "location = '@'; await new Promise(() => {})", navigation);
    row("meta refresh",
        "document.head.append(make('meta', {httpEquiv: 'refresh', content: '0;url=@'}));"
        "await new Promise(() => {})",
        navigation);
    row("link", "click({href: '@'}); await new Promise(() => {})", navigation);
    row("link to a new window", "click({href: '@', target: '_blank'})");
    row("link to the whole view", "click({href: '@', target: '_top'})");
    row("window.open", "if (open('@')) return 'OPENED'");
    row("location of the view", "top.location = '@'; return 'LEFT'");
    row("form to a new window",
        "const f = make('form', {action: '@', method: 'post', target: '_blank'});"
        "document.body.append(f); f.submit()");
    row("form", "const f = make('form', {action: '@'}); document.body.append(f); f.submit()");
    row("hints",
        "for (const rel of ['prefetch', 'preconnect', 'dns-prefetch', 'preload', 'modulepreload',"
        "'prerender', 'icon', 'manifest', 'stylesheet'])"
        " document.head.append(make('link', {rel, href: '@', as: 'script'}));"
        "return refused(fetch('@'))");
    row("elements",
        "return (await Promise.all([loads('img', {src: '@'}), loads('script', {src: '@'}),"
        "loads('video', {src: '@'}), loads('object', {data: '@'}), loads('embed', {src: '@'})].map("
        "p => Promise.race([p, new Promise(r => setTimeout(r, 1000))])))).join('')");
    row("ping of a link", "click({href: '#x', ping: '@'})");
    row("beacon",
        "navigator.sendBeacon('@', 'x'); return refused(fetch('@', {mode: 'no-cors', keepalive: "
        "true}))");
    row("socket",
        "await new Promise(ended => { new WebSocket('ws:' + '@'.slice(5)).onerror = ended; })");
    row("shared worker", "new SharedWorker('@'); return 'STARTED'");
    row("service worker", "return refused(navigator.serviceWorker.register('@'))");
    row("worker of its own",
        "return new Promise(ended => { const w = new Worker(URL.createObjectURL(new Blob(["
        "\"fetch('@').then(() => postMessage('FETCHED'), () => postMessage(''))\"])));"
        "w.onmessage = e => ended(e.data); w.onerror = () => ended(); })");
    row("WebRTC by UDP",
        "await new Promise(ended => { const p = new RTCPeerConnection({iceServers: [{urls: "
        "'stun:UDP'}]});"
        "p.onicegatheringstatechange = () => { if (p.iceGatheringState == 'complete') ended(); };"
        "p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o)); })");
    row("file by fetch", "return refused(fetch('file:///etc/hostname'))");
    row("file as a picture",
        "return loads('img', {src: 'file:///usr/share/pixmaps/debian-logo.png'})");
    row("file as a frame",
        "add('iframe', {src: 'file:///etc/hostname'}); return refused(fetch('file:///etc/hosts'))");
    row("download", "click({href: '@', download: 'x'})");
    row("download of its own bytes",
        "click({href: URL.createObjectURL(new Blob(['x'])), download: 'x'})");
    row("dialogs",
        "for (let i = 0; i < 200; ++i) { alert(i); if (confirm(i) || prompt(i)) return 'ASKED'; }");
    row("dialog at the end",
        "onbeforeunload = () => 'stay'; location = '@'; await new Promise(() => {})", navigation);
    row("print", "print()");
    row("full screen", "return refused(document.documentElement.requestFullscreen())");
    row("clipboard",
        "document.execCommand('copy'); return refused(navigator.clipboard.writeText('theirs'))");
    row("clipboard by event",
        "document.oncopy = e => { e.clipboardData.setData('text/plain', 'theirs'); "
        "e.preventDefault(); };"
        "if (document.execCommand('copy') || document.execCommand('paste')) return 'COPIED'");
    row("permissions",
        "return (await Promise.all([refused(Notification.requestPermission().then(p => p == "
        "'granted' || Promise.reject())),"
        "refused(navigator.mediaDevices.getUserMedia({audio: true})), "
        "refused(navigator.mediaDevices.getDisplayMedia()),"
        "refused(new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, "
        "no)))])).join('')");
    row("files", "return refused(showOpenFilePicker())");
    row("storage", "localStorage.setItem('a', 'b'); return 'STORED'");
    row("database",
        "await new Promise((no, ended) => { const r = indexedDB.open('x');"
        "r.onsuccess = no; r.onerror = ended; }); return 'STORED'");
    row("cookie", "document.cookie = 'a=b'; if (document.cookie) return 'STORED'");
    row("our page", "return parent.document.title");
    row("memory", "new ArrayBuffer(2 ** 36)");
}

void TestPlotPageHostile::noWayOutLeadsAnywhere()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, end);
    script.replace("@", canary().toLatin1());
    script.replace("UDP", "127.0.0.1:" + QByteArray::number(udpPort()));
    QApplication::clipboard()->setText(QStringLiteral("mine"));
    if (!m_view)
        m_view = listeningPage();
    QCOMPARE(heardOf(*m_view, script), end);
    QCOMPARE(connectionsBeforeOurs(), 0);
    QVERIFY(!gotADatagram());
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("mine"));
    for (const QWidget* window : QApplication::topLevelWidgets())
        QVERIFY2(window == m_view.get() || !window->isVisible(), window->metaObject()->className());
    QVERIFY(!m_view->window()->isFullScreen());
    // Its frame has nothing in it any more.
    if (end != QLatin1String("tried"))
        m_view.reset();
}

void TestPlotPageHostile::anEndlessPageLeavesTheWindowAloneAndEndsWithItsView()
{
    auto view = listeningPage();
    const qint64 page = pageOf(*view)->renderProcessPid();
    QVERIFY(page > 0);
    pageOf(*view)->runJavaScript(QStringLiteral("frames[0].postMessage('for (;;);', '*');"));
    view->resize(500, 400);
    QVERIFY(!view->grab().isNull());
    view.reset();
    const auto isRunning = [page] {
        QFile status(QStringLiteral("/proc/%1/stat").arg(page));
        return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
    };
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(), kPageTimeout);
}

void TestPlotPageHostile::aLargePageIsShown()
{
    // Its data are in it, as those of a chart that stands alone are.
    const QByteArray data = QByteArray("123456789,").repeated(3'000'000);
    const std::unique_ptr<ActiveView> view(
        makeHtmlView("<p>hello<script type='application/json'>[" + data + "0]</script>", nullptr));
    QSignalSpy drawn(view.get(), &ActiveView::drawn);
    QSignalSpy failed(view.get(), &ActiveView::failed);
    view->resize(400, 300);
    view->show();
    QTRY_VERIFY_WITH_TIMEOUT(drawn.size() + failed.size() == 1, kPageTimeout);
    QCOMPARE(failed.size(), 0);
}

void TestPlotPageHostile::aPageThatTakesTooMuchMemoryIsEnded()
{
    const auto view = listeningPage();
    QSignalSpy failed(view.get(), &ActiveView::failed);
    // Outside of what the engine bounds for JavaScript.
    heardOf(
        *view,
        "const all = []; setInterval(() => all.push(new Uint8Array(64 << 20).fill(1)), 10);");
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPageTimeout);
    QCOMPARE(
        failed.first().first().toString(),
        QStringLiteral("The page took more than 1 GB of memory and was ended."));
}

void TestPlotPageHostile::aPageThatNobodySeesStandsStill()
{
    const auto view = listeningPage();
    using State = QWebEnginePage::LifecycleState;
    view->hide();
    QTRY_COMPARE(pageOf(*view)->lifecycleState(), State::Frozen);
    view->show();
    QTRY_COMPARE(pageOf(*view)->lifecycleState(), State::Active);
    QCOMPARE(heardOf(*view, "say();"), QStringLiteral("tried"));
}

void TestPlotPageHostile::aProcessIsWatched()
{
    QProcess process;
    process.start(
        QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("while :; do :; done")});
    QVERIFY(process.waitForStarted());
    PageWatch::Limits limits;
    limits.share = 0.01; // there is more to do on this machine
    limits.busy = 200ms;
    limits.interval = 10ms;
    const auto id = [&process] { return process.processId(); };
    PageWatch busy(id, limits, nullptr);
    QSignalSpy became(&busy, &PageWatch::busyChanged);
    QTRY_VERIFY_WITH_TIMEOUT(!became.isEmpty(), kPageTimeout);
    QVERIFY(became.first().first().toBool());
    QCOMPARE(process.state(), QProcess::Running);
    limits.memory = 1;
    PageWatch small(id, limits, nullptr);
    QSignalSpy tooLarge(&small, &PageWatch::tooLarge);
    QTRY_COMPARE(process.state(), QProcess::NotRunning);
    QCOMPARE(tooLarge.size(), 1);
}

void TestPlotPageHostile::whatTheKernelSaysOfAProcessIsRead_data()
{
    QTest::addColumn<QByteArray>("stat");
    QTest::addColumn<qint64>("ticks"); // -1: it is not read
    QTest::addColumn<qint64>("pages");
    const QByteArray rest(" S 1 2 3 4 5 6 7 8 9 10 20 22 13 14 15 16 17 18 19 20 21 22 23");
    QTest::newRow("plain") << "7 (sh)" + rest << qint64{42} << qint64{21};
    QTest::newRow("a name of brackets") << "7 (a) S 9 (b)" + rest << qint64{42} << qint64{21};
    QTest::newRow("short") << QByteArray("7 (sh) S 1 2 3") << qint64{-1} << qint64{0};
    QTest::newRow("no numbers") << "7 (sh)" + QByteArray(rest).replace("20 22", "x y") << qint64{-1}
                                << qint64{0};
    QTest::newRow("nothing") << QByteArray() << qint64{-1} << qint64{0};
}

void TestPlotPageHostile::whatTheKernelSaysOfAProcessIsRead()
{
    QFETCH(QByteArray, stat);
    QFETCH(qint64, ticks);
    const auto use = readProcessUse(stat);
    QCOMPARE(use ? use->ticks : -1, ticks);
    QTEST(use ? use->residentPages : 0, "pages");
}

SANDBENCH_TEST_AFTER(PageTest::startDisplay, TestPlotPageHostile);
#include "tst_plot_page_hostile.moc"
