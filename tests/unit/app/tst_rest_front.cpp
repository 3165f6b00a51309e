// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/front.h"
#include "tests/support/gate_calls.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::rest;

namespace {

Router twoRoutes()
{
    const auto route = [](std::string_view path, std::optional<workspace::Scope> scope) {
        return Route{
            .method = "GET",
            .path = path,
            .id = path,
            .tag = "t",
            .summary = "s",
            .scope = scope,
            .takesUnknown = true,
            .handler = [](const Call& call) {
                Answer answer;
                if (call.query.contains("stream"))
                    answer.stream = [](BodySink&) {};
                return answer;
            }};
    };
    return Router({route("/open", std::nullopt), route("/mine", workspace::Scope::Read)});
}

constexpr std::size_t kBigAnswer = CallMemory::kMostOfOne / 4;

/// Answers that are large, and one that takes much before it is small.
Router bigRoute()
{
    const auto route = [](std::string_view path, Handler handler) {
        return Route{
            .method = "GET",
            .path = path,
            .id = path,
            .tag = "t",
            .summary = "s",
            .scope = workspace::Scope::Read,
            .handler = std::move(handler)};
    };
    const auto big = [](const Call&) { return Answer{.body = std::string(kBigAnswer, 'x')}; };
    const auto greedy = [](const Call& call) {
        const auto room = call.charge(CallMemory::kMostOfOne / 2 + 1);
        return room ? Answer{.body = "{}"} : problemAnswer(room.error());
    };
    return Router({route("/big", big), route("/greedy", greedy)});
}

Call callTo(const std::string& path, const std::string& secret, Room room = Room::Plenty)
{
    auto call = callOf({{"authorization", "Bearer " + secret}});
    call.path = path;
    call.room = room;
    return call;
}

Answer answerOf(Front& front, Call call)
{
    return front.answer(call);
}

} // namespace

/// What comes behind the gate: quotas of calls and memory, counters, the audit log.
class RestFrontTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<TokenStore> m_tokens;

    QString path() const { return m_folder.filePath("tokens.json"); }

private Q_SLOTS:
    void init() { m_tokens = std::make_unique<TokenStore>(path().toStdString()); }
    void cleanup() { QFile::remove(path()); }

    void callsOfOneTokenAtTheSameTimeHaveAnEnd()
    {
        auto few = wish("few");
        few.quotas.calls = 2;
        const auto secret = m_tokens->create(few), second = m_tokens->create(wish("second"));
        QVERIFY(m_tokens->list()->front().quotas.calls == 2);
        Gatekeeper gate({.needsToken = true}, *m_tokens);
        Front front(gate, twoRoutes(), nullptr, {});
        auto stream = callTo("/mine", *secret);
        stream.query["stream"] = "1";
        std::optional<Answer> first = front.answer(stream);
        const auto other = answerOf(front, callTo("/mine", *secret));
        const auto refused = answerOf(front, callTo("/mine", *secret));
        QCOMPARE(refused.status, 429);
        QVERIFY(refused.headers.contains("retry-after"));
        QCOMPARE(answerOf(front, callTo("/mine", *second)).status, 200);
        QCOMPARE(answerOf(front, callTo("/open", *secret)).status, 200);
        // Its stream is over when the answer goes.
        first.reset();
        QCOMPARE(answerOf(front, callTo("/mine", *secret)).status, 200);
    }

    void aCallThatAnEndingServerStopsIsToldToComeAgain()
    {
        const auto stopped = [](const Call&) {
            return problemAnswer(Error(ErrorCode::Cancelled, "it was stopped"));
        };
        Gatekeeper gate({}, *m_tokens);
        std::stop_source ending;
        Route route;
        route.method = "GET";
        route.path = "/wait";
        route.handler = stopped;
        Front front(gate, Router({std::move(route)}), nullptr, {}, ending.get_token());
        QCOMPARE(answerOf(front, callTo("/wait", "")).status, 499);
        ending.request_stop();
        const auto answer = answerOf(front, callTo("/wait", ""));
        QCOMPARE(answer.status, 503);
        QVERIFY(answer.headers.contains("retry-after"));
    }

    void whatIsTooMuchNowMayBeAskedAgain()
    {
        Gatekeeper gate({}, *m_tokens);
        Route route;
        route.method = "GET";
        route.path = "/";
        route.handler = [](const Call&) {
            return problemAnswer(Error(ErrorCode::ResourceExhausted, "many"));
        };
        Front front(gate, Router({std::move(route)}), nullptr, {});
        const auto answer = answerOf(front, callTo("/", ""));
        QCOMPARE(answer.status, 429);
        QCOMPARE(answer.headers.at("retry-after"), std::string("1"));
    }

    void theLastWorkersAreForWhoeverStaysShort()
    {
        const auto secret = m_tokens->create(wish("a")), second = m_tokens->create(wish("b"));
        Gatekeeper gate({.needsToken = true}, *m_tokens);
        Front front(gate, twoRoutes(), nullptr, {});
        const auto held = answerOf(front, callTo("/mine", *secret));
        const auto statusOf = [&](const std::string& path, const std::string& who, Room room) {
            return answerOf(front, callTo(path, who, room)).status;
        };
        QCOMPARE(statusOf("/mine", *secret, Room::Plenty), 200);
        QCOMPARE(statusOf("/mine", *secret, Room::Little), 503);
        QCOMPARE(statusOf("/mine", *second, Room::Little), 200);
        QCOMPARE(statusOf("/mine", *second, Room::Last), 503);
        QCOMPARE(statusOf("/open", *secret, Room::Last), 200);
        QCOMPARE(statusOf("/open", "sbt_wrong", Room::Last), 200);
    }

    void memoryOfAllCallsHasABound()
    {
        constexpr auto kMost = CallMemory::kMostBytes, kMine = CallMemory::kMostOfOne;
        std::optional<CallMemory> memory(std::in_place);
        auto a = memory->share("a"), second = a->sibling(), b = memory->share("b");
        const auto c = memory->share("c");
        QVERIFY(a->charge(kMine - 1) && second->charge(1));
        QCOMPARE(second->charge(1).error().code(), ErrorCode::ResourceExhausted);
        QVERIFY(b->charge(kMost - kMine) && !c->charge(1));
        QVERIFY(!b->charge(SIZE_MAX) && !b->resize(SIZE_MAX));
        a.reset();
        QVERIFY(c->charge(kMine - 1) && !c->charge(1) && second->charge(0));
        // Less always works, and a share may outlive whatever it is of.
        QVERIFY(b->resize(1) && c->charge(1) && b->resize(kMost - kMine - 1));
        memory.reset();
        QVERIFY(b->resize(0) && second->resize(kMine));
    }

    void oneLargeAnswerIsPossible()
    {
        const CallMemory memory;
        const auto large = memory.share("a"), other = memory.share("a");
        QVERIFY(large->charge(CallMemory::kMostBytes) && !other->charge(1));
        QVERIFY(large->resize(CallMemory::kMostOfOne - 1) && other->charge(1));
        QVERIFY(!large->resize(CallMemory::kMostOfOne));
    }

    void answersThatNobodyReadsTakeOfTheCallersMemory()
    {
        const auto secret = m_tokens->create(wish("a")), second = m_tokens->create(wish("b"));
        Gatekeeper gate({.needsToken = true}, *m_tokens);
        Front front(gate, bigRoute(), nullptr, {});
        const auto ask
            = [&](const std::string& who) { return answerOf(front, callTo("/big", who)); };
        std::vector<Answer> unread;
        while (unread.size() < 100 && (unread.empty() || unread.back().status == 200))
            unread.push_back(ask(*secret));
        QCOMPARE(unread.size(), CallMemory::kMostOfOne / kBigAnswer + 1);
        QCOMPARE(unread.back().status, 429);
        QVERIFY(unread.back().headers.contains("retry-after"));
        QCOMPARE(ask(*second).status, 200);
        unread.clear();
        QCOMPARE(ask(*secret).status, 200);
    }

    void whatAHandlerAskedForIsGivenBackWhenTheAnswerIsThere()
    {
        const auto secret = m_tokens->create(wish("a"));
        Gatekeeper gate({.needsToken = true}, *m_tokens);
        Front front(gate, bigRoute(), nullptr, {});
        const auto first = answerOf(front, callTo("/greedy", *secret));
        const auto next = answerOf(front, callTo("/greedy", *secret));
        QCOMPARE(first.status + next.status, 400);
    }

    void answersAreCounted()
    {
        auto slow = wish("slow");
        slow.quotas.requestsPerMinute = 1;
        slow.scopes = {workspace::Scope::Run};
        const auto secret = m_tokens->create(slow);
        Gatekeeper gate({.needsToken = true}, *m_tokens);
        Front front(gate, twoRoutes(), nullptr, {});
        QCOMPARE(answerOf(front, callTo("/mine", "sbt_wrong")).status, 401);
        QCOMPARE(answerOf(front, callTo("/mine", *secret)).status, 403); // lacks the scope
        QCOMPARE(answerOf(front, callTo("/mine", *secret)).status, 429);
        QCOMPARE(answerOf(front, callTo("/open", *secret)).status, 200);
        auto foreign = callTo("/open", *secret);
        foreign.headers["host"] = "evil.example";
        QCOMPARE(front.answer(foreign).status, 403);
        QCOMPARE(answerOf(front, callTo("/none", *m_tokens->create(wish("other")))).status, 404);
        const Front::Answers wanted
            = {{{"/mine", 401}, 1}, {{"/mine", 403}, 1}, {{"/mine", 429}, 1},
               {{"/open", 200}, 1}, {{"/open", 403}, 1}, {{"", 404}, 1}};
        QCOMPARE(front.answers(), wanted);
    }

    void theAuditLogKnowsStreamsEndsAndWhatCameToNoCall()
    {
        const auto file = m_folder.filePath("ends.jsonl");
        const auto secret = m_tokens->create(wish("ci"));
        Gatekeeper gate({.needsToken = true}, *m_tokens);
        Front front(gate, twoRoutes(), std::move(*AuditLog::open(file.toStdString())), {});
        const auto lines = [&] {
            QFile log(file);
            return log.open(QIODevice::ReadOnly) ? log.readAll().split('\n') : QList<QByteArray>();
        };
        auto stream = callTo("/mine", *secret);
        stream.query["stream"] = "1";
        std::optional<Answer> answer = front.answer(stream);
        QCOMPARE(lines().size(), 2);
        QVERIFY(lines()[0].contains("\"began\""));
        answer.reset();
        QCOMPARE(lines().size(), 3);
        const auto end = parseJson(lines()[1].toStdString());
        QVERIFY(
            end && jsonString(*end, "stream") == "ended" && jsonString(*end, "path") == "/mine");
        QVERIFY(
            jsonString(*end, "caller").starts_with("t-") && jsonNumber(*end, "milliseconds") > 0);
        front.noteRefusal("192.0.2.1:9", 431);
        const auto refusal = parseJson(lines()[2].toStdString());
        QVERIFY(refusal && jsonInt(*refusal, "status") == 431);
        QCOMPARE(jsonString(*refusal, "peer"), std::string("192.0.2.1:9"));
    }

    void theAuditLogHasNoSecrets()
    {
        const auto file = m_folder.filePath("audit.jsonl");
        const auto secret = m_tokens->create(wish("ci"));
        {
            Gatekeeper gate({.needsToken = true}, *m_tokens);
            Front front(gate, Router({}), std::move(*AuditLog::open(file.toStdString())), {});
            auto call = callOf({{"authorization", "Bearer " + *secret}});
            call.query["key"] = "hush";
            const auto answer = front.answer(call);
            QCOMPARE(answer.status, 404);
            QCOMPARE(answer.headers.at("x-content-type-options"), std::string("nosniff"));
            auto refused = callOf({{"host", "evil.example"}});
            QCOMPARE(front.answer(refused).status, 403);
        }
        QFile log(file);
        QVERIFY(log.open(QIODevice::ReadOnly));
        const auto lines = log.readAll().split('\n');
        QCOMPARE(lines.size(), 3);
        const auto first = parseJson(lines[0].toStdString());
        QVERIFY(
            first && jsonString(*first, "caller").starts_with("t-")
            && jsonInt(*first, "status") == 404);
        QVERIFY(!lines[0].contains("sbt_") && !lines[0].contains("hush"));
        QVERIFY(lines[1].contains("403"));
    }
};

SANDBENCH_TEST(RestFrontTest);
#include "tst_rest_front.moc"
