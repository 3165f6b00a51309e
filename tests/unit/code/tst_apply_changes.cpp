// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/base/sha256.h"
#include "core/project/apply_changes.h"
#include "core/project/line_diff.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

using namespace sandbench;

/// What a run changed of a project comes into its folder, or is a conflict, and can be taken back.
class TestApplyChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void bringsWhatWasCreatedChangedAndDeleted();
    void takesItBack();
    void takesBackOnlyWhatIsNamed();
    void takesBackTheRightsOfADeletedFile();
    void keepsTheRightsOfAChangedFile();
    void makesAFileExecutableAndBack();
    void bringsSomeOfTheHunks();
    void leavesAFileThatChangedMeanwhile_data();
    void leavesAFileThatChangedMeanwhile();
    void doesNotUndoWhatChangedSince();
    void isContentWithWhatIsSoAlready();
    void writesThroughNoLink_data();
    void writesThroughNoLink();
    void writesNothingToOddPaths_data();
    void writesNothingToOddPaths();
    void writesWhatHasAnOddName();
    void replacesAHardLinkOnlyHere();
    void leavesNothingBesideFiles();
    void keepsTheNewestRuns();
    void isOpenInOneProgramOnly();
    void refusesWhatIsDamaged_data();
    void refusesWhatIsDamaged();
    void knowsNoOtherRuns_data();
    void knowsNoOtherRuns();
    void namesFoldersAndFiles_data();
    void namesFoldersAndFiles();

private:
    QString here(const char* path) const { return m_folder->filePath(path); }
    void write(const char* path, const std::string& text)
    {
        QDir().mkpath(QFileInfo(here(path)).path());
        QFile file(here(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
    }
    std::string read(const char* path) const
    {
        QFile file(here(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : "(none)";
    }
    unsigned rightsOf(const char* path) const
    {
        struct stat info = {};
        return ::stat(here(path).toUtf8().constData(), &info) == 0 ? info.st_mode & 0777U : 0;
    }
    FileVersion version(const std::string& text, bool isExecutable = false)
    {
        return {m_store->keep(text).value_or(""), text.size(), isExecutable};
    }
    void change(const char* path, const MaybeFile& before, const MaybeFile& after)
    {
        m_changes.add({path, before, after, {}});
    }
    ChangeApplier applier()
    {
        m_changes.folder = m_folder->path().toStdString();
        std::ranges::sort(m_changes.files, {}, &ProjectChange::path);
        (void)m_store->writeChanges(m_changes);
        return *ChangeApplier::open(*m_store);
    }
    /// "applied conflict": of each change in the order of their paths.
    std::string applyAll()
    {
        auto all = applier();
        std::string states;
        for (const auto& file : all.changes().files)
            states += std::string(states.empty() ? "" : " ")
                + std::string(applyStateName(all.apply(file).state));
        return states;
    }
    std::string undo(const std::vector<std::string>& paths = {})
    {
        auto all = applier();
        const auto outcomes = all.undo(paths, {});
        std::string states;
        for (const auto& outcome : outcomes ? *outcomes : std::vector<ApplyOutcome>())
            states += std::string(states.empty() ? "" : " ")
                + std::string(applyStateName(outcome.state));
        return states;
    }
    std::string state() const { return m_state->path().toStdString(); }

    std::optional<QTemporaryDir> m_folder, m_state;
    std::optional<ChangeStore> m_store;
    ProjectChanges m_changes;
};

void TestApplyChanges::init()
{
    m_folder.emplace();
    m_state.emplace();
    m_changes = {};
    auto store = ChangeStore::create(state(), "r-1", {});
    QVERIFY2(store.has_value(), store ? "" : store.error().text().c_str());
    m_store = *std::move(store);
}

void TestApplyChanges::cleanup()
{
    m_store.reset();
    m_folder.reset();
    m_state.reset();
}

void TestApplyChanges::bringsWhatWasCreatedChangedAndDeleted()
{
    write("changed.txt", "old");
    write("deleted.txt", "gone");
    change("new/deep/created.txt", {}, version("new"));
    change("changed.txt", version("old"), version("fresh"));
    change("deleted.txt", version("gone"), {});
    QCOMPARE(applyAll(), std::string("applied applied applied"));
    QCOMPARE(read("new/deep/created.txt"), std::string("new"));
    QCOMPARE(read("changed.txt"), std::string("fresh"));
    QVERIFY(!QFile::exists(here("deleted.txt")));
}

void TestApplyChanges::takesItBack()
{
    bringsWhatWasCreatedChangedAndDeleted();
    m_store.reset(); // another program does it
    m_store = *ChangeStore::open(state(), "r-1");
    QCOMPARE(undo(), std::string("undone undone undone"));
    QVERIFY(!QFile::exists(here("new/deep/created.txt")));
    QCOMPARE(read("changed.txt"), std::string("old"));
    QCOMPARE(read("deleted.txt"), std::string("gone"));
    QCOMPARE(undo(), std::string()); // there is nothing more
    QCOMPARE(applyAll(), std::string("applied applied applied")); // and again
}

void TestApplyChanges::takesBackOnlyWhatIsNamed()
{
    bringsWhatWasCreatedChangedAndDeleted();
    QCOMPARE(undo({"new", "deleted.txt"}), std::string("undone undone"));
    QCOMPARE(read("changed.txt"), std::string("fresh"));
    QCOMPARE(undo(), std::string("undone"));
}

void TestApplyChanges::takesBackTheRightsOfADeletedFile()
{
    write("secret", "key");
    ::chmod(here("secret").toUtf8().constData(), 0600);
    change("secret", version("key"), {});
    QCOMPARE(applyAll(), std::string("applied"));
    QCOMPARE(undo(), std::string("undone"));
    QCOMPARE(rightsOf("secret"), 0600U);
}

void TestApplyChanges::keepsTheRightsOfAChangedFile()
{
    write("secret", "key");
    ::chmod(here("secret").toUtf8().constData(), 04640);
    change("secret", version("key"), version("other"));
    QCOMPARE(applyAll(), std::string("applied"));
    QCOMPARE(rightsOf("secret"), 0640U);
}

void TestApplyChanges::makesAFileExecutableAndBack()
{
    write("tool", "x");
    ::chmod(here("tool").toUtf8().constData(), 0640);
    change("tool", version("x"), version("x", true));
    QCOMPARE(applyAll(), std::string("applied"));
    QCOMPARE(rightsOf("tool"), 0750U);
    QCOMPARE(undo(), std::string("undone"));
    QCOMPARE(rightsOf("tool"), 0640U);
}

void TestApplyChanges::bringsSomeOfTheHunks()
{
    const std::string before = "a\nb\nc\n", after = "A\nb\nC\n";
    write("text", before);
    change("text", version(before), version(after));
    auto all = applier();
    const auto& file = all.changes().files.front();
    const auto texts = all.texts(file);
    QVERIFY(texts.has_value());
    const auto hunks = diffLines(texts->first, texts->second);
    const auto text = applyHunks(texts->first, texts->second, hunks, {false, true});
    QCOMPARE(all.applyText(file, text).state, ApplyState::Applied);
    QCOMPARE(read("text"), std::string("a\nb\nC\n"));
    QCOMPARE(undo(), std::string("undone"));
    QCOMPARE(read("text"), before);
}

void TestApplyChanges::leavesAFileThatChangedMeanwhile_data()
{
    QTest::addColumn<std::string>("here"); // "" = nothing is there
    QTest::addColumn<bool>("wasThere");
    QTest::addColumn<bool>("isThere");
    QTest::newRow("changed on both sides") << std::string("mine") << true << true;
    QTest::newRow("created on both sides") << std::string("mine") << false << true;
    QTest::newRow("changed here, deleted there") << std::string("mine") << true << false;
    QTest::newRow("deleted here, changed there") << std::string() << true << true;
}

void TestApplyChanges::leavesAFileThatChangedMeanwhile()
{
    QFETCH(std::string, here);
    QFETCH(bool, wasThere);
    QFETCH(bool, isThere);
    if (!here.empty())
        write("file", here);
    change(
        "file", wasThere ? MaybeFile(version("sent")) : MaybeFile(),
        isThere ? MaybeFile(version("theirs")) : MaybeFile());
    QCOMPARE(applyAll(), std::string("conflict"));
    QCOMPARE(read("file"), here.empty() ? std::string("(none)") : here);
}

void TestApplyChanges::doesNotUndoWhatChangedSince()
{
    write("file", "old");
    change("file", version("old"), version("fresh"));
    QCOMPARE(applyAll(), std::string("applied"));
    write("file", "mine");
    QCOMPARE(undo(), std::string("conflict"));
    QCOMPARE(read("file"), std::string("mine"));
    write("file", "fresh");
    QCOMPARE(undo(), std::string("undone")); // it was not forgotten
}

void TestApplyChanges::isContentWithWhatIsSoAlready()
{
    write("file", "fresh");
    change("file", version("old"), version("fresh"));
    change("gone", version("old"), {});
    QCOMPARE(applyAll(), std::string("same same"));
    QCOMPARE(undo(), std::string());
}

void TestApplyChanges::writesThroughNoLink_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("wasThere");
    QTest::newRow("the file is a link") << "file"
                                        << "file" << true;
    QTest::newRow("the new file is a link to nothing") << "file"
                                                       << "file" << false;
    QTest::newRow("a folder above is a link") << "folder"
                                              << "folder/file" << true;
    QTest::newRow("a folder above a new file is a link") << "folder"
                                                         << "folder/new" << false;
}

void TestApplyChanges::writesThroughNoLink()
{
    QFETCH(QString, link);
    QFETCH(QString, path);
    QFETCH(bool, wasThere);
    const QTemporaryDir elsewhere;
    QFile outside(elsewhere.filePath("file"));
    QVERIFY(outside.open(QIODevice::WriteOnly));
    outside.write("old");
    outside.close();
    const auto target = link == "folder" ? elsewhere.path()
        : wasThere                       ? elsewhere.filePath("file")
                                         : elsewhere.filePath("nothing");
    std::filesystem::create_symlink(target.toStdString(), here(qPrintable(link)).toStdString());
    change(qPrintable(path), wasThere ? MaybeFile(version("old")) : MaybeFile(), version("theirs"));
    QCOMPARE(applyAll(), std::string("refused"));
    QVERIFY(outside.open(QIODevice::ReadOnly));
    QCOMPARE(outside.readAll(), QByteArray("old"));
    QCOMPARE(QDir(elsewhere.path()).entryList(QDir::Files), QStringList{"file"});
    QVERIFY(std::filesystem::is_symlink(here(qPrintable(link)).toStdString()));
}

void TestApplyChanges::writesNothingToOddPaths_data()
{
    QTest::addColumn<std::string>("path");
    using S = std::string;
    QTest::newRow("above") << S("../file");
    QTest::newRow("above from below") << S("a/../../file");
    QTest::newRow("absolute") << S("/tmp/file");
    QTest::newRow("itself") << S(".");
    QTest::newRow("nothing") << S();
    QTest::newRow("a folder") << S("a/");
    QTest::newRow("an empty name") << S("a//b");
    QTest::newRow("a zero") << S("a\0b", 3);
    QTest::newRow("not UTF-8") << S("a\xff");
    QTest::newRow("too long") << S(256, 'a');
    QTest::newRow("far too long") << S(5000, 'a');
    QTest::newRow("what git runs") << S(".git/hooks/post-commit");
    QTest::newRow("what git runs, below") << S("sub/.GIT/config");
    QTest::newRow("another version control") << S(".hg/hgrc");
}

void TestApplyChanges::writesNothingToOddPaths()
{
    QFETCH(std::string, path);
    QVERIFY(whyNoPath(path));
    ProjectChange odd = {path, {}, version("theirs"), {}};
    auto all = applier();
    QCOMPARE(all.apply(odd).state, ApplyState::Refused);
    QVERIFY(QDir(m_folder->path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void TestApplyChanges::writesWhatHasAnOddName()
{
    const char* const names[]
        = {"-rf", "a b", "new\nline", "\x1b[31mred", "\u202ebidi", ".gitignore"};
    for (const auto* name : names)
        change(name, {}, version("x"));
    QCOMPARE(applyAll(), std::string("applied applied applied applied applied applied"));
    for (const auto* name : names)
        QCOMPARE(read(name), std::string("x"));
}

void TestApplyChanges::replacesAHardLinkOnlyHere()
{
    const QTemporaryDir elsewhere;
    QFile outside(elsewhere.filePath("file"));
    QVERIFY(outside.open(QIODevice::WriteOnly));
    outside.write("old");
    outside.close();
    std::error_code failure;
    std::filesystem::create_hard_link(
        outside.fileName().toStdString(), here("file").toStdString(), failure);
    QVERIFY(!failure);
    change("file", version("old"), version("theirs"));
    QCOMPARE(applyAll(), std::string("applied"));
    QVERIFY(outside.open(QIODevice::ReadOnly));
    QCOMPARE(outside.readAll(), QByteArray("old"));
}

void TestApplyChanges::leavesNothingBesideFiles()
{
    write("a", "old");
    write("b", "mine");
    write("c", "gone");
    change("a", version("old"), version("fresh"));
    change("b", version("old"), version("fresh"));
    change("c", version("gone"), {});
    QCOMPARE(applyAll(), std::string("applied conflict applied"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), (QStringList{"a", "b"}));
}

void TestApplyChanges::keepsTheNewestRuns()
{
    const ChangeStore::Bounds bounds = {2, 1ULL << 40};
    m_store.reset();
    for (const auto* id : {"r-2", "r-3"})
        QVERIFY(ChangeStore::create(state(), id, bounds).has_value());
    QVERIFY(ChangeStore::open(state(), "r-1").failedAs(ErrorCode::NotFound));
    QVERIFY(ChangeStore::open(state(), "r-3").has_value());
    const ChangeStore::Bounds noRoom = {100, 1};
    QVERIFY(ChangeStore::create(state(), "r-4", noRoom).has_value());
    QVERIFY(ChangeStore::open(state(), "r-3").failedAs(ErrorCode::NotFound));
}

void TestApplyChanges::isOpenInOneProgramOnly()
{
    QVERIFY(ChangeStore::open(state(), "r-1").failedAs(ErrorCode::Unavailable));
    m_store->discard();
    QVERIFY(ChangeStore::open(state(), "r-1").failedAs(ErrorCode::NotFound));
}

void TestApplyChanges::refusesWhatIsDamaged_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no list") << "changes.json" << QByteArray("[]");
    QTest::newRow("half a list") << "changes.json" << QByteArray("{\"folder\": \"/");
    QTest::newRow("no digest") << "changes.json"
                               << QByteArray("{\"folder\": \"/tmp\", \"files\": [{\"path\": \"a\", "
                                             "\"after\": {\"digest\": \"../../x\"}}]}");
    QTest::newRow("other contents")
        << QString::fromStdString("contents/" + sha256Of("fresh")) << QByteArray("other");
}

void TestApplyChanges::refusesWhatIsDamaged()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    change("file", {}, version("fresh"));
    auto all = applier();
    QFile file(m_state->filePath("changes/r-1/" + name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    QVERIFY(
        m_store->readChanges().failedAs(ErrorCode::Protocol)
        || all.apply(all.changes().files.front()).state == ApplyState::Failed);
    QVERIFY(!QFile::exists(here("file")));
}

void TestApplyChanges::knowsNoOtherRuns_data()
{
    QTest::addColumn<std::string>("id");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("another") << std::string("r-9") << ErrorCode::NotFound;
    QTest::newRow("a path") << std::string("../r-1") << ErrorCode::InvalidArgument;
    QTest::newRow("nothing") << std::string() << ErrorCode::InvalidArgument;
}

void TestApplyChanges::knowsNoOtherRuns()
{
    QFETCH(std::string, id);
    QFETCH(ErrorCode, code);
    QVERIFY(ChangeStore::open(state(), id).failedAs(code));
}

void TestApplyChanges::namesFoldersAndFiles_data()
{
    QTest::addColumn<std::string>("named");
    QTest::addColumn<bool>("isMeant");
    using S = std::string;
    QTest::newRow("the file") << S("src/a.c") << true;
    QTest::newRow("its folder") << S("src") << true;
    QTest::newRow("its folder, from here") << S("./src/") << true;
    QTest::newRow("all") << S(".") << true;
    QTest::newRow("the beginning of a name") << S("sr") << false;
    QTest::newRow("another file") << S("src/a.cpp") << false;
}

void TestApplyChanges::namesFoldersAndFiles()
{
    QFETCH(std::string, named);
    QTEST(isNamed("src/a.c", named), "isMeant");
}

SANDBENCH_TEST(TestApplyChanges);
#include "tst_apply_changes.moc"
