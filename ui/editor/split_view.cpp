// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/split_view.h"

#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/editor/editor_tabs.h"

#include <QHBoxLayout>
#include <QTabBar>
#include <QToolButton>

namespace sandbench::ui {

static constexpr int kHeadMargin = 8;

SplitView::SplitView(EditorTabs& editors, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_editors(editors)
{
    setObjectName(QStringLiteral("splitView"));
    setChildrenCollapsible(false);
    addWidget(&editors);
    addWidget(m_pane = new QWidget(this));
    auto* column = columnOf(m_pane, 0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kHeadMargin, 0, 0, 0);
    row->addWidget(m_name = new ElidedLabel(m_pane), 1);
    row->addWidget(m_close = new QToolButton(m_pane));
    m_close->setObjectName(QStringLiteral("closeSecond"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::StrongFocus);
    column->addLayout(row);
    m_pane->hide();
    connect(&m_editors, &EditorTabs::savesEnded, this, &SplitView::showName); // it may be another
    connect(&m_editors, &EditorTabs::secondClosing, this, [this] {
        m_pane->hide();
        emit secondChanged(nullptr);
    });
}

bool SplitView::isSplit() const
{
    return m_editors.second() != nullptr;
}

void SplitView::split()
{
    const CodeEditor* from = m_editors.view();
    CodeEditor* document = m_editors.current();
    if (!document)
        return;
    int line = 0, column = 0;
    from->getCursorPosition(&line, &column);
    const int first = from->firstVisibleLine();
    CodeEditor* second = m_editors.openSecond(*document, m_pane);
    second->setAccessibleName(tr("Code editor, second view"));
    m_pane->layout()->addWidget(second);
    connect(document, &CodeEditor::unsavedChanged, second, [this] { showName(); });
    showName();
    m_name->setMinimumHeight(m_editors.tabBar()->height()); // both texts begin on one line
    m_pane->show();
    const int half = (orientation() == Qt::Horizontal ? width() : height()) / 2;
    setSizes({half, half});
    second->setCursorPosition(line, column);
    second->setFirstVisibleLine(first);
    emit secondChanged(second);
    second->setFocus(Qt::ShortcutFocusReason);
}

void SplitView::unsplit()
{
    m_editors.closeSecond();
    if (CodeEditor* editor = m_editors.view())
        editor->setFocus(Qt::ShortcutFocusReason);
}

void SplitView::switchViews()
{
    CodeEditor* second = m_editors.second();
    CodeEditor* other = m_editors.view() == second ? m_editors.inTab() : second;
    if (other)
        other->setFocus(Qt::ShortcutFocusReason);
}

void SplitView::setCloseAction(QAction* action)
{
    m_close->setIcon(glyphIcon(Glyph::Close));
    m_close->setToolTip(tr("Close the second view"));
    m_close->setAccessibleName(tr("Close the second view"));
    connect(m_close, &QToolButton::clicked, action, &QAction::trigger);
}

void SplitView::showName()
{
    if (!isSplit())
        return;
    const CodeEditor& document = m_editors.second()->original();
    m_name->setText(
        SafeText::display(document.fileName())
        + (document.isUnsaved() ? QStringLiteral(" •") : QString()));
}

} // namespace sandbench::ui
