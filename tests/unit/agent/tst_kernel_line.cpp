// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/kernel_line.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::guest;
using Kind = KernelAnswer::Kind;

/// The lines between the agent and an interpreter.
class KernelLineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAnswers()
    {
        KernelAnswerReader reader;
        const auto answers = reader.read("ready\t5.2\nbegun\tab12\ndone\tab12\t130\n");
        QVERIFY(answers);
        QCOMPARE(answers->size(), std::size_t(3));
        QVERIFY(answers->at(0) == (KernelAnswer{Kind::Ready, "", 0}));
        QVERIFY(answers->at(1) == (KernelAnswer{Kind::Begun, "ab12", 0}));
        QVERIFY(answers->at(2) == (KernelAnswer{Kind::Done, "ab12", 130}));
    }

    void readsTheSameByteByByte()
    {
        const std::string text = "ready\t1\nnoise\ndone\tt\t0\n\nbegun\tt\n";
        KernelAnswerReader whole;
        KernelAnswerReader dripped;
        std::vector<KernelAnswer> answers;
        for (const char byte : text) {
            const auto some = dripped.read({&byte, 1});
            QVERIFY(some);
            answers.insert(answers.end(), some->begin(), some->end());
        }
        QVERIFY(*whole.read(text) == answers);
        QCOMPARE(answers.size(), std::size_t(3));
    }

    void passesOverWhatIsNoAnswer_data()
    {
        QTest::addColumn<QByteArray>("line");
        for (const char* line :
             {"", "\t", "done", "done\t\t0", "done\tt", "done\tt\t256", "done\tt\t-1",
              "done\tt\t1x", "done\tt\t ", "done\tt\t1\t2", "begun", "begun\t", "begun\ta\tb",
              "ready", "Done\tt\t0", "done\tt\t99999999999999999999"})
            QTest::newRow(line) << QByteArray(line);
        QTest::newRow("NUL") << QByteArray("done\0\t0", 7);
        QTest::newRow("bytes") << QByteArray("\xff\xfe\x80\t\xff");
    }
    void passesOverWhatIsNoAnswer()
    {
        QFETCH(QByteArray, line);
        KernelAnswerReader reader;
        const auto answers = reader.read(line.toStdString() + "\nready\t1\n");
        QVERIFY(answers);
        QCOMPARE(answers->size(), std::size_t(1));
        QVERIFY(answers->front().kind == Kind::Ready);
    }

    void endsAtALineWithoutAnEnd()
    {
        KernelAnswerReader atOnce;
        QVERIFY(atOnce.read(std::string(KernelAnswerReader::kMostLineBytes, 'x')));
        QCOMPARE(atOnce.read("x").error().code(), ErrorCode::Protocol);
        KernelAnswerReader later;
        QVERIFY(!later.read("ready\t1\n" + std::string(1 << 20, 'x')));
    }

    void writesOrdersThatHoldAnyText()
    {
        const CellOrder order{
            "77",
            {"A=1 2\n3"},
            {"/dev/null", "/tmp/o", "/tmp/e", "/dev/null"},
            "/w/a%\t\\.sh",
            "a b"};
        const auto text = encodeCellOrder(order);
        QVERIFY(text);
        QCOMPARE(
            *text,
            std::string("env\tA=1%202%0a3\ncell\t77\t/dev/null\t/tmp/o\t/tmp/e\t/dev/null\t"
                        "/w/a%25%09%5c.sh\ta%20b\n"));
    }

    void refusesMoreThanAPipeHolds()
    {
        CellOrder order{"1", {"A=" + std::string(70000, 'x')}, {"a", "b", "c", "d"}, "/p", "n"};
        QCOMPARE(encodeCellOrder(order).error().code(), ErrorCode::ResourceExhausted);
        order.env = {"A=" + std::string(50000, 'x')};
        QVERIFY(encodeCellOrder(order));
    }
};

SANDBENCH_TEST(KernelLineTest);
#include "tst_kernel_line.moc"
