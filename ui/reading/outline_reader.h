// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/outline.h"
#include "core/policy/gate/wants.h"
#include "ui/async/job_runner.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <string>
#include <vector>

namespace sandbench::ui {

class CodeEditor;

/// Keeps the outline of the current document and what it reaches for, tells it where its cells are,
/// and marks in its ruler the lines with characters that hide or look like others: read on a
/// worker, at once for another document and after a pause in typing. Thread: GUI.
class OutlineReader : public QObject
{
    Q_OBJECT

public:
    explicit OutlineReader(QObject* parent = nullptr);

    /// @p editor: null = there is no document.
    void watch(CodeEditor* editor, const std::string& language);
    const std::vector<OutlineItem>& outline() const { return m_outline; }
    const Wants& wants() const { return m_wants; }
    /// The outline is that of the text of now.
    bool isSettled() const { return !m_reading && !m_pause.isActive(); }
    /// Calls @p then once it is, without a pause: at once if it is now, never if another document
    /// is watched first. Replaces an earlier @p then that waits.
    void whenSettled(std::function<void()> then);

signals:
    /// Outline and wants may be others.
    void read();

private:
    struct Reading
    {
        std::vector<OutlineItem> outline;
        std::vector<std::size_t> oddLines;
        Wants wants;
    };
    void begin();
    void take(quint64 ticket, Reading reading);

    QPointer<CodeEditor> m_editor;
    std::string m_language;
    std::vector<OutlineItem> m_outline;
    Wants m_wants;
    std::function<void()> m_then;
    QTimer m_pause;
    quint64 m_ticket = 0; ///< Another one for each text, document and language.
    bool m_reading = false;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
