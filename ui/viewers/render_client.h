// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/artifact/render_protocol.h"

#include <QImage>
#include <QObject>
#include <QPointer>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

class QProcess;

namespace sandbench::ui {

/// Pixels, or a sentence of at most 512 characters (from our helper, shown as plain text all the
/// same).
struct RenderedPicture
{
    QImage image;
    QSize naturalSize; ///< Units: pixels of the whole picture.
    QString refusal; ///< Besides pixels, where frames are missing.
    int total = 1; ///< Frames or pages that there are.
    int delay = 0; ///< How long a frame stays. Units: milliseconds.
};

/// Has hostile pictures decoded by sandbench-render or sandbench-render-drawing, one process each,
/// at most two at once and five seconds each. The window only ever receives pixels. Thread: GUI.
class RenderClient : public QObject
{
    Q_OBJECT

public:
    struct Job
    {
        PictureKind kind = PictureKind::Png;
        QByteArray bytes; ///< Untrusted.
        QSize box; ///< Units: device pixels; empty = natural size.
        double ratio = 1;
        bool first = false; ///< Before everything that waits: the picture that the user looks at.
        int from = 0; ///< The first frame or the page, from 0.
        int frames = 1; ///< How many are wanted at most; there may be fewer.
    };
    using Done = std::function<void(const RenderedPicture&)>;

    /// The helpers are next to the running program, or one folder above it.
    explicit RenderClient(QObject* parent = nullptr);
    ~RenderClient() override;

    /// Calls @p done once, later, unless @p context is gone or the job was cancelled. @p frame, if
    /// given, is called before for each frame as it comes; @p done then gets the last one, with the
    /// sentence that says why others are missing.
    quint64 render(const Job& job, QObject* context, Done done, Done frame = {});
    /// Forgets a job and kills its helper. Unknown ids are ignored.
    void cancel(quint64 id);
    bool isIdle() const { return m_waiting.empty() && m_running.empty(); }

signals:
    void idle();

private:
    struct Task;
    void startNext();
    void start(std::unique_ptr<Task> task);
    void readReply(quint64 id);
    Task* running(quint64 id);
    void finish(quint64 id, const QString& sentence);
    QString exitSentence(const Task& task) const;

    quint64 m_lastId = 0;
    std::deque<std::unique_ptr<Task>> m_waiting;
    std::vector<std::unique_ptr<Task>> m_running;
};

} // namespace sandbench::ui
