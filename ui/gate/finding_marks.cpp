// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gate/finding_marks.h"

#include "ui/editor/code_editor.h"
#include "ui/editor/mark_ruler.h"
#include "ui/gate/finding_text.h"

#include <QEvent>

#include <algorithm>
#include <array>

namespace sandbench::ui {

namespace {

using Sci = QsciScintilla;

constexpr int kMostTexts = 3;

// Told apart also by who sees no colours.
constexpr std::array kLooks = {Sci::INDIC_DOTS, Sci::INDIC_DASH, Sci::INDIC_SQUIGGLE};

unsigned long indicatorOf(Severity severity)
{
    return static_cast<unsigned long>(FindingMarks::kFirstIndicator)
        + static_cast<unsigned long>(severity);
}

struct Span
{
    long begin = 0, end = 0;
};

// A finding of no length is still seen and pointed at.
Span spanOf(const Finding& finding)
{
    const auto begin = static_cast<long>(finding.offset);
    return {begin, begin + std::max<long>(static_cast<long>(finding.bytes), 1)};
}

} // namespace

FindingMarks& FindingMarks::of(CodeEditor& editor)
{
    auto* marks = editor.findChild<FindingMarks*>(QString(), Qt::FindDirectChildrenOnly);
    return marks ? *marks : *new FindingMarks(editor);
}

FindingMarks::FindingMarks(CodeEditor& editor)
    : QObject(&editor)
    , m_editor(editor)
{
    for (const Severity severity : {Severity::Low, Severity::Medium, Severity::High}) {
        const unsigned long indicator = indicatorOf(severity);
        m_editor.SendScintilla(
            Sci::SCI_INDICSETSTYLE, indicator,
            static_cast<long>(kLooks.at(static_cast<std::size_t>(severity))));
        m_editor.SendScintilla(Sci::SCI_INDICSETUNDER, indicator, 1L);
    }
    applyColours();
    m_editor.installEventFilter(this);
    m_editor.addHover([this](long offset) { return textAt(offset); });
}

void FindingMarks::applyColours()
{
    for (const Severity severity : {Severity::Low, Severity::Medium, Severity::High})
        m_editor.SendScintilla(
            Sci::SCI_INDICSETFORE, indicatorOf(severity),
            severityColor(severity, m_editor.palette()));
}

void FindingMarks::show(const std::vector<Finding>& findings)
{
    m_findings = findings;
    m_revision = m_editor.revision();
    const long length = m_editor.SendScintilla(Sci::SCI_GETLENGTH);
    for (const Severity severity : {Severity::Low, Severity::Medium, Severity::High}) {
        showInRuler(severity);
        m_editor.SendScintilla(Sci::SCI_SETINDICATORCURRENT, indicatorOf(severity));
        m_editor.SendScintilla(Sci::SCI_INDICATORCLEARRANGE, 0UL, length);
        for (const Finding& finding : m_findings) {
            const Span span = spanOf(finding);
            if (finding.severity == severity && span.begin < length)
                m_editor.SendScintilla(
                    Sci::SCI_INDICATORFILLRANGE, static_cast<unsigned long>(span.begin),
                    std::min(span.end, length) - span.begin);
        }
    }
}

void FindingMarks::showInRuler(Severity severity)
{
    static_assert(
        MarkRuler::Low == static_cast<int>(Severity::Low)
        && MarkRuler::High == static_cast<int>(Severity::High));
    std::vector<LineMark> marks;
    for (const Finding& finding : m_findings)
        if (finding.severity == severity)
            marks.push_back(
                {static_cast<int>(finding.line),
                 tr("finding, %1: %2")
                     .arg(severityWord(severity).toLower(), findingLine(finding.description))});
    m_editor.ruler().setMarks(static_cast<MarkRuler::Kind>(severity), std::move(marks));
}

QString FindingMarks::textAt(long offset) const
{
    QStringList texts;
    if (m_revision != m_editor.revision())
        return {};
    for (const Finding& finding : m_findings) {
        const Span span = spanOf(finding);
        if (offset >= span.begin && offset < span.end && texts.size() < kMostTexts)
            texts << findingText(finding);
    }
    return texts.join(QStringLiteral("\n\n"));
}

bool FindingMarks::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_editor && event->type() == QEvent::PaletteChange)
        applyColours();
    return QObject::eventFilter(watched, event);
}

} // namespace sandbench::ui
