// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What cells change in a folder, and how it comes back.
#include "core/agent/guest/folder_history.h"
#include "core/base/fd.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <set>

using namespace sandbench;
using namespace sandbench::guest;
namespace fs = std::filesystem;

class TestFolderHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_history = std::make_unique<FolderHistory>(root());
        m_cells = 0;
    }

    void bringsBackWhatACellChanged()
    {
        write("kept", "same");
        write("changed", "before");
        write("deleted", "gone");
        fs::permissions(path("deleted"), fs::perms(0751));
        cell([this] {
            write("changed", "after!");
            fs::remove(path("deleted"));
            write("created", "new");
        });
        QCOMPARE(m_history->changesSince(1).back, std::size_t(3));
        const auto undone = m_history->undo(1);
        QCOMPARE(undone.back, std::size_t(3));
        QCOMPARE(undone.left, std::size_t(0));
        QCOMPARE(names(), (std::set<std::string>{"changed", "deleted", "kept"}));
        QCOMPARE(read("changed"), std::string("before"));
        QCOMPARE(read("deleted"), std::string("gone"));
        QCOMPARE(int(fs::status(path("deleted")).permissions()), 0751);
    }

    void bringsBackFolders()
    {
        fs::create_directories(path("a/b"));
        write("a/b/file", "1");
        cell([this] {
            fs::remove_all(path("a"));
            fs::create_directories(path("x/y"));
            write("x/y/z", "2");
        });
        QCOMPARE(m_history->undo(1).left, std::size_t(0));
        QCOMPARE(names(), (std::set<std::string>{"a", "a/b", "a/b/file"}));
        QCOMPARE(read("a/b/file"), std::string("1"));
    }

    void takesBackSomeCellsAtOnceAndThenMore()
    {
        write("f", "0");
        for (const char* text : {"first", "second", "third"})
            cell([this, text] { write("f", text); });
        QCOMPARE(m_history->undo(3).back, std::size_t(1));
        QCOMPARE(read("f"), std::string("second"));
        QCOMPARE(m_history->undo(1).back, std::size_t(1));
        QCOMPARE(read("f"), std::string("0"));
        QCOMPARE(m_history->undo(1).back, std::size_t(0));
    }

    void knowsWhichCellsItHasSeen()
    {
        QVERIFY(!m_history->knows(1, 1));
        m_cells = 1; // the first was not watched
        cell([this] { write("f", "2"); });
        cell([this] { write("f", "3"); });
        QVERIFY(!m_history->knows(1, 3));
        QVERIFY(m_history->knows(2, 3) && m_history->knows(3, 3));
        QVERIFY(!m_history->knows(3, 4)); // the fourth was not, or is not over
        (void)m_history->undo(3);
        QVERIFY(m_history->knows(2, 2));
    }

    void whatCameAndWentIsNoChange()
    {
        cell([this] { write("f", "1"); });
        cell([this] { fs::remove(path("f")); });
        QCOMPARE(m_history->changesSince(1).back, std::size_t(0));
        QCOMPARE(m_history->changesSince(2).back, std::size_t(1));
        QCOMPARE(m_history->undo(1).left, std::size_t(0));
        QVERIFY(names().empty());
    }

    void leavesWhatSomebodyElseChangedSince()
    {
        write("f", "before");
        write("mine", "before");
        cell([this] {
            write("f", "cell");
            write("mine", "cell");
            write("created", "cell");
        });
        write("f", "uploaded");
        fs::remove(path("created"));
        write("created", "uploaded");
        const auto undone = m_history->undo(1);
        QCOMPARE(undone.back, std::size_t(1));
        QCOMPARE(undone.left, std::size_t(2));
        QCOMPARE(undone.paths, (std::vector<std::string>{"created", "f"}));
        QCOMPARE(read("f"), std::string("uploaded"));
        QCOMPARE(read("created"), std::string("uploaded"));
        QCOMPARE(read("mine"), std::string("before"));
    }

    void saysBeforeWhatIsTooLarge()
    {
        write("large", std::string(FolderHistory::kMostFileBytes + 1, 'x'));
        write("small", "1");
        cell([this] {
            write("large", "cut");
            write("small", "2");
        });
        const auto before = m_history->changesSince(1);
        QCOMPARE(before.back, std::size_t(1));
        QCOMPARE(before.paths, std::vector<std::string>{"large"});
        QCOMPARE(m_history->undo(1).left, std::size_t(1));
        QCOMPARE(read("large"), std::string("cut"));
        QCOMPARE(read("small"), std::string("1"));
    }

    void holdsNoMoreThanItMay()
    {
        const std::string block(FolderHistory::kMostFileBytes, 'x');
        write("f", block);
        for (int i = 0; i < 8; ++i)
            cell([&, this] { write("f", block.substr(0, block.size() - 8) + std::to_string(i)); });
        QCOMPARE(m_history->changesSince(8).back, std::size_t(1));
        QCOMPARE(m_history->changesSince(1).left, std::size_t(1)); // it was dropped
        for (int i = 0; i < 20; ++i)
            cell([&, this] { write("g" + std::to_string(i), "1"); });
        QCOMPARE(m_history->changesSince(1).back, FolderHistory::kMostSteps);
    }

    void writesThroughNoLink()
    {
        QTemporaryDir other;
        const auto target = other.filePath(QStringLiteral("target")).toStdString();
        std::ofstream(target) << "untouched";
        fs::create_directories(path("a"));
        write("a/target", "before");
        write("f", "before");
        cell([&, this] {
            write("a/target", "cell");
            write("f", "cell");
        });
        fs::remove_all(path("a"));
        fs::create_directory_symlink(other.path().toStdString(), path("a"));
        fs::remove(path("f"));
        fs::create_symlink(target, path("f"));
        QCOMPARE(m_history->undo(1).left, std::size_t(2));
        std::ifstream file(target);
        std::string text;
        file >> text;
        QCOMPARE(text, std::string("untouched"));
    }

    void aLinkThatACellMadeGoes()
    {
        write("f", "1");
        cell([this] { fs::create_symlink("f", path("link")); });
        QCOMPARE(m_history->undo(1).back, std::size_t(1));
        QCOMPARE(names(), std::set<std::string>{"f"});
        fs::create_symlink("f", path("link"));
        cell([this] { fs::remove(path("link")); });
        QCOMPARE(m_history->changesSince(m_cells).left, std::size_t(1));
    }

private:
    std::string root() const { return m_dir->path().toStdString(); }
    std::string path(const std::string& name) const { return root() + "/" + name; }
    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(path(name), std::ios::trunc) << text;
    }
    std::string read(const std::string& name) const
    {
        return readFile(path(name), 64U << 20).value_or("cannot be read");
    }
    std::set<std::string> names() const
    {
        std::set<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator(root()))
            names.insert(fs::relative(entry.path(), root()).string());
        return names;
    }
    void cell(const std::function<void()>& work)
    {
        const auto before = FolderSnapshot::take(root());
        m_history->begin(before);
        work();
        m_history->end(++m_cells, before, FolderSnapshot::take(root()));
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<FolderHistory> m_history;
    int m_cells = 0;
};

SANDBENCH_TEST(TestFolderHistory);

#include "tst_folder_history.moc"
