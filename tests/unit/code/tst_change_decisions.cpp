// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/project/apply_changes.h"
#include "core/project/line_diff.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace sandbench;

namespace {

/// Twenty lines, some of them others: two parts of a difference that do not touch.
std::string lines(const char* second, const char* last)
{
    std::string text;
    for (int i = 1; i <= 20; ++i)
        text += (i == 2 ? second : i == 19 ? last : "same") + std::string("\n");
    return text;
}

} // namespace

/// A person decides of each part of a change: it comes, or it is not wanted, and both can be taken
/// back.
class TestChangeDecisions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void bringsOnePartAfterTheOther();
    void takesAllPartsBack();
    void doesNotBringWhatWasDiscarded();
    void discardsWhatIsLeftOfAFile();
    void discardsCreatedAndDeletedFiles();
    void remembersWhatWasDecided();
    void bringsNoPartThatIsAnotherOneByNow();
    void leavesAFileThatChangedBetweenTwoParts();
    void keepsADiscardedConflictDiscarded();
    void showsWhatWasApplied();
    void refusesADamagedDecision();

private:
    QString here(const char* path) const { return m_folder->filePath(path); }
    void write(const char* path, const std::string& text)
    {
        QFile file(here(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
    }
    std::string read(const char* path) const
    {
        QFile file(here(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : "(none)";
    }
    FileVersion version(const std::string& text)
    {
        return {m_store->keep(text).value_or(""), text.size(), false};
    }
    void change(const char* path, const MaybeFile& before, const MaybeFile& after)
    {
        m_changes.add({path, before, after, {}});
        m_changes.folder = m_folder->path().toStdString();
        QVERIFY(m_store->writeChanges(m_changes).has_value());
    }
    /// Of "text": two parts.
    void changeText()
    {
        write("text", lines("two", "nineteen"));
        change("text", version(lines("two", "nineteen")), version(lines("TWO", "NINETEEN")));
    }
    ChangeApplier applier() { return *ChangeApplier::open(*m_store); }
    static std::vector<std::string> parts(const ChangeApplier& applier, const char* path)
    {
        const auto texts = applier.texts(*applier.changes().find(path));
        std::vector<std::string> parts;
        if (!texts)
            return parts;
        const auto hunks = diffLines(texts->first, texts->second);
        for (const auto& group : groupHunks(hunks))
            parts.push_back(unifiedGroup(texts->first, texts->second, hunks, group));
        return parts;
    }
    ChangeStanding standing(const char* path)
    {
        const auto all = applier();
        return all.review(*all.changes().find(path)).standing;
    }

    std::optional<QTemporaryDir> m_folder, m_state;
    std::optional<ChangeStore> m_store;
    ProjectChanges m_changes;
};

void TestChangeDecisions::init()
{
    m_store.reset();
    m_folder.emplace();
    m_state.emplace();
    m_changes = {};
    auto store = ChangeStore::create(m_state->path().toStdString(), "r-1", {});
    QVERIFY(store.has_value());
    m_store = *std::move(store);
}

void TestChangeDecisions::bringsOnePartAfterTheOther()
{
    changeText();
    QCOMPARE(standing("text"), ChangeStanding::Open);
    auto all = applier();
    const auto& file = all.changes().files.front();
    auto left = parts(all, "text");
    QCOMPARE(left.size(), std::size_t(2));
    QCOMPARE(all.applyPart(file, left[1]).state, ApplyState::Applied);
    QCOMPARE(read("text"), lines("two", "NINETEEN"));
    QCOMPARE(standing("text"), ChangeStanding::InPart);
    left = parts(all, "text");
    QCOMPARE(left.size(), std::size_t(1));
    QCOMPARE(all.applyPart(file, left[0]).state, ApplyState::Applied);
    QCOMPARE(read("text"), lines("TWO", "NINETEEN"));
    QCOMPARE(standing("text"), ChangeStanding::Applied);
    QVERIFY(parts(all, "text").empty());
}

void TestChangeDecisions::takesAllPartsBack()
{
    bringsOnePartAfterTheOther();
    auto all = applier();
    const auto outcomes = all.undo({}, {});
    QVERIFY(outcomes && outcomes->size() == 2);
    QCOMPARE(read("text"), lines("two", "nineteen"));
    QCOMPARE(standing("text"), ChangeStanding::Open);
    QCOMPARE(all.apply(all.changes().files.front()).state, ApplyState::Applied);
    QCOMPARE(read("text"), lines("TWO", "NINETEEN"));
}

void TestChangeDecisions::doesNotBringWhatWasDiscarded()
{
    changeText();
    auto all = applier();
    const auto& file = all.changes().files.front();
    QCOMPARE(all.discardPart(file, parts(all, "text")[0]).state, ApplyState::Discarded);
    QCOMPARE(read("text"), lines("two", "nineteen"));
    QCOMPARE(parts(all, "text").size(), std::size_t(1));
    QCOMPARE(all.apply(file).state, ApplyState::Applied);
    QCOMPARE(read("text"), lines("two", "NINETEEN"));
    QCOMPARE(standing("text"), ChangeStanding::AppliedInPart);
    QVERIFY(all.undo({"text"}, {}).has_value());
    QCOMPARE(read("text"), lines("two", "nineteen"));
    QCOMPARE(parts(all, "text").size(), std::size_t(2));
}

void TestChangeDecisions::discardsWhatIsLeftOfAFile()
{
    changeText();
    auto all = applier();
    const auto& file = all.changes().files.front();
    QCOMPARE(all.applyPart(file, parts(all, "text")[0]).state, ApplyState::Applied);
    QVERIFY(all.discard({"text"}, {}).has_value());
    QCOMPARE(standing("text"), ChangeStanding::AppliedInPart);
    QCOMPARE(all.apply(file).state, ApplyState::Same);
    QCOMPARE(read("text"), lines("TWO", "nineteen"));
    QVERIFY(all.undo({}, {}).has_value());
    QCOMPARE(standing("text"), ChangeStanding::Open);
}

void TestChangeDecisions::discardsCreatedAndDeletedFiles()
{
    write("gone", "old\n");
    change("gone", version("old\n"), {});
    change("new", {}, version("fresh\n"));
    auto all = applier();
    for (const auto& file : all.changes().files) {
        const auto left = parts(all, file.path.c_str());
        QCOMPARE(left.size(), std::size_t(1));
        QCOMPARE(all.discardPart(file, left[0]).state, ApplyState::Discarded);
        QCOMPARE(standing(file.path.c_str()), ChangeStanding::Discarded);
        QCOMPARE(all.apply(file).state, ApplyState::Same);
    }
    QCOMPARE(read("gone"), std::string("old\n"));
    QCOMPARE(read("new"), std::string("(none)"));
    const auto outcomes = all.undo({"new"}, {});
    QVERIFY(outcomes && outcomes->size() == 1);
    QCOMPARE(outcomes->front().state, ApplyState::Undone);
    QCOMPARE(standing("new"), ChangeStanding::Open);
    QCOMPARE(standing("gone"), ChangeStanding::Discarded);
}

void TestChangeDecisions::remembersWhatWasDecided()
{
    changeText();
    {
        auto all = applier();
        const auto& file = all.changes().files.front();
        QCOMPARE(all.applyPart(file, parts(all, "text")[0]).state, ApplyState::Applied);
        QCOMPARE(all.discardPart(file, parts(all, "text")[0]).state, ApplyState::Discarded);
    }
    m_store.reset(); // another program has it
    m_store = *ChangeStore::open(m_state->path().toStdString(), "r-1");
    QCOMPARE(standing("text"), ChangeStanding::AppliedInPart);
    auto all = applier();
    QVERIFY(all.review(all.changes().files.front()).canUndo);
    QVERIFY(all.undo({}, {}).has_value());
    QCOMPARE(read("text"), lines("two", "nineteen"));
    QVERIFY(!all.review(all.changes().files.front()).canUndo);
}

void TestChangeDecisions::bringsNoPartThatIsAnotherOneByNow()
{
    changeText();
    auto all = applier();
    const auto& file = all.changes().files.front();
    const auto seen = parts(all, "text");
    QCOMPARE(all.discardPart(file, seen[0]).state, ApplyState::Discarded);
    QCOMPARE(all.applyPart(file, seen[0]).state, ApplyState::Conflict);
    QCOMPARE(all.discardPart(file, seen[0]).state, ApplyState::Conflict);
    QCOMPARE(read("text"), lines("two", "nineteen"));
}

void TestChangeDecisions::leavesAFileThatChangedBetweenTwoParts()
{
    changeText();
    auto all = applier();
    const auto& file = all.changes().files.front();
    const auto seen = parts(all, "text");
    QCOMPARE(all.applyPart(file, seen[0]).state, ApplyState::Applied);
    write("text", "mine\n");
    QCOMPARE(all.applyPart(file, seen[1]).state, ApplyState::Conflict);
    QCOMPARE(standing("text"), ChangeStanding::Conflict);
    const auto outcomes = all.undo({}, {});
    QVERIFY(outcomes && outcomes->front().state == ApplyState::Conflict);
    QCOMPARE(read("text"), std::string("mine\n"));
}

void TestChangeDecisions::keepsADiscardedConflictDiscarded()
{
    changeText();
    write("text", "mine\n");
    auto all = applier();
    QCOMPARE(standing("text"), ChangeStanding::Conflict);
    QVERIFY(all.discard({}, {}).has_value());
    QCOMPARE(standing("text"), ChangeStanding::Discarded);
    write("text", "mine again\n");
    QCOMPARE(standing("text"), ChangeStanding::Discarded);
    QCOMPARE(read("text"), std::string("mine again\n"));
}

void TestChangeDecisions::showsWhatWasApplied()
{
    changeText();
    auto all = applier();
    const auto& file = all.changes().files.front();
    QVERIFY(all.appliedTexts(file).failedAs(ErrorCode::NotFound));
    for (int part = 0; part < 2; ++part)
        QCOMPARE(all.applyPart(file, parts(all, "text")[0]).state, ApplyState::Applied);
    const auto texts = all.appliedTexts(file);
    QVERIFY(texts.has_value());
    QCOMPARE(texts->first, lines("two", "nineteen"));
    QCOMPARE(texts->second, lines("TWO", "NINETEEN"));
    write("text", "mine\n");
    QVERIFY(all.appliedTexts(file).failedAs(ErrorCode::AlreadyExists));
}

void TestChangeDecisions::refusesADamagedDecision()
{
    changeText();
    QFile file(m_state->filePath(QStringLiteral("changes/r-1/wanted.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"files":[{"path":"text","wanted":{"digest":"../../etc/passwd"}}]})");
    file.close();
    QVERIFY(ChangeApplier::open(*m_store).failedAs(ErrorCode::Protocol));
}

SANDBENCH_TEST(TestChangeDecisions);

#include "tst_change_decisions.moc"
