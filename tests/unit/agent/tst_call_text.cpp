// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/call_text.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

using namespace sandbench::guest;
using namespace std::string_literals;

namespace {

std::string textOf(const std::optional<SocketAddress>& address)
{
    return address ? address->text + " " + std::to_string(address->port) : "none";
}

template <typename Address> std::string bytesOf(const Address& address)
{
    return std::string(reinterpret_cast<const char*>(&address), sizeof address);
}

std::string internet(const char* text, std::uint16_t port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    ::inet_pton(AF_INET, text, &address.sin_addr);
    return bytesOf(address);
}

std::string internet6(const char* text, std::uint16_t port)
{
    sockaddr_in6 address = {};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(port);
    ::inet_pton(AF_INET6, text, &address.sin6_addr);
    return bytesOf(address);
}

std::string local(const std::string& path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    return bytesOf(address).substr(0, offsetof(sockaddr_un, sun_path)) + path;
}

/// One question for an address.
std::string query(const std::string& labels)
{
    return "\x12\x34\x01\0\0\x01\0\0\0\0\0\0"s + labels + "\0\x01\0\x01"s;
}

} // namespace

class TestCallText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAddresses();
    void readsNoAddressThatIsCut();
    void readsTheNameOfAQuery();
    void readsNoNameFromWhatIsNone();
    void survivesQueriesThatWereCutAnywhere();
};

void TestCallText::readsAddresses()
{
    QCOMPARE(textOf(parseSocketAddress(internet("192.0.2.7", 443))), std::string("192.0.2.7 443"));
    QCOMPARE(
        textOf(parseSocketAddress(internet6("2001:db8::1", 80))), std::string("2001:db8::1 80"));
    QCOMPARE(textOf(parseSocketAddress(internet6("::1", 80).substr(0, 24))), std::string("::1 80"));
    QCOMPARE(textOf(parseSocketAddress(local("/run/x.sock\0more"s))), std::string("/run/x.sock 0"));
    QCOMPARE(textOf(parseSocketAddress(local("\0abstract"s))), std::string("@abstract 0"));
}

void TestCallText::readsNoAddressThatIsCut()
{
    const auto v4 = internet("192.0.2.7", 443), v6 = internet6("::1", 80).substr(0, 24);
    for (std::size_t size = 0; size < v4.size(); ++size)
        QVERIFY(!parseSocketAddress(v4.substr(0, size)));
    for (std::size_t size = 0; size < v6.size(); ++size)
        QVERIFY(!parseSocketAddress(v6.substr(0, size)));
    QVERIFY(!parseSocketAddress(local("")));
    QVERIFY(!parseSocketAddress(std::string(128, '\0')));
    QVERIFY(!parseSocketAddress("\x10\0rest of a netlink address"s));
}

void TestCallText::readsTheNameOfAQuery()
{
    QCOMPARE(
        parseAskedName(query("\7example\3com\0"s)).value_or("none"), std::string("example.com"));
    QCOMPARE(parseAskedName(query("\0"s)).value_or("none"), std::string("."));
}

void TestCallText::readsNoNameFromWhatIsNone()
{
    QVERIFY(!parseAskedName("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n"));
    // A pointer into the packet, which a question has no need of.
    QVERIFY(!parseAskedName(query("\7example\xc0\x0c"s)));
    auto reply = query("\7example\3com\0"s);
    reply[2] = '\x81';
    QVERIFY(!parseAskedName(reply));
    std::string tooLong;
    for (int i = 0; i < 5; ++i)
        tooLong += '\x3f' + std::string(63, 'a');
    QVERIFY(!parseAskedName(query(tooLong + '\0')));
}

void TestCallText::survivesQueriesThatWereCutAnywhere()
{
    const auto whole = query("\7example\3com\0"s);
    const std::size_t end = whole.size() - 4;
    for (std::size_t size = 0; size <= whole.size(); ++size)
        QCOMPARE(parseAskedName(std::string_view(whole).substr(0, size)).has_value(), size >= end);
}

SANDBENCH_TEST(TestCallText);
#include "tst_call_text.moc"
