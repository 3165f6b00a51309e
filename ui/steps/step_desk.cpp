// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/step_desk.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"
#include "ui/steps/step_follower.h"
#include "ui/steps/step_marks.h"
#include "ui/steps/steps_panel.h"

#include <QApplication>

namespace sandbench::ui {

static bool isPython(const CodeEditor& editor)
{
    return editor.fileName().endsWith(QLatin1String(".py"));
}

StepDesk::StepDesk(StepsPanel& panel, EditorTabs& editors, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_editors(editors)
{
    connect(&panel, &StepsPanel::placeChanged, this, &StepDesk::show);
    connect(&editors, &EditorTabs::currentChangedTo, this, &StepDesk::adoptAll);
    connect(&editors, &EditorTabs::viewChanged, this, &StepDesk::adoptAll);
}

StepDesk::~StepDesk() = default;

Result<void> StepDesk::follow(PlannedRun& run, SessionController& session, const QString& title)
{
    SANDBENCH_TRY(const auto traceFile, trace::recordSteps(run.request));
    run.prepare = [traceFile](Session& sandbox, std::stop_token stop) {
        return trace::bringTracer(sandbox, traceFile, std::move(stop));
    };
    m_follower = std::make_unique<StepFollower>(session, traceFile, nullptr);
    connect(m_follower.get(), &StepFollower::stepsRead, &m_panel, &StepsPanel::add);
    connect(m_follower.get(), &StepFollower::ended, &m_panel, &StepsPanel::end);
    m_panel.begin(title);
    noteRevisions();
    collectBreakpoints();
    return {};
}

void StepDesk::giveUp()
{
    if (m_follower)
        m_follower->giveUp();
}

void StepDesk::setOffered(bool isOffered)
{
    m_isOffered = isOffered;
    adoptAll();
}

void StepDesk::toggleBreakpoint()
{
    CodeEditor* view = m_editors.view();
    if (!view)
        return;
    int line = 0, column = 0;
    view->getCursorPosition(&line, &column);
    adopt(view);
    StepMarks::of(*view).toggleBreakpoint(line + 1);
}

void StepDesk::adoptAll()
{
    for (CodeEditor* editor : {m_editors.current(), m_editors.view(), m_editors.second()})
        if (editor)
            adopt(editor);
}

void StepDesk::adopt(CodeEditor* editor)
{
    StepMarks& marks = StepMarks::of(*editor);
    connect(
        &marks, &StepMarks::breakpointsChanged, this, &StepDesk::collectBreakpoints,
        Qt::UniqueConnection);
    connect(editor, &CodeEditor::edited, this, &StepDesk::noteEdits, Qt::UniqueConnection);
    marks.setOffered(m_isOffered && isPython(editor->original()));
}

void StepDesk::collectBreakpoints()
{
    trace::Breakpoints breakpoints;
    for (int tab = 0; tab < m_editors.count(); ++tab)
        if (auto* editor = qobject_cast<CodeEditor*>(m_editors.widget(tab)))
            for (const int line : StepMarks::of(*editor).breakpoints())
                breakpoints.emplace(toStd(editor->fileName()), line);
    m_panel.setBreakpoints(std::move(breakpoints));
}

void StepDesk::show(const QString& file, int line, bool isCaller)
{
    CodeEditor* editor = line > 0 ? m_editors.editorNamed(file.section(u'/', -1)) : nullptr;
    if (m_shown && m_shown != editor)
        StepMarks::of(*m_shown).showLine(0);
    m_shown = editor;
    if (!editor)
        return;
    const QPointer<QWidget> focus = QApplication::focusWidget();
    if (m_editors.current() != editor)
        m_editors.setCurrentWidget(editor);
    adopt(editor);
    StepMarks::of(*editor).showLine(line, isCaller);
    if (focus && focus != QApplication::focusWidget())
        focus->setFocus(Qt::OtherFocusReason); // who steps goes on where they are
    noteEdits();
}

void StepDesk::noteRevisions()
{
    m_revisions.clear();
    for (int tab = 0; tab < m_editors.count(); ++tab)
        if (const auto* editor = qobject_cast<CodeEditor*>(m_editors.widget(tab)))
            m_revisions.insert(editor, editor->revision());
}

void StepDesk::noteEdits()
{
    QString note;
    if (m_shown && m_shown->revision() != m_revisions.value(m_shown.data(), m_shown->revision()))
        note = tr("%1 has changed since it ran: its lines may have moved")
                   .arg(SafeText::display(m_shown->fileName()));
    m_panel.setNote(note);
}

} // namespace sandbench::ui
