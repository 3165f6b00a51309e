// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/character_marks.h"

#include "core/base/text.h"
#include "core/policy/gate/characters.h"
#include "ui/common/safe_text.h"
#include "ui/editor/code_editor.h"

#include <QEvent>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sandbench::ui {

using Sci = QsciScintilla;

static constexpr unsigned long kMark = CharacterMarks::kIndicator;

static std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

static QString numberOf(std::uint32_t codePoint)
{
    return QStringLiteral("U+") + SafeText::boxLabel(codePoint).rightJustified(4, u'0');
}

static bool isReordering(std::uint32_t c)
{
    return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069);
}

static QString hiddenText(std::uint32_t c)
{
    if (isReordering(c))
        return CharacterMarks::tr("%1: draws nothing, and changes the order of the text around it")
            .arg(numberOf(c));
    if (isOddSpace(c))
        return CharacterMarks::tr("%1: a blank that is not the space of the keyboard")
            .arg(numberOf(c));
    return CharacterMarks::tr("%1: draws nothing, or changes how its neighbours are drawn")
        .arg(numberOf(c));
}

static QString lookAlikeText(const LookAlike& one)
{
    const auto sentence = [&one] {
        switch (one.script) {
        case Script::Greek:
            return CharacterMarks::tr("Greek %1 (%2), looks like %3");
        case Script::Cyrillic:
            return CharacterMarks::tr("Cyrillic %1 (%2), looks like %3");
        case Script::Armenian:
            return CharacterMarks::tr("Armenian %1 (%2), looks like %3");
        case Script::Cherokee:
            return CharacterMarks::tr("Cherokee %1 (%2), looks like %3");
        case Script::FullWidth:
            return CharacterMarks::tr("Full-width %1 (%2), looks like %3");
        case Script::Mathematical:
            return CharacterMarks::tr("Mathematical %1 (%2), looks like %3");
        case Script::Latin:
        case Script::Symbol:
            break;
        }
        return CharacterMarks::tr("%1 (%2), looks like %3");
    }();
    const bool isLetter = QChar::isLetter(static_cast<uint>(one.plain));
    const QString plain(QLatin1Char(one.plain));
    return sentence.arg(
        QString::fromUcs4(reinterpret_cast<const char32_t*>(&one.codePoint), 1),
        numberOf(one.codePoint), isLetter ? CharacterMarks::tr("Latin %1").arg(plain) : plain);
}

CharacterMarks::CharacterMarks(CodeEditor& editor)
    : QObject(&editor)
    , m_editor(editor)
{
    for (const CodePoints& range : hiddenCharacters())
        for (auto c = range.first; c <= range.last; ++c)
            m_editor.SendScintilla(
                Sci::SCI_SETREPRESENTATION, QStringView(QChar::fromUcs4(c)).toUtf8().constData(),
                numberOf(c).toLatin1().constData());
    m_editor.SendScintilla(
        Sci::SCI_INDICSETSTYLE, kMark, static_cast<long>(Sci::INDIC_STRAIGHTBOX));
    m_editor.SendScintilla(Sci::SCI_INDICSETALPHA, kMark, 60L);
    m_editor.SendScintilla(Sci::SCI_INDICSETOUTLINEALPHA, kMark, 255L);
    m_editor.SendScintilla(Sci::SCI_INDICSETUNDER, kMark, 1L);
    applyColours();
    m_editor.installEventFilter(this);
    m_editor.addHover([this](long offset) { return textAt(offset); });
    connect(&m_editor, &QsciScintillaBase::SCN_PAINTED, this, &CharacterMarks::refresh);
}

void CharacterMarks::applyColours()
{
    const bool dark = m_editor.palette().color(QPalette::Base).lightness() < 128;
    m_editor.SendScintilla(
        Sci::SCI_INDICSETFORE, kMark, dark ? QColor(0xf0, 0x8c, 0xff) : QColor(0xa0, 0x00, 0xb8));
}

QByteArray CharacterMarks::textBetween(long begin, long end) const
{
    QByteArray text(std::max(end - begin, 0L) + 1, '\0'); // Scintilla ends it with a zero
    m_editor.SendScintilla(Sci::SCI_GETTEXTRANGE, begin, std::max(begin, end), text.data());
    text.chop(1);
    return text;
}

void CharacterMarks::refresh()
{
    const auto send = [this](unsigned message, auto... arguments) {
        return m_editor.SendScintilla(message, arguments...);
    };
    const auto lineAt = [&send](long shown) {
        return send(Sci::SCI_DOCLINEFROMVISIBLE, static_cast<unsigned long>(shown));
    };
    const auto startOf = [&send](long line) {
        const long start = send(Sci::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
        return start < 0 ? send(Sci::SCI_GETLENGTH) : start;
    };
    const long first = send(Sci::SCI_GETFIRSTVISIBLELINE);
    const long begin = startOf(lineAt(first));
    const long end = std::min(
        startOf(lineAt(first + send(Sci::SCI_LINESONSCREEN) + 1) + 1), begin + kMostBytes);
    if (m_revision == m_editor.revision() && m_begin == begin && m_end == end)
        return; // also because to mark is to draw again
    const bool isNew = std::exchange(m_revision, m_editor.revision()) != m_editor.revision();
    m_begin = begin;
    m_end = end;
    const QByteArray text = textBetween(begin, end);
    // Not hidden again in the same text: drawing them may wrap them out of sight.
    drawJoiners(
        (m_drawsJoiners && !isNew) || end == begin + kMostBytes || hasStrayJoiner(viewOf(text)));
    const auto found = findLookAlikes(viewOf(text));
    send(Sci::SCI_SETINDICATORCURRENT, kMark);
    send(Sci::SCI_INDICATORCLEARRANGE, static_cast<unsigned long>(begin), end - begin);
    for (const LookAlike& one : found)
        send(
            Sci::SCI_INDICATORFILLRANGE, static_cast<unsigned long>(begin) + one.offset,
            static_cast<long>(one.bytes));
    // Scintilla draws nothing anew for what changes while it paints.
    if (std::exchange(m_hasMarks, !found.empty()) || !found.empty())
        QMetaObject::invokeMethod(
            m_editor.viewport(), qOverload<>(&QWidget::update), Qt::QueuedConnection);
}

void CharacterMarks::drawJoiners(bool drawn)
{
    if (std::exchange(m_drawsJoiners, drawn) == drawn)
        return;
    for (const std::uint32_t c : {0x200dU, 0xfe0fU}) {
        const QByteArray text = QStringView(QChar::fromUcs4(c)).toUtf8();
        if (drawn)
            m_editor.SendScintilla(
                Sci::SCI_SETREPRESENTATION, text.constData(), numberOf(c).toLatin1().constData());
        else
            m_editor.SendScintilla(Sci::SCI_CLEARREPRESENTATION, text.constData(), nullptr);
    }
    // Scintilla keeps how it laid lines out until some such setting is set.
    m_editor.SendScintilla(
        Sci::SCI_SETEXTRAASCENT,
        static_cast<unsigned long>(m_editor.SendScintilla(Sci::SCI_GETEXTRAASCENT)));
}

QString CharacterMarks::textAt(long offset) const
{
    const long character
        = m_editor.SendScintilla(Sci::SCI_POSITIONBEFORE, static_cast<unsigned long>(offset) + 1);
    const long line
        = m_editor.SendScintilla(Sci::SCI_LINEFROMPOSITION, static_cast<unsigned long>(character));
    const long begin = std::max(
        m_editor.SendScintilla(Sci::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line)),
        character - kMostBytes / 2);
    const long end = std::min(
        m_editor.SendScintilla(Sci::SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line)),
        character + kMostBytes / 2);
    const QByteArray text = textBetween(begin, end);
    const auto at = static_cast<std::size_t>(character - begin);
    if (at >= static_cast<std::size_t>(text.size()))
        return {};
    const auto step = utf8Step(viewOf(text).substr(at));
    if (step.valid && isHiddenCharacter(step.codePoint))
        return hiddenText(step.codePoint);
    const auto found = findLookAlikes(viewOf(text));
    const auto one = std::find_if(
        found.begin(), found.end(), [at](const LookAlike& other) { return other.offset == at; });
    return one == found.end() ? QString() : lookAlikeText(*one);
}

bool CharacterMarks::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_editor && event->type() == QEvent::PaletteChange)
        applyColours();
    return QObject::eventFilter(watched, event);
}

} // namespace sandbench::ui
