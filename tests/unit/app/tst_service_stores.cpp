// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/retention.h"
#include "core/workspace/run_history.h"
#include "core/workspace/sandbox_store.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace sandbench;
using namespace sandbench::workspace;

namespace {

Caller callerOf(const std::string& id)
{
    Caller caller;
    caller.id = id;
    caller.scopes = {Scope::Read};
    return caller;
}

Json recordOf(int number, const std::string& output = "out")
{
    return {
        {"run_id", "r-" + std::to_string(number)},
        {"session_id", "s-1"},
        {"language", "python"},
        {"verdict", "exited"},
        {"started_at", "2026-11-22T20:00:00.000Z"},
        {"wall_seconds", 0.5},
        {"truncated", false},
        {"stdout", output}};
}

/// "r-3 r-2"
std::string idsOf(const Result<std::vector<RunHistory::Entry>>& entries)
{
    if (!entries)
        return entries.error().text();
    std::string ids;
    for (const auto& entry : *entries)
        ids += (ids.empty() ? "" : " ") + entry.runId;
    return ids;
}

KeptSandbox keptSandbox(const std::string& id)
{
    return {
        id,
        "me'; DROP TABLE sandboxes --",
        "docker",
        "python",
        "abc",
        10,
        20,
        30,
        "development",
        "{}",
        "{\"a\": 1}",
        "memory"};
}

} // namespace

class TestServiceStores : public QObject
{
    Q_OBJECT

private:
    std::string path(const char* name) const
    {
        return m_folder.path().toStdString() + "/state/" + name;
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void keepsSandboxesBetweenPrograms()
    {
        const auto file = path("sandboxes.db");
        {
            const auto store = openSandboxStore(file);
            QVERIFY2(store, store ? "" : store.error().text().c_str());
            QVERIFY((*store)->put(keptSandbox("s-1")) && (*store)->put(keptSandbox("s-2")));
            auto changed = keptSandbox("s-1");
            changed.memory = "more";
            QVERIFY((*store)->put(changed) && (*store)->remove("s-2"));
        }
        const auto store = openSandboxStore(file);
        QVERIFY(store);
        const auto all = (*store)->all();
        QVERIFY(all);
        QCOMPARE(all->size(), std::size_t(1));
        const auto& one = all->front();
        QCOMPARE(one.id, std::string("s-1"));
        QCOMPARE(one.caller, keptSandbox("").caller);
        QCOMPARE(one.engineId, std::string("abc"));
        QCOMPARE(one.createdAt + one.idleSeconds + one.lifetimeSeconds, std::int64_t(60));
        QCOMPARE(one.policy + one.runLimits + one.spec, std::string("development{}{\"a\": 1}"));
        QCOMPARE(one.memory, std::string("more"));
        struct stat info = {};
        QCOMPARE(::stat(file.c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
    }

    void showsEachCallerTheirOwnRuns()
    {
        const auto history = openRunHistory(path("own.db"));
        QVERIFY2(history, history ? "" : history.error().text().c_str());
        for (int i = 1; i <= 4; ++i)
            QVERIFY((*history)->add(i == 2 ? "two" : "one", recordOf(i)));
        const auto one = callerOf("one");
        QCOMPARE(idsOf((*history)->list(one, {}, 10)), std::string("r-4 r-3 r-1"));
        QCOMPARE(idsOf((*history)->list(one, "r-4", 1)), std::string("r-3"));
        QCOMPARE(idsOf((*history)->list(one, "r-3", 10)), std::string("r-1"));
        for (const char* gone : {"r-99", "r-2"}) { // the latter is somebody else's
            const auto after = (*history)->list(one, gone, 10);
            QVERIFY(!after && after.error().code() == ErrorCode::InvalidArgument);
        }
        QCOMPARE(idsOf((*history)->list(localCaller(), {}, 10)), std::string("r-4 r-3 r-2 r-1"));
        const auto found = (*history)->find(one, "r-1");
        QVERIFY(found && *found == recordOf(1));
        const auto others = (*history)->find(one, "r-2");
        QVERIFY(!others && others.error().code() == ErrorCode::NotFound);
        QVERIFY((*history)->find(localCaller(), "r-2"));
    }

    void forgetsTheOldestAndShortensOutput()
    {
        const auto file = path("bounded.db");
        {
            const auto history = openRunHistory(file, {3, 1 << 20, 1000});
            QVERIFY(history);
            for (int i = 1; i <= 5; ++i)
                QVERIFY((*history)->add("one", recordOf(i, std::string(5000, 'x'))));
            QCOMPARE(idsOf((*history)->list(callerOf("one"), {}, 10)), std::string("r-5 r-4 r-3"));
            const auto found = (*history)->find(callerOf("one"), "r-5");
            QVERIFY(found);
            QCOMPARE(jsonString(*found, "stdout"), std::string(1000, 'x'));
            QVERIFY(jsonBool(*found, "truncated"));
        }
        const auto history = openRunHistory(file, {10, 2000, 1000});
        QVERIFY(history);
        QVERIFY((*history)->add("one", recordOf(6, std::string(5000, 'x'))));
        QCOMPARE(idsOf((*history)->list(callerOf("one"), {}, 10)), std::string("r-6"));
    }

    void forgetsFirstOfWhoeverHasMost()
    {
        const auto history = openRunHistory(path("fair.db"), {4, 1 << 20, 1000});
        QVERIFY(history);
        QVERIFY((*history)->add("quiet", recordOf(1)));
        for (int i = 2; i <= 9; ++i)
            QVERIFY((*history)->add("busy", recordOf(i)));
        QCOMPARE(idsOf((*history)->list(localCaller(), {}, 10)), std::string("r-9 r-8 r-7 r-1"));
    }

    void dropsWhatIsTooMuchOfEachKind()
    {
        const std::vector<KeptItem> items
            = {{"quiet", {1, 900, 0}},
               {"busy", {1, 10, 5}},
               {"busy", {1, 10, 5}},
               {"large", {1, 10, 500}},
               {"busy", {1, 10, 5}}};
        const auto dropped = [&](const KeptSizes& bounds) {
            QString text;
            for (const auto number : itemsToDrop(items, bounds))
                text += QString::number(number) + " ";
            return text;
        };
        QCOMPARE(dropped({5, 940, 515}), QString());
        QCOMPARE(dropped({3, 1000, 1000}), QString("1 2 "));
        QCOMPARE(dropped({5, 939, 515}), QString("0 "));
        QCOMPARE(dropped({5, 940, 100}), QString("3 "));
        QCOMPARE(dropped({0, 0, 0}).count(' '), 5);
    }

    void saysWhereItCannotBe()
    {
        QFile blocking(m_folder.filePath("file"));
        QVERIFY(blocking.open(QIODevice::WriteOnly));
        const auto base = m_folder.path().toStdString();
        QVERIFY(!openRunHistory(base + "/file/x.db"));
        QVERIFY(blocking.write("no database at all, but long enough to be taken for one") > 0);
        blocking.close();
        QVERIFY(!openSandboxStore(base + "/file"));
    }
};

SANDBENCH_TEST(TestServiceStores);
#include "tst_service_stores.moc"
