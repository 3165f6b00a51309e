// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_window.h"

#include "ui/changes/difference_parts.h"
#include "ui/changes/difference_view.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kEditingMilliseconds = 150;
static constexpr int kCompareMargin = 8;
static constexpr int kInputLines = 3;
static constexpr int kLongestName = 60; // characters

CompareWindow::CompareWindow(EditorTabs& editors, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_editors(editors)
{
    setObjectName(QStringLiteral("compareDocuments"));
    setWindowTitle(tr("Compare Documents"));
    resize(900, 640);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kCompareMargin, kCompareMargin, kCompareMargin, kCompareMargin);
    column->setSpacing(4);
    column->addWidget(buildHead());
    column->addWidget(m_difference = new DifferenceView(this), 1);
    column->addWidget(buildFoot());
    m_editing.setSingleShot(true);
    m_editing.setInterval(kEditingMilliseconds);
    connect(&m_editing, &QTimer::timeout, this, &CompareWindow::compare);
    connect(
        m_difference, &DifferenceView::currentPartChanged, this, &CompareWindow::refreshActions);
    connect(&m_editors, &EditorTabs::currentChangedTo, this, &CompareWindow::fill);
    keyAction(*this, "compareNext", tr("Next Difference"), {Qt::Key_F8}, [this] {
        m_difference->step(1);
    });
    keyAction(
        *this, "comparePrevious", tr("Previous Difference"), {QKeySequence(Qt::SHIFT | Qt::Key_F8)},
        [this] { m_difference->step(-1); });
    keyAction(*this, "compareClose", tr("Close"), {Qt::Key_Escape}, [this] { close(); });
}

QWidget* CompareWindow::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    const auto addBox = [&](const char* name, const QString& title) {
        auto* box = new QComboBox(head);
        box->setObjectName(QLatin1String(name));
        box->setAccessibleName(title);
        connect(box, &QComboBox::currentIndexChanged, this, &CompareWindow::watch);
        row->addWidget(box, 1);
        return box;
    };
    m_left = addBox("compareLeft", tr("Left document"));
    auto* swapping = new QPushButton(tr("⇄ Swap"), head);
    swapping->setObjectName(QStringLiteral("compareSwap"));
    connect(swapping, &QPushButton::clicked, this, &CompareWindow::swap);
    row->addWidget(swapping);
    m_right = addBox("compareRight", tr("Right document"));
    return head;
}

QWidget* CompareWindow::buildFoot()
{
    auto* foot = new QWidget(this);
    auto* column = new QVBoxLayout(foot);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    const auto add = [&](const char* name, const QString& text, const QString& tip,
                         void (CompareWindow::*run)()) {
        auto* button = new QPushButton(text, foot);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(plainToolTip(tip));
        connect(button, &QPushButton::clicked, this, run);
        row->addWidget(button);
        return button;
    };
    m_takeLeft = add(
        "compareTakeLeft", tr("Take &Left →"),
        tr("The right document gets this part as the left one has it (can be undone there)"),
        &CompareWindow::takeLeft);
    m_takeRight = add(
        "compareTakeRight", tr("← Take &Right"),
        tr("The left document gets this part as the right one has it (can be undone there)"),
        &CompareWindow::takeRight);
    row->addStretch(1);
    m_runBoth = new QPushButton(tr("Run &Both and Compare"), foot);
    m_runBoth->setObjectName(QStringLiteral("compareRunBoth"));
    m_runBoth->setToolTip(tr("Run both in sandboxes of their own, and show what differs in Runs"));
    connect(m_runBoth, &QPushButton::clicked, this, [this] {
        emit bothWanted(left(), right(), m_input->toPlainText().toUtf8());
    });
    row->addWidget(m_runBoth);
    auto* title = new QLabel(tr("&Input of both"), foot);
    m_input = new QPlainTextEdit(foot);
    m_input->setObjectName(QStringLiteral("compareInput"));
    m_input->setAccessibleName(tr("Input of both"));
    m_input->setPlaceholderText(tr("What both read on standard input; empty = nothing"));
    m_input->setTabChangesFocus(true);
    m_input->setMaximumHeight((kInputLines + 1) * fontMetrics().lineSpacing());
    title->setBuddy(m_input);
    column->addLayout(row);
    column->addWidget(title);
    column->addWidget(m_input);
    return foot;
}

/// -1 = it is not among them.
static int placeOf(const std::vector<QPointer<CodeEditor>>& documents, const CodeEditor* editor)
{
    const auto at = std::ranges::find_if(
        documents, [editor](const auto& document) { return document && document == editor; });
    return at == documents.end() ? -1 : static_cast<int>(at - documents.begin());
}

void CompareWindow::open()
{
    fill();
    const int count = static_cast<int>(m_documents.size());
    const int first = std::max(0, placeOf(m_documents, m_editors.current()));
    m_left->setCurrentIndex(first);
    m_right->setCurrentIndex(first + 1 < count ? first + 1 : std::max(0, first - 1));
    watch();
    QWidget::show();
    raise();
    activateWindow();
    m_difference->setFocus();
}

// Documents come and go; what was chosen stays where it can.
void CompareWindow::fill()
{
    const QPointer<CodeEditor> before[] = {left(), right()};
    m_documents.clear();
    QStringList names;
    for (int i = 0; i < m_editors.count(); ++i)
        if (auto* editor = qobject_cast<CodeEditor*>(m_editors.widget(i))) {
            m_documents.emplace_back(editor);
            names << SafeText::elidedName(editor->fileName(), kLongestName);
        }
    int side = 0;
    for (QComboBox* box : {m_left, m_right}) {
        const QSignalBlocker quiet(box);
        box->clear();
        box->addItems(names);
        const int place = placeOf(m_documents, before[side]);
        const int last = static_cast<int>(names.size()) - 1;
        box->setCurrentIndex(place < 0 ? std::min(side, last) : place);
        ++side;
    }
    watch();
}

static CodeEditor*
chosenIn(const QComboBox& box, const std::vector<QPointer<CodeEditor>>& documents)
{
    const int index = box.currentIndex();
    return index < 0 || index >= static_cast<int>(documents.size())
        ? nullptr
        : documents[static_cast<std::size_t>(index)].data();
}

CodeEditor* CompareWindow::left() const
{
    return chosenIn(*m_left, m_documents);
}

CodeEditor* CompareWindow::right() const
{
    return chosenIn(*m_right, m_documents);
}

void CompareWindow::swap()
{
    const int index = m_left->currentIndex();
    m_left->setCurrentIndex(m_right->currentIndex());
    m_right->setCurrentIndex(index);
}

void CompareWindow::watch()
{
    for (const auto& connection : std::as_const(m_watched))
        disconnect(connection);
    m_watched.clear();
    for (CodeEditor* editor : {left(), right()})
        if (editor)
            m_watched << connect(
                editor, &CodeEditor::edited, &m_editing, qOverload<>(&QTimer::start))
                      // when it is gone, not while it goes
                      << connect(
                             editor, &QObject::destroyed, this, &CompareWindow::fill,
                             Qt::QueuedConnection);
    compare();
}

void CompareWindow::compare()
{
    m_hunks.clear();
    refreshActions();
    CodeEditor* one = left();
    CodeEditor* other = right();
    if (!one || !other || one == other)
        return m_difference->showNote(
            tr("Open two programs to compare them: two answers to one question, or two versions."));
    m_leftRevision = one->revision();
    m_rightRevision = other->revision();
    m_jobs.run(
        this,
        [left = toStd(one->bytes()), right = toStd(other->bytes())](const std::stop_token&) {
            Compared compared{left, right, {}, {}};
            if (!isDiffable(left) || !isDiffable(right)) {
                compared.shown.note = tr("They cannot be shown line by line: one is over 1 MiB, or "
                                         "is no text.");
                return compared;
            }
            compared.hunks = diffLines(left, right);
            std::vector<HunkGroup> groups;
            for (std::size_t i = 0; i < compared.hunks.size(); ++i)
                groups.push_back({i, 1});
            addParts(compared.shown, left, right, compared.hunks, groups);
            if (compared.hunks.empty())
                compared.shown.note = tr("Both are the same.");
            return compared;
        },
        [this, one = QPointer(one), other = QPointer(other)](const Compared& compared) {
            if (one && other && one == left() && other == right()
                && one->revision() == m_leftRevision && other->revision() == m_rightRevision)
                show(compared);
        });
}

void CompareWindow::show(const Compared& compared)
{
    m_hunks = compared.hunks;
    m_difference->show(compared.shown);
    refreshActions();
}

void CompareWindow::takeLeft()
{
    take(true);
}

void CompareWindow::takeRight()
{
    take(false);
}

void CompareWindow::take(bool fromLeft)
{
    const int part = m_difference->currentPart();
    CodeEditor* from = fromLeft ? left() : right();
    CodeEditor* into = fromLeft ? right() : left();
    // What was edited meanwhile is compared first.
    if (part < 0 || part >= static_cast<int>(m_hunks.size()) || !from || !into
        || left()->revision() != m_leftRevision || right()->revision() != m_rightRevision)
        return;
    const auto& hunk = m_hunks[static_cast<std::size_t>(part)];
    const auto source = toStd(from->bytes());
    const auto lines = linesOf(source);
    std::string text;
    const auto first = fromLeft ? hunk.before : hunk.after;
    const auto count = fromLeft ? hunk.beforeCount : hunk.afterCount;
    for (auto i = first; i < first + count; ++i)
        text += lines[i];
    into->replaceLines(
        static_cast<int>(fromLeft ? hunk.after : hunk.before),
        static_cast<int>(fromLeft ? hunk.afterCount : hunk.beforeCount), toBytes(text));
    compare();
}

void CompareWindow::refreshActions()
{
    const bool hasPart = m_difference->currentPart() >= 0
        && m_difference->currentPart() < static_cast<int>(m_hunks.size());
    for (QPushButton* button : {m_takeLeft, m_takeRight})
        button->setEnabled(hasPart);
    m_runBoth->setEnabled(left() && right() && left() != right());
}

} // namespace sandbench::ui
