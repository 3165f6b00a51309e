// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "core/base/socket_stream.h"
#include "core/engine/docker/container_calls.h"
#include "core/engine/docker/stream_demux.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <unistd.h>

using namespace sandbench;
using namespace sandbench::docker;
using namespace std::chrono_literals;
using std::string_literals::operator""s;

namespace {

std::string frame(int stream, const std::string& text)
{
    std::string bytes(4, '\0');
    bytes[0] = static_cast<char>(stream);
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<char>(text.size() >> static_cast<unsigned>(shift)));
    return bytes + text;
}

/// What of @p bytes is stdout, when they come in pieces of @p piece; "!" behind it for an error.
std::string stripped(FrameStripper& stripper, std::string bytes, std::size_t piece)
{
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const auto part = std::span(bytes).subspan(at, std::min(piece, bytes.size() - at));
        const auto kept = stripper.strip(part);
        if (!kept)
            return out + "!";
        out.append(part.data(), *kept);
    }
    return out;
}

/// A DemuxStream, and the end to which the test writes what an engine would.
struct Attached
{
    Attached()
    {
        auto ends = makeSocketPair();
        engine = std::move(ends->first);
        stream = std::make_unique<DemuxStream>(
            std::make_unique<SocketStream>(std::move(ends->second)));
    }
    void send(const std::string& bytes) const { QVERIFY(writeAll(engine.get(), bytes)); }

    UniqueFd engine;
    std::unique_ptr<DemuxStream> stream;
};

} // namespace

class DockerStreamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stdoutStaysTheSameHoweverItIsCut();
    void messageIsTheTailOfStderrAndOfTheEngine();
    void framesOfUnknownStreamsAreSkipped();
    void anErrorStays_data();
    void anErrorStays();
    void readsOnlyStdout();
    void readTimesOutThoughOtherStreamsSpeak();
    void firstBytesAreStillRead();
    void anAgentIsAwaitedAndAComplaintIsPassedOn_data();
    void anAgentIsAwaitedAndAComplaintIsPassedOn();
    void awaitingEndsWhenStopped();
};

void DockerStreamTest::stdoutStaysTheSameHoweverItIsCut()
{
    const auto bytes = frame(1, "hello ") + frame(2, "noise") + frame(1, "") + frame(1, "w\0rld"s)
        + frame(0, "echo") + frame(1, std::string(300, 'x'));
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        FrameStripper stripper;
        QCOMPARE(stripped(stripper, bytes, piece), "hello w\0rld"s + std::string(300, 'x'));
        QCOMPARE(stripper.message(), "noise"s);
    }
}

void DockerStreamTest::messageIsTheTailOfStderrAndOfTheEngine()
{
    FrameStripper stripper;
    const auto long_ = std::string(FrameStripper::kMessageBytes, 'a');
    QCOMPARE(stripped(stripper, frame(2, long_) + frame(2, "bc") + frame(3, "d"), 7), ""s);
    QCOMPARE(stripper.message(), long_.substr(3) + "bcd");
}

void DockerStreamTest::framesOfUnknownStreamsAreSkipped()
{
    FrameStripper stripper;
    QCOMPARE(stripped(stripper, frame(9, "what") + frame(200, "ever") + frame(1, "ok"), 5), "ok"s);
    QVERIFY(stripper.message().empty());
}

void DockerStreamTest::anErrorStays_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("text instead of frames") << QByteArray("HTTP/1.1 400 Bad Request\r\n");
    QTest::newRow("a frame of four gigabytes") << QByteArray("\1\0\0\0\xff\xff\xff\xff", 8);
    QTest::newRow("something where zeros belong") << QByteArray("\1\0\1\0\0\0\0\1x", 9);
}

void DockerStreamTest::anErrorStays()
{
    QFETCH(QByteArray, bytes);
    for (const std::size_t piece : {1U, 3U, 100U}) {
        FrameStripper stripper;
        QCOMPARE(stripped(stripper, bytes.toStdString(), piece), "!"s);
        QCOMPARE(stripped(stripper, frame(1, "later"), piece), "!"s);
    }
}

void DockerStreamTest::readsOnlyStdout()
{
    Attached attached;
    attached.send(frame(2, "warning\n\x1b[2J") + frame(1, "out"));
    char into[64];
    const auto got = attached.stream->read(into, 5s);
    QVERIFY(got);
    QCOMPARE(std::string(into, *got), "out"s);
    QCOMPARE(attached.stream->message(), "warning [2J"s);
    attached.engine.reset();
    const auto end = attached.stream->read(into, 5s);
    QVERIFY(end);
    QCOMPARE(*end, std::size_t(0));
}

void DockerStreamTest::readTimesOutThoughOtherStreamsSpeak()
{
    Attached attached;
    attached.send(frame(2, "only this"));
    char into[64];
    const auto got = attached.stream->read(into, 20ms);
    QVERIFY(!got);
    QCOMPARE(got.error().code(), ErrorCode::Timeout);
}

void DockerStreamTest::firstBytesAreStillRead()
{
    Attached attached;
    attached.send(frame(1, "first"));
    const auto first = attached.stream->awaitFirst(5s);
    QVERIFY(first);
    QCOMPARE(std::string(*first), "first"s);
    std::string all;
    for (char into[2]; all.size() < 5;) {
        const auto got = attached.stream->read(into, 5s);
        QVERIFY(got);
        all.append(into, *got);
    }
    QCOMPARE(all, "first"s);
}

void DockerStreamTest::anAgentIsAwaitedAndAComplaintIsPassedOn_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("complaint");
    const auto row = [](const char* name, const std::string& bytes, const char* complaint) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(complaint);
    };
    row("agent", frame(1, "\5\0\0\0\1\0\0\0\0hello"s), "");
    row("an engine's complaint on stdout", frame(1, "OCI runtime exec failed: no sh\r\n"),
        "OCI runtime exec failed: no sh");
    row("an engine's complaint on stderr", frame(2, "runc: not\x1b[1m found"), "not [1m found");
    row("nothing", "", "ended at once");
}

void DockerStreamTest::anAgentIsAwaitedAndAComplaintIsPassedOn()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, complaint);
    Attached attached;
    attached.send(bytes.toStdString());
    attached.engine.reset();
    const auto waited = awaitAgent(*attached.stream, {});
    QCOMPARE(waited.has_value(), complaint.isEmpty());
    if (!waited) {
        QCOMPARE(waited.error().code(), ErrorCode::Unavailable);
        QVERIFY2(
            waited.error().text().find(complaint.toStdString()) != std::string::npos,
            waited.error().text().c_str());
    }
}

void DockerStreamTest::awaitingEndsWhenStopped()
{
    const Attached attached;
    std::stop_source stop;
    stop.request_stop();
    const auto waited = awaitAgent(*attached.stream, stop.get_token());
    QVERIFY(!waited);
    QCOMPARE(waited.error().code(), ErrorCode::Cancelled);
}

SANDBENCH_TEST(DockerStreamTest);
#include "tst_docker_stream.moc"
