// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"

#include <QWidget>

namespace sandbench::ui {

class EngineSource;

/// A line for each engine: whether it can make sandboxes here, as soon as that is known. Asks when
/// it is shown for the first time. Thread: GUI.
class EngineOverview : public QWidget
{
    Q_OBJECT

public:
    /// @p source outlives it.
    explicit EngineOverview(EngineSource& source, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void addLine(const std::string& engine);

    EngineSource& m_source;
    bool m_hasAsked = false;
    JobRunner m_jobs; ///< Last: its destruction waits for jobs that use the engines.
};

} // namespace sandbench::ui
