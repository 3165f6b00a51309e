// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Language servers in real sandboxes: one that people have, and one that means harm.
#include "core/lsp/language_server.h"
#include "tests/support/engine_test.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace sandbench;
using namespace sandbench::lsp;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 60s;

/// A server that runs until this is gone.
class Served
{
public:
    Served(Engine& engine, std::vector<ServerCandidate> candidates)
        : m_profiles(ProfileCatalog::load().value())
        , m_languages(LanguageCatalog::load().value())
        , m_artifacts(ArtifactStore::create(m_folder.path().toStdString()).value())
        , m_thread([this, &engine,
                    candidates = std::move(candidates)](const std::stop_token& stop) {
            outcome
                = server.serve({engine, m_profiles, m_languages, *m_artifacts}, candidates, stop);
        })
    {
    }
    void join()
    {
        m_thread.request_stop();
        waitForItsEnd();
    }
    /// Files of the host that came of it.
    int filesOnHost() const
    {
        int files = 0;
        QDirIterator at(m_folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        for (; at.hasNext(); ++files)
            at.next();
        return files;
    }
    void waitForItsEnd()
    {
        if (m_thread.joinable())
            m_thread.join();
    }

    LanguageServer server;
    Result<void> outcome;

private:
    QTemporaryDir m_folder;
    ProfileCatalog m_profiles;
    LanguageCatalog m_languages;
    std::unique_ptr<ArtifactStore> m_artifacts;
    std::jthread m_thread; ///< Last: it uses the others.
};

std::vector<ServerCandidate> candidatesOf(const std::string& language)
{
    for (const auto& each : usualServers())
        if (each.language == language)
            return each.candidates;
    return {};
}

std::vector<ServerCandidate> hostile(const std::string& how)
{
    QFile script(sourceFile(QStringLiteral("tests/support/hostile_language_server.py")));
    if (!script.open(QIODevice::ReadOnly))
        return {};
    return {{{"python3", "-c", script.readAll().toStdString(), how}}};
}

Question question(Topic topic, std::string name, std::string text, std::size_t offset)
{
    const bool isC = name.ends_with(".c");
    return {topic, {std::move(name), isC ? "c" : "python", 1, std::move(text)}, offset};
}

bool holds(const std::vector<std::string>& words, const char* word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

class TestLanguageServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const auto why = m_engine.whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        const auto status = m_engine.engine().probe({});
        if (!layersMissing(status.isolation.layers, LanguageServer::demandedLayers()).empty())
            SKIP_WITHOUT("cgroups", "sandboxes here lack a layer that language servers need");
    }
    void cleanup() { QCOMPARE(leftovers().size(), 0U); }

    void completesAndExplainsPython()
    {
        if (findServer(candidatesOf("python")).empty())
            SKIP_WITHOUT("lsp", "no language server for Python is installed");
        Served served(m_engine.engine(), candidatesOf("python"));
        const std::string code = "import os\nos.pat";
        const auto completed = served.server.ask(
            question(Topic::Completion, "1.py", code, code.size()), kPatience, {});
        QVERIFY2(completed, completed ? "" : completed.error().text().c_str());
        QVERIFY(holds(completed->words, "path"));
        QCOMPARE(completed->prefixBytes, 3U);
        const std::string use = "# \xf0\x9f\x98\x80\nimport os; os.path.join('a', 'b')";
        const auto hovered = served.server.ask(
            question(Topic::Hover, "2.py", use, use.find("join") + 1), kPatience, {});
        QVERIFY2(hovered, hovered ? "" : hovered.error().text().c_str());
        QVERIFY2(hovered->text.starts_with("join("), hovered->text.c_str());
        served.server.close("1.py");
        served.join();
        const auto late = served.server.ask(question(Topic::Hover, "2.py", use, 1), kPatience, {});
        QVERIFY(late.failedAs(ErrorCode::NotFound));
    }

    void completesC()
    {
        if (findServer(candidatesOf("c")).empty())
            SKIP_WITHOUT("clangd", "clangd is not installed");
        Served served(m_engine.engine(), candidatesOf("c"));
        const std::string code
            = "struct bird { int wings; int weight; };\nint f(struct bird *b) { return b->w";
        const auto completed = served.server.ask(
            question(Topic::Completion, "1.c", code + "; }\n", code.size()), kPatience, {});
        QVERIFY2(completed, completed ? "" : completed.error().text().c_str());
        QCOMPARE(completed->words, (std::vector<std::string>{"weight", "wings"}));
    }

    void saysSoWhereNoneIsInstalled()
    {
        Served served(m_engine.engine(), {{{"no-such-language-server"}}});
        served.waitForItsEnd();
        QVERIFY(served.outcome.failedAs(ErrorCode::NotFound));
        QVERIFY(served.server.ask(question(Topic::Hover, "1.py", "x", 1), kPatience, {})
                    .failedAs(ErrorCode::NotFound));
    }

    void runsWithoutNetworkAndFilesOfTheHost()
    {
        Served served(m_engine.engine(), hostile("look"));
        const int before = served.filesOnHost();
        const auto answer
            = served.server.ask(question(Topic::Hover, "1.py", "x", 1), kPatience, {});
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        QCOMPARE(answer->text, std::string("no host files, no network, no document, read-only"));
        served.waitForItsEnd(); // by itself: it has written a picture
        QCOMPARE(served.filesOnHost(), before);
    }

    void endsAServerThatIsNone_data()
    {
        QTest::addColumn<QByteArray>("how");
        for (const char* how : {"garbage", "huge", "flood", "dies"})
            QTest::newRow(how) << QByteArray(how);
    }
    void endsAServerThatIsNone()
    {
        QFETCH(QByteArray, how);
        Served served(m_engine.engine(), hostile(how.toStdString()));
        served.waitForItsEnd();
        QVERIFY(served.outcome);
        QVERIFY(!served.server.ask(question(Topic::Hover, "1.py", "x", 1), kPatience, {}));
    }

    void doesNotWaitForOneThatNeverAnswers()
    {
        for (const char* how : {"silent", "deaf"}) {
            Served served(m_engine.engine(), hostile(how));
            const auto ask = [&served](std::chrono::milliseconds patience, std::stop_token stop) {
                return served.server.ask(
                    question(Topic::Completion, "1.py", std::string(1'000'000, 'x'), 1), patience,
                    std::move(stop));
            };
            QVERIFY(ask(10ms, {}).failedAs(ErrorCode::Timeout));
            std::stop_source stop;
            const std::jthread stopper([&stop] { stop.request_stop(); });
            QVERIFY(ask(kPatience, stop.get_token()).failedAs(ErrorCode::Cancelled));
        }
    }

    void takesTheFirstOfVeryManyItems()
    {
        Served served(m_engine.engine(), hostile("items100000"));
        const auto answer
            = served.server.ask(question(Topic::Completion, "1.py", "os", 2), kPatience, {});
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        QCOMPARE(answer->words.size(), 200U);
    }

    void offersNothingThatItDoesNotShow()
    {
        Served served(m_engine.engine(), hostile("odd"));
        const auto answer
            = served.server.ask(question(Topic::Completion, "1.py", "p", 1), kPatience, {});
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        QCOMPARE(answer->words, std::vector<std::string>{"path"});
    }

private:
    TestEngine m_engine{"local"};
};

SANDBENCH_TEST(TestLanguageServer);
#include "tst_language_server.moc"
