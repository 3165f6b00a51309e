// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A model at hand: the window, its dialog, and a server of a model that is real.
#include "core/base/json.h"
#include "tests/support/model_server.h"
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/common/key_action.h"
#include "ui/editor/editor_tabs.h"
#include "ui/model/model_desk.h"
#include "ui/model/model_dialog.h"
#include "ui/tasks/task_list.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <latch>
#include <map>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;
using namespace std::chrono_literals;

namespace {

constexpr auto kModelKey = "sk-window-secret";

/// As the desktop's, where it has one.
class KeysInMemory : public KeyStore
{
public:
    bool isThere = true;

    Result<std::string> find(const model::ModelServer& server, std::stop_token) override
    {
        const std::lock_guard lock(m_mutex);
        ++m_lookups;
        return isThere ? Result<std::string>(m_keys[server.url()]) : absent();
    }
    Result<void>
    keep(const model::ModelServer& server, const std::string& key, std::stop_token) override
    {
        const std::lock_guard lock(m_mutex);
        if (!isThere)
            return absent();
        m_keys[server.url()] = key;
        return {};
    }
    Result<void> forget(const model::ModelServer& server, std::stop_token) override
    {
        const std::lock_guard lock(m_mutex);
        m_keys.erase(server.url());
        return {};
    }

    std::string kept(const std::string& url)
    {
        const std::lock_guard lock(m_mutex);
        return m_keys[model::readModelServer(url, {})->url()];
    }
    int lookups()
    {
        const std::lock_guard lock(m_mutex);
        return m_lookups;
    }

private:
    static Error absent() { return {ErrorCode::Unavailable, "there is no keyring"}; }

    std::mutex m_mutex;
    std::map<std::string, std::string> m_keys;
    int m_lookups = 0;
};

} // namespace

class TestModelWindow : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }
    void init() { m_keys = std::make_shared<KeysInMemory>(); }
    void cleanup()
    {
        if (m_window)
            m_window->editors().forgetAll();
        close();
    }

    void isOffUntilAServerIsSetUp()
    {
        open({});
        for (const char* name : {"askModel", "runRepair"}) {
            QVERIFY(!action(name)->isEnabled());
            QVERIFY(action(name)->statusTip().contains(QStringLiteral("Settings > Model")));
        }
        const ModelHost host;
        set("model.url", "http://models.example/v1"); // not encrypted
        QVERIFY(!action("askModel")->isEnabled());
        set("model.url", host.url());
        QVERIFY(action("askModel")->isEnabled());
        QVERIFY(action("askModel")->statusTip().isEmpty());
        QCOMPARE(
            whyNot(*action("runRepair")), QStringLiteral("nothing has been run in this session"));
        set("model.url", "");
        QVERIFY(!action("askModel")->isEnabled());
        QCOMPARE(host.heads().size(), std::size_t(0));
    }

    void saysWhereTheTextGoesAndSendsNothingBefore()
    {
        const ModelHost host;
        open(host.url());
        action("askModel")->trigger();
        QVERIFY(dialog()->isVisible());
        QVERIFY(!button("modelSend")->isEnabled());
        text()->setPlainText(QStringLiteral("Why?"));
        QVERIFY(button("modelSend")->isEnabled());
        QCOMPARE(
            label("modelGoesTo"),
            QStringLiteral("Goes to 127.0.0.1:%1, model small (4 B)").arg(portOf(host)));
        QTest::keyClick(field("modelKey"), Qt::Key_Return);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY(!dialog()->isVisible());
        QCOMPARE(host.heads().size(), std::size_t(0));
        action("askModel")->trigger();
        QCOMPARE(text()->toPlainText(), QStringLiteral("Why?"));
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        QTest::keyClick(text(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(host.questions().size(), std::size_t(1));
    }

    void anAnswerBecomesADocumentAndThenItsPrograms()
    {
        const ModelHost host;
        open(host.url());
        askAndWait(QStringLiteral("Why?"));
        CodeEditor* answer = editors().editorNamed(QStringLiteral("answer.md"));
        QVERIFY(answer);
        QCOMPARE(answer->bytes(), QByteArray::fromStdString(ModelHost::answer()));
        QVERIFY(!answer->origin().isReviewed);
        QCOMPARE(
            answer->origin().place,
            QStringLiteral("model small at 127.0.0.1:%1").arg(portOf(host)));
        QVERIFY(answer->isUnsaved());
        QVERIFY(label("modelTold").contains(QStringLiteral("The answer is there")));
        m_window->findChild<QAbstractButton*>(QStringLiteral("answerPrograms"))->click();
        QTRY_VERIFY(editors().editorNamed(QStringLiteral("repaired.py")));
        const CodeEditor* program = editors().editorNamed(QStringLiteral("repaired.py"));
        QVERIFY(program->bytes().contains("🙂 repaired"));
        QVERIFY(program->origin().place.startsWith(QStringLiteral("model small at 127.0.0.1")));
        QVERIFY(!program->origin().isReviewed);
        askAndWait(QStringLiteral("And now?"));
        QVERIFY(editors().editorNamed(QStringLiteral("answer-2.md")));
    }

    void anAnswerThatComesDoesNotDisturbWhoTypes()
    {
        std::latch goOn(1);
        const ModelHost host([&](Conversation& peer) {
            ModelHost::beginStream(peer);
            ModelHost::sendChunk(peer, ModelHost::event("first\n"));
            goOn.wait();
            ModelHost::sendChunk(
                peer,
                ModelHost::event("second\n") + ModelHost::ending("stop") + "data: [DONE]\n\n");
            ModelHost::endStream(peer);
        });
        open(host.url());
        CodeEditor* mine = editors().newDocument(QStringLiteral("mine.py"), "a = 1\n");
        ask(QStringLiteral("Why?"));
        CodeEditor* answer = editors().current();
        QTRY_COMPARE(answer->bytes(), QByteArray("first\n"));
        answer->setCursorPosition(0, 2);
        editors().setCurrentWidget(mine);
        mine->setFocus();
        QCOMPARE(m_window->tasks().rowCount(), 1);
        goOn.count_down();
        QTRY_COMPARE(answer->bytes(), QByteArray("first\nsecond\n"));
        QTRY_VERIFY(!m_window->models().isBusy());
        QCOMPARE(editors().current(), mine);
        int line = 0, column = 0;
        answer->getCursorPosition(&line, &column);
        QCOMPARE(std::make_pair(line, column), std::make_pair(0, 2));
    }

    void aStopKeepsWhatCame()
    {
        const ModelHost host([](Conversation& peer) {
            ModelHost::beginStream(peer);
            ModelHost::sendChunk(peer, ModelHost::event("half"));
            peer.isGoneWithin(20s);
        });
        open(host.url());
        ask(QStringLiteral("Why?"));
        CodeEditor* answer = editors().current();
        QTRY_COMPARE(answer->bytes(), QByteArray("half"));
        button("modelStop")->click();
        QTRY_VERIFY(!m_window->models().isBusy());
        QCOMPARE(answer->bytes(), QByteArray("half"));
        QVERIFY(label("modelTold").startsWith(QStringLiteral("Stopped. What came")));
        QVERIFY(!button("modelStop")->isEnabled());
    }

    void aClosedDocumentStopsItsAnswer()
    {
        const ModelHost host([](Conversation& peer) {
            ModelHost::beginStream(peer);
            while (ModelHost::sendChunk(peer, ModelHost::event("more "))
                   && !peer.isGoneWithin(5ms)) { }
        });
        open(host.url());
        ask(QStringLiteral("Why?"));
        QTRY_VERIFY(!editors().current()->bytes().isEmpty());
        editors().forgetAll();
        QTRY_VERIFY(!m_window->models().isBusy());
        QCOMPARE(editors().count(), 0);
    }

    void theWindowMayCloseInTheMiddle()
    {
        const ModelHost host([](Conversation& peer) {
            ModelHost::beginStream(peer);
            while (ModelHost::sendChunk(peer, ModelHost::event(std::string(1000, 'x')))) { }
        });
        open(host.url());
        ask(QStringLiteral("Why?"));
        QTRY_VERIFY(!editors().current()->bytes().isEmpty());
        editors().forgetAll();
        removeWindow();
        QVERIFY(!m_window);
    }

    void aProblemIsToldAndLeavesNoDocument()
    {
        const ModelHost host([](Conversation& peer) {
            peer.answer(404, R"({"error": {"message": "no <b>small</b> here"}})");
        });
        open(host.url());
        CodeEditor* seen = editors().newDocument(QStringLiteral("seen.py"));
        editors().newDocument(QStringLiteral("other.py"));
        editors().setCurrentWidget(seen);
        askAndWait(QStringLiteral("Why?"));
        QVERIFY(label("modelTold").contains(QStringLiteral("no <b>small</b> here")));
        QVERIFY(label("modelTold").contains(QStringLiteral("and the model's name")));
        QCOMPARE(
            dialog()->findChild<QLabel*>(QStringLiteral("modelTold"))->textFormat(), Qt::PlainText);
        QTRY_COMPARE(editors().count(), 2);
        QCOMPARE(editors().current(), seen);
        QCOMPARE(text()->toPlainText(), QStringLiteral("Why?"));
    }

    void howAnAnswerEndedIsTold_data()
    {
        QTest::addColumn<QByteArray>("events");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, const std::string& events, const char* told) {
            QTest::newRow(name) << QByteArray::fromStdString(events) << QString::fromUtf8(told);
        };
        const auto some = ModelHost::event("some");
        row("cut short", some + ModelHost::ending("length"), "The answer is cut short");
        row("held back", some + ModelHost::ending("content_filter"), "The server held back");
        row("cut off", some, "The connection ended before");
        row("empty", ModelHost::ending("stop"), "The model had nothing to say");
        row("an error", some + "data: {\"error\": \"overloaded\"}\n\n", "127.0.0.1");
    }

    void howAnAnswerEndedIsTold()
    {
        QFETCH(QByteArray, events);
        QFETCH(QString, told);
        const ModelHost host([&events](Conversation& peer) {
            ModelHost::beginStream(peer);
            ModelHost::sendChunk(peer, events.toStdString());
            peer.cut();
        });
        open(host.url());
        askAndWait(QStringLiteral("Why?"));
        QVERIFY2(label("modelTold").startsWith(told), qPrintable(label("modelTold")));
        QTRY_COMPARE(editors().count(), events.contains("some") ? 1 : 0);
    }

    void aKeyIsAskedForKeptAndForgotten()
    {
        ModelHost host;
        host.setKey(kModelKey);
        open(host.url());
        askAndWait(QStringLiteral("Why?"));
        QVERIFY(label("modelTold").contains(QStringLiteral("Enter the key")));
        QVERIFY(field("modelKey")->hasFocus());
        QCOMPARE(field("modelKey")->echoMode(), QLineEdit::Password);
        enterKey("wrong", KeyKeeping::Service);
        askAndWait(QStringLiteral("Why?"));
        QVERIFY(label("modelTold").contains(QStringLiteral("does not accept the key")));
        QCOMPARE(m_keys->kept(host.url()), std::string());
        enterKey(kModelKey, KeyKeeping::Service);
        askAndWait(QStringLiteral("Why?"));
        QVERIFY(label("modelTold").contains(QStringLiteral("The answer is there")));
        QVERIFY(field("modelKey")->text().isEmpty());
        QCOMPARE(m_keys->kept(host.url()), std::string(kModelKey));
        askAndWait(QStringLiteral("Again?")); // with the key that is kept
        QCOMPARE(host.questions().size(), std::size_t(2));
        button("modelForget")->click();
        QTRY_COMPARE(label("modelTold"), QStringLiteral("The key is forgotten."));
        QCOMPARE(m_keys->kept(host.url()), std::string());
        askAndWait(QStringLiteral("Once more?"));
        QVERIFY(label("modelTold").contains(QStringLiteral("wants a key")));
    }

    void withoutAKeyringAKeyIsAskedForEachTimeOrKeptInTheWindow()
    {
        ModelHost host;
        host.setKey(kModelKey);
        m_keys->isThere = false;
        open(host.url());
        enterKey(kModelKey, KeyKeeping::Service);
        askAndWait(QStringLiteral("Why?"));
        QVERIFY(label("modelTold").contains(QStringLiteral("No key is kept: there is no keyring")));
        askAndWait(QStringLiteral("Again?"));
        QVERIFY(label("modelTold").contains(QStringLiteral("Enter the key")));
        enterKey(kModelKey, KeyKeeping::Once);
        askAndWait(QStringLiteral("Again?"));
        QCOMPARE(host.questions().size(), std::size_t(2));
        askAndWait(QStringLiteral("Again?"));
        QVERIFY(label("modelTold").contains(QStringLiteral("Enter the key")));
        enterKey(kModelKey, KeyKeeping::Window);
        askAndWait(QStringLiteral("Again?"));
        askAndWait(QStringLiteral("Again?"));
        QCOMPARE(host.questions().size(), std::size_t(4));
    }

    void noKeyIsLookedUpForAServerOfThisMachineThatWantsNone()
    {
        const ModelHost host;
        open(host.url());
        askAndWait(QStringLiteral("Why?"));
        QCOMPARE(m_keys->lookups(), 0);
    }

    void aKeyIsWrittenNowhere()
    {
        ModelHost host;
        host.setKey(kModelKey);
        open(host.url());
        enterKey(kModelKey, KeyKeeping::Window);
        askAndWait(QStringLiteral("Why?"));
        enterKey(kModelKey + QStringLiteral("-wrong"), KeyKeeping::Window);
        askAndWait(QStringLiteral("Why?"));
        QTRY_VERIFY(m_window->settings().isWritten());
        QVERIFY(!label("modelTold").contains(QLatin1String(kModelKey)));
        for (int row = 0; row < m_window->tasks().rowCount(); ++row)
            for (const int role : {int(Qt::DisplayRole), int(TaskList::DetailRole)})
                QVERIFY(!m_window->tasks()
                             .data(m_window->tasks().index(row), role)
                             .toString()
                             .contains(QLatin1String(kModelKey)));
        m_window->editors().forgetAll();
        close();
        m_engines = std::make_unique<FakeEngines>();
        m_source = m_engines->source(*SizeCatalog::load());
        int files = 0;
        QDirIterator each(m_dir.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            QFile file(each.next());
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
            QVERIFY2(!file.readAll().contains(kModelKey), qPrintable(file.fileName()));
            ++files;
        }
        QVERIFY(files > 1); // history and settings are among them
    }

    void modelsAreListedOnlyWhenWanted()
    {
        const ModelHost host;
        open(host.url());
        action("askModel")->trigger();
        auto* models = dialog()->findChild<QComboBox*>(QStringLiteral("modelName"));
        QCOMPARE(models->count(), 0);
        button("modelList")->click();
        QTRY_COMPARE(models->count(), 2);
        QCOMPARE(models->currentText(), QStringLiteral("small"));
        models->setCurrentText(QStringLiteral("large"));
        text()->setPlainText(QStringLiteral("Why?"));
        button("modelSend")->click();
        QTRY_VERIFY(!m_window->models().isBusy());
        QCOMPARE(
            jsonString(parseJson(host.questions().at(0)).value(), "model"), std::string("large"));
        QCOMPARE(m_window->settings().text("model.name"), QStringLiteral("large"));
    }

    void aRepairShowsItsTextFirstAndSendsWhatWasMadeOfIt()
    {
        const EngineStatus status = m_real.probe({});
        if (!status.usable)
            SKIP_WITHOUT("local", status.problem.c_str());
        const ModelHost host;
        open(host.url(), true);
        editors().newDocument(QStringLiteral("broken.py"), "print(1 / 0)\n");
        runFileAndWait();
        QTRY_VERIFY(action("runRepair")->isEnabled());
        action("runRepair")->trigger();
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        const QString shown = text()->toPlainText();
        QVERIFY(shown.startsWith(QStringLiteral("Repair this program.")));
        QVERIFY(shown.contains(QStringLiteral("print(1 / 0)")));
        QVERIFY(shown.contains(QStringLiteral("ZeroDivisionError")));
        QCOMPARE(host.heads().size(), std::size_t(0));
        askAndWait(QStringLiteral("Only this: ") + shown.left(20));
        QCOMPARE(host.questions().size(), std::size_t(1));
        const auto question = parseJson(host.questions().at(0)).value();
        QCOMPARE(
            QString::fromStdString(jsonString(question["messages"][0], "content")),
            QStringLiteral("Only this: ") + shown.left(20));
    }

private:
    void open(const std::string& url, bool isReal = false)
    {
        QSettings().clear();
        setAsksBeforeOpening(false);
        const auto settings = m_dir.path() + QStringLiteral("/settings.json");
        QFile::remove(settings);
        m_engines = std::make_unique<FakeEngines>();
        if (isReal)
            renewEngines();
        m_source = m_engines->source(*SizeCatalog::load());
        auto given = workbench(*m_source);
        given.settingsFile = settings.toStdString();
        given.tasksShownAfter = 0;
        given.keys = m_keys;
        WindowTest::makeWindow(given);
        if (!url.empty()) {
            set("model.url", url);
            set("model.name", "small");
        }
        m_window->show();
    }
    void set(std::string_view id, const std::string& value) { m_window->settings().set(id, value); }
    static QString portOf(const ModelHost& host)
    {
        return QString::fromStdString(host.url()).section(u':', 2).section(u'/', 0, 0);
    }

    EditorTabs& editors() { return m_window->editors(); }
    ModelDialog* dialog() { return m_window->findChild<ModelDialog*>(); }
    QPlainTextEdit* text() { return dialog()->findChild<QPlainTextEdit*>(); }
    QLineEdit* field(const char* name)
    {
        return dialog()->findChild<QLineEdit*>(QLatin1String(name));
    }
    QPushButton* button(const char* name)
    {
        return dialog()->findChild<QPushButton*>(QLatin1String(name));
    }
    QString label(const char* name)
    {
        return dialog()->findChild<QLabel*>(QLatin1String(name))->text();
    }
    void enterKey(const QString& key, KeyKeeping keeping)
    {
        action("askModel")->trigger();
        field("modelKey")->setText(key);
        auto* choice = dialog()->findChild<QComboBox*>(QStringLiteral("modelKeeping"));
        choice->setCurrentIndex(choice->findData(static_cast<int>(keeping)));
    }
    void enterKey(const char* key, KeyKeeping keeping) { enterKey(QLatin1String(key), keeping); }
    void ask(const QString& question)
    {
        action("askModel")->trigger();
        QTRY_VERIFY(QTest::qWaitForWindowActive(dialog()));
        text()->setPlainText(question);
        button("modelSend")->click();
        QVERIFY(m_window->models().isBusy());
    }
    void askAndWait(const QString& question)
    {
        ask(question);
        QTRY_VERIFY(!m_window->models().isBusy());
    }

    std::shared_ptr<KeysInMemory> m_keys;
};

SANDBENCH_TEST(TestModelWindow);
#include "tst_model_window.moc"
