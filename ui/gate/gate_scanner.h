// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/scan.h"
#include "ui/async/job_runner.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <string>

namespace sandbench::ui {

class CodeEditor;

/// Keeps the findings of one document up to date: scans its text on a worker when typing has
/// paused, and at once when document, language or policy become others. One scan at a time; what
/// was found in a text that is not there any more is dropped. Thread: GUI.
class GateScanner : public QObject
{
    Q_OBJECT

public:
    explicit GateScanner(QObject* parent = nullptr);

    /// From now on this document; null = none. No policy = nothing is looked for.
    void watch(
        CodeEditor* editor, const std::string& language, std::shared_ptr<const CodePolicy> policy);
    /// Of the last text that was scanned to its end; the one that is being typed may differ.
    const GateReport& report() const { return m_report; }
    /// No scan is under way or about to begin: report() is of the text of now.
    bool isSettled() const { return !m_scanning && !m_pause.isActive(); }

signals:
    /// report() is another one.
    void reported();
    void settled();

private:
    void textChanged();
    void begin();
    void take(quint64 ticket, GateReport report);

    QPointer<CodeEditor> m_editor;
    std::string m_language;
    std::shared_ptr<const CodePolicy> m_policy;
    GateReport m_report;
    QTimer m_pause;
    quint64 m_ticket = 0; ///< Another one for each text, document, language and policy.
    bool m_scanning = false;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
