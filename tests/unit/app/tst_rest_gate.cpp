// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/gatekeeper.h"
#include "core/base/fd.h"
#include "tests/support/gate_calls.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <fcntl.h>
#include <sys/file.h>

using namespace sandbench;
using namespace sandbench::rest;

namespace {

/// The refusal's status, or 0.
int refusalAt(Gatekeeper& gate, const Headers& headers, const std::string& method = "GET")
{
    const auto admitted = gate.admit(callOf(headers, method));
    const auto* const answer = std::get_if<Answer>(&admitted);
    return answer ? answer->status : 0;
}

workspace::Caller callerAt(Gatekeeper& gate, const Headers& headers)
{
    const auto admitted = gate.admit(callOf(headers));
    const auto* const caller = std::get_if<workspace::Caller>(&admitted);
    return caller ? *caller : workspace::Caller{"refused", {}, {}};
}

} // namespace

class RestGateTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<TokenStore> m_tokens;

    std::string path() const { return m_folder.filePath("state/tokens.json").toStdString(); }
    QByteArray fileText() const
    {
        QFile file(QString::fromStdString(path()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void init() { m_tokens = std::make_unique<TokenStore>(path()); }
    void cleanup() { QFile::remove(QString::fromStdString(path())); }

    void aTokenIsKeptWithoutItsSecret()
    {
        const auto secret = m_tokens->create(wish("ci"));
        QVERIFY(secret && secret->starts_with("sbt_") && secret->size() == 47);
        QVERIFY(!fileText().contains(secret->substr(4).c_str()));
        QCOMPARE(
            QFile::permissions(QString::fromStdString(path()))
                & ~(QFile::ReadUser | QFile::WriteUser),
            QFile::ReadOwner | QFile::WriteOwner);
        const auto token = m_tokens->check(*secret);
        QVERIFY(token && token->name == "ci" && token->scopes.size() == 2);
        QVERIFY(token->lastUsedAt > 0 && m_tokens->list()->front().lastUsedAt > 0);
        QCOMPARE(m_tokens->check(*secret + "x").error().code(), ErrorCode::NotFound);
        QCOMPARE(m_tokens->check("").error().code(), ErrorCode::NotFound);
        QCOMPARE(m_tokens->create(wish("ci")).error().code(), ErrorCode::AlreadyExists);
        QCOMPARE(m_tokens->create(wish("")).error().code(), ErrorCode::InvalidArgument);
    }

    void aTokenCanLookAsClientsOfE2bWantTheirKeys()
    {
        const auto secret = m_tokens->create(wish("e2b"), SecretForm::E2b);
        QVERIFY(secret && secret->starts_with("e2b_") && secret->size() == 68);
        QCOMPARE(secret->find_first_not_of("0123456789abcdef", 4), std::string::npos);
        const auto token = m_tokens->check(*secret);
        QVERIFY(token && token->name == "e2b");
    }

    void aSandboxsKeyIsGoodForItsServicesAlone()
    {
        const auto secret = m_tokens->create(wish("e2b"), SecretForm::E2b);
        const auto id = m_tokens->check(*secret)->id;
        const SandboxKeys keys;
        Gatekeeper gate({.needsToken = true}, *m_tokens, keys);
        const auto at = [&](const char* path, const std::string& sandbox, const std::string& key,
                            const char* header = "x-access-token") {
            auto call = callOf({{header, key}, {"e2b-sandbox-id", sandbox}});
            call.path = path;
            const auto admitted = gate.admit(call);
            const auto* const caller = std::get_if<workspace::Caller>(&admitted);
            return caller ? caller->id : std::to_string(std::get<Answer>(admitted).status);
        };
        const auto key = keys.of(id, "s-1");
        QCOMPARE(at("/e2b/files", "s-1", key), id);
        // Their calls about contexts say it so.
        QCOMPARE(at("/e2b/contexts", "s-1", key, "e2b-traffic-access-token"), id);
        QCOMPARE(at("/e2b/files", "s-2", key), std::string("401"));
        QCOMPARE(at("/e2b/v2/sandboxes", "s-1", key), std::string("401"));
        QCOMPARE(at("/sessions", "s-1", key), std::string("401"));
        QCOMPARE(at("/e2b/files", "s-1", SandboxKeys().of(id, "s-1")), std::string("401"));
        QCOMPARE(at("/e2b/files", "s-1", keys.of("local", "s-1")), std::string("401"));
        QCOMPARE(at("/e2b/files", "s-1", key + "0"), std::string("401"));
        QVERIFY(m_tokens->revoke("e2b"));
        QCOMPARE(at("/e2b/files", "s-1", key), std::string("401"));
    }

    void changesOfAnotherProcessCountAtOnce()
    {
        const auto other = std::make_unique<TokenStore>(path());
        const auto first = other->create(wish("a")), second = other->create(wish("b"));
        QVERIFY(m_tokens->check(*first) && m_tokens->check(*second));
        QVERIFY(other->revoke("a"));
        QVERIFY(!m_tokens->check(*first) && m_tokens->check(*second));
        QVERIFY(other->revoke(m_tokens->list()->front().id));
        QVERIFY(!m_tokens->check(*second) && m_tokens->list()->empty());
        QCOMPARE(other->revoke("a").error().code(), ErrorCode::NotFound);
    }

    void anExpiredTokenIsNoneAndASpoiledFileLetsNobodyIn()
    {
        auto old = wish("old");
        old.expiresAt = std::time(nullptr) - 1;
        const auto secret = m_tokens->create(old);
        QVERIFY(secret && !m_tokens->check(*secret));
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"tokens\": [{}]}") > 0);
        file.close();
        QCOMPARE(m_tokens->check(*secret).error().code(), ErrorCode::InvalidArgument);
        Gatekeeper gate({.needsToken = true}, *m_tokens);
        QCOMPARE(refusalAt(gate, {{"authorization", "Bearer x"}}), 500);
    }

    void foreignHostsAndOriginsAreRefused()
    {
        Gatekeeper gate({.hosts = {"localhost", "box.example"}}, *m_tokens);
        for (const char* good :
             {"localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:80", "[::1]", "box.example:9"})
            QVERIFY2(refusalAt(gate, {{"host", good}}) == 0, good);
        for (const char* bad :
             {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[evil]", ""})
            QCOMPARE(refusalAt(gate, {{"host", bad}}), bad[0] == '\0' ? 0 : 403);
        const std::string host = "localhost:8080";
        QCOMPARE(refusalAt(gate, {{"host", host}, {"origin", "http://localhost:8080"}}), 0);
        for (const char* bad :
             {"http://localhost:9", "http://evil.example", "null", "localhost:8080"})
            QCOMPARE(refusalAt(gate, {{"host", host}, {"origin", bad}}), 403);
        QVERIFY(
            gate.corsHeaders(callOf({{"host", host}, {"origin", "http://evil.example"}})).empty());
        // The frame of /ui has no origin, and asks for our scripts.
        auto asset = callOf({{"host", host}, {"origin", "null"}});
        asset.path = "/web/frame.js";
        QVERIFY(std::holds_alternative<workspace::Caller>(gate.admit(asset)));
        asset.method = "POST";
        QVERIFY(std::holds_alternative<Answer>(gate.admit(asset)));
    }

    void whatIsForEverybodyHasARateToo()
    {
        Gatekeeper gate({.publicPerMinute = 2}, *m_tokens);
        const auto isAdmitted = [&](const std::string& peer) {
            auto call = callOf({});
            call.peer = peer;
            return std::holds_alternative<workspace::Caller>(
                gate.admit(call, Gatekeeper::For::Everybody));
        };
        QVERIFY(isAdmitted("192.0.2.1:5") && isAdmitted("192.0.2.1:6"));
        QVERIFY(!isAdmitted("192.0.2.1:7"));
        QVERIFY(isAdmitted("192.0.2.2:5"));
    }

    void allowedOriginsGetCorsHeaders()
    {
        Gatekeeper gate({.needsToken = true, .origins = {"https://app.example"}}, *m_tokens);
        const Headers headers
            = {{"host", "localhost"},
               {"origin", "https://app.example"},
               {"access-control-request-method", "POST"},
               {"access-control-request-headers", "authorization"}};
        QCOMPARE(refusalAt(gate, headers, "OPTIONS"), 204);
        const auto added = gate.corsHeaders(callOf(headers, "OPTIONS"));
        QCOMPARE(added.at("access-control-allow-origin"), std::string("https://app.example"));
        QCOMPARE(added.at("access-control-allow-headers"), std::string("authorization"));
        QVERIFY(!added.contains("access-control-allow-credentials"));
    }

    void theTokenSaysWhoCalls()
    {
        const auto secret = m_tokens->create(wish("ci"));
        Gatekeeper open({}, *m_tokens), closed({.needsToken = true}, *m_tokens);
        QCOMPARE(callerAt(open, {}).id, std::string("local"));
        QVERIFY(callerAt(closed, {}).id.empty() && callerAt(closed, {}).scopes.empty());
        for (auto* gate : {&open, &closed}) {
            QVERIFY(callerAt(*gate, {{"authorization", "bearer  " + *secret}})
                        .may(workspace::Scope::Run));
            QVERIFY(callerAt(*gate, {{"x-api-key", *secret}}).id.starts_with("t-"));
            for (const char* wrong : {"Bearer", "Bearer ", "Bearer sbt_x"})
                QCOMPARE(refusalAt(*gate, {{"authorization", wrong}}), 401);
        }
        QVERIFY(!callerAt(closed, {{"authorization", "Basic eDp5"}}).may(workspace::Scope::Read));
    }

    void aKeyOfE2bsOwnIsAsNoneWhereNoneIsNeeded()
    {
        const auto secret = m_tokens->create(wish("ci"));
        Gatekeeper open({}, *m_tokens), closed({.needsToken = true}, *m_tokens);
        const auto idOf = [](Gatekeeper& gate, const Headers& headers, const char* path) {
            auto call = callOf(headers);
            call.path = path;
            const auto admitted = gate.admit(call);
            const auto* const caller = std::get_if<workspace::Caller>(&admitted);
            return caller ? caller->id : std::string("refused");
        };
        const Headers key = {{"x-api-key", "e2b_0123456789abcdef"}};
        auto both = key; // envd's user, as its clients say it
        both["authorization"] = "Basic dXNlcjo=";
        for (const auto& foreign : {key, both}) {
            QCOMPARE(idOf(open, foreign, "/e2b/sandboxes"), std::string("local"));
            QCOMPARE(idOf(closed, foreign, "/e2b/sandboxes"), std::string("refused"));
            QCOMPARE(idOf(open, foreign, "/sessions"), std::string("refused"));
        }
        QVERIFY(idOf(open, {{"x-api-key", *secret}}, "/e2b/sandboxes").starts_with("t-"));
        QCOMPARE(
            idOf(open, {{"authorization", "Bearer sbt_x"}}, "/e2b/sandboxes"),
            std::string("refused"));
    }

    void whoNeedsNoTokenHasTheQuotasOfTheServer()
    {
        GateRules rules;
        QCOMPARE(rules.localQuotas.sandboxes, workspace::localCaller().quotas.sandboxes);
        rules.localQuotas.sandboxes = 3;
        rules.localQuotas.runs = 0;
        Gatekeeper gate(rules, *m_tokens);
        const auto caller = callerAt(gate, {});
        QCOMPARE(caller.quotas.sandboxes, std::size_t(3));
        QCOMPARE(caller.quotas.runs, std::size_t(0));
    }

    void tooManyRequestsAreToldToWait()
    {
        auto slow = wish("slow");
        slow.quotas.requestsPerMinute = 2;
        const auto secret = m_tokens->create(slow);
        Gatekeeper gate({}, *m_tokens);
        const Headers headers = {{"authorization", "Bearer " + *secret}};
        QCOMPARE(refusalAt(gate, headers) + refusalAt(gate, headers), 0);
        const auto third = gate.admit(callOf(headers));
        QCOMPARE(std::get<Answer>(third).status, 429);
        QVERIFY(std::stoi(std::get<Answer>(third).headers.at("retry-after")) >= 1);
        QCOMPARE(refusalAt(gate, {}), 0);
    }

    void whoHasNoTokenIsCountedByItsAddress()
    {
        Gatekeeper gate({.needsToken = true, .strangersPerMinute = 2}, *m_tokens);
        const Headers wrong = {{"authorization", "Bearer sbt_x"}};
        QCOMPARE(refusalAt(gate, wrong), 401);
        QCOMPARE(refusalAt(gate, {}), 0);
        QCOMPARE(refusalAt(gate, wrong) + refusalAt(gate, {}), 429 + 429);
        auto other = callOf(wrong);
        other.peer = "[2001:db8:0:1::1]:5";
        QCOMPARE(std::get<Answer>(gate.admit(other)).status, 401);
        // Who has one is not kept out by its neighbours, and nobody from what is for everybody.
        const auto secret = m_tokens->create(wish("ci"));
        QCOMPARE(refusalAt(gate, {{"x-api-key", *secret}}), 0);
        QVERIFY(std::holds_alternative<workspace::Caller>(
            gate.admit(callOf(wrong), Gatekeeper::For::Everybody)));
        // The same customer's other address, and one that IPv4 has in IPv6.
        for (const auto* const peer : {"[2001:db8:0:1::2]:6", "[2001:db8:0:1::3]:7"}) {
            other.peer = peer;
            QCOMPARE(
                std::get<Answer>(gate.admit(other)).status,
                std::string(peer).ends_with('6') ? 401 : 429);
        }
        for (const auto* const peer : {"[::ffff:192.0.2.7]:1", "[::ffff:192.0.2.8]:1"})
            for (int i = 0; i < 2; ++i) {
                other.peer = peer;
                QCOMPARE(std::get<Answer>(gate.admit(other)).status, 401);
            }
    }

    void aRateTableKeepsNoMoreNamesThanItMay()
    {
        RateTable table;
        const auto now = Clock::now();
        for (std::size_t i = 0; i < RateTable::kMost; ++i)
            QCOMPARE(table.take(std::to_string(i), 1, now), 0L);
        QCOMPARE(table.take("0", 1, now), 60L);
        QCOMPARE(table.take("0", 1, now + std::chrono::seconds(30)), 30L);
        // The others had their minute: they go, and who came in it stays.
        const auto later = now + std::chrono::seconds(60);
        QCOMPARE(table.take("new", 1, later), 0L);
        QCOMPARE(table.take("new", 1, later), 60L);
        QCOMPARE(table.take("free", 0, later), 0L);
    }

    void optionsOfTheGateAreTakenAsTheyAreTyped()
    {
        const auto rules = gateRules(
            {.isLocal = true, .hosts = {"Build.Example"}, .origins = {"https://App.example"}});
        QVERIFY(rules && !rules->needsToken && rules->hosts.contains("build.example"));
        QVERIFY(
            rules->hosts.contains("localhost") && rules->origins.contains("https://app.example"));
        QVERIFY(gateRules({.isLocal = false})->needsToken);
        // Any page could call this machine's server with all rights.
        QVERIFY(gateRules({.isLocal = true, .hosts = {"*"}})->needsToken);
        QVERIFY(gateRules({.isLocal = true, .origins = {"*"}})->needsToken);
        const auto slash = gateRules({.isLocal = true, .origins = {"https://app.example/"}});
        QCOMPARE(slash.error().code(), ErrorCode::InvalidArgument);
        QVERIFY(slash.error().text().find("say 'https://app.example'") != std::string::npos);
        for (const char* wrong : {"app.example", "https://", "://x", ""})
            QVERIFY2(!gateRules({.isLocal = true, .origins = {wrong}}), wrong);
    }

    void whoHoldsTheLockKeepsNobodyFromCalling()
    {
        const auto secret = m_tokens->create(wish("ci"));
        const UniqueFd other(::open((path() + ".lock").c_str(), O_RDWR | O_CLOEXEC));
        QCOMPARE(::flock(other.get(), LOCK_EX), 0);
        QVERIFY(m_tokens->check(*secret)->lastUsedAt > 0);
        QCOMPARE(std::make_unique<TokenStore>(path())->list()->front().lastUsedAt, std::int64_t(0));
    }

    void problemsHideWhatIsNotTheClients()
    {
        const auto inner = problemAnswer(Error(ErrorCode::Io, "cannot write /home/me/x"));
        QVERIFY(
            inner.body.find("/home") == std::string::npos
            && inner.hidden.find("/home") != std::string::npos);
        const auto engine = problemAnswer(
            Error(ErrorCode::Unavailable, "cannot reach unix:/run/x.sock ('/run/y'): no, /"));
        QCOMPARE(engine.status, 503);
        QVERIFY2(engine.body.find("/run") == std::string::npos, engine.body.c_str());
        // Wherever a sandbox has its files; and what a caller did wrong fills no log of ours.
        for (const std::string path : {"/work/x", "/app/x", "/srv/x"}) {
            const auto guest = problemAnswer(Error(ErrorCode::NotFound, "there is no " + path));
            QVERIFY(guest.status == 404 && guest.body.find(path) != std::string::npos);
            QVERIFY(guest.hidden.empty());
        }
        qputenv("STATE_DIRECTORY", "/srv/state");
        for (const std::string path : {"/srv/state/x", "/run/x", "/opt/sandbench/x"}) {
            const auto ours = problemAnswer(Error(ErrorCode::NotFound, "there is no " + path));
            QVERIFY(ours.body.find(path) == std::string::npos && ours.hidden.empty());
        }
        qunsetenv("STATE_DIRECTORY");
        const auto large
            = Error(ErrorCode::ResourceExhausted, "x").within(std::string(kReadingBody));
        QCOMPARE(problemAnswer(large).status, 413);
        QCOMPARE(problemAnswer(Error(ErrorCode::ResourceExhausted, "x")).status, 429);
    }
};

SANDBENCH_TEST(RestGateTest);
#include "tst_rest_gate.moc"
