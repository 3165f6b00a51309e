// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "ui/async/job_runner.h"
#include "ui/viewers/result_view.h"

class QLabel;
class QStackedLayout;
class QTreeView;

namespace sandbench::ui {

class TextView;

/// JSON as a tree, which a job parses; as text where it is none. Thread: GUI.
class JsonView : public ResultView
{
    Q_OBJECT

public:
    JsonView(const QByteArray& bytes, QWidget* parent);

    /// The current value, as JSON.
    QString selectedText() const override;

private:
    void show(const Result<std::shared_ptr<const Json>>& document, const QByteArray& bytes);
    void showPath();

    QLabel* m_path = nullptr;
    QTreeView* m_tree = nullptr;
    TextView* m_text = nullptr; ///< In place of the tree; null = not needed.
    JobRunner m_jobs;
};

} // namespace sandbench::ui
