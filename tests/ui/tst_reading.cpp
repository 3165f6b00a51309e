// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What a document shows of itself beside its text: characters that deceive, its outline, its ruler.
#include "core/policy/gate/characters.h"
#include "tests/support/test_program.h"
#include "tests/ui/gate_fixture.h"
#include "ui/editor/character_marks.h"
#include "ui/editor/mark_ruler.h"
#include "ui/output/find_bar.h"
#include "ui/reading/outline_panel.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPaintEvent>
#include <QToolTip>
#include <QTreeWidget>

#include <algorithm>
#include <functional>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

/// Of the usual one, with its drawing. Units: µs.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static constexpr qint64 kKeyDeadline = 400'000;
#else
static constexpr qint64 kKeyDeadline = 100'000; // 16'000 on a machine that does nothing else
#endif

/// Whether all of a widget was painted when something was so.
class PaintWitness : public QObject
{
public:
    PaintWitness(QWidget& widget, std::function<bool()> isSo)
        : m_widget(widget)
        , m_isSo(std::move(isSo))
    {
        widget.installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            saw |= static_cast<QPaintEvent*>(event)->rect() == m_widget.rect() && m_isSo();
        return false;
    }
    bool saw = false;

private:
    QWidget& m_widget;
    std::function<bool()> m_isSo;
};

class TestReading : public GateFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }
    void init() { forgetAll(); }
    void cleanup() { close(); }

    void drawsEveryHiddenCharacterAsItsNumber()
    {
        show();
        open("x\u200D");
        for (const CodePoints& range : hiddenCharacters())
            for (char32_t c = range.first; c <= range.last; ++c) {
                QByteArray label(64, '\0');
                editor().SendScintilla(
                    QsciScintilla::SCI_GETREPRESENTATION,
                    QStringView(QChar::fromUcs4(c)).toUtf8().constData(), label.data());
                const QString number = QString::number(uint(c), 16).toUpper();
                QCOMPARE(
                    QString::fromLatin1(label.constData()),
                    QStringLiteral("U+") + number.rightJustified(4, u'0'));
            }
    }

    void leavesEmojiWholeUnlessSomethingElseHides()
    {
        show();
        open("# done \u2714\uFE0F\n");
        editor().grab();
        QVERIFY(!drawsSelector());
        editor().append(QStringLiteral("p\uFE0Fss = 1\n"));
        editor().grab();
        QVERIFY(drawsSelector());
    }

    void marksInItsRulerWhatIsLookedFor()
    {
        show();
        open("one = 1\ntwo = one + one\nthree = 3\n");
        action("editFind")->trigger();
        QLineEdit* text = nullptr;
        for (FindBar* bar : m_window->findChildren<FindBar*>())
            if (bar->isVisible())
                text = bar->findChild<QLineEdit*>();
        QVERIFY(text);
        text->setText(QStringLiteral("one"));
        const auto& marks = editor().ruler().marks(MarkRuler::Found);
        QTRY_COMPARE(marks.size(), 2U);
        QCOMPARE(marks.back().line, 2);
        QTest::keyClick(text, Qt::Key_Escape);
        QTRY_VERIFY(marks.empty());
    }

    void boxesALetterThatLooksLikeAnother()
    {
        show();
        open("x = 1\np\xd0\xb0ss = 2\npass = 3\n");
        editor().grab();
        QCOMPARE(boxed(), QByteArray("\xd0\xb0"));
        editor().setSelection(1, 1, 1, 2);
        editor().replaceSelectedText(QStringLiteral("a"));
        editor().grab();
        QCOMPARE(boxed(), QByteArray());
    }

    // The box is found while the text is painted, and has to be painted as well.
    void paintsAgainWhatWasBoxedWhilePainting()
    {
        show();
        open("x = 1\n");
        editor().grab();
        const PaintWitness witness(*editor().viewport(), [this] { return !boxed().isEmpty(); });
        editor().setBytes("p\xd0\xb0ss = 2\n");
        QTRY_VERIFY(witness.saw);
    }

    void boxesWhatIsScrolledTo()
    {
        show();
        open(QByteArray("plain = 1\n").repeated(5000) + "p\xd0\xb0ss = 2\n");
        editor().grab();
        QCOMPARE(boxed(), QByteArray());
        editor().goToLine(5001);
        editor().grab();
        QCOMPARE(boxed(), QByteArray("\xd0\xb0"));
    }

    void saysWhatACharacterIsWhereTheMouseRests()
    {
        show();
        open("p\xd0\xb0ss\u202E = 2\n");
        const QString letter = hover(1);
        QVERIFY2(
            letter.contains(QStringLiteral("Cyrillic а (U+0430), looks like Latin a")),
            qPrintable(letter));
        const QString hidden = hover(5);
        QVERIFY2(hidden.contains(QStringLiteral("U+202E")), qPrintable(hidden));
        QVERIFY2(hidden.contains(QStringLiteral("order")), qPrintable(hidden));
        QVERIFY(editor().findChild<CharacterMarks*>()->textAt(0).isEmpty());
    }

    void typesIntoALongDocumentWithoutWaiting()
    {
        show();
        open(
            "# %%\n"
            + QByteArray("value = [i * 2 for i in range(10)]  # p\xd0\xb0ss\n").repeated(100'000));
        editor().goToLine(50'000);
        editor().grab();
        std::vector<qint64> keys;
        for (int i = 0; i < 21; ++i) {
            QElapsedTimer timer;
            timer.start();
            editor().insert(QStringLiteral("a"));
            editor().viewport()->repaint();
            keys.push_back(timer.nsecsElapsed() / 1000);
        }
        std::sort(keys.begin(), keys.end());
        qInfo(
            "a key took %lld µs, the slowest of %zu %lld µs", static_cast<long long>(keys.at(10)),
            keys.size(), static_cast<long long>(keys.back()));
        QVERIFY(keys.at(10) < kKeyDeadline);
    }

    void showsTheOutlineAndFollowsTheCaret()
    {
        show();
        QVERIFY(outline().emptyText().contains(QStringLiteral("Open a document")));
        action("dockOutline")->trigger();
        open("# %% Load\nimport os\n\nclass Bird:\n    def fly(self):\n        pass\n");
        QTRY_COMPARE(names(), QStringList({"Cell: Load", "Bird", "fly()"}));
        QCOMPARE(outline().current(), QStringLiteral("Cell: Load"));
        editor().setCursorPosition(5, 3);
        QTRY_COMPARE(outline().current(), QStringLiteral("fly()")); // told when it is drawn
        editor().append(QStringLiteral("def late(): pass\n"));
        QTRY_COMPARE(names().size(), 4);
        QCOMPARE(outline().current(), QStringLiteral("fly()"));
        open("# One\n## Two\n", "a.md");
        QTRY_COMPARE(names(), QStringList({"One", "Two"}));
        open("x = 1\n", "b.py");
        QTRY_VERIFY(outline().emptyText().contains(QStringLiteral("# %%")));
    }

    void goesToAPartOfTheOutline()
    {
        show();
        action("dockOutline")->trigger();
        open("class Bird:\n    def fly(self): pass\ndef other(): pass\n");
        QTRY_COMPARE(names().size(), 3);
        auto* field = m_window->findChild<QLineEdit*>(QStringLiteral("outlineFilter"));
        field->setText(QStringLiteral("FLY"));
        QCOMPARE(names(), QStringList({"Bird", "fly()"}));
        tree().setCurrentItem(tree().topLevelItem(0)->child(0));
        QTest::keyClick(&tree(), Qt::Key_Return);
        int line = 0, column = 0;
        editor().getCursorPosition(&line, &column);
        QCOMPARE(line, 1);
        field->setText(QStringLiteral("nothing"));
        QVERIFY(!outline().emptyText().isEmpty());
    }

    void marksInItsRulerWhatIsWorthALook()
    {
        show();
        QByteArray code = "import os\n" + QByteArray("x = 1\n").repeated(998) + "os.system('ls')\n";
        code += "p\xd0\xb0ss = 1\n";
        openScanned(code);
        const MarkRuler& ruler = editor().ruler();
        QTRY_COMPARE(ruler.marks(MarkRuler::Character).size(), 1U);
        QCOMPARE(ruler.marks(MarkRuler::Character).front().line, 1001);
        QCOMPARE(ruler.marks(MarkRuler::High).size(), 1U);
        QCOMPARE(ruler.marks(MarkRuler::High).front().line, 1000);
        editor().annotateLine(500, QStringLiteral("boom"));
        QCOMPARE(ruler.marks(MarkRuler::Error).front().line, 500);
        const int middle = ruler.placeOf(500);
        QVERIFY(ruler.textAt(middle).contains(QStringLiteral("Line 500: the error")));
        QVERIFY(ruler.textAt(ruler.placeOf(1000)).contains(QStringLiteral("finding, high")));
        QVERIFY(ruler.textAt(ruler.placeOf(250)).isEmpty());
        QVERIFY(ruler.accessibleDescription().startsWith(QStringLiteral("Marks: ")));
        editor().insert(QStringLiteral("y"));
        QVERIFY(ruler.marks(MarkRuler::Error).empty());
    }

    void goesWhereItsRulerIsClicked()
    {
        show();
        openScanned("import os\n" + QByteArray("x = 1\n").repeated(998) + "os.system('ls')\n");
        MarkRuler& ruler = editor().ruler();
        editor().grab();
        QVERIFY(ruler.height() > 100);
        QCOMPARE(ruler.width(), MarkRuler::kWidth);
        QCOMPARE(ruler.geometry().left(), editor().viewport()->geometry().right() + 1);
        int line = 0, column = 0;
        const int mark = ruler.placeOf(1000) - 2;
        QTest::mouseClick(&ruler, Qt::LeftButton, {}, QPoint(5, mark));
        editor().getCursorPosition(&line, &column);
        QCOMPARE(line, 999);
        QTest::mouseClick(&ruler, Qt::LeftButton, {}, QPoint(5, ruler.height() / 2));
        editor().getCursorPosition(&line, &column);
        QVERIFY2(line > 490 && line < 510, qPrintable(QString::number(line)));
    }

private:
    OutlinePanel& outline() const { return m_window->outline(); }
    QTreeWidget& tree() const
    {
        return *m_window->findChild<QTreeWidget*>(QStringLiteral("outline"));
    }
    // What the tree shows, from top to bottom.
    QStringList names() const
    {
        QStringList found;
        for (QTreeWidgetItemIterator at(&tree(), QTreeWidgetItemIterator::NotHidden); *at; ++at)
            found << (*at)->text(0);
        return found;
    }

    bool drawsSelector() const
    {
        QByteArray label(64, '\0');
        editor().SendScintilla(QsciScintilla::SCI_GETREPRESENTATION, "\uFE0F", label.data());
        return label.startsWith("U+FE0F");
    }

    QByteArray boxed() const
    {
        const QByteArray text = editor().bytes();
        QByteArray found;
        for (qsizetype i = 0; i < text.size(); ++i)
            if (editor().SendScintilla(
                    QsciScintilla::SCI_INDICATORVALUEAT,
                    static_cast<unsigned long>(CharacterMarks::kIndicator), static_cast<long>(i)))
                found += text.at(i);
        return found;
    }

    // In a window, as a person sees it.
    QString hover(long offset) const
    {
        const auto coordinate = [this, offset](unsigned message) {
            return static_cast<int>(editor().SendScintilla(message, 0UL, offset));
        };
        const QPoint at(
            coordinate(QsciScintilla::SCI_POINTXFROMPOSITION) + 2,
            coordinate(QsciScintilla::SCI_POINTYFROMPOSITION) + 3);
        QToolTip::hideText();
        QHelpEvent event(QEvent::ToolTip, at, editor().viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(editor().viewport(), &event);
        const QString text = QToolTip::isVisible() ? QToolTip::text() : QString();
        QToolTip::hideText();
        return text;
    }
};

SANDBENCH_TEST(TestReading);
#include "tst_reading.moc"
