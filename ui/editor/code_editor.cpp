// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/code_editor.h"

#include "ui/common/wrapped_label.h"
#include "ui/editor/cell_bar.h"
#include "ui/editor/character_marks.h"
#include "ui/editor/mark_ruler.h"
#include "ui/editor/syntax_lexer.h"

#include <Qsci/qscicommandset.h>

#include <QAccessible>
#include <QDragEnterEvent>
#include <QEvent>
#include <QFileInfo>
#include <QHelpEvent>
#include <QMimeData>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr int kFlashMarker = 8;
static constexpr int kFlashMilliseconds = 1500;

/// From its first edit on an editor of QScintilla counts all characters ahead of the caret whenever
/// it paints, for who reads the screen aloud, which in a long document takes longer than all else.
/// It is told again where somebody does.
static void forgetAccessible(QObject& editor)
{
    if (!QAccessible::isActive())
        QAccessible::deleteAccessibleInterface(
            QAccessible::uniqueId(QAccessible::queryAccessibleInterface(&editor)));
}

CodeEditor::CodeEditor(const KSyntaxHighlighting::Repository& repository, QWidget* parent)
    : QsciScintilla(parent)
    , m_repository(repository)
{
    configure();
    buildRuler();
    setLook(m_look);
    applyTheme();
    connect(this, &QsciScintilla::modificationChanged, this, &CodeEditor::unsavedChanged);
    connect(this, &QsciScintilla::textChanged, this, [this] {
        ++m_revision;
        if (std::exchange(m_isAnnotated, false)) { // clearing goes through all lines
            clearAnnotations();
            m_ruler->setMarks(MarkRuler::Error, {});
        }
        if (!m_ruler->marks(MarkRuler::Found).empty()) // they may be in other lines now
            m_ruler->setMarks(MarkRuler::Found, {});
        forgetAccessible(*this);
        if (!m_loading)
            emit edited();
    });
}

void CodeEditor::configure()
{
    setAccessibleName(tr("Code editor"));
    setUtf8(true);
    setEolMode(EolUnix);
    setAutoIndent(true);
    setBackspaceUnindents(true);
    setBraceMatching(SloppyBraceMatch);
    setMarginType(0, NumberMargin);
    setMarginWidth(1, 0);
    setFolding(NoFoldStyle);
    SendScintilla(SCI_SETMARGINLEFT, 0UL, 6L);
    setExtraAscent(1); // lines that touch each other are tiring
    setExtraDescent(1);
    setLayoutDirection(Qt::LeftToRight); // code is, whatever the window is
    setScrollWidth(1);
    setScrollWidthTracking(true);
    setAnnotationDisplay(AnnotationIndented);
    markerDefine(Background, kFlashMarker);
    new CharacterMarks(*this);
    // A new line otherwise: the window runs a cell by it.
    if (auto* newLine = standardCommands()->boundTo((Qt::SHIFT | Qt::Key_Return).toCombined()))
        newLine->setAlternateKey(0);
}

void CodeEditor::buildRuler()
{
    m_ruler = new MarkRuler(this);
    m_cells = new CellBar(*this);
    setViewportMargins(CellBar::kWidth, 0, MarkRuler::kWidth, 0);
    connect(m_ruler, &MarkRuler::lineWanted, this, &CodeEditor::goToLine);
    connect(this, &QsciScintillaBase::SCN_PAINTED, m_ruler, [this] {
        const auto first = SendScintilla(SCI_GETFIRSTVISIBLELINE);
        const auto begin = SendScintilla(SCI_DOCLINEFROMVISIBLE, static_cast<unsigned long>(first));
        m_ruler->setLines(
            lines(), static_cast<int>(begin), static_cast<int>(SendScintilla(SCI_LINESONSCREEN)));
    });
}

void CodeEditor::placeBars()
{
    const QRect text = viewport()->geometry();
    m_ruler->setGeometry(text.right() + 1, text.top(), MarkRuler::kWidth, text.height());
    m_cells->setGeometry(text.left() - CellBar::kWidth, text.top(), CellBar::kWidth, text.height());
}

void CodeEditor::resizeEvent(QResizeEvent* event)
{
    QsciScintilla::resizeEvent(event);
    placeBars();
}

void CodeEditor::setLook(const EditorLook& look)
{
    const bool isOtherFont = m_look.font != look.font;
    m_look = look;
    setIndentationsUseTabs(!look.insertsSpaces);
    setTabWidth(look.tabWidth);
    setWrapMode(look.wraps ? WrapWord : WrapNone);
    setWhitespaceVisibility(look.showsBlanks ? WsVisible : WsInvisible);
    setCaretLineVisible(look.marksLine);
    setMarginWidth(0, look.numbersLines ? QStringLiteral("00000") : QString());
    if (isOtherFont)
        applyTheme();
}

void CodeEditor::mirror(CodeEditor& original)
{
    m_original = &original;
    setFallbackName(original.fileName()); // first: a lexer begins by clearing what is coloured
    setDocument(original.document());
    m_ruler->mirror(original.ruler());
}

void CodeEditor::setFilePath(const QString& path)
{
    m_filePath = path;
    refreshHighlighting();
}

QString CodeEditor::fileName() const
{
    return m_filePath.isEmpty() ? m_fallbackName : QFileInfo(m_filePath).fileName();
}

void CodeEditor::setFallbackName(const QString& name)
{
    m_fallbackName = name;
    refreshHighlighting();
}

void CodeEditor::refreshHighlighting()
{
    applyTheme();
}

void CodeEditor::applyTheme()
{
    using KSyntaxHighlighting::Theme;
    const Theme theme = m_repository.themeForPalette(palette());
    const QFont& font = m_look.font;
    auto* lexer
        = new SyntaxLexer(m_repository.definitionForFileName(fileName()), theme, font, this);
    QsciLexer* old = this->lexer();
    setLexer(lexer);
    delete old;
    // The largest font of all styles makes the height of a line, used or not.
    const QByteArray family = font.family().toUtf8();
    for (auto style = Theme::Error + 1UL; style <= STYLE_MAX; ++style) {
        SendScintilla(SCI_STYLESETFONT, style, family.constData());
        SendScintilla(SCI_STYLESETSIZE, style, static_cast<long>(font.pointSize()));
    }

    setMarginsFont(font);
    setMarginWidth(0, m_look.numbersLines ? QStringLiteral("00000") : QString());
    const QColor margin = lexer->editorColor(Theme::IconBorder);
    setMarginsBackgroundColor(margin);
    QPalette barPalette = palette();
    barPalette.setColor(QPalette::Window, margin);
    m_cells->setPalette(barPalette);
    setMarginsForegroundColor(lexer->editorColor(Theme::LineNumbers));
    setCaretLineBackgroundColor(lexer->editorColor(Theme::CurrentLine));
    setCaretForegroundColor(lexer->defaultColor(Theme::Normal));
    setSelectionBackgroundColor(lexer->editorColor(Theme::TextSelection));
    setMatchedBraceBackgroundColor(lexer->editorColor(Theme::BracketMatching));
    setMatchedBraceForegroundColor(lexer->defaultColor(Theme::Normal));
    setMarkerBackgroundColor(lexer->editorColor(Theme::SearchHighlight), kFlashMarker);
}

void CodeEditor::changeEvent(QEvent* event)
{
    QsciScintilla::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

// Files are the window's; text may be dropped here.
void CodeEditor::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->ignore();
    else
        QsciScintilla::dragEnterEvent(event);
}

bool CodeEditor::viewportEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto& help = *static_cast<QHelpEvent*>(event);
        m_rest = {help.pos(), help.globalPos()};
        showHover();
        return true;
    }
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::Leave:
        m_rest.reset();
        break;
    default:
        break;
    }
    return QsciScintilla::viewportEvent(event);
}

void CodeEditor::showHover()
{
    const long offset = SendScintilla(
        SCI_POSITIONFROMPOINTCLOSE, static_cast<unsigned long>(std::max(m_rest->inText.x(), 0)),
        static_cast<long>(m_rest->inText.y()));
    QStringList texts;
    for (const Hover& hover : this->original().m_hovers)
        if (const QString text = offset < 0 ? QString() : hover(offset); !text.isEmpty())
            texts << text;
    QToolTip::showText(m_rest->onScreen, plainToolTip(texts.join(QStringLiteral("\n\n"))), this);
}

void CodeEditor::showHoverAgain()
{
    if (m_rest)
        showHover();
}

void CodeEditor::setOrigin(const Origin& origin)
{
    m_origin = origin;
    emit unsavedChanged();
}

QByteArray CodeEditor::bytes() const
{
    const auto size = SendScintilla(SCI_GETLENGTH);
    QByteArray out(size, Qt::Uninitialized);
    const auto* text = static_cast<const char*>(SendScintillaPtrResult(SCI_GETCHARACTERPOINTER));
    std::copy_n(text, size, out.data());
    return out;
}

void CodeEditor::setBytes(const QByteArray& bytes)
{
    load(bytes);
    markSaved();
}

void CodeEditor::setUnsavedBytes(const QByteArray& bytes)
{
    markUnsaved(); // first, so that nobody sees a saved document in between
    load(bytes);
}

void CodeEditor::appendBytes(const QByteArray& bytes)
{
    SendScintilla(SCI_APPENDTEXT, static_cast<unsigned long>(bytes.size()), bytes.constData());
}

void CodeEditor::load(const QByteArray& bytes)
{
    m_loading = true;
    SendScintilla(SCI_CLEARALL);
    SendScintilla(SCI_ALLOCATE, static_cast<unsigned long>(bytes.size()) + 1);
    SendScintilla(SCI_APPENDTEXT, static_cast<unsigned long>(bytes.size()), bytes.constData());
    SendScintilla(SCI_EMPTYUNDOBUFFER);
    SendScintilla(SCI_GOTOPOS, 0UL);
    m_loading = false;
}

void CodeEditor::markSaved()
{
    m_fileDiffers = false;
    setModified(false); // the only direction that QScintilla obeys
    emit unsavedChanged();
}

void CodeEditor::markUnsaved()
{
    m_fileDiffers = true;
    emit unsavedChanged();
}

static QByteArray withoutCommonIndent(const QByteArray& text)
{
    QList<QByteArray> lines = text.split('\n');
    qsizetype common = -1;
    for (const QByteArray& line : lines) {
        const auto first
            = std::find_if(line.begin(), line.end(), [](char c) { return c != ' ' && c != '\t'; });
        if (first != line.end() && *first != '\r')
            common = common < 0 ? first - line.begin()
                                : std::min<qsizetype>(common, first - line.begin());
    }
    for (QByteArray& line : lines)
        line.remove(0, std::min(std::max<qsizetype>(common, 0), line.size()));
    return lines.join('\n');
}

CodeEditor::Selection CodeEditor::takeSelectionOrLine()
{
    int firstLine = 0, firstColumn = 0, lastLine = 0, lastColumn = 0;
    if (hasSelectedText()) {
        getSelection(&firstLine, &firstColumn, &lastLine, &lastColumn);
        if (lastColumn == 0 && lastLine > firstLine)
            --lastLine;
    } else {
        getCursorPosition(&firstLine, &firstColumn);
        lastLine = firstLine;
        setCursorPosition(std::min(firstLine + 1, lines() - 1), 0);
    }
    return wholeLines(firstLine, lastLine);
}

CodeEditor::Selection CodeEditor::wholeLines(int first, int last) const
{
    const QList<QByteArray> all = bytes().split('\n');
    return {withoutCommonIndent(all.mid(first, last - first + 1).join('\n')), first};
}

void CodeEditor::replaceLines(int first, int count, const QByteArray& lines)
{
    const auto startOf = [this](int line) {
        const long position = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
        return position < 0 ? SendScintilla(SCI_GETLENGTH) : position;
    };
    beginUndoAction();
    SendScintilla(
        SCI_SETTARGETRANGE, static_cast<unsigned long>(startOf(first)), startOf(first + count));
    SendScintilla(SCI_REPLACETARGET, static_cast<unsigned long>(lines.size()), lines.constData());
    endUndoAction();
}

void CodeEditor::goToLine(int line)
{
    const int index = std::clamp(line - 1, 0, std::max(lines() - 1, 0));
    setCursorPosition(index, 0);
    ensureLineVisible(index);
    SendScintilla(SCI_VERTICALCENTRECARET);
    const int handle = markerAdd(index, kFlashMarker);
    QTimer::singleShot(kFlashMilliseconds, this, [this, handle] { markerDeleteHandle(handle); });
    setFocus();
}

void CodeEditor::goToByte(qsizetype offset)
{
    const auto position = static_cast<unsigned long>(std::max<qsizetype>(offset, 0));
    goToLine(static_cast<int>(SendScintilla(SCI_LINEFROMPOSITION, position)) + 1);
    SendScintilla(SCI_GOTOPOS, position);
}

void CodeEditor::annotateLine(int line, const QString& text)
{
    if (line < 1 || line > lines())
        return;
    annotate(line - 1, text, KSyntaxHighlighting::Theme::Error);
    m_isAnnotated = true;
    m_ruler->setMarks(MarkRuler::Error, {{line, tr("the error of the last run")}});
}

} // namespace sandbench::ui
