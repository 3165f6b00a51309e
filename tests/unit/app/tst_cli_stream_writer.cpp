// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stream_writer.h"
#include "tests/support/test_program.h"

#include <QTemporaryFile>
#include <QTest>

#include <array>
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::cli;

namespace {

std::string everyByte(std::size_t size)
{
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<char>(i * 7 + i / 256);
    return bytes;
}

} // namespace

class TestCliStreamWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); }

    void writesEveryByteToASlowReader()
    {
        auto pipe = makePipe();
        QVERIFY(pipe);
        const auto bytes = everyByte(1U << 20);
        std::string received;
        std::thread reader([&] {
            std::array<char, 3000> chunk = {};
            for (;;) {
                const auto n = ::read(pipe->read.get(), chunk.data(), chunk.size());
                if (n <= 0)
                    return;
                received.append(chunk.data(), static_cast<std::size_t>(n));
            }
        });
        StreamWriter writer(pipe->write.get(), {});
        const auto written = writer.write(bytes);
        pipe->write.reset();
        reader.join();
        QVERIFY(written);
        QVERIFY(received == bytes);
    }

    void writesEveryByteToAFile()
    {
        QTemporaryFile file;
        QVERIFY(file.open());
        const auto bytes = everyByte(300000);
        StreamWriter writer(file.handle(), {});
        QVERIFY(writer.write(bytes));
        QVERIFY(file.seek(0));
        QVERIFY(file.readAll().toStdString() == bytes);
    }

    void saysThatNobodyReads()
    {
        auto pipe = makePipe();
        QVERIFY(pipe);
        pipe->read.reset();
        StreamWriter writer(pipe->write.get(), {});
        const auto written = writer.write("x");
        QVERIFY(!written);
        QCOMPARE(written.error().code(), ErrorCode::ConnectionLost);
    }

    void givesUpAFullPipeWhenStopped()
    {
        auto pipe = makePipe();
        QVERIFY(pipe);
        std::stop_source stop;
        StreamWriter writer(pipe->write.get(), stop.get_token());
        std::thread stopper([&] { stop.request_stop(); });
        const auto written = writer.write(everyByte(1U << 20));
        stopper.join();
        QVERIFY(!written);
        QCOMPARE(written.error().code(), ErrorCode::Cancelled);
    }
};

SANDBENCH_TEST(TestCliStreamWriter);
#include "tst_cli_stream_writer.moc"
