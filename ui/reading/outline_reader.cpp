// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reading/outline_reader.h"

#include "core/policy/gate/characters.h"
#include "ui/editor/cell_bar.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/mark_ruler.h"

#include <string_view>
#include <utility>

namespace sandbench::ui {

static constexpr int kOutlinePause = 300; // milliseconds

OutlineReader::OutlineReader(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(kOutlinePause);
    connect(&m_pause, &QTimer::timeout, this, &OutlineReader::begin);
}

void OutlineReader::watch(CodeEditor* editor, const std::string& language)
{
    if (editor == m_editor && language == m_language)
        return;
    if (editor != m_editor) {
        if (m_editor)
            m_editor->disconnect(this);
        m_editor = editor;
        m_then = {};
        if (editor)
            connect(editor, &QsciScintilla::textChanged, this, [this] {
                ++m_ticket;
                m_pause.start();
            });
    }
    m_language = language;
    ++m_ticket;
    m_pause.stop();
    m_outline.clear();
    m_wants = {};
    begin(); // first: whoever hears of the empty outline asks whether it is settled
    emit read();
}

void OutlineReader::whenSettled(std::function<void()> then)
{
    if (isSettled())
        return then();
    m_then = std::move(then);
    m_pause.stop();
    begin();
}

void OutlineReader::begin()
{
    if (m_reading || !m_editor) // the end of the one begins the next
        return;
    m_reading = true;
    m_jobs.run(
        this,
        [code = m_editor->bytes(), language = m_language](std::stop_token) -> Reading {
            const std::string_view text(code.constData(), static_cast<std::size_t>(code.size()));
            return {
                outlineOf(text, language), linesWithOddCharacters(text), wantsOf(text, language)};
        },
        [this, ticket = m_ticket](Reading reading) { take(ticket, std::move(reading)); });
}

void OutlineReader::take(quint64 ticket, Reading reading)
{
    m_reading = false;
    if (ticket != m_ticket) {
        if (!m_pause.isActive())
            begin();
        return;
    }
    m_outline = std::move(reading.outline);
    m_wants = std::move(reading.wants);
    std::vector<LineMark> marks;
    for (const std::size_t line : reading.oddLines)
        marks.push_back(
            {static_cast<int>(line), tr("a character that hides or looks like another")});
    if (m_editor) {
        m_editor->ruler().setMarks(MarkRuler::Character, std::move(marks));
        m_editor->cells().setCells(cellsOf(m_outline, static_cast<std::size_t>(m_editor->lines())));
    }
    emit read();
    if (const auto then = std::exchange(m_then, {}))
        then();
}

} // namespace sandbench::ui
