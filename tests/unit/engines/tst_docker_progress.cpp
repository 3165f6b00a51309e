// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/progress_parser.h"
#include "core/engine/docker/progress_reporter.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::docker;
using namespace std::chrono_literals;

namespace {

// JSON is easier to read here without its escapes.
std::string json(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

// As Docker 20.10 answers a pull.
const std::string kDockerPull
    = json("{'status':'Pulling from probe','id':'1'}\n"
           "{'status':'Pulling fs layer','progressDetail':{},'id':'4133816965fb'}\n"
           "{'status':'Pulling fs layer','progressDetail':{},'id':'917c4317d000'}\n"
           "{'status':'Downloading','progressDetail':{'current':36446,'total':500337},'progress':'["
           "=>]','id':'917c4317d000'}\n"
           "{'status':'Downloading','progressDetail':{'current':1000000,'total':3001122},'progress'"
           ":'[=>]','id':'4133816965fb'}\n");

const std::string kDockerPullEnd = json(
    "{'status':'Download complete','progressDetail':{},'id':'4133816965fb'}\n"
    "{'status':'Download complete','progressDetail':{},'id':'917c4317d000'}\n"
    "{'status':'Extracting','progressDetail':{'current':32768,'total':500337},'id':'917c4317d000'}"
    "\n"
    "{'status':'Pull complete','progressDetail':{},'id':'917c4317d000'}\n"
    "{'status':'Digest: sha256:c53abb8f375978deb65660edc852c6f846f78ee044e3754ecebb801287302617'}\n"
    "{'status':'Status: Downloaded newer image for registry.test/probe:1'}\n");

// As Podman 4.3 answers /libpod/images/pull.
const std::string kPodmanPull
    = json("{'stream':'Trying to pull registry.test/probe:1...\\n'}\n"
           "{'stream':'Copying blob "
           "sha256:917c4317d000df365564038011d55cada2a20806d7f1e9ba20d5bbd891f0e348\\n'}\n"
           "{'stream':'Copying blob "
           "sha256:4133816965fbd66f3b06921a3bb09065f978457489c583ffc87f7617a5a05c0d\\n'}\n");

const std::string kPodmanPullEnd
    = json("{'stream':'Copying config "
           "sha256:f98517ee38635b746c1b2d7839494813f3ad309dfa5847fdabc1a8e08542fbcd\\n'}\n"
           "{'images':['f98517ee38635b746c1b2d7839494813f3ad309dfa5847fdabc1a8e08542fbcd'],'id':'"
           "f98517ee38635b746c1b2d7839494813f3ad309dfa5847fdabc1a8e08542fbcd'}\n");

const std::string kFailedBuild
    = json("{'stream':'Step 2/2 : RUN make'}\n"
           "{'stream':'\\n'}\n"
           "{'stream':'\\u001b[91mmake: *** no rule\\n\\u001b[0m'}\n"
           "{'stream':'Removing intermediate container 0123456789ab\\n'}\n"
           "{'errorDetail':{'code':2,'message':'The command make returned a non-zero code: "
           "2'},'error':'The command make returned a non-zero code: 2'}\n");

ProgressParser pullParser()
{
    return ProgressParser(ProgressParser::Stream::Pull);
}

} // namespace

class TestDockerProgress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsTheBytesOfEachLayer()
    {
        auto parser = pullParser();
        QVERIFY(parser.feed(kDockerPull));
        QCOMPARE(parser.layers().size(), std::size_t(2));
        QCOMPARE(parser.layers()[0].id, std::string("4133816965fb"));
        QCOMPARE(parser.layers()[0].status, std::string("Downloading"));
        QCOMPARE(parser.layers()[0].doneBytes, std::uint64_t(1000000));
        QCOMPARE(parser.doneBytes(), std::uint64_t(1036446));
        QCOMPARE(parser.totalBytes(), std::uint64_t(3501459));
        QCOMPARE(parser.takeText(), std::string("Pulling from probe\n"));
    }

    void countsADownloadOnceThoughItIsExtractedToo()
    {
        auto parser = pullParser();
        QVERIFY(parser.feed(kDockerPull));
        QVERIFY(parser.feed(kDockerPullEnd));
        QVERIFY(parser.finish());
        QCOMPARE(parser.doneBytes(), std::uint64_t(3501459));
        QCOMPARE(parser.totalBytes(), std::uint64_t(3501459));
        QCOMPARE(parser.layers()[1].status, std::string("Pull complete"));
        QVERIFY(parser.takeText().find("Downloaded newer image") != std::string::npos);
    }

    void readsThePodmanPullThatKnowsNoBytes()
    {
        auto parser = pullParser();
        QVERIFY(parser.feed(kPodmanPull));
        QCOMPARE(parser.layers().size(), std::size_t(2));
        QCOMPARE(parser.layers()[0].id, std::string("917c4317d000"));
        QCOMPARE(parser.layers()[0].status, std::string("Downloading"));
        QVERIFY(parser.feed(kPodmanPullEnd));
        QVERIFY(parser.finish());
        QCOMPARE(parser.layers()[0].status, std::string("Pull complete"));
        QCOMPARE(
            parser.imageId(),
            std::string("sha256:f98517ee38635b746c1b2d7839494813f3ad309dfa5847fdabc1a8e08542fbcd"));
    }

    void readsTheSameInAnyPieces_data()
    {
        QTest::addColumn<QByteArray>("stream");
        const auto row
            = [](const char* name, std::string_view first, std::string_view second) {
                  QTest::newRow(name)
                      << QByteArray::fromStdString(std::string(first) + std::string(second));
              };
        row("docker", kDockerPull, kDockerPullEnd);
        row("podman", kPodmanPull, kPodmanPullEnd);
        row("failed build", kFailedBuild, "");
        row("no last newline", "{'status':'x','id':'y'}", "");
        row("garbage", "{}\nHTTP/1.1 500\n", "{}\n");
        row("windows lines", "{'stream':'a'}\r\n\r\n", "{'stream':'b'}\r\n");
    }

    void readsTheSameInAnyPieces()
    {
        QFETCH(QByteArray, stream);
        const auto text = stream.toStdString();
        auto whole = pullParser();
        const bool taken = whole.feed(text).has_value();
        const auto end = whole.finish();
        auto drip = pullParser();
        bool dripTaken = true;
        for (const char c : text)
            dripTaken = drip.feed({&c, 1}).has_value();
        QCOMPARE(dripTaken, taken);
        QCOMPARE(drip.finish().has_value(), end.has_value());
        QCOMPARE(drip.takeText(), whole.takeText());
        QCOMPARE(drip.imageId(), whole.imageId());
        QCOMPARE(drip.layers().size(), whole.layers().size());
        QCOMPARE(drip.doneBytes(), whole.doneBytes());
    }

    void saysWhatTheFailingStepSaidLast()
    {
        ProgressParser parser(ProgressParser::Stream::Log);
        QVERIFY(parser.feed(kFailedBuild));
        const auto end = parser.finish();
        QVERIFY(!end);
        QCOMPARE(end.error().code(), ErrorCode::InvalidArgument);
        QCOMPARE(
            end.error().message(),
            std::string("The command make returned a non-zero code: 2; its last lines: make: *** "
                        "no rule"));
        QVERIFY(parser.takeText().find('\x1b') == std::string::npos);
    }

    void findsTheIdOfWhatWasBuiltOrImported_data()
    {
        QTest::addColumn<QByteArray>("line");
        const QByteArray hex(64, 'a');
        QTest::newRow("docker build") << QByteArray("{'aux':{'ID':'sha256:" + hex + "'}}");
        QTest::newRow("docker import") << QByteArray("{'status':'sha256:" + hex + "'}");
        QTest::newRow("podman import") << QByteArray("{'Id':'sha256:" + hex + "'}");
        QTest::newRow("podman pull") << QByteArray("{'id':'" + hex + "'}");
    }

    void findsTheIdOfWhatWasBuiltOrImported()
    {
        QFETCH(QByteArray, line);
        ProgressParser parser(ProgressParser::Stream::Log);
        QVERIFY(parser.feed(json(line.toStdString())));
        QVERIFY(parser.finish());
        QCOMPARE(parser.imageId(), "sha256:" + std::string(64, 'a'));
    }

    void tellsWhatAnEngineMeansByItsWords_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("code");
        const auto row = [](const char* words, ErrorCode code) {
            QTest::newRow(words) << words << static_cast<int>(code);
        };
        row("manifest for x not found: manifest unknown: manifest unknown", ErrorCode::NotFound);
        row("Get \"https://r/v2/\": no basic auth credentials", ErrorCode::PermissionDenied);
        row("reading manifest 1 in r/x: unauthorized: authentication required",
            ErrorCode::PermissionDenied);
        row("pull access denied for x, repository does not exist", ErrorCode::PermissionDenied);
        row("write /var/x: no space left on device", ErrorCode::ResourceExhausted);
        row("unexpected EOF", ErrorCode::ConnectionLost);
        row("http: server closed idle connection", ErrorCode::ConnectionLost);
        row("dial tcp 127.0.0.1:1: connect: connection refused", ErrorCode::Unavailable);
        row("server gave HTTP response to HTTPS client", ErrorCode::Unavailable);
        row("something else", ErrorCode::Io);
    }

    void tellsWhatAnEngineMeansByItsWords()
    {
        QFETCH(QString, words);
        QFETCH(int, code);
        QCOMPARE(static_cast<int>(errorOfWords(words.toStdString(), ErrorCode::Io).code()), code);
        auto parser = pullParser();
        QVERIFY(parser.feed(writeJson({{"error", words.toStdString()}}) + "\n"));
        const auto end = parser.finish();
        QVERIFY(!end);
        QCOMPARE(static_cast<int>(end.error().code()), code);
    }

    void staysBoundedWhateverComes()
    {
        auto parser = pullParser();
        for (int i = 0; i < 2000; ++i)
            QVERIFY(parser.feed(json(
                "{'status':'Downloading','id':'" + std::to_string(i)
                + "','progressDetail':{'current':9223372036854775807,'total':9223372036854775807}}"
                + "\n")));
        QCOMPARE(parser.layers().size(), std::size_t(512));
        QCOMPARE(parser.doneBytes(), UINT64_MAX);
        const auto line = writeJson({{"stream", std::string(1U << 19, 'x')}}) + "\n";
        for (int i = 0; i < 8; ++i)
            QVERIFY(parser.feed(line));
        QVERIFY(parser.takeText().size() <= 1U << 20);
        const std::string half(600U << 10, '{');
        QVERIFY(parser.feed(half));
        const auto refused = parser.feed(half);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::Protocol);
        QVERIFY(!parser.feed("{}\n"));
        QVERIFY(!parser.finish());
    }

    void takesNegativeAndForeignNumbersForNothing()
    {
        auto parser = pullParser();
        QVERIFY(parser.feed(
            json("{'status':'Downloading','id':'a','progressDetail':{'current':-5,'total':'x'}}"
                 "\n")));
        QVERIFY(parser.feed(json("{'status':7,'id':{},'stream':[]}\n")));
        QCOMPARE(parser.doneBytes(), std::uint64_t(0));
        QCOMPARE(parser.layers().size(), std::size_t(1));
    }

    void measuresTheSpeedOfTheLastSeconds()
    {
        SpeedMeter meter;
        const SpeedMeter::Time start{};
        QCOMPARE(meter.bytesPerSecond(), 0.0);
        meter.add(start, 0);
        QCOMPARE(meter.bytesPerSecond(), 0.0);
        meter.add(start + 1s, 100);
        QCOMPARE(meter.bytesPerSecond(), 100.0);
        for (int i = 2; i <= 10; ++i)
            meter.add(start + i * 1s, 100 + (static_cast<std::uint64_t>(i) - 1) * 1000);
        QCOMPARE(meter.bytesPerSecond(), 1000.0);
        meter.add(start + 11s, 5); // a new transfer
        QCOMPARE(meter.bytesPerSecond(), 0.0);
    }

    void tellsTextAtOnceAndNumbersTenTimesASecond()
    {
        auto parser = pullParser();
        std::vector<ImageProgress> told;
        const OnImageProgress onProgress = [&](const ImageProgress& p) { told.push_back(p); };
        ProgressReporter reporter(parser, onProgress);
        const SpeedMeter::Time start{};
        QVERIFY(parser.feed(kDockerPull));
        reporter.update(start);
        QCOMPARE(told.size(), std::size_t(1));
        QCOMPARE(told[0].line, std::string("Pulling from probe\n"));
        QCOMPARE(told[0].totalBytes, std::uint64_t(3501459));
        reporter.update(start + 50ms);
        QCOMPARE(told.size(), std::size_t(1));
        QVERIFY(parser.feed(json("{'stream':'hello\\n'}"
                                 "\n")));
        reporter.update(start + 60ms);
        QCOMPARE(told.size(), std::size_t(2));
        QCOMPARE(told[1].line, std::string("hello\n"));
        reporter.update(start + 100ms);
        QCOMPARE(told.size(), std::size_t(3));
        reporter.update(start + 110ms, true);
        QCOMPARE(told.size(), std::size_t(4));
    }

    void showsOurOwnUploadAsTheFirstLayer()
    {
        auto parser = pullParser();
        ImageProgress last;
        const OnImageProgress onProgress = [&](const ImageProgress& p) { last = p; };
        ProgressReporter reporter(parser, onProgress);
        reporter.transferBegins("upload", "Uploading", 100);
        reporter.transferred(40);
        reporter.update({});
        QCOMPARE(last.layers.size(), std::size_t(1));
        QCOMPARE(last.layers[0].doneBytes, std::uint64_t(40));
        QCOMPARE(last.totalBytes, std::uint64_t(100));
    }
};

SANDBENCH_TEST(TestDockerProgress);
#include "tst_docker_progress.moc"
