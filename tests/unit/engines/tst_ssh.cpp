// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/outpost_protocol.h"
#include "core/engine/ssh/kept_place.h"
#include "core/engine/ssh/ssh_address.h"
#include "core/engine/ssh/ssh_stream.h"
#include "core/net/ssh_tunnel.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;

namespace {

const std::string kName = "0123456789abcdef";

outpost::OpenRequest fullRequest()
{
    outpost::OpenRequest request;
    request.spec.sessionId = "s-1";
    request.spec.hostname = "box";
    request.spec.limits = {256U << 20, 64, 1.5, 32U << 20};
    request.spec.workingFolder = "/data";
    request.spec.keepFor = std::chrono::hours(2);
    request.filter = std::string("\x06\0\0\0\0\0\xff\x7f", 8);
    request.owner = "0@host:boot:1:2:3";
    return request;
}

outpost::Placed fullPlaced()
{
    outpost::Placed placed;
    placed.name = kName;
    placed.sessionId = "s-1";
    placed.owner = "0@host:boot:1:2:3";
    placed.description = "bwrap 0.8.0, uid 61201";
    placed.version = "bubblewrap 0.8.0";
    placed.isolation.layers = {"no capabilities", "system-call filter"};
    placed.isolation.miss("pids cgroup", "this user may make none", "run as root");
    placed.setup.currentFolder = "/data";
    placed.setup.isCurrentScratch = placed.isKept = true;
    placed.createdAt = 1'700'000'000;
    return placed;
}

std::string lineOf(const std::string& text)
{
    return text.substr(0, text.size() - 1);
}

bool hasWord(const std::vector<std::string>& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

Settings settingsWith(const std::string& name, const std::string& address)
{
    Settings settings;
    settings.connections.push_back({name, "ssh", *net::parseEndpoint(address)});
    return settings;
}

std::string textOf(const Error& error)
{
    return std::string(errorCodeName(error.code())) + ": " + error.text();
}

} // namespace

/// What the ssh engine and its outposts say to each other, and what ssh says, without either.
class TestSsh : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOpenRequestComesAsItWasSent()
    {
        const auto sent = fullRequest();
        const auto come = outpost::readOpenRequest(lineOf(outpost::writeOpenRequest(sent)));
        QVERIFY(come);
        QCOMPARE(come->spec.sessionId, sent.spec.sessionId);
        QCOMPARE(come->spec.hostname, sent.spec.hostname);
        QVERIFY(come->spec.limits == sent.spec.limits);
        QCOMPARE(come->spec.workingFolder, sent.spec.workingFolder);
        QCOMPARE(come->spec.keepFor, sent.spec.keepFor);
        QCOMPARE(come->filter, sent.filter);
        QCOMPARE(come->owner, sent.owner);
    }

    void anOpenRequestThatWasCutShortIsNone()
    {
        const auto line = lineOf(outpost::writeOpenRequest(fullRequest()));
        for (std::size_t i = 0; i < line.size(); ++i)
            QVERIFY2(
                outpost::readOpenRequest(line.substr(0, i)).failedAs(ErrorCode::Protocol),
                std::to_string(i).c_str());
    }

    void anOpenRequestIsCheckedOverThere_data()
    {
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("a session id that leads elsewhere")
            << QByteArray("session") << QByteArray("\"../x\"");
        QTest::newRow("hardly any memory") << QByteArray("memory_bytes") << QByteArray("1");
        QTest::newRow("a host name with a space")
            << QByteArray("hostname") << QByteArray("\"a b\"");
        QTest::newRow("a relative folder") << QByteArray("folder") << QByteArray("\"data\"");
        QTest::newRow("kept for a year") << QByteArray("keep_seconds") << QByteArray("31536000");
        QTest::newRow("no filter") << QByteArray("filter") << QByteArray("\"\"");
        QTest::newRow("a filter that is none") << QByteArray("filter") << QByteArray("\"!\"");
        QTest::newRow("CPUs that are no number") << QByteArray("cpus") << QByteArray("0.0001");
    }
    void anOpenRequestIsCheckedOverThere()
    {
        QFETCH(const QByteArray, member);
        QFETCH(const QByteArray, value);
        auto object = *parseJson(lineOf(outpost::writeOpenRequest(fullRequest())));
        object[member.toStdString()] = *parseJson(value.toStdString());
        QVERIFY(!outpost::readOpenRequest(writeJson(object)));
    }

    void aSandboxIsToldOfAsItIs()
    {
        const auto sent = fullPlaced();
        const auto come = outpost::readPlaced(outpost::placedJson(sent));
        QVERIFY(come);
        QCOMPARE(come->name, sent.name);
        QCOMPARE(come->sessionId, sent.sessionId);
        QCOMPARE(come->description, sent.description);
        QCOMPARE(come->version, sent.version);
        QCOMPARE(come->isolation.layers, sent.isolation.layers);
        QCOMPARE(come->isolation.missing.size(), std::size_t(1));
        QCOMPARE(come->isolation.missing.front().remedy, std::string("run as root"));
        QVERIFY(come->setup == sent.setup);
        QVERIFY(come->isKept);
        QCOMPARE(come->createdAt, sent.createdAt);
    }

    void aHostileReportIsBounded()
    {
        auto object = outpost::placedJson(fullPlaced());
        object["isolation"]["layers"] = std::vector<std::string>(10'000, "layer\n\x1b[31m");
        object["description"] = std::string(100'000, 'x');
        const auto come = outpost::readPlaced(object);
        QVERIFY(come);
        QVERIFY(come->isolation.layers.size() <= 64);
        QVERIFY(come->isolation.layers.front().find('\n') == std::string::npos);
        QVERIFY(come->description.size() <= 1100);
        for (const char* name :
             {"", "../../etc", "0123456789abcdeg", "0123456789abcdef0", "$(id)"}) {
            object["name"] = name;
            QVERIFY2(outpost::readPlaced(object).failedAs(ErrorCode::Protocol), name);
        }
    }

    void countersThatAreMissingStayMissing()
    {
        ResourceCounters counters;
        counters.memoryPeakBytes = 5;
        counters.cpuSeconds = 0.25;
        const auto come = far::readCounters(far::countersJson(counters));
        QVERIFY(come.memoryPeakBytes == 5U && come.cpuSeconds == 0.25);
        QVERIFY(!come.memoryBytes && !come.oomKills && !come.processes && !come.pidsDenied);
        QVERIFY(!far::readCounters(*parseJson(R"({"oom_kills": "3"})")).oomKills);
    }

    void anErrorOverThereIsTheSameHere()
    {
        const Error error(ErrorCode::Unavailable, "bwrap is not installed; install it");
        const auto come = far::readAnswer(writeJson(far::errorJson(error)));
        QVERIFY(come.failedAs(ErrorCode::Unavailable));
        QCOMPARE(come.error().text(), error.text());
        for (const char* line :
             {R"({"error": {"code": "fine", "message": "x"}})", R"({"error": 3})",
              R"({"error": {}})", "[]", "", "{"})
            QVERIFY2(far::readAnswer(line).failedAs(ErrorCode::Protocol), line);
    }

    void aGreetingIsOfOneVersion()
    {
        outpost::Greeting greeting{outpost::kVersion, 17, "x86_64", "far", {1U << 30, 2}};
        const auto come = outpost::readGreeting(lineOf(outpost::writeGreeting(greeting)));
        QVERIFY(come);
        QCOMPARE(come->pid, 17);
        QCOMPARE(come->machine, std::string("x86_64"));
        QCOMPARE(come->capacity.cpus, 2.0);
        greeting.version = outpost::kVersion + 1;
        QVERIFY(outpost::readGreeting(lineOf(outpost::writeGreeting(greeting)))
                    .failedAs(ErrorCode::Unsupported));
        for (const char* line :
             {"", "Welcome to far", "sandbench-outpost ", "sandbench-outpost {\"version\": 1}",
              "sandbench-outpost {\"version\": 1, \"pid\": -1}"})
            QVERIFY2(!outpost::readGreeting(line), line);
    }

    void aKeptPlaceIsFoundByItsName()
    {
        ssh::KeptPlace place{kName, {}};
        place.token.fill('\xa5');
        const auto come = ssh::parseKeptPlace(place.text());
        QVERIFY(come);
        QCOMPARE(come->name, kName);
        QVERIFY(come->token == place.token);
        const auto text = place.text();
        for (std::size_t i = 0; i < text.size(); ++i)
            QVERIFY2(!ssh::parseKeptPlace(text.substr(0, i)), std::to_string(i).c_str());
        QVERIFY(!ssh::parseKeptPlace(text + "0"));
    }

    void aMachineIsNamedAsForSsh_data()
    {
        QTest::addColumn<QByteArray>("wanted");
        QTest::addColumn<QByteArray>("address");
        QTest::newRow("user and host") << QByteArray("me@lab") << QByteArray("ssh://me@lab");
        QTest::newRow("port") << QByteArray("me@lab:2222") << QByteArray("ssh://me@lab:2222");
        QTest::newRow("name of ssh's own") << QByteArray("lab") << QByteArray("ssh://lab");
        QTest::newRow("address") << QByteArray("ssh://lab:22") << QByteArray("ssh://lab:22");
        QTest::newRow("IPv6") << QByteArray("me@[::1]:22") << QByteArray("ssh://me@[::1]:22");
        QTest::newRow("kept") << QByteArray("kept") << QByteArray("ssh://k@kept.example");
        QTest::newRow("the first that is kept")
            << QByteArray() << QByteArray("ssh://k@kept.example");
    }
    void aMachineIsNamedAsForSsh()
    {
        QFETCH(const QByteArray, wanted);
        QFETCH(const QByteArray, address);
        const auto chosen = ssh::chooseMachine(
            wanted.toStdString(), settingsWith("kept", "ssh://k@kept.example"));
        QVERIFY(chosen);
        QCOMPARE(chosen->endpoint.text(), address.toStdString());
    }

    void whatIsNoMachineIsRefused()
    {
        for (const char* wanted :
             {"unix:///run/docker.sock", "ssh://lab/run/docker.sock", "-oProxyCommand=id", "me@",
              "a b", "ssh://me:secret@lab"})
            QVERIFY2(ssh::chooseMachine(wanted, {}).failedAs(ErrorCode::InvalidArgument), wanted);
        QVERIFY(ssh::chooseMachine("", {}).failedAs(ErrorCode::Unavailable));
    }

    void whatSshSaysIsExplained_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* said, const char* expected) {
            QTest::newRow(expected) << QByteArray(said) << QByteArray(expected);
        };
        row("@@@\n@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification "
            "failed.\r\n",
            "permission_denied: ssh://me@lab has another host key");
        row("No ED25519 host key is known for lab.\nHost key verification failed.\n",
            "permission_denied: ssh://me@lab has a host key that ssh does not know");
        row("me@lab: Permission denied (publickey).\n",
            "permission_denied: ssh://me@lab does not let you in");
        row("ssh: Could not resolve hostname lab: Name or service not known\n",
            "unavailable: ssh://me@lab has a name that is not known");
        row("ssh: connect to host lab port 22: Connection refused\n",
            "unavailable: ssh://me@lab has no ssh server");
        row("head: error writing 'standard output': No space left on device\n",
            "resource_exhausted: ssh://me@lab has no space");
        row("sh: uname: not found\n", "unavailable: ssh://me@lab cannot be used: sh: uname");
        row("", "unavailable: ssh://me@lab ended the connection without a reason");
    }
    void whatSshSaysIsExplained()
    {
        QFETCH(const QByteArray, said);
        QFETCH(const QByteArray, expected);
        const auto error
            = ssh::connectionProblem(*net::parseEndpoint("ssh://me@lab"), said.toStdString());
        QVERIFY2(textOf(error).starts_with(expected.toStdString()), textOf(error).c_str());
        QVERIFY(textOf(error).find('\n') == std::string::npos);
        QVERIFY(textOf(error).find("; ") != std::string::npos);
    }

    void sshAsksNobodyAndSharesNothingUnasked()
    {
        const auto machine = *net::parseEndpoint("ssh://me@lab:2222");
        const auto words = net::sshCommand(machine, "exec true");
        for (const char* word : {"BatchMode=yes", "me", "2222", "--", "lab"})
            QVERIFY2(hasWord(words, word), word);
        QCOMPARE(words.back(), std::string("exec true"));
        QVERIFY(!hasWord(words, "ControlMaster=yes"));
        const auto first = net::sshCommand(machine, "exec true", {"/run/s", true});
        QVERIFY(hasWord(first, "ControlMaster=yes") && hasWord(first, "ControlPath=/run/s"));
        const auto other = net::sshCommand(machine, "exec true", {"/run/s", false});
        QVERIFY(hasWord(other, "ControlMaster=no") && hasWord(other, "ControlPersist=no"));
    }
};

SANDBENCH_TEST(TestSsh);
#include "tst_ssh.moc"
