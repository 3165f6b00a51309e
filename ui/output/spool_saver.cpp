// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/spool_saver.h"

#include "ui/tasks/run_task.h"

#include <QSaveFile>

#include <algorithm>

namespace sandbench::ui {

namespace {

constexpr auto kSliceBytes = std::size_t{1024} * 1024;

QString
write(SpoolReader& reader, std::uint64_t end, const QString& path, const std::stop_token& stop)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return file.errorString();
    std::string buffer(kSliceBytes, '\0');
    while (reader.offset() < end) {
        if (stop.stop_requested())
            return SpoolSaver::tr("cancelled");
        const auto room = std::min<std::uint64_t>(buffer.size(), end - reader.offset());
        const auto piece = reader.read(std::span(buffer).first(static_cast<std::size_t>(room)));
        if (!piece)
            return QString::fromStdString(piece.error().text());
        const bool printed
            = piece->stream == OutputStream::Stdout || piece->stream == OutputStream::Stderr;
        const auto size = static_cast<qint64>(piece->size);
        if (printed && file.write(buffer.data(), size) != size)
            return file.errorString();
    }
    return file.commit() ? QString() : file.errorString();
}

} // namespace

SpoolSaver::SpoolSaver(QObject* parent)
    : QObject(parent)
    , m_jobs(JobRunner::Ending::Abandon)
{
}

void SpoolSaver::save(
    const std::shared_ptr<SpoolFile>& spool, std::uint64_t begin, std::uint64_t end,
    const QString& path)
{
    m_running.request_stop();
    m_running = runTask(
        m_tasks, tr("Saving %1").arg(SafeText::elidedName(path.section(u'/', -1), 60)), m_jobs,
        this,
        [reader = SpoolReader(spool, begin), end, path](const std::stop_token& stop) mutable {
            return write(reader, std::min(end, reader.end()), path, stop);
        },
        [this, path](const QString& error) { emit finished(path, error); });
}

} // namespace sandbench::ui
