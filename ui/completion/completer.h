// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lsp/conversation.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <stop_token>
#include <string>

namespace sandbench::ui {

class CodeEditor;
class EditorTabs;
class LanguageServers;
class SettingsStore;

/// What a language server knows of a document: a list of words to go on with, on Ctrl+Space and
/// behind a typed dot, and a tool tip for the word that the mouse rests on. Answers that come late
/// are dropped; where there is no server, nothing happens. Thread: GUI.
class Completer : public QObject
{
    Q_OBJECT

public:
    /// No document that is longer is asked about. Units: bytes.
    static constexpr long kMostText = 1L << 20;

    /// All outlive it.
    Completer(
        EditorTabs& editors, SettingsStore& settings, LanguageServers& servers, QObject* parent);

    /// Where the caret is; null = nowhere. @p language: of its document.
    void watch(CodeEditor* view, const std::string& language);
    /// Offers words for where the caret is.
    void complete();
    /// They were asked for and are not there yet.
    bool isWaiting() const { return m_isWaiting; }

private:
    struct Known
    {
        std::string name; ///< What the server calls it.
        std::string language;
    };
    /// What the mouse rests on.
    struct Rest
    {
        CodeEditor* document = nullptr;
        quint64 revision = 0;
        long word = -1; ///< Where it begins.

        bool operator==(const Rest&) const = default;
    };

    bool mayAsk(const CodeEditor& document, const Known& known) const;
    void meet(CodeEditor* document);
    void forget(const CodeEditor* document);
    void noteCharacter(int character);
    void offer(CodeEditor& view, const lsp::Answer& answer);
    QString textAt(CodeEditor* document, long offset);
    lsp::Question questionAbout(
        lsp::Topic topic, const CodeEditor& document, const Known& known, long offset) const;
    void dropQuestions();

    EditorTabs& m_editors;
    SettingsStore& m_settings;
    LanguageServers& m_servers;
    QPointer<CodeEditor> m_view;
    QHash<const CodeEditor*, Known> m_known; ///< By the document's own editor.
    quint64 m_lastNumber = 0;
    std::stop_source m_completing{std::nostopstate}, m_explaining{std::nostopstate};
    bool m_isWaiting = false;
    bool m_isPartial = false; ///< What was offered last; there are others.
    Rest m_rest;
    QString m_restText; ///< Of m_rest, as soon as it is known.
};

} // namespace sandbench::ui
