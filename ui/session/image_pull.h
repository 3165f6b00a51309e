// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/image_store.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <stop_token>

class QLabel;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace sandbench::ui {

class JobRunner;

/// One image on its way to an engine: all of it as a bar, each layer as a line, and Cancel. What a
/// cancelled pull had finished stays with the engine. Hidden while nothing is pulled. Thread: GUI.
class ImagePull : public QWidget
{
    Q_OBJECT

public:
    /// @p jobs outlives it.
    explicit ImagePull(JobRunner& jobs, QWidget* parent = nullptr);
    ~ImagePull() override;

    /// @p store lives until the jobs are over.
    void start(ImageStore& store, const QString& image);
    /// Shows at once that nothing is pulled any more; the engine is told meanwhile.
    void cancel();
    bool isRunning() const { return m_running; }
    /// Foreign text.
    const QString& image() const { return m_image; }
    /// cancel() ended it.
    bool wasCancelled() const { return m_wasCancelled; }

signals:
    /// The image is there.
    void pulled(const QString& image);
    void failed(const QString& sentence);
    void runningChanged();
    /// @p share: of all, 0 to 1; nothing = not known.
    void progressed(const QString& text, std::optional<double> share);

private:
    void showProgress(const ImageProgress& progress);
    void showLayers(const std::vector<ImageProgress::Layer>& layers);
    void setRunning(bool running);

    JobRunner& m_jobs;
    QLabel* m_text = nullptr;
    QProgressBar* m_bar = nullptr;
    QTreeWidget* m_layers = nullptr;
    QPushButton* m_cancel = nullptr;
    QTimer m_timer; ///< Looks what the job has left.
    std::stop_source m_stop;
    QString m_image;
    bool m_running = false;
    bool m_wasCancelled = false;
    int m_round = 0;
};

} // namespace sandbench::ui
