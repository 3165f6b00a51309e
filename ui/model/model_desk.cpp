// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/model_desk.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/settings/settings_store.h"
#include "ui/tasks/run_task.h"

#include <utility>

namespace sandbench::ui {

static constexpr quint64 kNoAnswer = 0;

static TaskOutcome outcomeOf(const ModelOutcome& outcome)
{
    return outcomeOf(outcome.end);
}

static std::string findKey(
    const model::ModelServer& server, KeyStore& store, ModelOutcome& outcome,
    const std::stop_token& stop)
{
    auto found = store.find(server, stop);
    if (!found)
        outcome.keyProblem = toQString(found.error().text());
    return found.value_or(std::string());
}

// Servers of this machine seldom want a key, and a keyring may ask its user to unlock it: of those
// it is only looked up when it is missed.
template <typename Work>
static void workWithKey(
    const model::ModelServer& server, std::string key, KeyStore& store, ModelOutcome& outcome,
    const std::stop_token& stop, const Work& work)
{
    const bool isLocal = server.endpoint.kind == net::Endpoint::Kind::Tcp;
    const bool isGiven = !key.empty();
    if (!isGiven && !isLocal)
        key = findKey(server, store, outcome, stop);
    const model::ModelClient client(server);
    work(client, key, outcome, stop);
    if (isGiven || !isLocal || !outcome.end.failedAs(ErrorCode::PermissionDenied))
        return;
    key = findKey(server, store, outcome, stop);
    if (!key.empty()) {
        outcome.end = model::AnswerEnd::Whole;
        work(client, key, outcome, stop);
    }
}

static void keepKey(
    const model::ModelServer& server, const ModelKey& key, KeyStore& store, ModelOutcome& outcome,
    const std::stop_token& stop)
{
    if (key.key.empty() || key.keeping != KeyKeeping::Service || !outcome.end)
        return;
    if (const auto kept = store.keep(server, key.key, stop); !kept)
        outcome.keyProblem = toQString(kept.error().text());
}

ModelDesk::ModelDesk(
    SettingsStore& settings, EditorTabs& editors, std::shared_ptr<KeyStore> keys, TaskList* tasks,
    QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_editors(editors)
    , m_store(std::move(keys))
    , m_tasks(tasks)
{
    connect(&settings, &SettingsStore::changed, this, [this](const QString& id) {
        if (id.startsWith(u"model."))
            emit serverChanged();
    });
}

ModelDesk::~ModelDesk()
{
    if (m_relay)
        m_relay->close(); // a job that waits for room goes on to its end
}

bool ModelDesk::isConfigured() const
{
    return !m_settings.text("model.url").isEmpty();
}

Result<model::ModelServer> ModelDesk::server() const
{
    return model::readModelServer(
        toStd(m_settings.text("model.url")), toStd(m_settings.text("model.name")));
}

// @p work(client, key, outcome, stop) on a worker; then the key is kept as its user wants it.
template <typename Work>
void ModelDesk::begin(
    const QString& title, const model::ModelServer& server, ModelKey key, Work work)
{
    const QString url = toQString(server.url());
    if (!key.key.empty() && key.keeping == KeyKeeping::Window)
        m_keys.insert(url, key.key);
    else if (key.key.empty())
        key = {m_keys.value(url), KeyKeeping::Window};
    m_isBusy = true;
    emit busyChanged();
    m_stop = runTask(
        m_tasks, title, m_jobs, this,
        [server, key = std::move(key), store = m_store,
         work = std::move(work)](const std::stop_token& stop) {
            ModelOutcome outcome;
            workWithKey(server, key.key, *store, outcome, stop, work);
            keepKey(server, key, *store, outcome, stop);
            return outcome;
        },
        [this, server](const ModelOutcome& outcome) { end(server, outcome); });
}

void ModelDesk::ask(const QString& text, const QString& name, ModelKey key)
{
    if (m_isBusy)
        return;
    m_settings.set("model.name", toStd(name.trimmed()));
    const auto to = server();
    if (!to)
        return emit told(SafeText::display(to.error().text()), false);
    openDocument(*to);
    m_isAsking = true;
    m_relay = std::make_shared<EventRelay>([this](const EventRelay::Event& event) {
        if (const auto* output = std::get_if<EventRelay::Output>(&event))
            append(toBytes(output->bytes));
    });
    begin(
        tr("Answer of %1").arg(SafeText::display(to->host())), *to, std::move(key),
        [relay = m_relay, question = toStd(text)](
            const model::ModelClient& client, const std::string& used, ModelOutcome& outcome,
            const std::stop_token& stop) {
            outcome.end = client.ask(
                {{"user", question}}, used,
                [&relay](std::string_view piece) { relay->onOutput(StreamKind::Stdout, piece); },
                stop);
        });
}

void ModelDesk::listModels(ModelKey key)
{
    const auto to = server();
    if (m_isBusy || !to)
        return;
    begin(
        tr("Models of %1").arg(SafeText::display(to->host())), *to, std::move(key),
        [](const model::ModelClient& client, const std::string& used, ModelOutcome& outcome,
           const std::stop_token& stop) {
            const auto models = client.listModels(used, stop);
            if (!models)
                outcome.end = models.error();
            else
                for (const auto& model : *models)
                    outcome.models << toQString(model);
        });
}

void ModelDesk::forgetKey()
{
    const auto of = server();
    if (m_isBusy || !of)
        return;
    m_keys.remove(toQString(of->url()));
    m_isBusy = true;
    emit busyChanged();
    m_stop = runTask(
        m_tasks, tr("Forget the key of %1").arg(SafeText::display(of->host())), m_jobs, this,
        [server = *of, store = m_store](const std::stop_token& stop) {
            return store->forget(server, stop);
        },
        [this](const Result<void>& forgotten) {
            m_isBusy = false;
            emit busyChanged();
            emit told(
                forgotten ? tr("The key is forgotten.")
                          : SafeText::display(forgotten.error().text()),
                false);
        });
}

void ModelDesk::stop()
{
    m_stop.request_stop();
}

void ModelDesk::openDocument(const model::ModelServer& server)
{
    QString name = QStringLiteral("answer.md");
    for (int number = 2; m_editors.editorNamed(name); ++number)
        name = QStringLiteral("answer-%1.md").arg(number);
    m_before = m_editors.current();
    m_document = m_editors.newDocument(name);
    const QString host = toQString(server.host());
    const QString place = server.name.empty()
        ? tr("a model at %1").arg(host)
        : tr("model %1 at %2").arg(toQString(server.name), host);
    m_document->setOrigin({place, kNoAnswer, false});
}

// Who closes the document does not want the rest.
void ModelDesk::append(const QByteArray& text)
{
    if (m_document)
        m_document->appendBytes(text);
    else
        stop();
}

void ModelDesk::closeEmpty(CodeEditor* document)
{
    const bool isSeen = m_editors.current() == document;
    m_editors.requestClose(m_editors.indexOf(document));
    if (isSeen && m_before)
        m_editors.setCurrentWidget(m_before);
}

static QString sentenceOf(model::AnswerEnd end, bool hasText)
{
    switch (end) {
    case model::AnswerEnd::Whole:
        break;
    case model::AnswerEnd::TooLong:
        return ModelDesk::tr("The answer is cut short: the model may not say more at once. Ask for "
                             "less, or raise the limit of its server.");
    case model::AnswerEnd::Withheld:
        return ModelDesk::tr("The server held back the rest of the answer. Ask in other words.");
    case model::AnswerEnd::CutOff:
        return ModelDesk::tr("The connection ended before the answer did. Send it once more.");
    }
    return hasText ? ModelDesk::tr("The answer is there. Nobody has reviewed it yet.")
                   : ModelDesk::tr("The model had nothing to say. Ask in other words, or another "
                                   "model.");
}

QString
ModelDesk::sentenceOf(const ModelOutcome& outcome, bool wasAsking, const QByteArray& text) const
{
    if (outcome.end)
        return wasAsking ? ui::sentenceOf(*outcome.end, !text.isEmpty()) : QString();
    if (outcome.end.failedAs(ErrorCode::Cancelled))
        return text.isEmpty() ? tr("Stopped.") : tr("Stopped. What came of the answer is kept.");
    const QString problem = SafeText::display(outcome.end.error().text());
    return outcome.end.failedAs(ErrorCode::PermissionDenied)
        ? tr("%1. Enter the key and send it once more.").arg(problem)
        : problem;
}

void ModelDesk::end(const model::ModelServer& server, const ModelOutcome& outcome)
{
    if (m_relay)
        m_relay->flush();
    m_relay.reset();
    const bool wasAsking = std::exchange(m_isAsking, false);
    const QPointer<CodeEditor> document = std::exchange(m_document, nullptr);
    m_isBusy = false;
    const QByteArray text = document ? document->bytes() : QByteArray();
    const bool wantsKey = outcome.end.failedAs(ErrorCode::PermissionDenied);
    if (wantsKey)
        m_keys.remove(toQString(server.url()));
    QString sentence = sentenceOf(outcome, wasAsking, text);
    if (!outcome.keyProblem.isEmpty() && (wantsKey || outcome.end))
        sentence += u' ' + tr("No key is kept: %1.").arg(SafeText::display(outcome.keyProblem));
    sentence = sentence.trimmed();
    emit busyChanged();
    emit told(sentence, wantsKey);
    if (!outcome.models.isEmpty())
        emit modelsListed(outcome.models);
    if (!text.isEmpty())
        emit answered(document, sentence);
    else if (document && m_editors.indexOf(document) >= 0)
        closeEmpty(document);
}

} // namespace sandbench::ui
