// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What a program's reaper hears, with programs in its place that write it down.
#include "core/engine/ownership.h"
#include "core/engine/reaper/reaper_client.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::reaper;
using namespace std::chrono_literals;

namespace {

using Verb = ReaperMessage::Verb;

const Thing kOne{ThingKind::Container, "sandbench-one"};
const Thing kTwo{ThingKind::Container, "sandbench-two"};

sandbench::EngineConnection connectionTo(const std::string& socket)
{
    sandbench::EngineConnection connection;
    connection.engine = "docker";
    connection.endpoint.path = socket;
    return connection;
}

} // namespace

class TestReaperClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void tellsWhatIsMadeAndWhatIsGone()
    {
        {
            Reaper reaper(program("exec cat > heard"));
            QVERIFY(reaper.tell(Verb::Made, connectionTo("/a"), kOne, 60s));
            QVERIFY(reaper.tell(Verb::Made, connectionTo("/b"), kTwo, 90s));
            QVERIFY(reaper.tell(Verb::Gone, connectionTo("/a"), kOne, 0s));
        }
        const auto book = heard();
        QCOMPARE(book.engines().size(), std::size_t(2));
        QVERIFY(book.engines().at(0).left.empty());
        QCOMPARE(book.engines().at(0).connection.endpoint.path, std::string("/a"));
        QCOMPARE(book.engines().at(1).left.at(kTwo), 90s);
    }

    void saysWhoseItIs()
    {
        {
            Reaper reaper(program("echo \"$1\" > heard; exec cat > /dev/null"));
            QVERIFY(reaper.tell(Verb::Made, connectionTo("/a"), kOne, 60s));
        }
        QCOMPARE(read("heard"), QByteArray::fromStdString(ownerOfThisProcess()) + "\n");
    }

    void isNotStartedForNothing()
    {
        Reaper reaper(program("touch started"));
        QVERIFY(reaper.tell(Verb::Gone, connectionTo("/a"), kOne, 0s));
        QVERIFY(!QFile::exists(m_folder->filePath("started")));
    }

    void givesItNoneOfOurDescriptors()
    {
        const UniqueFd ours(::dup(STDERR_FILENO));
        {
            Reaper reaper(program("ls /proc/self/fd | wc -l > heard; exec cat > /dev/null"));
            QVERIFY(reaper.tell(Verb::Made, connectionTo("/a"), kOne, 60s));
        }
        // Its standard input, and of ls a pipe and the folder itself.
        QVERIFY2(read("heard").trimmed().toInt() <= 4, read("heard").constData());
    }

    void startsAnotherOneWithAllThatIsThereWhenItWasKilled()
    {
        {
            Reaper reaper(program("[ -e first ] && exec cat > heard; read line; : > first"));
            QVERIFY(reaper.tell(Verb::Made, connectionTo("/a"), kOne, 60s));
            // Written to nobody, until the first one's end is seen.
            QTRY_VERIFY(QFile::exists(m_folder->filePath("first")));
            QTRY_VERIFY(
                reaper.tell(Verb::Made, connectionTo("/a"), kTwo, 60s).has_value()
                && QFile::exists(m_folder->filePath("heard")));
        }
        QCOMPARE(heard().engines().at(0).left.size(), std::size_t(2));
    }

    void givesUpOnOneThatEndsByItself()
    {
        Reaper reaper("/bin/true");
        // One more in a row than it is started at most.
        int refusals = 0;
        const auto refuses = [&] {
            const auto told = reaper.tell(Verb::Made, connectionTo("/a"), kOne, 60s);
            const bool refused = !told && told.error().code() == ErrorCode::Unavailable;
            refusals = refused ? refusals + 1 : 0;
            return refusals >= 4;
        };
        QTRY_VERIFY(refuses());
    }

    void saysThatItIsMissing()
    {
        Reaper reaper("/nowhere/sandbench-reaper");
        const auto told = reaper.tell(Verb::Made, connectionTo("/a"), kOne, 60s);
        QCOMPARE(told.error().code(), ErrorCode::NotFound);
    }

    void neverWaitsForOneThatDoesNotRead()
    {
        Reaper reaper(program("echo $$ > pid\nexec sleep 600"));
        QString problem;
        for (int i = 0; i < 100'000 && problem.isEmpty(); ++i) {
            const Thing thing{ThingKind::Container, "sandbench-" + std::to_string(i)};
            const auto told = reaper.tell(Verb::Made, connectionTo("/a"), thing, 60s);
            if (!told && told.error().code() == ErrorCode::ResourceExhausted)
                problem = QString::fromStdString(told.error().text());
        }
        QVERIFY2(problem.contains("does not listen"), qPrintable(problem));
        QFile pid(m_folder->filePath("pid"));
        QVERIFY(pid.open(QFile::ReadOnly));
        const auto sleeper = static_cast<pid_t>(pid.readAll().trimmed().toInt());
        QVERIFY(sleeper > 1 && ::kill(sleeper, SIGKILL) == 0);
    }

private:
    /// A script of the temporary folder, which is also where it works.
    std::string program(const QByteArray& text)
    {
        const auto path = m_folder->filePath("reaper");
        QFile file(path);
        if (!file.open(QFile::WriteOnly))
            qFatal("cannot write %s", qPrintable(path));
        file.write("#!/bin/sh\ncd '" + m_folder->path().toUtf8() + "'\n" + text + "\n");
        file.close();
        ::chmod(path.toUtf8().constData(), 0755);
        return path.toStdString();
    }
    QByteArray read(const QString& name)
    {
        QFile file(m_folder->filePath(name));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    ReaperBook heard()
    {
        ReaperBook book;
        book.feed(read("heard").toStdString());
        return book;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

SANDBENCH_TEST(TestReaperClient);
#include "tst_reaper_client.moc"
