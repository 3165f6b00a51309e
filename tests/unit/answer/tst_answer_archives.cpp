// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/zip_writer.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/unit/answer/answer_samples.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::test;

/// Archives as answers: hostile names, links and sizes are left out and told.
class TestAnswerArchives : public QObject
{
    Q_OBJECT

    using Files = std::vector<std::pair<std::string, std::string>>;
    static std::string zipOf(const Files& files)
    {
        std::string bytes;
        ZipWriter writer([&bytes](std::string_view piece) {
            bytes += piece;
            return true;
        });
        for (const auto& [path, text] : files)
            if (!writer.add(path, text))
                return {};
        return writer.finish() ? bytes : std::string();
    }
    static std::string noticesOf(const answer::Answer& answer)
    {
        std::string all;
        for (const auto& notice : answer.notices)
            all += notice + "\n";
        return all;
    }

private Q_SLOTS:
    void areOneProject()
    {
        const auto answer = readAnswer(
            zipOf(
                {{"shop/util.py", "def f():\n    return 1\n"},
                 {"shop/app.py", "import util\nprint(util.f())\n"},
                 {"shop/data/rows.csv", "a,b\n"}}),
            "shop.zip");
        QCOMPARE(answer.format, std::string("archive"));
        QCOMPARE(
            summaryOf(answer),
            std::string("program python util.py, *program python app.py, data - data/rows.csv"));
        QVERIFY(answer.notices.empty());
    }

    void keepTheirNamesWhereTheyHaveNoFolderInCommon()
    {
        const auto answer
            = readAnswer(zipOf({{"a/one.py", "1\n"}, {"b/two.py", "2\n"}}), "two.zip");
        QCOMPARE(answer.parts.at(0).name, std::string("a/one.py"));
        QCOMPARE(answer.parts.at(1).name, std::string("b/two.py"));
    }

    void leaveTheirFolderNowhere_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* path :
             {"../app.py", "a/../../app.py", "/etc/app.py", "a\nb.py", "app\xe2\x80\xaey.py"})
            QTest::newRow(path) << path;
    }

    void leaveTheirFolderNowhere()
    {
        QFETCH(QString, path);
        const auto answer
            = readAnswer(zipOf({{path.toStdString(), "1\n"}, {"b.py", "2\n"}}), "a.zip");
        QCOMPARE(answer.parts.size(), std::size_t{1});
        QCOMPARE(answer.parts.front().name, std::string("b.py"));
        QCOMPARE(
            noticesOf(answer),
            std::string("1 entry of the archive left out: a name that leaves the folder or hides "
                        "what it is.\n"));
    }

    void leaveOutWhatIsNoText()
    {
        const auto answer = readAnswer(
            zipOf({{"p.png", std::string("\x89PNG\0", 5)}, {"l.txt", "\xff\xfe"}, {"b.py", "2\n"}}),
            "a.zip");
        QCOMPARE(answer.parts.size(), std::size_t{1});
        QCOMPARE(noticesOf(answer), std::string("2 entries of the archive left out: no text.\n"));
    }

    void unpackNoBomb()
    {
        const auto bomb
            = zipOf({{"bomb.py", std::string(answer::kMostPartBytes + 1, 'x')}, {"b.py", "2\n"}});
        QVERIFY(bomb.size() < 100'000);
        const auto answer = readAnswer(bomb, "a.zip");
        QCOMPARE(answer.parts.size(), std::size_t{1});
        QVERIFY(contains(noticesOf(answer), "too large"));
    }

    void unpackNoMoreThanAnAnswerMayHave()
    {
        Files files;
        for (int i = 0; i < 5; ++i)
            files.emplace_back(
                std::to_string(i) + ".py", std::string(answer::kMostPartBytes - 1, 'x'));
        const auto answer = readAnswer(zipOf(files), "a.zip");
        QCOMPARE(answer.parts.size(), answer::kMostAnswerBytes / answer::kMostPartBytes);
        QVERIFY(contains(noticesOf(answer), "2 entries"));
    }

    void tellWhereTheyAreCutOff()
    {
        const auto whole
            = zipOf({{"a.py", "print('one')\n"}, {"b.py", "print('two')\n"}, {"c.txt", "x\n"}});
        QVERIFY(whole.size() > 300);
        for (std::size_t size = 4; size < whole.size(); ++size) {
            const auto answer = readAnswer(whole.substr(0, size), "a.zip");
            QVERIFY(answer.parts.size() <= 3);
            QVERIFY(answer.parts.size() == 3 || !answer.notices.empty());
        }
    }

    void areWhatTheyBeginWith()
    {
        for (const std::string_view bytes :
             {std::string_view("PK\x03\x04", 4), std::string_view("\x1f\x8b\x08", 3)}) {
            const auto answer = readAnswer(bytes, "answer.md");
            QCOMPARE(answer.format, std::string("archive"));
            QVERIFY(answer.parts.empty());
            QVERIFY(!answer.notices.empty());
        }
        QCOMPARE(readAnswer("PKZIP is a program.\n", "a.zip").format, std::string("Markdown"));
    }
};

SANDBENCH_TEST(TestAnswerArchives);
#include "tst_answer_archives.moc"
