// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How MainWindow is connected with what helps to read a document: its outline, what it wants.
#include "ui/common/text.h"
#include "ui/completion/completer.h"
#include "ui/completion/language_servers.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/findings_panel.h"
#include "ui/gate/gate_controller.h"
#include "ui/gate/wants_line.h"
#include "ui/main_window.h"
#include "ui/reading/outline_panel.h"
#include "ui/reading/outline_reader.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>

#include <vector>

namespace sandbench::ui {

static bool isMarkdown(const CodeEditor& editor)
{
    return editor.fileName().endsWith(QLatin1String(".md"), Qt::CaseInsensitive)
        || editor.fileName().endsWith(QLatin1String(".markdown"), Qt::CaseInsensitive);
}

// What another document is, nobody installs.
static Wants withoutDocuments(Wants wants, const EditorTabs& editors)
{
    const CodeEditor* editor = editors.current();
    const QString suffix = editor ? QFileInfo(editor->fileName()).suffix() : QString();
    std::erase_if(wants.items, [&](const Want& want) {
        return want.kind == WantKind::Packages
            && editors.editorNamed(toQString(want.name) + u'.' + suffix);
    });
    return wants;
}

void MainWindow::connectReading()
{
    m_outlineReader = new OutlineReader(this);
    auto* reader = m_outlineReader;
    WantsLine& wants = m_gate->panel().wants();
    connect(reader, &OutlineReader::read, this, [this, reader, &wants] {
        m_outline->show(reader->outline(), m_editors->current() != nullptr);
        wants.show(withoutDocuments(reader->wants(), *m_editors));
    });
    const auto goTo = [this](int line) {
        if (CodeEditor* editor = m_editors->view())
            editor->goToLine(line);
    };
    connect(m_outline, &OutlinePanel::lineWanted, this, goTo);
    connect(&wants, &WantsLine::lineWanted, this, goTo);
    // After followDocument(), which chooses the document's language.
    const auto follow = [this, reader] {
        CodeEditor* editor = m_editors->current();
        reader->watch(
            editor,
            editor && isMarkdown(*editor) ? "markdown"
                                          : toStd(m_language->currentData().toString()));
    };
    connect(m_editors, &EditorTabs::currentChangedTo, this, follow);
    connect(m_editors, &EditorTabs::currentChangedTo, this, &MainWindow::followView);
    connect(m_editors, &EditorTabs::viewChanged, this, &MainWindow::followView);
    connect(m_language, &QComboBox::currentIndexChanged, this, follow);
    follow();
}

void MainWindow::connectCompletion()
{
    m_servers
        = new LanguageServers(m_workbench.workspace.parts(), m_workbench.languageServers, this);
    m_completer = new Completer(*m_editors, *m_settings, *m_servers, this);
    // After followDocument(), as above. What is called .md or .csv is no program, whatever language
    // was chosen for another document.
    const auto follow = [this] {
        const CodeEditor* document = m_editors->current();
        const bool isProgram = document
            && (QFileInfo(document->fileName()).suffix().isEmpty()
                || m_languages.findByFileName(toStd(document->fileName())));
        m_completer->watch(
            m_editors->view(),
            isProgram ? toStd(m_language->currentData().toString()) : std::string());
    };
    connect(m_editors, &EditorTabs::currentChangedTo, this, follow);
    connect(m_editors, &EditorTabs::viewChanged, this, follow);
    connect(m_language, &QComboBox::currentIndexChanged, this, follow);
    follow();
}

void MainWindow::followView()
{
    m_followingView = std::make_unique<QObject>();
    const CodeEditor* view = m_editors->view();
    if (!view)
        return;
    const auto show = [this](int line, int column) {
        m_position->setText(tr("Line %1, column %2").arg(line + 1).arg(column + 1));
        m_outline->follow(line + 1);
    };
    int line = 0, column = 0;
    view->getCursorPosition(&line, &column);
    show(line, column);
    connect(view, &QsciScintilla::cursorPositionChanged, m_followingView.get(), show);
}

} // namespace sandbench::ui
