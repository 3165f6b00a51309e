// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gate/gate_scanner.h"

#include "ui/editor/code_editor.h"

namespace sandbench::ui {

static constexpr int kPauseMilliseconds = 300;

GateScanner::GateScanner(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &GateScanner::begin);
}

void GateScanner::watch(
    CodeEditor* editor, const std::string& language, std::shared_ptr<const CodePolicy> policy)
{
    if (editor == m_editor && language == m_language && policy == m_policy)
        return;
    if (editor != m_editor) {
        if (m_editor)
            m_editor->disconnect(this);
        m_editor = editor;
        if (editor)
            connect(editor, &QsciScintilla::textChanged, this, &GateScanner::textChanged);
    }
    m_language = language;
    m_policy = std::move(policy);
    ++m_ticket;
    m_pause.stop();
    m_report = {};
    begin();
    emit reported();
}

void GateScanner::textChanged()
{
    ++m_ticket;
    m_pause.start();
}

void GateScanner::begin()
{
    if (m_scanning) // its end begins the next one
        return;
    if (!m_editor || !m_policy) {
        emit settled();
        return;
    }
    m_scanning = true;
    m_jobs.run(
        this,
        [code = m_editor->bytes(), language = m_language, policy = m_policy](std::stop_token) {
            return scanCode(
                {code.constData(), static_cast<std::size_t>(code.size())}, language, *policy);
        },
        [this, ticket = m_ticket](GateReport report) { take(ticket, std::move(report)); });
}

void GateScanner::take(quint64 ticket, GateReport report)
{
    m_scanning = false;
    if (ticket != m_ticket) {
        if (!m_pause.isActive())
            begin();
        return;
    }
    m_report = std::move(report);
    emit reported();
    emit settled();
}

} // namespace sandbench::ui
