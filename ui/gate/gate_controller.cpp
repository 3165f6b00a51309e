// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gate/gate_controller.h"

#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/finding_marks.h"
#include "ui/gate/finding_text.h"
#include "ui/gate/findings_panel.h"

#include <utility>

namespace sandbench::ui {

static constexpr int kLongestFile = 60;

GateController::GateController(
    EditorTabs& editors, MessageBar& message, const LanguageCatalog& languages,
    std::string userFolder, const std::string& policy, QWidget* window)
    : QObject(window)
    , m_editors(editors)
    , m_message(message)
    , m_policies(std::move(userFolder), policy)
    , m_gate(m_policies, languages)
    , m_panel(new FindingsPanel(m_policies, window))
{
    connect(&m_policies, &PolicyShelf::changed, this, &GateController::watch);
    connect(&m_policies, &PolicyShelf::failed, this, [this](const QString& sentence) {
        m_message.addMessage(MessageBar::Tone::Warning, sentence);
    });
    connect(&m_scanner, &GateScanner::reported, this, &GateController::showReport);
    connect(&m_scanner, &GateScanner::settled, this, &GateController::settled);
    connect(m_panel, &FindingsPanel::activated, this, &GateController::goTo);
    connect(&m_gate, &RunGate::checking, this, [this] {
        emit statusChanged(tr("Scanning before the run…"));
    });
    connect(&m_gate, &RunGate::held, this, &GateController::showHeld);
    connect(&m_gate, &RunGate::impossible, this, [this](const QString& reason) {
        emit statusChanged(tr("Not started"));
        m_message.showMessage(
            MessageBar::Tone::Error, tr("Not started: %1").arg(reason),
            {{"showFindings", tr("Choose Policy"), [this] { emit panelWanted(); }, false}});
    });
}

void GateController::follow(CodeEditor* document, const std::string& language)
{
    m_document = document;
    m_language = language;
    watch();
}

void GateController::watch()
{
    m_scanner.watch(m_document, m_language, m_policies.policy());
    m_panel->show(m_scanner.report(), m_document);
    if (isSettled())
        emit settled();
}

void GateController::showReport()
{
    const GateReport& report = m_scanner.report();
    if (m_document)
        FindingMarks::of(*m_document).show(report.findings);
    m_panel->show(report, m_document);
    emit titleChanged(
        report.findings.empty() ? tr("Findings") : tr("Findings (%1)").arg(findingCount(report)));
}

void GateController::goTo(int row)
{
    const auto& findings = report().findings;
    if (!m_document || row < 0 || row >= static_cast<int>(findings.size()))
        return;
    const Finding& finding = findings[static_cast<std::size_t>(row)];
    m_editors.view()->goToByte(static_cast<qsizetype>(finding.offset));
    m_panel->select(row);
    emit statusChanged(
        tr("Finding %1 of %2, %3: %4")
            .arg(row + 1)
            .arg(findings.size())
            .arg(severityWord(finding.severity).toLower(), findingLine(finding.description)));
}

void GateController::step(int direction)
{
    const auto& findings = report().findings;
    const auto count = static_cast<int>(findings.size());
    if (!m_document || count == 0) {
        emit statusChanged(tr("No findings"));
        return;
    }
    const auto caret = static_cast<std::size_t>(
        m_editors.view()->SendScintilla(QsciScintilla::SCI_GETCURRENTPOS));
    // Several may begin at one place: from the one that is shown, the next is the next row.
    const int shown = m_panel->selected();
    if (shown >= 0 && shown < count && findings[static_cast<std::size_t>(shown)].offset == caret)
        return goTo((shown + direction + count) % count);
    int next = 0; // the first one behind the caret, or at it
    while (next < count && findings[static_cast<std::size_t>(next)].offset < caret)
        ++next;
    goTo((direction > 0 ? next : next - 1 + count) % count);
}

void GateController::check(
    const RunRequest& request, QWidget* document, const RunGate::Go& go,
    const std::string& projectFolder)
{
    m_asked = document;
    m_gate.check(request, document, go, projectFolder);
}

void GateController::showFindings()
{
    if (m_asked)
        m_editors.setCurrentWidget(m_asked);
    if (const Finding* worst = worstFinding(report()))
        m_panel->select(static_cast<int>(worst - report().findings.data()));
    emit panelWanted();
}

void GateController::showHeld(const GateReport& report)
{
    const bool asks = report.decision == GateDecision::Ask;
    const Finding* worst = worstFinding(report);
    QString why = worst ? tr("Line %1, %2: %3")
                              .arg(
                                  QString::number(worst->line), severityWord(worst->severity),
                                  findingLine(worst->description))
                        : QString();
    if (worst && !worst->file.empty())
        why = tr("%1, %2").arg(SafeText::elidedName(toQString(worst->file), kLongestFile), why);
    const QString policy = findingLine(report.policy);
    const QString first = asks ? tr("Not started yet: the policy %1 asks first. %2 (%3).")
                               : tr("Not started: the policy %1 refuses it. %2 (%3).");
    QList<MessageBar::Choice> choices;
    if (asks)
        choices.append({"runAnyway", tr("Run &Anyway"), [this] { m_gate.runAnyway(); }});
    choices.append({"showFindings", tr("Sh&ow Findings"), [this] { showFindings(); }, false});
    m_message.ask(
        asks ? MessageBar::Tone::Warning : MessageBar::Tone::Error,
        first.arg(policy, why, findingSummary(report)) + u' ' + boundarySentence(), choices);
    emit statusChanged(
        asks ? tr("Waiting for your answer") : tr("Refused by the policy %1").arg(policy));
    emit held(report);
}

} // namespace sandbench::ui
