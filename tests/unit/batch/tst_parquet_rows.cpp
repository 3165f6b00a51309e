// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_row.h"
#include "core/batch/parquet_rows.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#ifdef SANDBENCH_TEST_PARQUET
#include <arrow/api.h>
#include <arrow/io/file.h>
#include <parquet/arrow/reader.h>
#endif

using namespace sandbench;
using namespace sandbench::batch;
using sandbench::test::contains;

class TestParquetRows : public QObject
{
    Q_OBJECT

private:
    Result<void> write(const std::vector<std::string>& rows)
    {
        SANDBENCH_TRY(auto file, PartFile::beside(m_path));
        const auto giveRows = [&](const TakeRow& take) -> Result<void> {
            for (const auto& row : rows) {
                SANDBENCH_TRY_VOID(take(std::string_view(row).substr(0, row.size() - 1)));
            }
            return {};
        };
        SANDBENCH_TRY_VOID(writeParquet(file, giveRows));
        return file.keep(0600);
    }

    QTemporaryDir m_dir;
    const std::string m_path = m_dir.filePath("rows.parquet").toStdString();

private Q_SLOTS:
#ifndef SANDBENCH_TEST_PARQUET
    void saysWhatABuildWithoutArrowLacks()
    {
        const auto written = write({rowOf(1, kDuplicate, "a", "")});
        QVERIFY(written.failedAs(ErrorCode::Unsupported));
        QVERIFY(contains(written.error().message(), "libparquet-dev"));
        QVERIFY(!QFile::exists(QString::fromStdString(m_path)));
    }
#else
    void keepsWhatEveryKindOfRowSays()
    {
        Item item;
        item.line = 2;
        item.id = "b";
        item.program = {{"language", "python"}};
        item.checks.resize(2);
        item.checks[1].name = "second";
        ItemEnd end;
        end.tests.resize(2);
        end.tests[0].outcome.state = check::CheckState::Passed;
        end.tests[0].outcome.exitCode = 0;
        end.tests[0].output = "\"quoted\"\n\xff é";
        end.tests[0].startedAt = "2026-11-30T04:05:06.789Z";
        end.tests[1].outcome.state = check::CheckState::Failed;
        end.tests[1].signal = 9;
        end.lostAt = {"docker one"};
        end.startedBefore = true;
        end.relaxed = {"shared"};
        auto whole = item;
        whole.hasTests = true;
        whole.line = 3;
        end.place = "local";
        const auto written
            = write({rowOf(1, kUnreadable, {}, "no JSON"), rowOf(item, end), rowOf(whole, end)});
        QVERIFY2(written, written ? "" : written.error().text().c_str());

        const auto table = read();
        QVERIFY(table);
        QCOMPARE(table->num_rows(), 3);
        QCOMPARE(columnOf(*table, "state"), QString("unreadable failed failed"));
        QCOMPARE(columnOf(*table, "line"), QString("1 2 3"));
        QCOMPARE(columnOf(*table, "id"), QString("null b b"));
        QCOMPARE(columnOf(*table, "exit_code"), QString("null 0 null"));
        QCOMPARE(columnOf(*table, "stdout"), QString("null \"quoted\"\n\uFFFD é null"));
        QCOMPARE(columnOf(*table, "started_at"), QString("null 2026-11-30 04:05:06.789000Z null"));
        QVERIFY(columnOf(*table, "lost_at").endsWith("[docker one]"));
        QVERIFY(columnOf(*table, "tests").contains("second"));
    }

    void refusesARowWithMembersThatItHasNoColumnFor()
    {
        QVERIFY(write({"{\"line\":1,\"state\":\"passed\",\"more\":1}\n"})
                    .failedAs(ErrorCode::InvalidArgument));
        QVERIFY(write({"not a row\n"}).failedAs(ErrorCode::InvalidArgument));
    }

private:
    std::shared_ptr<arrow::Table> read() const
    {
        std::unique_ptr<parquet::arrow::FileReader> reader;
        std::shared_ptr<arrow::Table> table;
        auto file = arrow::io::ReadableFile::Open(m_path);
        if (file.ok()
            && parquet::arrow::OpenFile(*file, arrow::default_memory_pool(), &reader).ok())
            (void)reader->ReadTable(&table);
        return table;
    }
    static QString columnOf(const arrow::Table& table, const std::string& name)
    {
        QStringList values;
        const auto column = table.GetColumnByName(name);
        for (std::int64_t i = 0; column && i < column->length(); ++i)
            values += QString::fromStdString((*column->GetScalar(i))->ToString());
        return values.join(' ');
    }
#endif
};

SANDBENCH_TEST(TestParquetRows);
#include "tst_parquet_rows.moc"
