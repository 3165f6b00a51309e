// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/line_history.h"
#include "app/cli/paste_filter.h"
#include "app/cli/text.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench::cli;

class TestCliText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsForeignTextWithoutObeyingIt_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("plain") << QByteArray("plot 1.png") << QByteArray("plot 1.png");
        QTest::newRow("letters") << QByteArray("größe 図 🎉") << QByteArray("größe 図 🎉");
        QTest::newRow("escape") << QByteArray("a\x1b[31mb") << QByteArray("a\\x1b[31mb");
        QTest::newRow("newline") << QByteArray("a\nb\r") << QByteArray("a\\x0ab\\x0d");
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("a\\x00b");
        QTest::newRow("C1") << QByteArray("\xc2\x9b") << QByteArray("\\xc2\\x9b");
        QTest::newRow("direction") << QByteArray("\xe2\x80\xae") << QByteArray("\\xe2\\x80\\xae");
        QTest::newRow("not UTF-8") << QByteArray("\xff\xc3") << QByteArray("\\xff\\xc3");
        QTest::newRow("overlong") << QByteArray("\xc0\xaf") << QByteArray("\\xc0\\xaf");
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\\xed\\xa0\\x80");
        QTest::newRow("cut") << QByteArray("\xe2\x82") << QByteArray("\\xe2\\x82");
    }

    void showsForeignTextWithoutObeyingIt()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), shown);
    }

    void findsWhatIsPasted_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("typed");
        QTest::addColumn<QByteArray>("pasted");
        QTest::newRow("typed") << QByteArray("ab\n") << QByteArray("ab\n") << QByteArray();
        QTest::newRow("arrow keys")
            << QByteArray("a\x1b[A\x1b[2~b") << QByteArray("a\x1b[A\x1b[2~b") << QByteArray();
        QTest::newRow("pasted") << QByteArray("a\x1b[200~x\ry\r\n\tz\x1b[201~b") << QByteArray("ab")
                                << QByteArray("x\ny\n\tz");
        QTest::newRow("keys in a paste") << QByteArray("\x1b[200~x\x1b[A\x03\x1by\x1b\x1b[201~")
                                         << QByteArray() << QByteArray("x[Ay");
        QTest::newRow("twice") << QByteArray("\x1b[200~x\x1b[201~\x1b\x1b[200~y\x1b[201~")
                               << QByteArray("\x1b") << QByteArray("xy");
        QTest::newRow("without an end") << QByteArray("\x1b[200~x") << QByteArray() << QByteArray();
    }

    void findsWhatIsPasted()
    {
        QFETCH(QByteArray, bytes);
        PasteFilter filter;
        std::string typed, pasted;
        for (const char byte : bytes) {
            const auto ready = filter.feed(byte);
            (filter.wasPaste() ? pasted : typed) += ready;
        }
        QTEST(QByteArray::fromStdString(typed), "typed");
        QTEST(QByteArray::fromStdString(pasted), "pasted");
    }

    void remembersTypedLines()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath("history");
        const LineHistory history(path.toStdString());
        QVERIFY(history.read().empty());
        history.add("x = 1");
        history.add("");
        LineHistory(path.toStdString()).add("y");
        QCOMPARE(history.read(), (std::vector<std::string>{"x = 1", "y"}));
        QCOMPARE(QFile::permissions(path) & 0xff, QFile::Permissions());
        for (int i = 0; i < 1100; ++i)
            history.add(std::string(1000, 'a') + std::to_string(i));
        QCOMPARE(history.read().size(), LineHistory::kMostLines);
        QCOMPARE(history.read().back(), std::string(1000, 'a') + "1099");
        QVERIFY(QFileInfo(path).size() < 1020 * 1000);
        LineHistory({}).add("nowhere");
        QVERIFY(LineHistory({}).read().empty());
    }
};

SANDBENCH_TEST(TestCliText);
#include "tst_cli_text.moc"
