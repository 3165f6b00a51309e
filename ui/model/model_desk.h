// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model_client.h"
#include "ui/async/event_relay.h"
#include "ui/async/job_runner.h"
#include "ui/model/key_store.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <memory>
#include <stop_token>
#include <string>

namespace sandbench::ui {

class CodeEditor;
class EditorTabs;
class SettingsStore;
class TaskList;

/// How long a key that was entered is kept.
enum class KeyKeeping { Service, Window, Once };

struct ModelKey
{
    std::string key; ///< As it was entered; empty = the one that is kept.
    KeyKeeping keeping = KeyKeeping::Once;
};

/// What came of a question or of another call; for people.
struct ModelOutcome
{
    Result<model::AnswerEnd> end = model::AnswerEnd::Whole;
    QString keyProblem; ///< Why the key that is kept was not found, or a new one was not kept.
    QStringList models; ///< Of listModels().
};

/// Asks the model of the settings and has its answer in a document while it comes. Sends nothing
/// by itself. Keys are in memory and in the KeyStore, nowhere else. Thread: GUI.
class ModelDesk : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    ModelDesk(
        SettingsStore& settings, EditorTabs& editors, std::shared_ptr<KeyStore> keys,
        TaskList* tasks, QObject* parent);
    ~ModelDesk() override;

    /// A server is set up.
    bool isConfigured() const;
    /// With the model of the settings. Errors: InvalidArgument.
    Result<model::ModelServer> server() const;
    bool isBusy() const { return m_isBusy; }

    /// @p name: of the model, which becomes that of the settings. Nothing happens while it is busy.
    void ask(const QString& text, const QString& name, ModelKey key);
    void listModels(ModelKey key);
    void forgetKey();
    void stop();

signals:
    void serverChanged();
    void busyChanged();
    /// @p sentence: what came of it and the next step. @p wantsKey: a key is missing or wrong.
    void told(const QString& sentence, bool wantsKey);
    void modelsListed(const QStringList& models);
    /// The answer is as long as it gets.
    void answered(CodeEditor* document, const QString& sentence);

private:
    template <typename Work>
    void begin(const QString& title, const model::ModelServer& server, ModelKey key, Work work);
    void openDocument(const model::ModelServer& server);
    void append(const QByteArray& text);
    void closeEmpty(CodeEditor* document);
    QString sentenceOf(const ModelOutcome& outcome, bool wasAsking, const QByteArray& text) const;
    void end(const model::ModelServer& server, const ModelOutcome& outcome);

    SettingsStore& m_settings;
    EditorTabs& m_editors;
    std::shared_ptr<KeyStore> m_store; // shared with the jobs
    TaskList* m_tasks;
    QHash<QString, std::string> m_keys; ///< Until the window closes, by URLs.
    bool m_isBusy = false, m_isAsking = false;
    QPointer<CodeEditor> m_document; ///< Of the answer that comes.
    QPointer<CodeEditor> m_before; ///< What was seen before it was asked for.
    std::shared_ptr<EventRelay> m_relay; // shared with the job
    std::stop_source m_stop{std::nostopstate};
    JobRunner m_jobs; ///< Last: it waits for the jobs.
};

} // namespace sandbench::ui
