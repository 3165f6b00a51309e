// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/channel.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::kubernetes;

namespace {

std::string on(ExecChannel channel, std::string_view bytes)
{
    return std::string(1, static_cast<char>(channel)).append(bytes);
}

/// Written with ' for ", since moc stumbles over raw strings.
std::string json(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

const std::string kSuccess = json("{'metadata':{},'status':'Success'}");
const std::string kExit3
    = json("{'metadata':{},'status':'Failure','message':'non-zero exit code',"
           "    'reason':'NonZeroExitCode','details':{'causes':["
           "        {'reason':'Other','message':'9'},{'reason':'ExitCode','message':'3'}]}}");

} // namespace

class ExecChannelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachChannelGoesItsWay()
    {
        ExecReceiver receiver;
        const auto empty = on(ExecChannel::Output, "");
        QCOMPARE(receiver.take(empty).value_or("?"), std::string_view());
        QCOMPARE(receiver.take("").value_or("?"), std::string_view());
        const auto output = on(ExecChannel::Output, std::string_view("a\0b", 3));
        QCOMPARE(receiver.take(output).value_or("?"), std::string_view("a\0b", 3));
        QCOMPARE(
            receiver.take(on(ExecChannel::Complaint, "oh ")).value_or("?"), std::string_view());
        QVERIFY(receiver.take(on(ExecChannel::Complaint, "no")));
        QCOMPARE(receiver.complaint(), std::string("oh no"));
        QVERIFY(receiver.take(on(ExecChannel::Close, "\1")));
        QVERIFY(!receiver.status());
        QVERIFY(receiver.take(on(ExecChannel::Status, kSuccess)));
        QVERIFY(receiver.status());
        QVERIFY(receiver.status()->isSuccess);
        QCOMPARE(receiver.status()->exitCode.value_or(-1), 0);
    }

    void onlyTheEndOfStandardErrorIsKept()
    {
        ExecReceiver receiver;
        for (int i = 0; i < 5; ++i)
            QVERIFY(receiver.take(on(ExecChannel::Complaint, std::string(1000, 'a'))));
        QVERIFY(receiver.take(on(ExecChannel::Complaint, "end")));
        QCOMPARE(receiver.complaint().size(), ExecReceiver::kMaxComplaint);
        QVERIFY(receiver.complaint().ends_with("aend"));
        QVERIFY(receiver.take(on(ExecChannel::Complaint, std::string(1U << 20, 'b'))));
        QCOMPARE(receiver.complaint(), std::string(ExecReceiver::kMaxComplaint, 'b'));
    }

    void aStatusMayComeInPieces()
    {
        for (std::size_t cut = 0; cut <= kExit3.size(); ++cut) {
            ExecReceiver receiver;
            QVERIFY(receiver.take(on(ExecChannel::Status, kExit3.substr(0, cut))));
            QCOMPARE(receiver.status().has_value(), cut == kExit3.size());
            QVERIFY(receiver.take(on(ExecChannel::Status, kExit3.substr(cut))));
            QVERIFY(receiver.status());
            QVERIFY(!receiver.status()->isSuccess);
            QCOMPARE(receiver.status()->exitCode.value_or(-1), 3);
        }
    }

    void theFirstStatusCounts()
    {
        ExecReceiver receiver;
        QVERIFY(receiver.take(on(ExecChannel::Status, kExit3)));
        QVERIFY(receiver.take(on(ExecChannel::Status, kSuccess)));
        QCOMPARE(receiver.status()->exitCode.value_or(-1), 3);
    }

    void aFailureWithoutExitCodeKeepsItsWords()
    {
        const auto status = parseExecStatus(
            json("{'status':'Failure','message':'exec: nope: not found in $PATH\\n\\u001b[31m'}"));
        QVERIFY(status);
        QVERIFY(!status->isSuccess);
        QVERIFY(!status->exitCode);
        QCOMPARE(status->message, std::string("exec: nope: not found in $PATH [31m"));
    }

    void oddExitCodesAreNone_data()
    {
        QTest::addColumn<QByteArray>("causes");
        QTest::newRow("no list") << QByteArray("{}");
        QTest::newRow("no objects") << QByteArray::fromStdString(json("[1,null,'ExitCode']"));
        QTest::newRow("no number")
            << QByteArray::fromStdString(json("[{'reason':'ExitCode','message':'x'}]"));
        QTest::newRow("a number's start")
            << QByteArray::fromStdString(json("[{'reason':'ExitCode','message':'3x'}]"));
        QTest::newRow("below 0") << QByteArray::fromStdString(
            json("[{'reason':'ExitCode','message':'-1'}]"));
        QTest::newRow("past 255") << QByteArray::fromStdString(
            json("[{'reason':'ExitCode','message':'256'}]"));
        QTest::newRow("huge") << QByteArray::fromStdString(
            json("[{'reason':'ExitCode','message':'99999999999'}]"));
        QTest::newRow("empty") << QByteArray::fromStdString(
            json("[{'reason':'ExitCode','message':''}]"));
    }

    void oddExitCodesAreNone()
    {
        QFETCH(QByteArray, causes);
        const auto status = parseExecStatus(
            json("{'status':'Failure','details':{'causes':") + causes.toStdString() + "}}");
        QVERIFY(status);
        QVERIFY(!status->exitCode);
    }

    void whatIsNoStatusIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("no verdict") << QByteArray("{}");
        QTest::newRow("another verdict") << QByteArray::fromStdString(json("{'status':'Perhaps'}"));
        QTest::newRow("a verdict that is no word")
            << QByteArray::fromStdString(json("{'status':{}}"));
    }

    void whatIsNoStatusIsRefused()
    {
        QFETCH(QByteArray, text);
        ExecReceiver receiver;
        const auto taken = receiver.take(on(ExecChannel::Status, text.toStdString()));
        QVERIFY(!taken);
        QCOMPARE(taken.error().code(), ErrorCode::Protocol);
        QVERIFY(!receiver.take(on(ExecChannel::Output, "x")));
    }

    void aStatusOfMegabytesIsRefused()
    {
        ExecReceiver receiver;
        const auto taken
            = receiver.take(on(ExecChannel::Status, "\"" + std::string(3U << 20, 'x')));
        QVERIFY(!taken);
        QCOMPARE(taken.error().code(), ErrorCode::Protocol);
    }

    void aStatusInEndlessPiecesIsRefused()
    {
        ExecReceiver receiver;
        int pieces = 0;
        while (receiver.take(on(ExecChannel::Status, "{")))
            QVERIFY(++pieces <= 16);
        QVERIFY(receiver.brokenStatus().starts_with("{{"));
    }

    void deepJsonIsNoStatus()
    {
        ExecReceiver receiver;
        QVERIFY(receiver.take(on(ExecChannel::Status, std::string(1U << 15, '['))));
        QVERIFY(!receiver.status());
    }

    void bytesOnOtherChannelsAreRefused()
    {
        for (const char channel : {'\0', '\4', '\5', '\xfe'}) {
            ExecReceiver receiver;
            QVERIFY(receiver.take(std::string(1, channel)));
            const auto taken = receiver.take(std::string(1, channel) + "x");
            QVERIFY(!taken);
            QCOMPARE(taken.error().code(), ErrorCode::Protocol);
        }
    }
};

SANDBENCH_TEST(ExecChannelTest);
#include "tst_exec_channel.moc"
