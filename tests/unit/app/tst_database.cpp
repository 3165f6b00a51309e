// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Statements of a database are compiled once for all who ask with the same text: what one left must
// not be the next one's.
#include "core/workspace/database.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <optional>
#include <string>

using namespace sandbench;
using namespace sandbench::workspace;

namespace {

constexpr const char* kTable = "CREATE TABLE numbers (number INTEGER);"
                               "INSERT INTO numbers VALUES (1), (2), (3)";
constexpr const char* kAll = "SELECT number FROM numbers ORDER BY number";

class TestDatabase : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::optional<Database> m_database;

    /// The next row's number; 0 = there is none.
    static std::int64_t next(Statement& statement)
    {
        const auto hasRow = statement.step();
        return hasRow && *hasRow ? statement.integer(0) : 0;
    }

private Q_SLOTS:
    void init()
    {
        const auto path = m_folder.filePath("numbers").toStdString();
        std::filesystem::remove(path);
        std::filesystem::remove(path + "-wal");
        std::filesystem::remove(path + "-shm");
        auto opened = Database::open(path, {});
        QVERIFY(opened && opened->execute(kTable));
        m_database = *std::move(opened);
    }

    void whatWasBoundBeforeIsForgotten()
    {
        constexpr const char* sql = "SELECT coalesce(?, 7)";
        auto first = m_database->prepare(sql);
        QVERIFY(first);
        QCOMPARE(next(first->bind(std::int64_t(5))), 5);
        *first = *m_database->prepare("SELECT 1"); // which lets go of it
        auto second = m_database->prepare(sql);
        QVERIFY(second);
        QCOMPARE(next(*second), 7);
    }

    void twoOfTheSameTextGoTheirOwnWays()
    {
        auto slow = m_database->prepare(kAll);
        QVERIFY(slow);
        QCOMPARE(next(*slow), 1);
        auto fast = m_database->prepare(kAll);
        QVERIFY(fast);
        for (const int number : {1, 2, 3, 0})
            QCOMPARE(next(*fast), number);
        QCOMPARE(next(*slow), 2);
    }

    void oneThatWasGivenUpInTheMiddleLocksNothing()
    {
        {
            auto all = m_database->prepare(kAll);
            QVERIFY(all);
            QCOMPARE(next(*all), 1);
        }
        QVERIFY(m_database->execute("DROP TABLE numbers"));
        QVERIFY(!m_database->prepare(kAll)->step());
    }

    void oneThatFailedCanBeAskedAgain()
    {
        QVERIFY(m_database->execute("CREATE UNIQUE INDEX once ON numbers (number)"));
        const auto insert = [this](std::int64_t number) {
            auto statement = m_database->prepare("INSERT INTO numbers VALUES (?)");
            return statement && statement->bind(number).run();
        };
        QVERIFY(!insert(1));
        QVERIFY(insert(4));
    }

    void tablesThatChangedAreSeen()
    {
        constexpr const char* sql = "SELECT * FROM numbers WHERE number = 1";
        {
            auto before = m_database->prepare(sql);
            QVERIFY(before);
            QCOMPARE(next(*before), 1);
        }
        QVERIFY(m_database->execute(
            "DROP TABLE numbers; CREATE TABLE numbers (name TEXT, number INTEGER);"
            "INSERT INTO numbers VALUES ('one', 1)"));
        auto changed = m_database->prepare(sql);
        QVERIFY(changed && *changed->step());
        QCOMPARE(changed->text(0), std::string("one"));
    }

    void moreTextsThanAreKeptWorkAsWell()
    {
        for (int round = 0; round < 2; ++round)
            for (int number = 1; number < 200; ++number) {
                auto statement = m_database->prepare("SELECT " + std::to_string(number));
                QVERIFY(statement);
                QCOMPARE(next(*statement), number);
            }
    }

    void theDatabaseCanMoveMeanwhile()
    {
        std::optional<Database> moved; // a statement must not outlive it
        auto statement = m_database->prepare(kAll);
        QVERIFY(statement);
        moved = std::move(*m_database);
        QCOMPARE(next(*statement), 1);
        *statement = *moved->prepare("SELECT 1");
        auto again = moved->prepare(kAll);
        QVERIFY(again);
        QCOMPARE(next(*again), 1);
    }
};

} // namespace

SANDBENCH_TEST(TestDatabase);
#include "tst_database.moc"
