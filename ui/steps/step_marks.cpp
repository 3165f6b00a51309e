// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/step_marks.h"

#include "ui/editor/code_editor.h"

#include <QEvent>

#include <algorithm>

namespace sandbench::ui {

namespace {

// The editor and its cells have those below.
constexpr int kBreakpoint = 10, kArrow = 11, kCallerArrow = 12, kLineMarker = 13;
constexpr int kMarksMargin = 1;
constexpr int kMarksWidth = 14; // pixels
constexpr int kMask = 1 << kBreakpoint | 1 << kArrow | 1 << kCallerArrow;

QColor mixed(const QColor& back, const QColor& front, double part)
{
    const auto mix = [part](int a, int b) { return static_cast<int>(a + (b - a) * part); };
    return {
        mix(back.red(), front.red()), mix(back.green(), front.green()),
        mix(back.blue(), front.blue())};
}

} // namespace

StepMarks& StepMarks::of(CodeEditor& editor)
{
    auto* marks = editor.findChild<StepMarks*>(QString(), Qt::FindDirectChildrenOnly);
    return marks ? *marks : *new StepMarks(editor);
}

StepMarks::StepMarks(CodeEditor& editor)
    : QObject(&editor)
    , m_editor(editor)
{
    m_editor.markerDefine(QsciScintilla::Circle, kBreakpoint);
    m_editor.markerDefine(QsciScintilla::RightArrow, kArrow);
    m_editor.markerDefine(QsciScintilla::RightTriangle, kCallerArrow);
    m_editor.markerDefine(QsciScintilla::Background, kLineMarker);
    m_editor.setMarginType(kMarksMargin, QsciScintilla::SymbolMargin);
    m_editor.setMarginMarkerMask(kMarksMargin, kMask);
    m_editor.setMarginSensitivity(kMarksMargin, true);
    define();
    m_editor.installEventFilter(this);
    connect(&m_editor, &QsciScintilla::marginClicked, this, [this](int margin, int line) {
        if (margin == kMarksMargin)
            toggleBreakpoint(line + 1);
    });
}

void StepMarks::define()
{
    const QPalette palette = m_editor.palette();
    const QColor base = palette.color(QPalette::Base);
    const bool isDark = base.lightness() < 128;
    const QColor red = isDark ? QColor(0xff, 0x6b, 0x6b) : QColor(0xc6, 0x28, 0x28);
    const QColor mark = palette.color(QPalette::Link); // lighter than the highlight in the dark
    for (const int marker : {kBreakpoint, kArrow, kCallerArrow}) {
        const QColor colour = marker == kBreakpoint ? red : mark;
        m_editor.setMarkerForegroundColor(colour, marker);
        m_editor.setMarkerBackgroundColor(colour, marker);
    }
    constexpr double kPart = 0.3;
    m_editor.setMarkerBackgroundColor(mixed(base, mark, kPart), kLineMarker);
}

void StepMarks::arrange()
{
    const bool isWanted = m_isOffered || shownLine() > 0 || !breakpoints().empty();
    m_editor.setMarginWidth(kMarksMargin, isWanted ? kMarksWidth : 0);
}

void StepMarks::setOffered(bool isOffered)
{
    m_isOffered = isOffered;
    arrange();
}

bool StepMarks::hasBreakpoint(int line) const
{
    return (m_editor.markersAtLine(line - 1) & (1U << kBreakpoint)) != 0;
}

void StepMarks::toggleBreakpoint(int line)
{
    if (line < 1 || line > m_editor.lines())
        return;
    if (hasBreakpoint(line))
        m_editor.markerDelete(line - 1, kBreakpoint);
    else
        m_editor.markerAdd(line - 1, kBreakpoint);
    arrange();
    emit breakpointsChanged();
}

std::vector<int> StepMarks::breakpoints() const
{
    std::vector<int> lines;
    for (int line = m_editor.markerFindNext(0, 1U << kBreakpoint); line >= 0;
         line = m_editor.markerFindNext(line + 1, 1U << kBreakpoint))
        lines.push_back(line + 1);
    return lines;
}

int StepMarks::shownLine() const
{
    return m_editor.markerFindNext(0, 1U << kLineMarker) + 1;
}

void StepMarks::showLine(int line, bool isCaller)
{
    for (const int marker : {kArrow, kCallerArrow, kLineMarker})
        m_editor.markerDeleteAll(marker);
    if (line > 0 && line <= m_editor.lines()) {
        m_editor.markerAdd(line - 1, isCaller ? kCallerArrow : kArrow);
        m_editor.markerAdd(line - 1, kLineMarker);
        m_editor.ensureLineVisible(line - 1);
        // Not at the edge, where what comes next cannot be seen.
        const auto first = m_editor.SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE);
        const auto count = m_editor.SendScintilla(QsciScintilla::SCI_LINESONSCREEN);
        const auto at = m_editor.SendScintilla(
            QsciScintilla::SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(line - 1));
        if (at < first + 1 || at > first + count - 3)
            m_editor.SendScintilla(
                QsciScintilla::SCI_SETFIRSTVISIBLELINE,
                static_cast<unsigned long>(std::max(0L, at - count / 2)));
    }
    arrange();
}

bool StepMarks::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_editor && event->type() == QEvent::PaletteChange)
        define();
    return QObject::eventFilter(watched, event);
}

} // namespace sandbench::ui
