// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/retention.h"
#include "core/workspace/sandbox_store.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace sandbench;
using namespace sandbench::workspace;

namespace {

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
        QVERIFY(!openSandboxStore(base + "/file/x.db"));
        QVERIFY(blocking.write("no database at all, but long enough to be taken for one") > 0);
        blocking.close();
        QVERIFY(!openSandboxStore(base + "/file"));
    }
};

SANDBENCH_TEST(TestServiceStores);
#include "tst_service_stores.moc"
