// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/reach.h"
#include "core/base/fd.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>

using namespace sandbench;
using namespace sandbench::guest;
using Addresses = std::vector<std::string>;

namespace {

/// A port of this machine's loopback where somebody listens, or nobody does any more.
class Port
{
public:
    Port()
        : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address = {};
        socklen_t size = sizeof address;
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* const raw = reinterpret_cast<sockaddr*>(&address);
        if (::bind(m_socket.get(), raw, size) == 0 && ::listen(m_socket.get(), 8) == 0
            && ::getsockname(m_socket.get(), raw, &size) == 0)
            m_number = std::to_string(ntohs(address.sin_port));
    }
    std::string address() const { return "127.0.0.1:" + m_number; }
    const std::string& number() const { return m_number; }
    void close() { m_socket.reset(); }

private:
    UniqueFd m_socket;
    std::string m_number;
};

} // namespace

class TestAgentReach : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void putsTheEnvironmentIntoAddresses();
    void hasNoAddressWhereAVariableIsMissing();
    void reachesWhoListens();
    void takesARefusalForAnAnswer();
    void reachesNobodyWhereThereIsNoAddress();
    void readsNoMoreThanSixteenAddresses();
    void passesOverNamesAndOtherText();
};

void TestAgentReach::cleanup()
{
    ::unsetenv("REACH_HOST");
    ::unsetenv("REACH_PORT");
}

void TestAgentReach::putsTheEnvironmentIntoAddresses()
{
    ::setenv("REACH_HOST", "10.1.2.3", 1);
    ::setenv("REACH_PORT", "443", 1);
    QCOMPARE(expandAddress("$REACH_HOST:$REACH_PORT"), std::string("10.1.2.3:443"));
    QCOMPARE(expandAddress("[$REACH_HOST]:$REACH_PORT"), std::string("[10.1.2.3]:443"));
    QCOMPARE(expandAddress("10.0.0.1:80"), std::string("10.0.0.1:80"));
    QCOMPARE(expandAddress("[fd00::1]:80"), std::string("[fd00::1]:80"));
}

void TestAgentReach::hasNoAddressWhereAVariableIsMissing()
{
    ::setenv("REACH_HOST", "10.1.2.3", 1);
    QCOMPARE(expandAddress("$REACH_HOST:$REACH_PORT"), std::string());
    ::setenv("REACH_PORT", "", 1);
    QCOMPARE(expandAddress("$REACH_HOST:$REACH_PORT"), std::string());
    QCOMPARE(expandAddress("$"), std::string());
    QCOMPARE(expandAddress(""), std::string());
}

void TestAgentReach::reachesWhoListens()
{
    const Port port;
    QVERIFY(!port.number().empty());
    QCOMPARE(reachAny({port.address()}), Addresses{port.address()});
    ::setenv("REACH_HOST", "127.0.0.1", 1);
    ::setenv("REACH_PORT", port.number().c_str(), 1);
    QCOMPARE(reachAny({"", "$REACH_HOST:$REACH_PORT"}), Addresses{port.address()});
}

void TestAgentReach::takesARefusalForAnAnswer()
{
    Port port;
    QVERIFY(!port.number().empty());
    port.close();
    QCOMPARE(reachAny({port.address()}), Addresses{port.address()});
}

void TestAgentReach::reachesNobodyWhereThereIsNoAddress()
{
    QCOMPARE(reachAny({}), Addresses{});
    QCOMPARE(reachAny({"$REACH_HOST:$REACH_PORT"}), Addresses{});
}

void TestAgentReach::readsNoMoreThanSixteenAddresses()
{
    const Port port;
    Addresses many(16, "nothing");
    many.push_back(port.address());
    QCOMPARE(reachAny(many), Addresses{});
    many.erase(many.begin());
    QCOMPARE(reachAny(many), Addresses{port.address()});
}

void TestAgentReach::passesOverNamesAndOtherText()
{
    const Port port;
    for (const auto& host :
         {"localhost:", "127.0.0.1 :", "::", "[]:", "", "127.1:", "127.0.0.1:0x"})
        QCOMPARE(reachAny({host + port.number()}), Addresses{});
    for (const auto* text : {":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:99999"})
        QCOMPARE(reachAny({text}), Addresses{});
}

SANDBENCH_TEST(TestAgentReach);
#include "tst_agent_reach.moc"
