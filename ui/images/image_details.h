// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/images/images_model.h"

#include <QWidget>

#include <functional>

class QLabel;
class QTabWidget;
class QTreeWidget;

namespace sandbench::workspace {
class Workspace;
}

namespace sandbench::ui {

class EngineSource;
class ImageCheckView;
class TaskList;

/// All about one image: what it is, and the steps that made it. Thread: GUI.
class ImageDetails : public QWidget
{
    Q_OBJECT

public:
    /// As ImageCheckView's.
    ImageDetails(
        EngineSource& engines, workspace::Workspace& workspace, TaskList* tasks,
        QWidget* parent = nullptr);
    ~ImageDetails() override;

    /// Asks the engine in the background.
    void show(
        const ImagePlace& place, const std::string& reference,
        const std::vector<std::string>& users);
    void clear();
    QTreeWidget& facts() { return *m_facts; }
    QTreeWidget& steps() { return *m_steps; }
    ImageCheckView& check() { return *m_check; }

private:
    struct Read
    {
        Result<ImageInfo> image;
        Result<std::vector<ImageLayer>> layers;
    };
    void showRead(const Read& read, const std::vector<std::string>& users);
    void addFact(const QString& name, const QString& value);
    void addFacts(const QString& name, const std::vector<std::string>& values);
    void showFacts(const ImageInfo& image, const std::vector<std::string>& users);
    void showSteps(const std::vector<ImageLayer>& layers);
    void copyChosen(const QTreeWidget& tree);

    QTabWidget* m_tabs = nullptr;
    QTreeWidget *m_facts = nullptr, *m_steps = nullptr;
    ImageCheckView* m_check = nullptr;
    QLabel* m_problem = nullptr;
    std::stop_source m_stop;
    int m_round = 0;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
