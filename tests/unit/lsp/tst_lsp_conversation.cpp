// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What is said to a language server and what a hostile one may say.
#include "core/base/json.h"
#include "core/lsp/answers.h"
#include "core/lsp/conversation.h"
#include "core/lsp/document_text.h"
#include "core/lsp/server_table.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace sandbench;
using namespace sandbench::lsp;

namespace {

/// All messages in @p bytes, and how it ended: "[a][bc]fine".
std::string readMessages(std::string_view bytes, std::size_t step)
{
    std::string all;
    MessageReader reader([&all](std::string_view message) {
        all += '[' + std::string(message) + ']';
        return Result<void>();
    });
    Result<void> end;
    for (; end && !bytes.empty(); bytes.remove_prefix(std::min(step, bytes.size())))
        end = reader.feed(bytes.substr(0, step));
    return all + (end ? "fine" : std::string(errorCodeName(end.error().code())));
}

/// A conversation, and what was sent and answered in it.
class Talk
{
public:
    Talk()
        : conversation([this](std::uint64_t number, Answer answer) {
            answers.emplace_back(number, std::move(answer));
        })
    {
    }

    /// What is to be sent now.
    std::vector<Json> sent()
    {
        std::vector<Json> messages;
        MessageReader reader([&messages](std::string_view message) {
            messages.push_back(parseJson(message, MessageReader::kMostMessageBytes).value());
            return Result<void>();
        });
        if (!reader.feed(conversation.takeOutput()))
            messages.clear();
        return messages;
    }
    Result<void> say(const Json& message) { return conversation.feed(framed(writeJson(message))); }
    Result<void> makeReady()
    {
        (void)conversation.takeOutput();
        auto said = say({{"id", 0}, {"result", {{"capabilities", Json::object()}}}});
        (void)conversation.takeOutput();
        return said;
    }

    Conversation conversation;
    std::vector<std::pair<std::uint64_t, Answer>> answers;
};

Question completionOf(std::string text, std::size_t offset, std::uint64_t revision = 1)
{
    return {Topic::Completion, {"1.py", "python", revision, std::move(text)}, offset};
}

Json labels(const std::vector<std::string>& words)
{
    Json items = Json::array();
    for (const auto& word : words)
        items.push_back({{"label", word}});
    return items;
}

std::vector<std::string> methods(const std::vector<Json>& messages)
{
    std::vector<std::string> names;
    for (const auto& message : messages)
        names.push_back(jsonString(message, "method"));
    return names;
}

using Texts = std::vector<std::string>;

} // namespace

class TestLspConversation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void messagesAreTheSameHoweverTheirBytesAreCut()
    {
        const std::string bytes = "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: "
                                  "x\r\n\r\n[1]Content-Length: 0\r\n\r\n";
        for (std::size_t step = 1; step <= bytes.size(); ++step)
            QCOMPARE(readMessages(bytes, step), std::string("[{}][[1]][]fine"));
    }

    void refusesWhatIsNoHeader_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("end");
        const auto row = [](const char* name, const std::string& bytes, const char* end) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(end);
        };
        row("no length", "Content-Type: x\r\n\r\n", "protocol");
        row("no name", "hello\r\n\r\n", "protocol");
        row("nothing at all", "\r\n\r\n", "protocol");
        row("no number", "Content-Length: 1x\r\n\r\n", "protocol");
        row("a negative number", "Content-Length: -1\r\n\r\n", "protocol");
        row("two lengths", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "protocol");
        row("a long message", "Content-Length: 8388609\r\n\r\n", "resource_exhausted");
        row("an absurd one", "Content-Length: " + std::string(40, '9') + "\r\n\r\n",
            "resource_exhausted");
        row("an endless header", std::string(100'000, 'x'), "resource_exhausted");
    }
    void refusesWhatIsNoHeader()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, end);
        for (const std::size_t step : {1U, 7U, 1'000'000U})
            QCOMPARE(readMessages(bytes.toStdString(), step), end.toStdString());
    }

    void takesAMessageOfAllowedSize()
    {
        const std::string most(MessageReader::kMostMessageBytes, ' ');
        QVERIFY(readMessages(framed(most), 65536) == '[' + most + "]fine");
    }

    void countsPlacesInUtf16()
    {
        const std::string text = "a\xc3\xa4\xf0\x9f\x98\x80z\n\r\nx\ry\xff\xfez";
        const auto at = [&text](std::size_t offset) {
            const auto place = positionAt(text, offset);
            return std::to_string(place.line) + ',' + std::to_string(place.character);
        };
        QCOMPARE(at(0), std::string("0,0"));
        QCOMPARE(at(3), std::string("0,2")); // before the emoji
        QCOMPARE(at(7), std::string("0,4")); // behind it: two units
        QCOMPARE(at(9), std::string("1,0"));
        QCOMPARE(at(11), std::string("2,0")); // CR and LF are one end
        QCOMPARE(at(13), std::string("3,0")); // CR alone is one too
        QCOMPARE(at(16), std::string("3,3")); // what is not UTF-8 is sent as one character each
        QCOMPARE(at(1000), at(text.size()));
        QVERIFY(positionAt({}, 5) == TextPosition());
    }

    void findsTheWordBeforeAPlace()
    {
        QCOMPARE(wordBefore("os.path_1", 9), std::string_view("path_1"));
        QCOMPARE(wordBefore("os.path", 3), std::string_view());
        QCOMPARE(wordBefore("x = \xc3\xa4pfel", 100), std::string_view("\xc3\xa4pfel"));
    }

    void asksWhenTheServerIsReadyAndNotBefore()
    {
        Talk talk;
        talk.conversation.ask(1, completionOf("import os\nos.pa", 15));
        const auto begin = talk.sent();
        QCOMPARE(methods(begin), Texts{"initialize"});
        QVERIFY(jsonField(begin.front(), "params")["processId"].is_null());
        QVERIFY(talk.say({{"id", 0}, {"result", Json::object()}}));
        const auto then = talk.sent();
        QCOMPARE(
            methods(then),
            (Texts{"initialized", "textDocument/didOpen", "textDocument/completion"}));
        QCOMPARE(
            writeJson(then[1]["params"]["textDocument"]["text"]),
            writeJson(Json("import os\nos.pa")));
        QCOMPARE(
            writeJson(then[2]["params"]["position"]),
            writeJson(Json({{"line", 1}, {"character", 5}})));
        QVERIFY(talk.say({{"id", 1}, {"result", {{"items", labels({"path", "sep", "Pair"})}}}}));
        QCOMPARE(talk.answers.size(), 1U);
        QCOMPARE(talk.answers[0].first, 1U);
        QCOMPARE(talk.answers[0].second.prefixBytes, 2U);
        QCOMPARE(talk.answers[0].second.words, (Texts{"path", "Pair"}));
        QVERIFY(!talk.answers[0].second.isPartial);
        talk.conversation.ask(2, completionOf("import os\nos.pa", 15));
        QVERIFY(talk.say({{"id", 2}, {"result", {{"isIncomplete", true}}}}));
        QVERIFY(talk.answers[1].second.isPartial);
    }

    void sendsATextOnlyWhereItChanged()
    {
        Talk talk;
        QVERIFY(talk.makeReady());
        talk.conversation.ask(1, completionOf("a", 1, 1));
        talk.conversation.ask(2, completionOf("a", 1, 1));
        talk.conversation.ask(3, completionOf("ab\xff", 2, 2));
        const auto sent = talk.sent();
        QCOMPARE(
            methods(sent),
            (Texts{
                "textDocument/didOpen", "textDocument/completion", "textDocument/completion",
                "textDocument/didChange", "textDocument/completion"}));
        QCOMPARE(
            writeJson(sent[3]["params"]["contentChanges"][0]["text"]),
            writeJson(Json("ab\xef\xbf\xbd")));
        talk.conversation.close("1.py");
        talk.conversation.close("1.py");
        QCOMPARE(methods(talk.sent()), Texts{"textDocument/didClose"});
    }

    void dropsAnAnswerThatNobodyWants()
    {
        Talk talk;
        QVERIFY(talk.makeReady());
        talk.conversation.ask(7, completionOf("a", 1));
        (void)talk.sent();
        talk.conversation.drop(7);
        talk.conversation.drop(8);
        QCOMPARE(methods(talk.sent()), Texts{"$/cancelRequest"});
        QVERIFY(talk.say({{"id", 7}, {"result", labels({"abc"})}}));
        QVERIFY(talk.say({{"id", 99}, {"result", labels({"abc"})}}));
        QVERIFY(talk.answers.empty());
    }

    void answersAnErrorWithNothing()
    {
        Talk talk;
        QVERIFY(talk.makeReady());
        talk.conversation.ask(1, completionOf("a", 1));
        QVERIFY(talk.say({{"id", 1}, {"error", {{"code", -32603}, {"message", "x"}}}}));
        QCOMPARE(talk.answers.size(), 1U);
        QVERIFY(talk.answers[0].second.words.empty());
    }

    void refusesWhatTheServerAsksFor()
    {
        Talk talk;
        QVERIFY(talk.makeReady());
        QVERIFY(talk.say(
            {{"id", "a"},
             {"method", "workspace/configuration"},
             {"params", {{"items", {Json::object(), Json::object()}}}}}));
        QVERIFY(talk.say({{"id", 2}, {"method", "client/registerCapability"}}));
        QVERIFY(talk.say({{"id", 3}, {"method", "workspace/applyEdit"}}));
        QVERIFY(talk.say({{"id", 4}, {"method", "window/showDocument"}}));
        QVERIFY(talk.say({{"method", "textDocument/publishDiagnostics"}}));
        const auto sent = talk.sent();
        QCOMPARE(sent.size(), 4U);
        QCOMPARE(writeJson(sent[0]["result"]), writeJson(Json({nullptr, nullptr})));
        QCOMPARE(writeJson(sent[0]["id"]), writeJson(Json("a")));
        QVERIFY(sent[1].contains("result") && sent[1]["result"].is_null());
        QCOMPARE(writeJson(sent[2]["error"]["code"]), writeJson(Json(-32601)));
        QCOMPARE(writeJson(sent[3]["error"]["code"]), writeJson(Json(-32601)));
    }

    void endsAServerThatIsNone()
    {
        for (const char* message : {"", "[]", "nonsense", "{\"id\":{},\"method\":\"x\"}"}) {
            Talk talk;
            QVERIFY2(!talk.conversation.feed(framed(message)), message);
            QVERIFY2(!talk.say({{"id", 0}}), "what has failed stays failed");
        }
    }

    void endsAServerThatDoesNotStopTalking()
    {
        Talk talk;
        QVERIFY(talk.makeReady());
        const auto chatter
            = framed(writeJson({{"method", "x"}, {"params", std::string(1 << 20, 'x')}}));
        int taken = 0;
        while (taken < 100 && talk.conversation.feed(chatter))
            ++taken;
        QVERIFY2(taken > 10 && taken < 20, qPrintable(QString::number(taken)));
    }

    void endsAServerThatAsksAndDoesNotListen()
    {
        Talk talk;
        int asked = 0;
        while (asked < 100'000 && talk.say({{"id", 1}, {"method", "x"}}))
            ++asked;
        QVERIFY2(asked > 1'000 && asked < 20'000, qPrintable(QString::number(asked)));
    }

    void knowsWhenTheServerDoesNotRead()
    {
        Talk talk;
        QVERIFY(talk.makeReady());
        std::uint64_t asked = 0;
        while (asked < 100 && !talk.conversation.isBehind()) {
            ++asked;
            talk.conversation.ask(asked, completionOf(std::string(1'000'000, 'x'), 1, asked));
        }
        QCOMPARE(asked, 9U);
        (void)talk.sent();
        QVERIFY(!talk.conversation.isBehind());
    }

    void offersWhatWillBeInsertedAndCanBeSeen()
    {
        const Json items
            = {{{"label", "join(a, *p)"}, {"insertText", "join"}, {"sortText", "b"}},
               {{"label", "harmless"}, {"insertText", "os.system('x')"}},
               {{"label", " jolt"}, {"textEdit", {{"newText", "jolt"}}}, {"sortText", "a"}},
               {{"label", "jab"}, {"insertText", "jab(${1:x})"}, {"insertTextFormat", 2}},
               {{"label", "jo\nkes"}},
               {{"label", "jo ker"}},
               {{"label", "jo\x1b[2J"}},
               {{"label", "jo\xe2\x80\xaeker"}},
               {{"label", "\xef\xbb\xbfjo"}},
               {{"label", "jo\xd0\xb0"}},
               {{"label", std::string(5000, 'j')}},
               {{"label", 5}},
               {{"label", "j\xc3\xb6rg"}},
               nullptr,
               "j"};
        QCOMPARE(completionWords(items, "j"), (Texts{"jolt", "join", "jab", "j\xc3\xb6rg"}));
        QCOMPARE(completionWords({{"items", items}}, "JO"), (Texts{"jolt", "join"}));
        QVERIFY(completionWords("no", {}).empty());
        QVERIFY(completionWords(labels({"path"}), "path").empty());
    }

    void offersTheFirstOfVeryManyWords()
    {
        Json items = Json::array();
        for (int i = 100'000; i > 0; --i)
            items.push_back({{"label", "w" + std::to_string(1'000'000 + i)}});
        const auto words = completionWords(items, "w");
        QCOMPARE(words.size(), kMostWords);
        QCOMPARE(words.front(), std::string("w1000001"));
        QCOMPARE(completionWords(labels({"b", "b", "a"}), {}), (Texts{"a", "b"}));
        QCOMPARE(completionWords(labels({"B", "c", "a"}), {}), (Texts{"a", "B", "c"}));
    }

    void tellsTheFirstParagraphsOfAHover()
    {
        const auto text = [](const Json& contents) { return hoverText({{"contents", contents}}); };
        QCOMPARE(
            text(
                {{"kind", "markdown"},
                 {"value", "```python\njoin(a) -> str\n```\n\n\nJoins.\r\nAll.\n\nMore"}}),
            std::string("join(a) -> str\nJoins.\nAll."));
        QCOMPARE(text("plain"), std::string("plain"));
        QCOMPARE(
            text({"one", {{"language", "c"}, {"value", "two"}}, "three"}), std::string("one\ntwo"));
        QCOMPARE(text(std::string(100'000, 'x')).size(), kMostHoverBytes);
        QCOMPARE(text("a\xff"), std::string("a\xef\xbf\xbd"));
        QVERIFY(hoverText(nullptr).empty());
        QVERIFY(text({nullptr, 5}).empty());
    }

    void findsOnlyProgramsThatASandboxHas()
    {
        const auto find
            = [](std::vector<ServerCandidate> candidates) { return findServer(candidates); };
        QCOMPARE(
            find({{{"no-such-server"}}, {{"env", "--version"}}}),
            (Texts{"/usr/bin/env", "--version"}));
        QVERIFY(find({{{"/etc/passwd"}}}).empty());
        QVERIFY(find({{{"../../../tmp"}}}).empty());
        QVERIFY(find({{{"env"}, "/usr/no/such/library"}}).empty());
        for (const auto& language : usualServers())
            QVERIFY(!language.candidates.empty() && language.extension.starts_with('.'));
    }
};

SANDBENCH_TEST(TestLspConversation);
#include "tst_lsp_conversation.moc"
