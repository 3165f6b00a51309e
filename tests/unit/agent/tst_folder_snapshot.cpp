// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/folder_snapshot.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace sandbench::guest;

class TestFolderSnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tellsWhatWasCreatedChangedAndDeleted();
    void tellsAFileThatTookAnothersPlace();
    void followsNoLink();
    void tellsNothingBeyondWhatItLookedAt();
    void looksOnlyAtWhatIsOfInterest();
    void isEmptyWhereThereIsNoFolder();

private:
    std::string at(const char* name) const { return m_root + "/" + name; }
    void write(const char* name, const std::string& text) const { std::ofstream(at(name)) << text; }
    FolderSnapshot look() const { return FolderSnapshot::take(m_root); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_root;
};

static std::string sentenceOf(const std::vector<FileChange>& changes)
{
    std::string out;
    for (const auto& change : changes)
        out += "-~+"
                   [change.kind == FileChange::Kind::Created       ? 2
                        : change.kind == FileChange::Kind::Changed ? 1
                                                                   : 0]
            + change.path + " ";
    return out;
}

void TestFolderSnapshot::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestFolderSnapshot::tellsWhatWasCreatedChangedAndDeleted()
{
    write("stays", "1");
    write("grows", "1");
    write("goes", "1");
    const auto before = look();
    write("grows", "12345");
    ::unlink(at("goes").c_str());
    ::mkdir(at("new").c_str(), 0755);
    write("new/first", "123");
    const auto changes = changesBetween(before, look());
    QCOMPARE(changes.size(), std::size_t(4));
    QCOMPARE(sentenceOf({changes.begin(), changes.begin() + 2}), std::string("-goes +new "));
    QCOMPARE(sentenceOf({changes.begin() + 2, changes.end()}), std::string("~grows +new/first "));
    QCOMPARE(changes[2].before.size, std::uint64_t(1));
    QCOMPARE(changes[2].after.size, std::uint64_t(5));
    QCOMPARE(changes[3].after.size, std::uint64_t(3));
}

void TestFolderSnapshot::tellsAFileThatTookAnothersPlace()
{
    write("file", "1");
    const auto before = look();
    const auto old = before.entries().at("file");
    write("other", "2");
    const timespec time = {old.modified / 1'000'000'000, old.modified % 1'000'000'000};
    const timespec both[] = {time, time};
    ::utimensat(AT_FDCWD, at("other").c_str(), both, 0);
    std::rename(at("other").c_str(), at("file").c_str());
    QCOMPARE(sentenceOf(changesBetween(before, look())), std::string("~file "));
}

void TestFolderSnapshot::followsNoLink()
{
    const auto before = look();
    ::symlink("/", at("away").c_str());
    const auto after = look();
    QCOMPARE(after.entries().size(), std::size_t(1));
    QVERIFY(!after.isPartial());
    QCOMPARE(sentenceOf(changesBetween(before, after)), std::string("+away "));
    QVERIFY(FolderSnapshot::take(at("away")).entries().empty());
}

void TestFolderSnapshot::tellsNothingBeyondWhatItLookedAt()
{
    write("a", "1");
    write("b", "1");
    const auto whole = look();
    const auto part = FolderSnapshot::take(m_root, 1);
    QVERIFY(part.isPartial());
    QVERIFY(changesBetween(whole, part).empty());
    QVERIFY(changesBetween(part, whole).empty());
}

void TestFolderSnapshot::looksOnlyAtWhatIsOfInterest()
{
    std::filesystem::create_directories(at("in/deep"));
    std::filesystem::create_directories(at("out"));
    for (const auto* name : {"in/deep/a.png", "in/b.txt", "out/c.png", "d.png"})
        write(name, "x");
    const auto some = FolderSnapshot::take(m_root, 100, [](std::string_view name, bool isFolder) {
        return isFolder ? name != "out" : name.ends_with(".png");
    });
    std::set<std::string> names;
    for (const auto& [path, entry] : some.entries())
        names.insert(path);
    QCOMPARE(names, (std::set<std::string>{"in", "in/deep", "in/deep/a.png", "d.png"}));
    QVERIFY(!some.isPartial() && !some.isCut());
    // What is passed over counts: a folder of nothing else has an end as well.
    const auto none = FolderSnapshot::take(m_root, 2, [](std::string_view, bool) { return false; });
    QVERIFY(none.entries().empty() && none.isCut());
}

void TestFolderSnapshot::isEmptyWhereThereIsNoFolder()
{
    const auto none = FolderSnapshot::take(at("none"));
    QVERIFY(none.entries().empty());
    QVERIFY(none.isPartial());
}

SANDBENCH_TEST(TestFolderSnapshot);
#include "tst_folder_snapshot.moc"
