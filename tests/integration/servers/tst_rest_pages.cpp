// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/front.h"
#include "core/base/embedded.h"
#include "tests/support/needs.h"
#include "tests/support/rest_client.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <semaphore>
#include <thread>

using namespace sandbench;
using sandbench::test::RestApi;

namespace {

constexpr int kBrowserMs = 120'000;

/// What both drivers need. They say in the title how it went.
constexpr const char* kTools = R"js("use strict";
const the = (id) => document.getElementById(id);
const state = () => document.documentElement.dataset.state;
const until = async (wanted) => {
    while (!wanted()) await new Promise((resolve) => setTimeout(resolve, 20));
};
)js";

/// Does on /ui what a person would, with the page's own rights.
constexpr const char* kRunning = R"js(
(async () => {
    const said = [];
    const begin = (code) => {
        the("code").value = code;
        the("code").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true }));
    };
    const ended = () => until(() => !the("run").disabled);
    await until(() => state() === "ready");
    const isSample = the("code").value.includes("plt.show()");
    the("code").value = "kept";
    dispatchEvent(new Event("pagehide"));
    the("code").value = "";
    window.begin();
    await until(() => state() === "ready");
    said.push(isSample ? the("code").value : "no sample");
    begin("print('hello ' + input())");
    await until(() => !the("talk").hidden);
    the("line").value = "you";
    the("talk").requestSubmit();
    await ended();
    said.push(the("output").textContent);
    begin("print('begun', flush=True)\nwhile True: pass");
    await until(() => the("output").textContent.includes("begun"));
    the("stop").click();
    await ended();
    said.push(the("status").textContent);
    begin(decodeURIComponent(location.hash.slice(1)));
    await ended();
    await until(() => [...document.querySelectorAll(".artifact")].every((each) => each.dataset.shown));
    await until(() => [...document.querySelectorAll("iframe")].every((each) => each.dataset.state));
    said.push(the("status").textContent, window.hit === undefined ? document.title : "hit");
    the("fresh").click();
    await until(() => state() === "ready");
    document.title = said.join("|");
    await fetch("/done");
})();
)js";

/// Looks at /ui in a small window, as a person would.
constexpr const char* kLooking = R"js(
(async () => {
    await until(() => state() === "ready");
    const light = (text) => {
        const parts = text.match(/[\d.]+/g).slice(0, 3).map((each) => each / 255)
            .map((each) => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const said = [];
    const { color, backgroundColor, opacity } = getComputedStyle(the("stop"));
    const [dark, bright] = [light(color), light(backgroundColor)].sort();
    said.push(the("stop").disabled && opacity === "1" && (bright + 0.05) / (dark + 0.05) >= 4.5 ? "readable" : "dim");
    the("code").value = "# a\nimport os\nprint('\\x1b[1;31mred\\x1b[0m plain \\x1b[38;5;208morange\\x1b[0m')";
    the("code").dispatchEvent(new Event("input"));
    said.push(document.querySelector(".gutter")?.textContent.trim().replaceAll("\n", " "));
    for (const kind of ["comment", "word", "string"])
        said.push(document.querySelector(`.colours .${kind}`)?.textContent);
    the("run").click();
    await until(() => state() === "ended");
    said.push(the("output").textContent, document.querySelector("#output .f-c1.bold")?.textContent);
    said.push([...document.querySelectorAll("#output span")].find((each) => each.style.color)?.style.color);
    the("talk").hidden = false;
    the("status").textContent = "x".repeat(90);
    the("artifacts").append(make("article", { className: "panel artifact" },
        make("div", { className: "bar" }, make("strong", {}, "y".repeat(90)))));
    document.body.style.width = "420px"; // no window of a headless Chromium is that small
    said.push(document.body.scrollWidth <= 420 ? "fits" : `${document.body.scrollWidth} wide`);
    the("fresh").click();
    await until(() => state() === "ready");
    document.title = said.join("|");
    await fetch("/done");
})();
)js";

/// Tries a GET and a POST on /docs.
constexpr const char* kTrying = R"js(
(async () => {
    await until(() => state() === "shown");
    for (const id of ["health", "execute"]) {
        the(id).open = true;
        await until(() => the(id).dataset.filled);
        the(id).querySelector("button.primary").click();
        await until(() => the(id).querySelector(".answer").textContent.endsWith("}"));
    }
    document.title = "tried";
    await fetch("/done");
})();
)js";

rest::Route
page(std::string_view path, std::string_view id, std::string body, rest::Headers headers)
{
    const std::string type = path.ends_with(".js") ? "text/javascript" : "text/html";
    return {
        .method = "GET",
        .path = path,
        .id = id,
        .tag = "test",
        .summary = "test",
        .scope = {},
        .handler = [=](const rest::Call&) {
            return rest::Answer{.headers = headers, .contentType = type, .body = body};
        }};
}

std::string withDriver(const std::string& name, const std::string& driver)
{
    auto html = std::string(embeddedFile(name).value_or(""));
    const std::string script = "<script src=\"" + driver + "\" defer></script></head>";
    html.replace(html.find("</head>"), 7, script);
    // The page is not loaded, and the browser does not look at it, before that has come.
    return html.replace(html.find("</body>"), 7, "<img src=\"/hold\" alt=\"\"></body>");
}

} // namespace

/// The pages in a real browser, from a real listener.
class TestRestPages : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<RestApi> m_api;
    QTemporaryDir m_folder;
    std::unique_ptr<rest::TokenStore> m_tokens;
    std::unique_ptr<rest::Gatekeeper> m_gate;
    std::unique_ptr<rest::Front> m_front;
    std::unique_ptr<rest::Listener> m_listener;
    std::stop_source m_stop;
    std::jthread m_thread;
    QString m_browser;
    std::atomic<int> m_chartLoads = 0; ///< What drawing charts takes.
    QByteArray m_complaints; ///< What the browser logged.
    std::binary_semaphore m_done = std::binary_semaphore(0);

    /// "/hold" is answered after "/done".
    rest::Route signal(std::string_view path, std::string_view id)
    {
        auto made = page(path, id, "", {});
        made.handler = [this, path](const rest::Call&) {
            if (path == "/done")
                m_done.release();
            else
                m_done.acquire();
            return rest::Answer{.status = 204};
        };
        return made;
    }

    QString dom(const QString& path)
    {
        QTemporaryDir profile;
        QProcess browser;
        browser.start(
            m_browser,
            {"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--enable-logging=stderr", "--user-data-dir=" + profile.path(), "--dump-dom",
             QString::fromStdString(m_listener->addresses().front()) + path});
        if (!browser.waitForFinished(kBrowserMs))
            browser.kill();
        m_complaints = browser.readAllStandardError();
        return QString::fromUtf8(browser.readAllStandardOutput());
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_browser = QStandardPaths::findExecutable("chromium");
        if (m_browser.isEmpty())
            SKIP_WITHOUT("chromium", "there is no Chromium here; install the package chromium");
        test::TestEngine engine("local");
        if (const auto why = engine.whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        std::string problem;
        m_api = RestApi::create(problem);
        QVERIFY2(m_api, problem.c_str());
        const auto headers = m_api->send("GET", "/ui").headers;
        rest::Router router(rest::allRoutes(
            m_api->parts(),
            {page("/running", "running", withDriver("web/ui.html", "/running.js"), headers),
             page("/running.js", "runningScript", std::string(kTools) + kRunning, {}),
             page("/looking", "looking", withDriver("web/ui.html", "/looking.js"), headers),
             page("/looking.js", "lookingScript", std::string(kTools) + kLooking, {}),
             page("/trying", "trying", withDriver("web/docs.html", "/trying.js"), headers),
             page("/trying.js", "tryingScript", std::string(kTools) + kTrying, {}),
             signal("/done", "done"), signal("/hold", "hold")}));
        m_tokens
            = std::make_unique<rest::TokenStore>(m_folder.filePath("tokens.json").toStdString());
        m_gate = std::make_unique<rest::Gatekeeper>(rest::GateRules(), *m_tokens);
        m_front = std::make_unique<rest::Front>(*m_gate, std::move(router), nullptr, nullptr);
        auto listener = rest::Listener::open({}, {[this](rest::Call& call) {
                                                 m_chartLoads += call.path == "/web/plotly.js";
                                                 return m_front->answer(call);
                                             }});
        QVERIFY(listener.has_value());
        m_listener = *std::move(listener);
        m_thread = std::jthread(
            [this] { m_listener->serve(m_stop.get_token(), {.grace = std::chrono::seconds(5)}); });
    }

    void cleanupTestCase()
    {
        m_done.release();
        m_stop.request_stop();
        m_thread = {};
        m_api.reset();
        QCOMPARE(test::leftovers().size(), std::size_t(0));
    }

    void showsEveryOperationAndSendsThem()
    {
        const auto page = dom("/trying");
        QVERIFY2(page.contains("<title>tried</title>"), qPrintable(page.left(3000)));
        for (const auto& route : m_api->router().routes())
            QVERIFY2(
                page.contains("id=\"" + QString::fromStdString(std::string(route.id)) + "\""),
                std::string(route.id).c_str());
        QVERIFY2(page.contains("\"status\": \"healthy\""), qPrintable(page.right(3000)));
        QVERIFY2(page.contains("\"stdout\": \"42\\n\""), qPrintable(page.right(3000)));
        QVERIFY2(!m_complaints.contains("Content Security Policy"), m_complaints.constData());
    }

    void showsColoursAndFitsASmallWindow()
    {
        const auto page = dom("/looking");
        const auto said = page.section("<title>", 1).section("</title>", 0, 0).split('|');
        const QStringList wanted
            = {"readable",
               "1 2 3",
               "# a",
               "import",
               "'\\x1b[1;31mred\\x1b[0m plain "
               "\\x1b[38;5;208morange\\x1b[0m'",
               "red plain orange\n",
               "red",
               "rgb(255, 135, 0)",
               "fits"};
        QCOMPARE(said, wanted);
        QVERIFY2(!m_complaints.contains("Content Security Policy"), m_complaints.constData());
    }

    void runsCodeAndShowsWhatItMade()
    {
        const auto page = dom("/running#" + QUrl::toPercentEncoding(R"py(
import os
print("<b id='no'>seen</b>", 6 * 7)
os.makedirs("output", exist_ok=True)
open("output/a.svg", "w").write("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>parent.hit = 1</script></svg>")
open("output/b.html", "w").write("<p>text</p><script>parent.document.title = 'taken'</script><img src=x onerror='parent.hit = 1'>")
open("output/c.plotly.json", "w").write('{"data": [{"y": [1, 3, 2], "type": "scatter"}], "layout": {"title": "t"}}')
)py"));
        const auto title = page.section("<title>", 1).section("</title>", 0, 0);
        const auto said = title.split('|');
        QVERIFY2(said.size() == 5, qPrintable(page.right(3000)));
        QCOMPARE(said[0], QString("kept"));
        QCOMPARE(said[1], QString("you\nhello you\n"));
        QVERIFY2(said[2].startsWith("Stopped"), qPrintable(said[2]));
        QVERIFY2(said[3].startsWith("Finished"), qPrintable(said[3]));
        QCOMPARE(said[4], QString("Sandbench")); // no sandbox called it otherwise
        QVERIFY2(page.contains("&lt;b id='no'&gt;seen&lt;/b&gt; 42"), qPrintable(page.right(3000)));
        QVERIFY2(page.contains("<img alt=\"a.svg\" src=\"blob:"), qPrintable(page.right(3000)));
        for (const auto* const frame :
             {"<iframe src=\"/ui/frame\" title=\"html\" sandbox=\"allow-scripts\" "
              "data-state=\"drawn\"",
              "<iframe src=\"/ui/frame\" title=\"plotly\" sandbox=\"allow-scripts\" "
              "data-state=\"drawn\""})
            QVERIFY2(page.contains(frame), qPrintable(page.right(3000)));
        QCOMPARE(m_chartLoads.load(), 1); // its one chart's, not the page's
        QCOMPARE(m_api->sandboxes().count(), std::size_t(0)); // it asked for a new one
    }
};

SANDBENCH_TEST(TestRestPages);
#include "tst_rest_pages.moc"
