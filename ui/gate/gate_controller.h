// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/gate/gate_scanner.h"
#include "ui/gate/policy_shelf.h"
#include "ui/gate/run_gate.h"

#include <QObject>
#include <QPointer>

#include <string>

namespace sandbench::ui {

class EditorTabs;
class FindingsPanel;
class MessageBar;

/// The code gate of a window: findings in the current document and in their panel, and the word of
/// the chosen policy before each run. All of it is advice: isolation is the boundary.
/// Thread: GUI.
class GateController : public QObject
{
    Q_OBJECT

public:
    /// @p userFolder: of the user's own policies; @p policy: see PolicyShelf. All outlive this;
    /// @p window owns the panel.
    GateController(
        EditorTabs& editors, MessageBar& message, const LanguageCatalog& languages,
        std::string userFolder, const std::string& policy, QWidget* window);

    FindingsPanel& panel() { return *m_panel; }
    PolicyShelf& policies() { return m_policies; }
    RunGate& runs() { return m_gate; }
    const GateReport& report() const { return m_scanner.report(); }
    bool isSettled() const { return !m_policies.isReading() && m_scanner.isSettled(); }

    /// The current document, or none, and what its programs are written in.
    void follow(CodeEditor* document, const std::string& language);
    /// See RunGate::check(). Where the run must wait or may not start, the message bar says why.
    void check(
        const RunRequest& request, QWidget* document, const RunGate::Go& go,
        const std::string& projectFolder = {});
    /// To the next finding from the caret on, or the one before it (-1); round the end.
    void step(int direction);

signals:
    /// "Findings (3)"
    void titleChanged(const QString& title);
    /// One sentence for the status bar.
    void statusChanged(const QString& text);
    /// The user wants to see the panel.
    void panelWanted();
    /// A run does not start, or not yet.
    void held(const GateReport& report);
    void settled();

private:
    void watch();
    void showReport();
    void goTo(int row);
    void showHeld(const GateReport& report);
    void showFindings();

    EditorTabs& m_editors;
    MessageBar& m_message;
    PolicyShelf m_policies;
    GateScanner m_scanner;
    RunGate m_gate;
    FindingsPanel* m_panel;
    QPointer<CodeEditor> m_document; ///< The current one.
    QPointer<QWidget> m_asked; ///< Whose run was held.
    std::string m_language;
};

} // namespace sandbench::ui
