// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/project_folder.h"
#include "core/base/sha256.h"
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <map>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// What became of a project in a sandbox.
class ConformanceProjectTest : public ConformanceTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }

private Q_SLOTS:
    void findsNothingWhereNothingChanged();
    void findsWhatWasCreatedChangedAndDeleted();
    void findsAChangeThatHides();
    void findsOnlyWhatIsOfThisRun();
    void takesNoProjectWhereALinkWouldLeadItElsewhere();
    void tellsWhatCannotBeTaken();
    void knowsNotThatWhatCannotBeSeenIsGone();
    void hasNoProjectWithoutOne();

private:
    void bring()
    {
        QDir(m_folder.path()).mkpath("src");
        for (const auto* name : {"a.txt", "b.txt", "src/c.txt", "src/d.txt"}) {
            QFile file(m_folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("old\n") == 4);
        }
        const auto project = ProjectFolder::open(m_folder.path().toStdString(), 0);
        QVERIFY(project);
        const auto brought = session().copyProject(*project, {}, {});
        QVERIFY2(brought, brought ? "" : brought.error().text().c_str());
    }
    /// "changed src/c.txt", with what is wrong with it behind it.
    std::string changes(std::vector<std::string> inputs = {})
    {
        inputs.emplace_back("main.sh"); // the runs' own program

        m_kept.clear();
        const auto changes = session().projectChanges(
            inputs,
            [this](std::string_view bytes) {
                const auto digest = sha256Of(bytes);
                m_kept[digest] = bytes;
                return Result<std::string>(digest);
            },
            {});
        if (!changes)
            return changes.error().text();
        std::string text;
        for (const auto& file : changes->files) {
            text += (text.empty() ? "" : ", ") + std::string(file.kind()) + " " + file.path
                + (file.after && file.after->isExecutable ? "*" : "")
                + (file.note.empty() ? "" : ": " + file.note);
            if (file.after && m_kept.contains(file.after->digest))
                text += "=" + m_kept[file.after->digest];
        }
        return text;
    }

    QTemporaryDir m_folder;
    std::map<std::string, std::string> m_kept;
};

void ConformanceProjectTest::findsNothingWhereNothingChanged()
{
    bring();
    QCOMPARE(changes(), ""s);
    QCOMPARE(endingOf(m_box->bash("cat a.txt; touch b.txt; echo old > src/c.txt")), "exited 0"s);
    QCOMPARE(changes(), ""s);
}

void ConformanceProjectTest::findsWhatWasCreatedChangedAndDeleted()
{
    bring();
    QCOMPARE(
        endingOf(m_box->bash("printf new > src/c.txt; rm b.txt; mkdir -p x/y; printf 1 > x/y/z; "
                             "chmod +x src/d.txt; mkdir build; touch build/left-out")),
        "exited 0"s);
    QCOMPARE(
        changes(), "deleted b.txt, changed src/c.txt=new, changed src/d.txt*, created x/y/z=1"s);
    QCOMPARE(changes({"x/y/z"}), "deleted b.txt, changed src/c.txt=new, changed src/d.txt*"s);
}

void ConformanceProjectTest::findsAChangeThatHides()
{
    bring();
    // The same size, and the time of before.
    QCOMPARE(
        endingOf(m_box->bash("touch -r a.txt /tmp/then; printf 'new\\n' > a.txt; "
                             "touch -r /tmp/then a.txt")),
        "exited 0"s);
    QCOMPARE(changes(), "changed a.txt=new\n"s);
}

void ConformanceProjectTest::findsOnlyWhatIsOfThisRun()
{
    bring();
    QCOMPARE(endingOf(m_box->bash("echo 1 > left; echo 2 > touched; rm b.txt")), "exited 0"s);
    bring();
    QCOMPARE(changes(), ""s);
    QCOMPARE(endingOf(m_box->bash("echo 3 > touched; echo 4 > new")), "exited 0"s);
    QCOMPARE(changes(), "created new=4\n, created touched=3\n"s);
}

// Its files would seem to be gone, and applying that would remove them.
void ConformanceProjectTest::takesNoProjectWhereALinkWouldLeadItElsewhere()
{
    bring();
    QCOMPARE(
        endingOf(m_box->bash("rm -r src; mkdir /tmp/there; ln -s /tmp/there src")), "exited 0"s);
    const auto project = ProjectFolder::open(m_folder.path().toStdString(), 0);
    const auto brought = session().copyProject(*project, {}, {});
    QVERIFY(!brought);
    QVERIFY2(
        brought.error().text().find("src/c.txt is not where it was put") != std::string::npos,
        brought.error().text().c_str());
}

void ConformanceProjectTest::tellsWhatCannotBeTaken()
{
    bring();
    QCOMPARE(
        endingOf(m_box->bash("rm a.txt; ln -s /etc/passwd a.txt; mkfifo p; mkdir .git .hg; "
                             "echo x > .hg/hgrc; truncate -s 65M large")),
        "exited 0"s);
    QCOMPARE(
        changes(),
        "changed a.txt: it is a link, created large: it is larger than 64 MiB, "
        "created p: it is no file"s);
}

void ConformanceProjectTest::knowsNotThatWhatCannotBeSeenIsGone()
{
    bring();
    QCOMPARE(endingOf(m_box->bash("chmod 000 src")), "exited 0"s);
    const auto seen = changes();
    // Who runs as root sees it all the same.
    QVERIFY2(
        seen.empty()
            || seen
                == "changed src/c.txt: its folder cannot be read any more, "
                   "changed src/d.txt: its folder cannot be read any more",
        seen.c_str());
    QCOMPARE(endingOf(m_box->bash("chmod 755 src; rm -r src")), "exited 0"s);
    QCOMPARE(changes(), "deleted src/c.txt, deleted src/d.txt"s);
}

void ConformanceProjectTest::hasNoProjectWithoutOne()
{
    QCOMPARE(changes(), "no project was brought into this sandbox"s);
}

SANDBENCH_TEST(ConformanceProjectTest);
#include "tst_conformance_project.moc"
