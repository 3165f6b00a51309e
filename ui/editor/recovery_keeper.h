// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/recovery.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace sandbench::ui {

class JobRunner;

/// Lets a Recovery work off the GUI thread, one call at a time. What arrives meanwhile waits, and
/// only the newest state of each document is written. Thread: GUI.
class RecoveryKeeper : public QObject
{
    Q_OBJECT

public:
    /// @p jobs abandons what hangs, and outlives this.
    RecoveryKeeper(JobRunner& jobs, std::shared_ptr<Recovery> store, QObject* parent = nullptr);

    /// Recovery::takeLost(), later.
    void takeLost(std::function<void(const QList<Recovery::Document>&)> done);
    void keep(const Recovery::Document& document);
    void forget(const QString& id);
    bool isIdle() const { return !m_busy; }

signals:
    /// Everything asked for is on the disk.
    void idle();
    /// Unsaved text is not safe from a crash. Not repeated until it worked again.
    void failed(const QString& sentence);

private:
    using Changes = std::map<QString, std::optional<Recovery::Document>>; // none = forget it

    void next();
    void finish(const Result<void>& written);

    JobRunner& m_jobs;
    std::shared_ptr<Recovery> m_store; // shared with the job, which may outlive us
    Changes m_waiting;
    std::function<void(const QList<Recovery::Document>&)> m_takeLost; // waits too
    bool m_busy = false;
    bool m_failing = false;
};

} // namespace sandbench::ui
