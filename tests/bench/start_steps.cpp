// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// From the start of the program to the first thing that its window shows, as an eye sees it: the
// pixels of the display.
#include "app/cli/commands/bench/scratch_folder.h"
#include "tests/bench/waiting.h"
#include "tests/bench/window_bench.h"

#include <QGuiApplication>
#include <QImage>
#include <QPixmap>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QScreen>
#include <QTest>

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <unistd.h>

namespace sandbench::bench {
namespace {

/// In the middle of a window that is where a display without a window manager puts it.
QImage screenPart()
{
    return QGuiApplication::primaryScreen()->grabWindow(0, 200, 200, 400, 16).toImage();
}

/// The files that a process has mapped: its program and libraries.
std::set<std::string> mappedFiles(qint64 process)
{
    std::set<std::string> files;
    std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
    for (std::string line; std::getline(maps, line);)
        if (const auto path = line.find('/'); path != std::string::npos)
            files.insert(line.substr(path));
    return files;
}

/// What nobody else has mapped is read from the disk the next time.
void forget(const std::set<std::string>& files)
{
    for (const auto& path : files) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0)
            continue;
        (void)::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
        ::close(file);
    }
}

struct Start
{
    double firstPaint = 0; ///< Units: milliseconds.
    std::set<std::string> files; ///< That it had mapped then.
    bool hasWebEngine = false;
};

Result<Start> startOnce(const std::string& home)
{
    const QImage empty = screenPart();
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
        environment.insert(QLatin1String(name), QString::fromStdString(home));
    QProcess program;
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    const auto binary
        = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "sandbench";
    const auto begin = Clock::now();
    program.start(QString::fromStdString(binary.string()), QStringList());
    if (!program.waitForStarted())
        return Error(ErrorCode::Unavailable, "sandbench does not start");
    constexpr double kPatience = 60'000; // milliseconds
    Result<Start> start = Error(ErrorCode::Unavailable, "its window did not come in a minute");
    while (cli::since(begin) < kPatience && program.state() == QProcess::Running) {
        if (screenPart() != empty) {
            start = Start{cli::since(begin), mappedFiles(program.processId()), false};
            break;
        }
        ::usleep(1000);
    }
    QTest::qWait(1500); // it opens a session ahead meanwhile
    if (start)
        start->hasWebEngine
            = std::ranges::any_of(mappedFiles(program.processId()), [](const auto& file) {
                  return file.find("WebEngine") != std::string::npos;
              });
    program.terminate();
    program.waitForFinished();
    QTest::qWait(100); // until the display is empty again
    return start;
}

} // namespace

void WindowBench::measureStart()
{
    if (!wants("first_paint"))
        return;
    for (int i = 0; i < times(8); ++i) {
        const cli::ScratchFolder home;
        const auto first = startOnce(home.path());
        if (!first)
            return attempt("first_paint_warm", first.error());
        const auto warm = startOnce(home.path());
        attempt("first_paint_warm", warm ? Result<double>(warm->firstPaint) : warm.error());
        forget(first->files);
        const cli::ScratchFolder fresh;
        const auto cold = startOnce(fresh.path());
        attempt("first_paint_cold", cold ? Result<double>(cold->firstPaint) : cold.error());
        auto& series = m_measured["first_paint_cold"];
        series.extra = cold && cold->hasWebEngine ? "WebEngine loaded" : "no WebEngine";
        series.extraHolds = series.extraHolds && (!cold || !cold->hasWebEngine);
    }
}

} // namespace sandbench::bench
