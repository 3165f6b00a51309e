// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using agent::Channel;
namespace fs = std::filesystem;

class TestAgentFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void writesAndReadsBack();
    void writesLargeFilesUnderFlowControl();
    void replacesALinkInsteadOfFollowingIt();
    void leavesNothingOfAWriteThatFailed();
    void readsOnlyRegularFiles();
    void readsAPart();
    void followsNoFolderThatBecomesALink();
    void listsWithoutFollowingLinks();
    void listsNamesThatAreNoText();
    void listsManyFilesInSmallEvents();
    void listsLongOddNamesInFramesThatMayBeSent();
    void removesDeepTreesWithoutLeavingThem();
    void movesAndMakesFolders();
    void watchesAFolder();
    void watchesFoldersThatComeAndGo();
    void watchesNothingButFolders();

private:
    Outcome write(const std::string& path, const std::string& bytes, Json more = Json::object());
    /// Whether a watch says @p text; all that it said is added to @p told.
    bool isTold(std::uint32_t stream, const std::string& text, std::string& told)
    {
        while (told.find(text) == std::string::npos) {
            const auto frame = m_agent->nextOf(agent::FrameType::Data);
            if (!frame || frame->stream != stream)
                return false;
            told += frame->data();
        }
        return true;
    }
    /// "created one", with paths below @p folder.
    QStringList changesIn(const std::string& told, const std::string& folder = {}) const
    {
        QStringList changes;
        std::istringstream lines(told);
        for (std::string line; std::getline(lines, line);) {
            const auto change = parseJson(line).value_or(Json());
            const auto path = jsonString(change, "path").substr(at(folder).size());
            changes << QString::fromStdString(jsonString(change, "change") + " " + path);
        }
        return changes;
    }
    std::string at(const std::string& name) const
    {
        return m_folder->path().toStdString() + "/" + name;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentHarness> m_agent;
};

void TestAgentFiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_agent = std::make_unique<AgentHarness>();
    QVERIFY(m_agent->start());
}

void TestAgentFiles::cleanup()
{
    m_agent.reset();
    m_folder.reset();
}

Outcome TestAgentFiles::write(const std::string& path, const std::string& bytes, Json more)
{
    more["verb"] = "write";
    more["path"] = path;
    const auto stream = m_agent->post(more);
    m_agent->sendData(stream, Channel::File, bytes);
    m_agent->sendEof(stream, Channel::File);
    return m_agent->finish(stream);
}

void TestAgentFiles::writesAndReadsBack()
{
    const std::string bytes("a\0\xff\n", 4);
    const auto written = write(at("new/sub/f"), bytes, {{"parents", true}, {"mode", 0750}});
    QCOMPARE(jsonInt(written.reply, "size"), std::int64_t(4));
    auto read = m_agent->call({{"verb", "read"}, {"path", at("new/sub/f")}});
    QCOMPARE(read.data[Channel::File], bytes);
    QCOMPARE(jsonInt(read.reply, "mode"), std::int64_t(0750));
    QVERIFY(!jsonBool(read.reply, "truncated"));
    QCOMPARE(write(at("absent/f"), "x").code(), std::string("not_found"));
    QCOMPARE(write(at("new"), "x").code(), std::string("invalid_argument"));
}

void TestAgentFiles::writesLargeFilesUnderFlowControl()
{
    const auto stream = m_agent->post({{"verb", "write"}, {"path", at("big")}});
    std::size_t credit = agent::kInitialCredit;
    for (int i = 0; i < 80; ++i) {
        while (credit < agent::kDataChunk) {
            const auto frame = m_agent->next(5s);
            QVERIFY(frame && frame->type == agent::FrameType::Credit);
            credit += frame->credit();
        }
        m_agent->sendData(
            stream, Channel::File, std::string(agent::kDataChunk, static_cast<char>(i)));
        credit -= agent::kDataChunk;
    }
    m_agent->sendEof(stream, Channel::File);
    QCOMPARE(jsonInt(m_agent->finish(stream).reply, "size"), std::int64_t(20 << 20));
    auto read = m_agent->call({{"verb", "read"}, {"path", at("big")}});
    QCOMPARE(read.data[Channel::File].size(), std::size_t(20 << 20));
    QCOMPARE(read.data[Channel::File].back(), static_cast<char>(79));
}

void TestAgentFiles::replacesALinkInsteadOfFollowingIt()
{
    std::ofstream(at("secret")) << "secret";
    fs::create_symlink(at("secret"), at("link"));
    QVERIFY(jsonBool(write(at("link"), "new").reply, "ok"));
    std::string kept;
    std::ifstream(at("secret")) >> kept;
    QCOMPARE(kept, std::string("secret"));
    QVERIFY(!fs::is_symlink(at("link")));
}

void TestAgentFiles::leavesNothingOfAWriteThatFailed()
{
    const auto stream = m_agent->post({{"verb", "write"}, {"path", at("half")}});
    m_agent->sendData(stream, Channel::File, "half");
    m_agent->post({{"verb", "kill"}, {"run", stream}});
    QCOMPARE(m_agent->finish(stream).code(), std::string("cancelled"));
    m_agent->call({{"verb", "ping"}});
    QVERIFY(fs::is_empty(m_folder->path().toStdString()));
}

void TestAgentFiles::readsOnlyRegularFiles()
{
    std::ofstream(at("file")) << "x";
    fs::create_symlink(at("file"), at("link"));
    QCOMPARE(::mkfifo(at("fifo").c_str(), 0600), 0);
    const auto codeOf = [this](const std::string& path) {
        return m_agent->call({{"verb", "read"}, {"path", path}}).code();
    };
    QCOMPARE(codeOf(at("link")), std::string("permission_denied"));
    QCOMPARE(codeOf(at("fifo")), std::string("invalid_argument"));
    QCOMPARE(codeOf(m_folder->path().toStdString()), std::string("invalid_argument"));
    QCOMPARE(codeOf("/dev/zero"), std::string("invalid_argument"));
    QCOMPARE(codeOf(at("absent")), std::string("not_found"));
    QCOMPARE(codeOf(""), std::string("invalid_argument"));
}

void TestAgentFiles::readsAPart()
{
    std::ofstream(at("file")) << "0123456789";
    auto part
        = m_agent->call({{"verb", "read"}, {"path", at("file")}, {"offset", 3}, {"limit", 4}});
    QCOMPARE(part.data[Channel::File], std::string("3456"));
    QVERIFY(jsonBool(part.reply, "truncated"));
    part = m_agent->call({{"verb", "read"}, {"path", at("file")}, {"offset", 6}, {"limit", 4}});
    QVERIFY(!jsonBool(part.reply, "truncated"));
}

void TestAgentFiles::followsNoFolderThatBecomesALink()
{
    fs::create_directory(at("secret"));
    std::ofstream(at("secret/f")) << "secret";
    fs::create_directory(at("open"));
    std::ofstream(at("open/f")) << "plain";
    fs::create_directory_symlink(at("secret"), at("trap"));
    std::jthread swapper([this](std::stop_token stop) {
        while (!stop.stop_requested())
            ::renameat2(
                AT_FDCWD, at("open").c_str(), AT_FDCWD, at("trap").c_str(), RENAME_EXCHANGE);
    });
    int plain = 0;
    int refused = 0;
    for (int i = 0; i < 10'000; ++i) {
        auto read = m_agent->call({{"verb", "read"}, {"path", at("open/f")}, {"no_links", true}});
        const auto& bytes = read.data[Channel::File];
        QVERIFY2(bytes.empty() || bytes == "plain", bytes.c_str());
        (bytes.empty() ? refused : plain) += 1;
    }
    swapper.request_stop();
    swapper.join();
    QVERIFY2(plain > 0 && refused > 0, "the race never happened");
    // A person who names such a path means what is behind the link.
    fs::create_directory_symlink(at("secret"), at("link"));
    QCOMPARE(
        m_agent->call({{"verb", "read"}, {"path", at("link/f")}}).data[Channel::File],
        std::string("secret"));
}

void TestAgentFiles::listsWithoutFollowingLinks()
{
    fs::create_directories(at("d/e"));
    std::ofstream(at("d/e/f")) << "abc";
    fs::create_directory_symlink("/", at("d/root"));
    QCOMPARE(::mkfifo(at("d/fifo").c_str(), 0600), 0);
    const auto outcome = m_agent->call({{"verb", "list"}, {"path", at("d")}, {"depth", 5}});
    std::map<std::string, std::string> types;
    for (const Json& entry : outcome.events.at(0)["entries"])
        types[jsonString(entry, "path")] = jsonString(entry, "type");
    const std::map<std::string, std::string> expected{
        {at("d/e"), "directory"},
        {at("d/e/f"), "file"},
        {at("d/root"), "link"},
        {at("d/fifo"), "other"}};
    QCOMPARE(types, expected);
    QCOMPARE(jsonInt(outcome.reply, "count"), std::int64_t(4));
    QCOMPARE(
        m_agent->call({{"verb", "list"}, {"path", at("d/root")}}).code(), std::string("not_found"));
}

void TestAgentFiles::listsNamesThatAreNoText()
{
    const std::string name = at("bad\xff\n");
    std::ofstream(name) << "x";
    const auto outcome
        = m_agent->call({{"verb", "list"}, {"path", m_folder->path().toStdString()}});
    const Json& entry = outcome.events.at(0)["entries"].at(0);
    const auto raw
        = QByteArray::fromBase64(QByteArray::fromStdString(jsonString(entry, "path_b64")));
    fs::remove(name); // the temporary folder cannot name it
    QCOMPARE(raw.toStdString(), name);
}

void TestAgentFiles::listsManyFilesInSmallEvents()
{
    for (int i = 0; i < 1203; ++i)
        std::ofstream(at(std::to_string(i)));
    const auto path = m_folder->path().toStdString();
    auto outcome = m_agent->call({{"verb", "list"}, {"path", path}});
    std::size_t count = 0;
    for (const Json& event : outcome.events) {
        QVERIFY(event["entries"].size() <= 500);
        count += event["entries"].size();
    }
    QCOMPARE(count, std::size_t(1203));
    QVERIFY(!jsonBool(outcome.reply, "truncated"));
    outcome = m_agent->call({{"verb", "list"}, {"path", path}, {"limit", 10}});
    QCOMPARE(jsonInt(outcome.reply, "count"), std::int64_t(10));
    QVERIFY(jsonBool(outcome.reply, "truncated"));
}

void TestAgentFiles::listsLongOddNamesInFramesThatMayBeSent()
{
    // Each of these bytes is six in JSON: 500 such paths are more than one frame may hold.
    std::string folder = at("");
    folder.pop_back();
    for (int level = 0; level < 8; ++level)
        fs::create_directory(folder += "/" + std::string(250, '\x01'));
    for (int i = 0; i < 600; ++i)
        std::ofstream(folder + "/" + std::to_string(i)) << "x";
    const auto listed
        = m_agent->call({{"verb", "list"}, {"path", m_folder->path().toStdString()}, {"depth", 9}});
    QCOMPARE(jsonInt(listed.reply, "count"), std::int64_t(608));
    std::size_t entries = 0;
    for (const auto& event : listed.events)
        entries += jsonField(event, "entries").size();
    QCOMPARE(entries, std::size_t(608));
}

void TestAgentFiles::removesDeepTreesWithoutLeavingThem()
{
    std::ofstream(at("kept")) << "x";
    // Deeper than a path may be long, with a link out of it.
    const auto outcome = m_agent->run(
        {"sh", "-c",
         "mkdir tree; cd tree; ln -s .. out; i=0; while [ $i -lt 3000 ]; do mkdir dd && cd dd; "
         "i=$((i+1)); done; touch end"},
        {{"cwd", m_folder->path().toStdString()}});
    QCOMPARE(outcome.exitCode(), 0);
    QCOMPARE(
        m_agent->call({{"verb", "remove"}, {"path", at("tree")}}).code(),
        std::string("already_exists"));
    const auto removed
        = m_agent->call({{"verb", "remove"}, {"path", at("tree")}, {"recursive", true}});
    QVERIFY2(jsonBool(removed.reply, "ok"), removed.reply.dump().c_str());
    QVERIFY(!fs::exists(at("tree")));
    QVERIFY(fs::exists(at("kept")));
    QVERIFY(jsonBool(m_agent->call({{"verb", "remove"}, {"path", at("kept")}}).reply, "ok"));
    QCOMPARE(
        m_agent->call({{"verb", "remove"}, {"path", at("kept")}}).code(), std::string("not_found"));
}

void TestAgentFiles::movesAndMakesFolders()
{
    QVERIFY(jsonBool(
        m_agent->call({{"verb", "mkdir"}, {"path", at("a/b")}, {"parents", true}, {"mode", 0700}})
            .reply,
        "ok"));
    QCOMPARE(
        m_agent->call({{"verb", "mkdir"}, {"path", at("a/b")}}).code(),
        std::string("already_exists"));
    QVERIFY(jsonBool(
        m_agent->call({{"verb", "mkdir"}, {"path", at("a/b")}, {"parents", true}}).reply, "ok"));
    QVERIFY(jsonBool(
        m_agent->call({{"verb", "rename"}, {"from", at("a")}, {"to", at("c")}}).reply, "ok"));
    const auto stat = m_agent->call({{"verb", "stat"}, {"path", at("c/b")}});
    QCOMPARE(jsonString(stat.reply, "type"), std::string("directory"));
    QCOMPARE(jsonInt(stat.reply, "mode"), std::int64_t(0700));
}

void TestAgentFiles::watchesAFolder()
{
    const auto path = m_folder->path().toStdString();
    const auto stream = m_agent->post({{"verb", "watch"}, {"path", path}, {"limit", 4}});
    QVERIFY(m_agent->waitForEvent(stream, "watching"));
    std::ofstream(at("one")) << "x";
    fs::rename(at("one"), at("two"));
    auto outcome = m_agent->finish(stream);
    QCOMPARE(
        changesIn(outcome.data[Channel::File]),
        QStringList({"created one", "written one", "renamed one", "created two"}));
    QVERIFY(jsonBool(outcome.reply, "truncated"));
    QVERIFY(!jsonBool(outcome.reply, "is_gone"));
}

void TestAgentFiles::watchesFoldersThatComeAndGo()
{
    fs::create_directories(at("a/b"));
    const auto stream = m_agent->post({{"verb", "watch"}, {"path", at("a")}, {"recursive", true}});
    QVERIFY(m_agent->waitForEvent(stream, "watching"));
    // What is in a folder before anybody can watch it is told as well, at least once.
    fs::create_directories(at("away/deep"));
    std::ofstream(at("away/deep/early")) << "x";
    fs::rename(at("away"), at("a/b/new"));
    std::string told;
    QVERIFY(isTold(stream, "b/new/deep/early", told));
    std::ofstream(at("a/b/new/deep/late")) << "x";
    QVERIFY(isTold(stream, "b/new/deep/late", told));
    // What has left is not ours any more, and is not told by its old name.
    fs::rename(at("a/b/new"), at("away"));
    QVERIFY(isTold(stream, "renamed", told));
    std::ofstream(at("away/deep/elsewhere")) << "x";
    fs::remove_all(at("a"));
    const auto outcome = m_agent->finish(stream);
    QVERIFY(jsonBool(outcome.reply, "is_gone"));
    const auto changes = changesIn(told + outcome.data.at(Channel::File), "a/");
    QVERIFY(changes.contains("renamed b/new"));
    QVERIFY(changes.contains("removed b"));
    QVERIFY(changes.filter("elsewhere").isEmpty());
}

void TestAgentFiles::watchesNothingButFolders()
{
    std::ofstream(at("file")) << "x";
    fs::create_symlink(m_folder->path().toStdString(), at("link"));
    for (const auto* name : {"file", "link", "none"})
        QVERIFY(!jsonBool(m_agent->call({{"verb", "watch"}, {"path", at(name)}}).reply, "ok"));
    for (int i = 0; i < 2000; ++i)
        fs::create_directory(at("d" + std::to_string(i)));
    const auto refused = m_agent->call(
        {{"verb", "watch"}, {"path", m_folder->path().toStdString()}, {"recursive", true}});
    QCOMPARE(refused.code(), std::string("resource_exhausted"));
}

SANDBENCH_TEST(TestAgentFiles);
#include "tst_agent_files.moc"
