// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress_view.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::cli;

namespace {

ImageProgress progressOf(std::vector<ImageProgress::Layer> layers, std::string line = {})
{
    ImageProgress progress;
    progress.layers = std::move(layers);
    for (const auto& layer : progress.layers) {
        progress.doneBytes += layer.doneBytes;
        progress.totalBytes += layer.totalBytes;
    }
    progress.bytesPerSecond = 2U << 20;
    progress.line = std::move(line);
    return progress;
}

std::ptrdiff_t linesIn(const std::string& text)
{
    return std::count(text.begin(), text.end(), '\n');
}

} // namespace

class TestCliImagesProgress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drawsALineForEachLayerAgainAndAgain()
    {
        ProgressView view({true, 80, 24});
        const auto first = view.show(
            progressOf({{"aaaa", "Downloading", 1U << 20, 4U << 20}, {"bbbb", "Waiting", 0, 0}}));
        QCOMPARE(linesIn(first), 3);
        QVERIFY(first.find("aaaa         Downloading        1 MiB of 4 MiB") != first.npos);
        QVERIFY2(first.find("2 MiB/s") != first.npos, first.c_str());
        QVERIFY(first.find('\x1b') == first.npos);
        const auto second = view.show(
            progressOf({{"aaaa", "Pull complete", 4U << 20, 4U << 20}, {"bbbb", "Waiting", 0, 0}}));
        const std::string up = "\x1b[1A\x1b[2K";
        QVERIFY(second.starts_with("\r" + up + up + up + "aaaa"));
        QCOMPARE(view.end(), "\r" + up + up + up);
        QCOMPARE(view.end(), std::string());
    }

    void keepsTextAboveTheLayers()
    {
        ProgressView view({true, 80, 24});
        view.show(progressOf({{"context", "Uploading", 1, 2}}));
        const auto shown = view.show(progressOf({{"context", "Uploading", 2, 2}}, "Step 1\nSte"));
        QVERIFY(shown.find("Step 1\ncontext") != shown.npos);
        QVERIFY(shown.find("Ste\n") == shown.npos);
        QVERIFY(view.end().ends_with("Ste\n"));
    }

    void neverDrawsMoreThanTheScreenHolds()
    {
        ProgressView view({true, 40, 10});
        std::vector<ImageProgress::Layer> layers;
        for (int i = 0; i < 100; ++i)
            layers.push_back(
                {"layer" + std::to_string(i), "Waiting and waiting and waiting", 0, 0});
        layers[0].status = "Pull complete";
        const auto shown = view.show(progressOf(layers));
        QCOMPARE(linesIn(shown), 8);
        QVERIFY(shown.find("layer0 ") == shown.npos);
        for (const auto& line : QString::fromStdString(shown).split('\n'))
            QVERIFY(line.size() < 40);
    }

    void saysEachChangeOnceWhereThereIsNoTerminal()
    {
        ProgressView view({false, 80, 24});
        QCOMPARE(
            view.show(progressOf({{"a", "Downloading", 1, 9}}, "Pulling\n")),
            std::string("Pulling\na: Downloading\n"));
        QCOMPARE(view.show(progressOf({{"a", "Downloading", 5, 9}})), std::string());
        QCOMPARE(
            view.show(progressOf({{"a", "Pull complete", 9, 9}})),
            std::string("a: Pull complete\n"));
        QCOMPARE(view.end(), std::string());
    }

    void makesHostileTextHarmless()
    {
        for (const bool terminal : {true, false}) {
            ProgressView view({terminal, 80, 24});
            const auto shown = view.show(progressOf(
                {{"\x1b]0;id\x07", "st\x1b[2J\nx", 1, 2}}, "\x1b[31mred\x1b[0m\ta\rb\n\xff\n"));
            QVERIFY(shown.find('\x1b') == shown.npos);
            QVERIFY(shown.find('\xff') == shown.npos);
            QVERIFY(shown.find('\x07') == shown.npos);
            QVERIFY(shown.starts_with("b\n")); // what came before the carriage return is over
        }
    }

    void breaksALineThatNeverEnds()
    {
        ProgressView view({false, 80, 24});
        std::size_t shown = 0;
        for (int i = 0; i < 100; ++i)
            shown += view.show(progressOf({}, std::string(1000, 'x'))).size();
        QVERIFY(shown > 90000);
    }
};

SANDBENCH_TEST(TestCliImagesProgress);
#include "tst_cli_images_progress.moc"
