// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/completion/completer.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/completion/language_servers.h"
#include "ui/editor/editor_tabs.h"
#include "ui/settings/settings_store.h"

#include <QListWidget>

#include <utility>

namespace sandbench::ui {

static constexpr auto kServersSetting = "editor.languageServers";
static constexpr int kShownRows = 10;
static constexpr int kLongestLine = 160; // Units: characters

static QString plainText(const std::string& foreign)
{
    QStringList lines;
    for (const QString& line : toQString(foreign).split(u'\n'))
        lines << SafeText::display(line.left(kLongestLine));
    return lines.join(u'\n');
}

static bool isOfAWord(int character)
{
    return character == '_' || character > 0x7f || QChar::isLetterOrNumber(uint(character));
}

Completer::Completer(
    EditorTabs& editors, SettingsStore& settings, LanguageServers& servers, QObject* parent)
    : QObject(parent)
    , m_editors(editors)
    , m_settings(settings)
    , m_servers(servers)
{
    connect(&settings, &SettingsStore::changed, this, [this](const QString& id) {
        if (id != QLatin1String(kServersSetting) || m_settings.isOn(kServersSetting))
            return;
        dropQuestions();
        if (m_view)
            m_view->cancelList();
        m_servers.stop();
    });
}

void Completer::dropQuestions()
{
    m_completing.request_stop();
    m_explaining.request_stop();
    m_isWaiting = m_isPartial = false;
    m_rest = {};
    m_restText.clear();
}

void Completer::watch(CodeEditor* view, const std::string& language)
{
    if (view != m_view) {
        if (m_view)
            disconnect(m_view, &QsciScintillaBase::SCN_CHARADDED, this, nullptr);
        m_completing.request_stop();
        m_isWaiting = m_isPartial = false;
        m_view = view;
        if (view)
            connect(view, &QsciScintillaBase::SCN_CHARADDED, this, &Completer::noteCharacter);
    }
    if (!view)
        return;
    CodeEditor* document = &view->original();
    if (!m_known.contains(document))
        meet(document);
    Known& known = m_known[document];
    if (known.language != language) {
        m_servers.close(known.language, known.name);
        known.language = language;
    }
}

void Completer::meet(CodeEditor* document)
{
    m_known.insert(document, {std::to_string(++m_lastNumber), {}});
    connect(document, &QObject::destroyed, this, [this, document] { forget(document); });
    connect(document, &CodeEditor::edited, this, [this, document] {
        const Known known = m_known.value(document);
        if (mayAsk(*document, known))
            m_servers.begin(known.language, known.name);
    });
    document->addHover([guard = QPointer<Completer>(this), document](long offset) {
        return guard ? guard->textAt(document, offset) : QString();
    });
}

void Completer::forget(const CodeEditor* document)
{
    const Known known = m_known.take(document);
    m_servers.close(known.language, known.name);
    if (m_rest.document == document)
        m_rest = {};
}

bool Completer::mayAsk(const CodeEditor& document, const Known& known) const
{
    return m_servers.serves(known.language)
        && document.SendScintilla(QsciScintilla::SCI_GETLENGTH) <= kMostText
        && m_settings.isOn(kServersSetting);
}

lsp::Question Completer::questionAbout(
    lsp::Topic topic, const CodeEditor& document, const Known& known, long offset) const
{
    return {
        topic,
        {known.name, {}, document.revision(), toStd(document.bytes())},
        static_cast<std::size_t>(offset)};
}

void Completer::noteCharacter(int character)
{
    // What is typed while the words are awaited, or were only some, makes them others.
    if (character == '.' || ((m_isWaiting || m_isPartial) && isOfAWord(character)))
        complete();
    else
        m_isPartial = false;
}

void Completer::complete()
{
    m_completing.request_stop();
    m_isWaiting = m_isPartial = false;
    if (!m_view || m_view->isReadOnly())
        return;
    const CodeEditor& document = m_view->original();
    const Known known = m_known.value(&document);
    if (!mayAsk(document, known))
        return;
    const long offset = m_view->SendScintilla(QsciScintilla::SCI_GETCURRENTPOS);
    m_isWaiting = true;
    m_completing = m_servers.ask(
        known.language, questionAbout(lsp::Topic::Completion, document, known, offset), this,
        [this, view = m_view, offset, revision = document.revision()](const lsp::Answer& answer) {
            m_isWaiting = false;
            if (view && view == m_view && view->hasFocus()
                && view->original().revision() == revision
                && view->SendScintilla(QsciScintilla::SCI_GETCURRENTPOS) == offset)
                offer(*view, answer);
        });
}

// Only what is in the list is inserted, and all of it is to be seen there.
void Completer::offer(CodeEditor& view, const lsp::Answer& answer)
{
    m_isPartial = answer.isPartial;
    if (answer.words.empty())
        return view.cancelList();
    std::string list;
    for (const std::string& word : answer.words)
        list += (list.empty() ? "" : "\n") + word;
    const auto send
        = [&view](unsigned message, unsigned long value) { view.SendScintilla(message, value); };
    send(QsciScintilla::SCI_AUTOCSETSEPARATOR, '\n');
    send(QsciScintilla::SCI_AUTOCSETTYPESEPARATOR, '\t');
    send(QsciScintilla::SCI_AUTOCSETORDER, QsciScintilla::SC_ORDER_CUSTOM);
    send(QsciScintilla::SCI_AUTOCSETIGNORECASE, 1);
    send(QsciScintilla::SCI_AUTOCSETMAXHEIGHT, kShownRows);
    view.SendScintilla(
        QsciScintilla::SCI_AUTOCSHOW, static_cast<unsigned long>(answer.prefixBytes), list.c_str());
    // The last: one that was shown before lives until the event loop comes to it.
    if (const auto lists = view.findChildren<QListWidget*>(); !lists.isEmpty()) {
        lists.last()->setAccessibleName(tr("Words to go on with"));
        lists.last()->setFrameStyle(int(QFrame::Box) | int(QFrame::Plain)); // seen on dark, too
    }
}

QString Completer::textAt(CodeEditor* document, long offset)
{
    const Known known = m_known.value(document);
    if (!mayAsk(*document, known))
        return {};
    const auto edge = [document, offset](unsigned message) {
        return document->SendScintilla(message, static_cast<unsigned long>(offset), 1L);
    };
    const Rest rest{document, document->revision(), edge(QsciScintilla::SCI_WORDSTARTPOSITION)};
    if (rest.word == edge(QsciScintilla::SCI_WORDENDPOSITION))
        return {};
    if (rest == m_rest)
        return m_restText;
    m_rest = rest;
    m_restText.clear();
    m_explaining.request_stop();
    m_explaining = m_servers.ask(
        known.language, questionAbout(lsp::Topic::Hover, *document, known, offset), this,
        [this, rest](const lsp::Answer& answer) {
            if (rest != m_rest || m_known.constFind(rest.document) == m_known.constEnd()
                || rest.document->revision() != rest.revision)
                return;
            m_restText = plainText(answer.text);
            if (m_restText.isEmpty()) // a server that was busy may know it the next time
                return void(m_rest = {});
            for (CodeEditor* view : {rest.document, m_editors.second()})
                if (view && &view->original() == rest.document)
                    view->showHoverAgain();
        });
    return {};
}

} // namespace sandbench::ui
