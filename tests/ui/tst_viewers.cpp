// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/editor/code_editor.h"
#include "ui/plots/plot_panel.h"
#include "ui/viewers/byte_rows.h"
#include "ui/viewers/bytes_view.h"
#include "ui/viewers/json_model.h"
#include "ui/viewers/json_view.h"
#include "ui/viewers/table_pane.h"
#include "ui/viewers/text_view.h"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

using namespace sandbench::ui;

namespace {

/// The panel with one result on the screen.
struct Shown
{
    Shown(const QString& name, const QString& mime, const QByteArray& bytes)
    {
        panel.resize(640, 480);
        panel.show();
        panel.add({QStringLiteral("run-1"), name, mime, bytes, 0, 0, {}, {}});
    }

    bool isSettled() const { return panel.isSettled(); }
    QStringList labels() const
    {
        QStringList texts;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->isVisible())
                texts << label->text();
        return texts;
    }
    /// The one that is on the screen.
    template <typename View> View* view() const
    {
        const auto views = panel.findChildren<View*>();
        const auto shown = std::ranges::find_if(views, &View::isVisible);
        return shown == views.end() ? nullptr : *shown;
    }

    PlotPanel panel;
};

QString cellOf(const QTableView* table, int row, int column)
{
    return table->model()->index(row, column).data().toString();
}

} // namespace

class ViewersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void codeIsColouredAndReadOnly()
    {
        Shown shown(
            QStringLiteral("a.py"), QStringLiteral("text/x-python"), "def f(): # x\n  pass\n");
        QTRY_VERIFY(shown.isSettled());
        auto* text = shown.view<TextView>()->findChild<CodeEditor*>();
        QVERIFY(text->isReadOnly());
        const auto styleAt
            = [&](int place) { return text->SendScintilla(QsciScintilla::SCI_GETSTYLEAT, place); };
        text->recolor();
        QVERIFY(styleAt(0) != styleAt(4));
        QVERIFY(shown.labels().contains(QStringLiteral("20 bytes, 2 lines")));
        text->selectAll();
        QTest::keySequence(text, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("def f(): # x\n  pass\n"));
    }

    void longTextsAreCutAndSaySo()
    {
        Shown shown(
            QStringLiteral("a.txt"), QStringLiteral("text/plain"), QByteArray(9 << 20, 'x'));
        QTRY_VERIFY(shown.isSettled());
        const auto labels = shown.labels().join(u'|');
        QVERIFY(labels.contains(QStringLiteral("save it to read the rest")));
        QVERIFY(labels.contains(QStringLiteral("Lines of more than 10000 bytes are cut")));
        const auto* text = shown.view<CodeEditor>();
        QCOMPARE(text->bytes(), QByteArray(10'000, 'x') + "\xe2\x80\xa6");
        const auto lines = QByteArray(100, 'y') + '\n';
        shown.panel.add(
            {QStringLiteral("run-1"),
             QStringLiteral("b.txt"),
             QStringLiteral("text/plain"),
             lines.repeated(90'000),
             0,
             0,
             {},
             {}});
        QTRY_VERIFY(shown.isSettled());
        QTRY_COMPARE(shown.view<CodeEditor>()->bytes().size(), qsizetype(8 << 20));
    }

    void aTableIsSortedFoundInAndSaved()
    {
        Shown shown(
            QStringLiteral("prices.csv"), QStringLiteral("text/csv"),
            "name;price\npear;10\n<b>fig</b>;9\nplum;\n");
        QTRY_VERIFY(shown.isSettled());
        auto* pane = shown.view<TablePane>();
        auto* table = pane->findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(cellOf(table, 1, 0), QStringLiteral("<b>fig</b>"));
        QVERIFY(shown.labels().contains(QStringLiteral("3 rows, 2 columns")));

        QTest::mouseClick(
            table->horizontalHeader()->viewport(), Qt::LeftButton, {},
            {table->columnViewportPosition(1) + 10, 5});
        QTRY_COMPARE(cellOf(table, 0, 1), QStringLiteral("9"));
        QCOMPARE(cellOf(table, 2, 0), QStringLiteral("plum")); // an empty cell is the last

        table->setCurrentIndex(table->model()->index(0, 1));
        QTRY_VERIFY(shown.labels().contains(QStringLiteral(
            "price: 2 different values; 2 numbers from 9 to 10, mean 9.5, median 9.5; 1 empty")));

        auto* find = pane->findChild<QLineEdit*>();
        QTest::keyClicks(find, QStringLiteral("P"));
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QVERIFY(shown.labels().contains(QStringLiteral("2 of 3 rows")));

        pane->findChild<QToolButton*>(QStringLiteral("saveTable"))->click();
        auto* dialog = pane->findChild<QFileDialog*>();
        QCOMPARE(dialog->selectedFiles().first().section(u'/', -1), QStringLiteral("prices.csv"));
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("p.csv"));
        emit dialog->fileSelected(path);
        dialog->close();
        QFile saved(path);
        QTRY_VERIFY(saved.exists() && saved.size() > 0);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QCOMPARE(saved.readAll(), QByteArray("name,price\npear,10\nplum,\n"));
    }

    void aMillionRowsAreShownAndTheKeysMoveInThem()
    {
        QByteArray bytes = "n,square\n";
        for (int i = 0; i < 1'000'000; ++i)
            bytes += QByteArray::number(i) + ',' + QByteArray::number(i % 1000) + '\n';
        Shown shown(QStringLiteral("a.csv"), QStringLiteral("text/csv"), bytes);
        QTRY_VERIFY_WITH_TIMEOUT(shown.isSettled(), 30'000);
        auto* table = shown.view<QTableView>();
        QVERIFY(table);
        QCOMPARE(table->model()->rowCount(), 1'000'000);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(table->currentIndex().row(), 999'999);
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(table->currentIndex().row(), 999'998);
        QCOMPARE(cellOf(table, 999'998, 1), QStringLiteral("998"));
    }

    void jsonIsATreeWithThePathOfEachValue()
    {
        Shown shown(
            QStringLiteral("a.json"), QStringLiteral("application/json"),
            R"({"a":[1,{"b c":"<i>x</i>"}],"z":null})");
        QTRY_VERIFY(shown.isSettled());
        auto* tree = shown.view<QTreeView>();
        const auto* model = static_cast<JsonModel*>(tree->model());
        const auto list = model->index(0, 0);
        QCOMPARE(list.data().toString(), QStringLiteral("a"));
        tree->expandAll();
        const auto leaf = model->index(0, 0, model->index(1, 0, list));
        QCOMPARE(leaf.siblingAtColumn(1).data().toString(), QStringLiteral("\"<i>x</i>\""));
        QCOMPARE(model->pathOf(leaf), QStringLiteral(".a[1][\"b c\"]"));
        tree->setCurrentIndex(leaf);
        QVERIFY(shown.labels().contains(QStringLiteral(".a[1][\"b c\"]")));
        QTest::keySequence(tree, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("\"<i>x</i>\""));
    }

    void aLongListIsMadeAsItIsLookedAt()
    {
        const auto document = std::make_shared<const sandbench::Json>(std::vector<int>(5'000, 1));
        JsonModel model(document, nullptr);
        QCOMPARE(model.rowCount(), 0);
        model.fetchMore({});
        QCOMPARE(model.rowCount(), 1'000);
        while (model.canFetchMore({}))
            model.fetchMore({});
        QCOMPARE(model.rowCount(), 5'000);
        QCOMPARE(model.pathOf(model.index(4'999, 0)), QStringLiteral(".[4999]"));
    }

    void whatIsNoJsonIsShownAsText_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("cut off") << QByteArray("{\"a\":");
        QTest::newRow("too deep") << QByteArray(100'000, '[');
        QTest::newRow("empty") << QByteArray();
    }

    void whatIsNoJsonIsShownAsText()
    {
        QFETCH(QByteArray, bytes);
        Shown shown(QStringLiteral("a.json"), QStringLiteral("application/json"), bytes);
        QTRY_VERIFY(shown.isSettled());
        QVERIFY(shown.view<TextView>());
        const auto labels = shown.labels().join(u'|');
        QVERIFY2(labels.contains(QStringLiteral("Shown as text: ")), qPrintable(labels));
    }

    void everythingElseIsShownAsBytes()
    {
        QByteArray bytes("\x00\x01Sandbench\xff", 12);
        bytes += QByteArray(20, '.');
        Shown shown(QStringLiteral("a.bin"), QStringLiteral("application/octet-stream"), bytes);
        QTRY_VERIFY(shown.isSettled());
        auto* rows = shown.view<ByteRows>();
        QCOMPARE(rows->rowCount(), qsizetype(2));
        QCOMPARE(
            rows->textOf(0),
            QStringLiteral("00000000   00 01 53 61 6e 64 62 65  6e 63 68 ff 2e 2e 2e 2e  "
                           "..Sandbench....."));
        rows->setFocus();
        QTest::keyClick(rows, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keySequence(rows, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text().count(u'\n'), 2);
        QTest::keyClick(rows, Qt::Key_Home);
        QCOMPARE(rows->selectedText().count(u'\n'), 1);
    }

    void aPictureThatIsNoneSaysSoAboveItsBytes()
    {
        Shown shown(QStringLiteral("a.png"), QStringLiteral("image/png"), "MZ\x90 not a picture");
        QTRY_VERIFY(shown.isSettled());
        QVERIFY(shown.view<BytesView>());
        QVERIFY(shown.labels().join(u'|').contains(QStringLiteral("not a picture")));
    }

    void viewsEndWithWhatTheyShow()
    {
        Shown shown(QStringLiteral("a.txt"), QStringLiteral("text/plain"), "text");
        QTRY_VERIFY(shown.isSettled());
        shown.panel.add(
            {QStringLiteral("run-1"),
             QStringLiteral("b.json"),
             QStringLiteral("application/json"),
             "{}",
             0,
             0,
             {},
             {}});
        QTRY_VERIFY(shown.isSettled());
        QTRY_VERIFY(!shown.view<TextView>());
        QVERIFY(shown.view<JsonView>());
        shown.panel.select(0);
        QTRY_VERIFY(shown.view<TextView>());
    }
};

SANDBENCH_TEST(ViewersTest);
#include "tst_viewers.moc"
