// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Vega charts, Markdown and LaTeX in the real WebEngine.
#include "tests/support/test_program.h"
#include "tests/ui/page_fixture.h"
#include "ui/plots/plot_panel.h"
#include "ui/viewers/page_data.h"
#include "ui/viewers/text_view.h"

#include <QAction>
#include <QTest>

using namespace sandbench::ui;

class TestTextPage : public PageTest
{
    Q_OBJECT

private slots:
    void drawsMarksOfAVegaChart_data();
    void drawsMarksOfAVegaChart();
    void vegaChartsReachNothingAndSaySo();
    void markdownIsLaidOutAndReachesNothing();
    void formulasAreSet_data();
    void formulasAreSet();
    void textIsShownAsItIsWrittenToo();

private:
    static bool draw(ActiveView& view);
};

bool TestTextPage::draw(ActiveView& view)
{
    QSignalSpy drawn(&view, &ActiveView::drawn);
    QSignalSpy failed(&view, &ActiveView::failed);
    view.resize(700, 450);
    view.show();
    [&] { QTRY_VERIFY_WITH_TIMEOUT(!drawn.isEmpty() || !failed.isEmpty(), kPageTimeout); }();
    if (const QByteArray keep = qgetenv("SANDBENCH_TEST_KEEP"); !keep.isEmpty())
        view.picture().save(QString::fromLocal8Bit(
            keep + '.' + QTest::currentTestFunction() + '.'
            + QByteArray(QTest::currentDataTag()).replace(' ', '-') + ".png"));
    return failed.isEmpty() && !drawn.isEmpty();
}

static QByteArray barChart(const QByteArray& data)
{
    return R"JSON({"$schema":"https://vega.github.io/schema/vega-lite/v5.json","data":)JSON" + data
        + R"JSON(,"mark":{"type":"bar","color":"#c01020"},"encoding":{"x":{"field":"a","type":"nominal",
          "scale":{"paddingInner":0}},"y":{"field":"b","type":"quantitative"}},"width":300,"height":200,
          "transform":[{"calculate":"datum.b * 2 + length('</script>')","as":"c"}],
          "params":[{"name":"grid","select":"interval","bind":"scales"}]})JSON";
}

void TestTextPage::drawsMarksOfAVegaChart_data()
{
    QTest::addColumn<QByteArray>("chart");
    QTest::addColumn<QString>("mime");
    const QByteArray values = R"({"values":[{"a":"x","b":2},{"a":"y","b":3}]})";
    QTest::newRow("Vega-Lite") << barChart(values)
                               << QStringLiteral("application/vnd.vegalite.v5+json");
    QTest::newRow("Vega-Lite without a schema") << barChart(values).replace(
        R"("$schema":"https://vega.github.io/schema/vega-lite/v5.json",)",
        "") << QStringLiteral("application/vnd.vegalite.v6+json");
    QTest::newRow("Vega") << QByteArray(R"({"$schema":"https://vega.github.io/schema/vega/v5.json",
        "width":300,"height":200,"marks":[{"type":"rect","encode":{"update":{"x":{"value":0},"y":{"value":0},
        "width":{"signal":"width"},"height":{"signal":"height"},"fill":{"value":"#c01020"}}}}]})")
                          << QStringLiteral("application/vnd.vega.v5+json");
}

void TestTextPage::drawsMarksOfAVegaChart()
{
    QFETCH(QByteArray, chart);
    QFETCH(QString, mime);
    const auto script = checkChart(chart, mime);
    QVERIFY(script);
    const std::unique_ptr<ActiveView> view(makeVegaView(*script, nullptr));
    QVERIFY(draw(*view));
    QVERIFY(pixelsOf(view->picture(), QColor(0xc0, 0x10, 0x20)) > 5'000);
}

void TestTextPage::vegaChartsReachNothingAndSaySo()
{
    const QByteArray address = canary().toLatin1();
    const auto script = checkChart(
        QByteArray(
            R"JSON({"$schema":"https://vega.github.io/schema/vega/v5.json","width":200,"height":100,
        "data":[{"name":"t","url":"@"},{"name":"h","url":"file:///etc/passwd"}],
        "marks":[{"type":"image","encode":{"update":{"url":{"value":"@"},"width":{"value":50}}}},
        {"type":"symbol","from":{"data":"t"},"encode":{"update":{"href":{"value":"javascript:fetch('@')"}}}},
        {"type":"rule","encode":{"update":{"x":{"signal":"constructor.constructor('fetch(\"@\")')()"}}}}]})JSON")
            .replace("@", address),
        QStringLiteral("application/vnd.vega.v5+json"));
    QVERIFY(script);
    const std::unique_ptr<ActiveView> view(makeVegaView(*script, nullptr));
    draw(*view); // or it fails

    const auto plain = checkChart(
        barChart("{\"url\":\"" + address + "\"}"),
        QStringLiteral("application/vnd.vegalite.v5+json"));
    const std::unique_ptr<ActiveView> chart(makeVegaView(*plain, nullptr));
    QVERIFY(draw(*chart));
    const QString notes = valueIn(
        chart->findChild<QWebEnginePage*>(),
        QStringLiteral("document.getElementById('notes').textContent"));
    QVERIFY2(
        notes.contains(QLatin1String("Not loaded")) && notes.contains(canary()), qPrintable(notes));
    QCOMPARE(connectionsBeforeOurs(), 0);
}

void TestTextPage::markdownIsLaidOutAndReachesNothing()
{
    const QByteArray text = QByteArray(R"MD(# Title </script>

Some *emphasis*, `code`, $5 and $6, and [a link](@), [another](javascript:alert(1)).

| a | b |
|---|--:|
| 1 | 2 |

![a picture](@) <img src="@" onerror="fetch('@')"> <script>fetch('@')</script>

<iframe src="@"></iframe>

$$\int_0^1 x_1 * y_1 * z\,dx$$ and $a_1 + b_1$, $\href{@}{x}$, $\includegraphics{@}$

```python
print("<b>")
```
)MD")
                                .replace("@", canary().toLatin1());
    const auto script = textScript(text, false, false);
    QVERIFY(script);
    const std::unique_ptr<ActiveView> view(makeTextPage(*script, nullptr));
    QVERIFY(draw(*view));
    auto* page = view->findChild<QWebEnginePage*>();
    const auto count = [page](const char* selector) {
        return valueIn(
            page,
            QStringLiteral("'' + document.querySelectorAll('body %1').length")
                .arg(QLatin1String(selector)));
    };
    QCOMPARE(count("h1"), QStringLiteral("1"));
    QCOMPARE(count("em"), QStringLiteral("1"));
    QCOMPARE(count("td"), QStringLiteral("2"));
    QCOMPARE(count("pre code"), QStringLiteral("1"));
    QCOMPARE(count("> p .katex"), QStringLiteral("4"));
    QCOMPARE(count(".link"), QStringLiteral("1"));
    for (const char* none : {"a", "img", "iframe", "script:not([src])"})
        QCOMPARE(count(none), QStringLiteral("0"));
    QVERIFY(valueIn(page, QStringLiteral("document.body.textContent"))
                .contains(QLatin1String("$5 and $6")));
    QCOMPARE(connectionsBeforeOurs(), 0);
}

void TestTextPage::formulasAreSet_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("formulas");
    QTest::addColumn<QString>("says");
    QTest::newRow("of sympy") << QByteArray("$\\displaystyle \\frac{x^{2}}{2}$")
                              << QStringLiteral("1") << QString();
    QTest::newRow("between text") << QByteArray("If \\(a > b\\), then \\[ a^2 > b^2 \\] & more.")
                                  << QStringLiteral("2") << QStringLiteral("then");
    QTest::newRow("an environment") << QByteArray("\\begin{align}a &= b \\\\ c &= d\\end{align}")
                                    << QStringLiteral("1") << QString();
    QTest::newRow("a table, which is none")
        << QByteArray("\\begin{tabular}{ll} a & b \\\\ \\end{tabular}") << QStringLiteral("0")
        << QStringLiteral("tabular");
    QTest::newRow("a broken one") << QByteArray("$\\frac{1$") << QStringLiteral("0")
                                  << QStringLiteral("\\frac{1");
    QTest::newRow("endless") << QByteArray("$\\def\\a{\\a\\a}\\a$") << QStringLiteral("0")
                             << QStringLiteral("\\def");
    QTest::newRow("no text") << QByteArray(" ") << QStringLiteral("0") << QString();
    QTest::newRow("odd bytes") << QByteArray("\xff\xfe$x$\x00<b>", 9) << QStringLiteral("1")
                               << QStringLiteral("<b>");
}

void TestTextPage::formulasAreSet()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, formulas);
    QFETCH(QString, says);
    const auto script = textScript(text, true, true);
    QVERIFY(script);
    const std::unique_ptr<ActiveView> view(makeTextPage(*script, nullptr));
    QVERIFY(draw(*view));
    auto* page = view->findChild<QWebEnginePage*>();
    QCOMPARE(
        valueIn(page, QStringLiteral("'' + document.querySelectorAll('.katex').length")), formulas);
    QVERIFY(valueIn(page, QStringLiteral("'>' + document.body.textContent")).contains(says));
}

void TestTextPage::textIsShownAsItIsWrittenToo()
{
    PlotPanel panel;
    panel.resize(620, 640);
    panel.show();
    panel.add(
        {QStringLiteral("r"),
         QStringLiteral("a.md"),
         QStringLiteral("text/markdown"),
         "# *Title*",
         0,
         0,
         {}});
    QTRY_VERIFY_WITH_TIMEOUT(panel.isSettled(), kPageTimeout);
    QVERIFY(panel.findChild<ActiveView*>());
    QAction* source = nullptr;
    for (QAction* action : panel.actions())
        source = action->shortcut() == QKeySequence(Qt::Key_T) ? action : source;
    source->trigger();
    QTRY_VERIFY(panel.isSettled() && panel.findChild<TextView*>());
    QTRY_VERIFY(!panel.findChild<ActiveView*>());
    source->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(panel.findChild<ActiveView*>() && panel.isSettled(), kPageTimeout);
    // Too long to be laid out: as it is written, and the window says why.
    QSignalSpy notices(&panel, &PlotPanel::notice);
    panel.add(
        {QStringLiteral("r"),
         QStringLiteral("b.md"),
         QStringLiteral("text/markdown"),
         QByteArray(2 << 20, 'x'),
         0,
         0,
         {}});
    QTRY_VERIFY(!notices.isEmpty() && panel.isSettled());
    QVERIFY(notices[0][0].toString().contains(QStringLiteral("too long")));
    QVERIFY(panel.findChild<TextView*>());
}

SANDBENCH_TEST_AFTER(PageTest::startDisplay, TestTextPage);
#include "tst_text_page.moc"
