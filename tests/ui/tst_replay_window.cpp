// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A kept run played again in its window, and saved as a GIF.
#include "core/artifact/artifact_store.h"
#include "tests/support/test_program.h"
#include "tests/ui/accessibility_walk.h"
#include "tests/ui/foreign_texts.h"
#include "tests/ui/runs_fixture.h"
#include "ui/common/text.h"
#include "ui/editor/code_editor.h"
#include "ui/output/log_text.h"
#include "ui/output/log_view.h"
#include "ui/replay/gif_writer.h"
#include "ui/replay/replay_film.h"
#include "ui/replay/replay_player.h"
#include "ui/replay/replay_stage.h"
#include "ui/replay/replay_window.h"
#include "ui/tasks/task_list.h"

#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QImageReader>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QToolButton>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;
using std::chrono::milliseconds;

namespace {

constexpr Clock::time_point kReplayStart{};

Clock::time_point afterMs(int ms)
{
    return kReplayStart + milliseconds(ms);
}

QImage plainFrame(const QColor& colour)
{
    QImage image(40, 30, QImage::Format_RGB32);
    image.fill(colour);
    return image;
}

QByteArray pngOfFrame(const QColor& colour)
{
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    plainFrame(colour).save(&bytes, "png");
    return bytes.data();
}

struct ReadGif
{
    QList<QImage> frames;
    QList<int> delays; ///< Units: milliseconds.
};
ReadGif readGif(const QByteArray& file)
{
    ReadGif gif;
    QBuffer buffer;
    buffer.setData(file);
    QImageReader reader(&buffer, "gif");
    for (QImage frame = reader.read(); !frame.isNull(); frame = reader.read()) {
        gif.frames << frame;
        gif.delays << reader.nextImageDelay();
    }
    return gif;
}

} // namespace

class TestReplayWindow : public RunsTest
{
    Q_OBJECT

private:
    /// A run of 4 s with two outputs and, after 3 s, a picture.
    static ReplayedRun run()
    {
        ReplayedRun run;
        run.stored.record
            = {{"run_id", "r-1"},
               {"verdict", "exited"},
               {"success", true},
               {"sentence", "Finished in 4 s"},
               {"started_at", "2026-11-22T20:00:00.000Z"},
               {"wall_seconds", 4.0},
               {"stdout", "one\ntwo\n"},
               {"stderr", "oops\n"},
               {"program", {{"file", "a.py"}, {"code", "print('one')\n"}}}};
        run.stored.record["artifacts"] = Json::array({Json{{"time_ms", 3000}}});
        run.stored.artifacts << PlotItem{
            QStringLiteral("r-1"),
            QStringLiteral("red.png"),
            QStringLiteral("image/png"),
            pngOfFrame(Qt::red),
            40,
            30,
            {}};
        run.replay
            = replay::replayOf(run.stored.record, *replay::RunTimeline::read("100o4 900e5 1000o4"));
        return run;
    }

    void openWindow()
    {
        m_replay = std::make_unique<ReplayWindow>();
        m_replay->open(run(), QStringLiteral("a.py"));
        QVERIFY(QTest::qWaitForWindowActive(m_replay.get()));
    }
    template <typename Widget> Widget* part(const char* name) const
    {
        return m_replay->findChild<Widget*>(QLatin1String(name));
    }
    QString log() const
    {
        LogDocument& document = m_replay->stage().log();
        return textBetween(document, documentBegin(document), documentEnd(document));
    }
    void pauseAt(std::uint64_t position) const
    {
        if (m_replay->isPlaying())
            part<QAction>("replayPlay")->trigger();
        m_replay->seek(position);
    }

    std::unique_ptr<ReplayWindow> m_replay;

private slots:
    void cleanupTestCase() { m_replay.reset(); }

    void playsByTheClock()
    {
        ReplayPlayer player({100, 1000, 9000, 10'000});
        QCOMPARE(player.endMs(), 10'000U);
        QCOMPARE(player.positionAt(afterMs(500)), 0U); // it does not play yet
        player.play(afterMs(1000));
        QCOMPARE(player.positionAt(afterMs(1700)), 700U);
        player.setSpeed(4, afterMs(1800));
        QCOMPARE(player.positionAt(afterMs(1900)), 1200U);
        player.pause(afterMs(2000));
        QCOMPARE(player.positionAt(afterMs(5000)), 1600U);
        player.setSpeed(100, afterMs(5000)); // as fast as it may be
        QCOMPARE(player.speed(), ReplayPlayer::kFastest);
        player.play(afterMs(6000));
        QCOMPARE(player.positionAt(afterMs(6100)), 3200U);
        QCOMPARE(player.positionAt(afterMs(60'000)), 10'000U);
        QVERIFY(player.isAtEnd() && !player.isPlaying());
        player.play(afterMs(61'000));
        QCOMPARE(player.positionAt(afterMs(61'010)), 160U);
        player.seek(99'999, afterMs(61'010));
        QCOMPARE(player.positionAt(afterMs(61'011)), 10'000U);
        QVERIFY(!player.isPlaying());
    }

    void playsShortPausesOnly()
    {
        ReplayPlayer player({0, 1000, 9000, 10'000, 20'000});
        player.setSkipsPauses(true, afterMs(0));
        player.play(afterMs(0));
        QCOMPARE(player.positionAt(afterMs(2500)), 2500U);
        QCOMPARE(player.positionAt(afterMs(3000)), 9000U); // two seconds were played of eight
        QCOMPARE(player.positionAt(afterMs(3500)), 9500U);
        QCOMPARE(player.positionAt(afterMs(6001)), 20'000U);
        player.seek(5000, afterMs(7000)); // into the middle of what is skipped
        player.play(afterMs(7000));
        QCOMPARE(player.positionAt(afterMs(7001)), 9001U);
    }

    void hasNothingToPlayOfARunWithoutTime()
    {
        ReplayPlayer player({0});
        player.play(afterMs(1));
        QVERIFY(!player.isPlaying() && player.isAtEnd());
        QCOMPARE(player.positionAt(afterMs(99)), 0U);
    }

    void showsWhatThereWasThen()
    {
        openWindow();
        QVERIFY(m_replay->isPlaying());
        QCOMPARE(part<CodeEditor>("replayProgram")->bytes(), QByteArray("print('one')\n"));
        QVERIFY(part<CodeEditor>("replayProgram")->isReadOnly());
        pauseAt(500);
        QTRY_COMPARE(log(), QStringLiteral("one\n"));
        QCOMPARE(m_replay->stage().results(), 0);
        pauseAt(2000);
        QTRY_COMPARE(log(), QStringLiteral("one\noops\ntwo\n"));
        pauseAt(3000);
        QCOMPARE(m_replay->stage().results(), 1);
        QTRY_VERIFY(m_replay->stage().isSettled());
        pauseAt(1000); // back
        QTRY_COMPARE(log(), QStringLiteral("one\noops\n"));
        QCOMPARE(m_replay->stage().results(), 0);
        QCOMPARE(part<QLabel>("replayTime")->text(), QStringLiteral("0:01.0 of 0:04.0"));
        pauseAt(4000);
        QTRY_VERIFY(log().contains(QStringLiteral("two\n")));
        QVERIFY(part<QLabel>("replayNotes")->isHidden());
    }

    void isPlayedByKeys()
    {
        openWindow();
        auto* slider = part<QSlider>("replayPosition");
        QTRY_VERIFY(slider->hasFocus());
        QTest::keyClick(slider, Qt::Key_Space);
        QVERIFY(!m_replay->isPlaying());
        m_replay->seek(0);
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(slider->value(), 1000);
        QTest::keyClick(slider, Qt::Key_PageUp);
        QCOMPARE(slider->value(), 4000);
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(slider->value(), 3000);
        QTest::keyClick(slider, Qt::Key_PageDown);
        QCOMPARE(slider->value(), 0);
        m_replay->seek(4000);
        QTest::keyClick(slider, Qt::Key_Home);
        QVERIFY(m_replay->isPlaying() && slider->value() < 4000);
        QTest::keyClick(m_replay.get(), Qt::Key_Escape);
        QVERIFY(m_replay->isHidden() && !m_replay->isPlaying());
    }

    void canBeUsedWithoutAMouseAndWithoutEyes()
    {
        openWindow();
        pauseAt(500);
        const auto tabs = faultsOfTabOrder(m_replay.get());
        QVERIFY2(tabs.isEmpty(), qPrintable(tabs.join(u'\n')));
        pauseAt(3000); // with its results
        QTRY_VERIFY(m_replay->stage().isSettled());
        for (const auto& faults : {faultsOfNames(m_replay.get()), faultsOfContrast(m_replay.get())})
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        // What was made later does not come behind the controls.
        const auto late = faultsOfTabOrder(m_replay.get()).filter(QStringLiteral("Save as"));
        QVERIFY2(late.isEmpty(), qPrintable(late.join(u'\n')));
    }

    void showsMarkUpOfARunAsItIs()
    {
        auto marked = run();
        marked.stored.record["sentence"] = marked.stored.record["stdout"] = kMarkUp;
        marked.stored.record["program"] = {{"file", kMarkUp}, {"code", kMarkUp}};
        marked.stored.artifacts[0].name = marked.stored.artifacts[0].note
            = QString::fromUtf8(kMarkUp);
        marked.replay = replay::replayOf(marked.stored.record, {});
        marked.replay.notes.emplace_back(kMarkUp);
        m_replay = std::make_unique<ReplayWindow>();
        m_replay->open(marked, QString::fromUtf8(kMarkUp));
        pauseAt(4000);
        QTRY_VERIFY(m_replay->stage().isSettled());
        const auto found = believers(*m_replay);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
        QVERIFY(part<QLabel>("replayNotes")->text().contains(QStringLiteral("<h1>")));
    }

    void endsByItself()
    {
        openWindow();
        auto* speed = part<QComboBox>("replaySpeed");
        speed->setCurrentIndex(speed->count() - 1);
        QTRY_VERIFY_WITH_TIMEOUT(!m_replay->isPlaying(), kRunDeadline);
        QCOMPARE(part<QSlider>("replayPosition")->value(), 4000);
        QCOMPARE(m_replay->stage().results(), 1);
        QCOMPARE(part<QAction>("replayPlay")->text(), QStringLiteral("Play"));
    }

    void opensFromTheRunsAndSaysWhereThereAreNoTimes()
    {
        end("r-1", 1, {{"stdout", "old\n"}});
        showPanel();
        QTRY_COMPARE(count(), 1);
        m_panel->list().selectRow(0);
        m_panel->list().findChild<QAction*>(QStringLiteral("runReplay"))->trigger();
        QTRY_VERIFY(m_panel->findChild<ReplayWindow*>());
        auto* window = m_panel->findChild<ReplayWindow*>();
        QTRY_VERIFY(window->isVisible());
        QVERIFY(window->findChild<QLabel*>(QStringLiteral("replayNotes"))
                    ->text()
                    .contains(QStringLiteral("no times")));
        QVERIFY(window->findChild<CodeEditor*>()->isHidden()); // there is no program
        window->close();
        chooseFirst();
        details().findChild<QToolButton*>(QStringLiteral("runReplay"))->click();
        QTRY_VERIFY(window->isVisible());
    }

    void writesOnlyWhatDiffersBetweenFrames()
    {
        GifWriter gif;
        QImage dot = plainFrame(Qt::white);
        dot.setPixelColor(7, 9, Qt::blue);
        for (const auto& [frame, ms] :
             {std::pair(plainFrame(Qt::white), 100), std::pair(plainFrame(Qt::white), 200),
              std::pair(dot, 1500), std::pair(plainFrame(Qt::green), 50)})
            QVERIFY(gif.add(frame, ms));
        const auto wrong = gif.add(QImage(3, 3, QImage::Format_RGB32), 10);
        QVERIFY(!wrong && wrong.error().code() == ErrorCode::InvalidArgument);
        const auto file = gif.finish();
        QVERIFY(file);
        QCOMPARE(gif.frames(), 3);
        const auto read = readGif(toBytes(*file));
        QCOMPARE(read.frames.size(), 3);
        QCOMPARE(read.delays, (QList<int>{300, 1500, 50}));
        QCOMPARE(read.frames[1].pixelColor(7, 9), QColor(Qt::blue));
        QCOMPARE(read.frames[1].pixelColor(8, 9), QColor(Qt::white));
        QCOMPARE(read.frames[2].pixelColor(0, 0), QColor(Qt::green));
    }

    void makesNoGifOfNothing()
    {
        const auto none = GifWriter().finish();
        QVERIFY(!none && none.error().code() == ErrorCode::InvalidArgument);
    }

    void keepsManyColoursNearWhatTheyWere()
    {
        QImage many(256, 320, QImage::Format_RGB32);
        many.fill(QColor(45, 45, 48)); // below: what is flat stays as it is
        for (int y = 0; y < 256; ++y)
            for (int x = 0; x < many.width(); ++x)
                many.setPixel(x, y, qRgb(x, y, 128));
        GifWriter gif;
        QVERIFY(gif.add(many, 100));
        const auto read = readGif(toBytes(*gif.finish()));
        QCOMPARE(read.frames.size(), 1);
        QCOMPARE(read.frames[0].pixelColor(100, 300), QColor(45, 45, 48));
        for (int i = 5; i < 256; i += 10) {
            const QColor colour = read.frames[0].pixelColor(i, i);
            QVERIFY2(
                std::abs(colour.red() - i) < 20 && std::abs(colour.green() - i) < 20
                    && std::abs(colour.blue() - 128) < 20,
                qPrintable(colour.name()));
        }
    }

    void hasAFrameWhereSomethingHappens()
    {
        auto replay = run().replay;
        QCOMPARE(
            ReplayFilm::timesOf(replay),
            (std::vector<std::uint64_t>{0, 100, 1000, 2000, 3000, 4000}));
        for (std::uint64_t i = 0; i < 100'000; ++i)
            replay.output.push_back({i, StreamKind::Stdout, "x"});
        replay.endMs = 100'000;
        QCOMPARE(ReplayFilm::timesOf(replay).size(), std::size_t(1001));
        replay.output.back().atMs = replay.endMs = 3'600'000'000;
        for (std::size_t i = 0; i < replay.output.size(); ++i)
            replay.output[i].atMs = i * 36'000;
        QVERIFY(ReplayFilm::timesOf(replay).size() <= ReplayFilm::kMostFrames);
    }

    void savesAGif()
    {
        openWindow();
        pauseAt(0);
        auto* speed = part<QComboBox>("replaySpeed");
        speed->setCurrentIndex(speed->findData(2.0));
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.gif"));
        QSignalSpy saved(m_replay.get(), &ReplayWindow::saved);
        const QSize size = m_replay->stage().size(); // before a message takes room
        m_replay->saveGif(path);
        QVERIFY(!part<QAction>("replaySaveGif")->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kRunDeadline);
        QCOMPARE(saved[0][1].toString(), QString());
        QVERIFY(part<QAction>("replaySaveGif")->isEnabled());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto gif = readGif(file.readAll());
        QCOMPARE(gif.delays, (QList<int>{100, 400, 500, 500, 500, 3000}));
        QCOMPARE(gif.frames.last().size(), size);
        // The picture came with the fifth.
        const auto reds = [](const QImage& frame) {
            int count = 0;
            for (int y = 0; y < frame.height(); ++y)
                for (int x = 0; x < frame.width(); ++x)
                    count += frame.pixelColor(x, y) == QColor(Qt::red) ? 1 : 0;
            return count;
        };
        QCOMPARE(reds(gif.frames[0]), 0);
        QVERIFY(reds(gif.frames.last()) > 500);
    }

    void endsAGifThatIsBeingMade()
    {
        TaskList tasks(0);
        openWindow();
        m_replay->setTasks(&tasks);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.gif"));
        m_replay->saveGif(path);
        QTRY_COMPARE(tasks.goingOn(), 1);
        QVERIFY(tasks.index(0, 0).data().toString().contains(QStringLiteral("run.gif")));
        tasks.cancel(0);
        QTRY_COMPARE(tasks.goingOn(), 0);
        QTRY_VERIFY(part<QAction>("replaySaveGif")->isEnabled());
        m_replay->saveGif(path);
        m_replay.reset(); // closed, and the next one is another window
        QVERIFY(!QFile::exists(path));
    }

    void savesACast()
    {
        openWindow();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.cast"));
        QSignalSpy saved(m_replay.get(), &ReplayWindow::saved);
        m_replay->saveCast(path);
        QTRY_COMPARE(saved.size(), 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = file.readAll().split('\n');
        QCOMPARE(lines.size(), 6); // a head, three pieces, the end, and nothing behind it
        QVERIFY(lines[0].startsWith('{') && lines[0].contains("a.py"));
        QCOMPARE(lines[1], QByteArray(R"([0.100, "o", "one\r\n"])"));
    }
};

SANDBENCH_TEST(TestReplayWindow);
#include "tst_replay_window.moc"
