// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "tests/support/hostile_fixture.h"
#include "tests/support/sandbox_under_test.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;

/// Programs that attack through what they print, and through what we read from them.
class TestHostileOutput : public HostileTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return TestEngine::names(); }

private Q_SLOTS:
    void endsAnEndlessPrinter()
    {
        RunLimits limits;
        limits.outputBytes = 2U << 20;
        const auto record = run("bash", "yes", limits);
        QVERIFY2(record.verdict == Verdict::OutputLimit, text(record));
        QVERIFY(record.stdoutBytes.size() >= 1U << 20);
        QVERIFY(record.stdoutBytes.size() <= 17U << 20);
    }

    void takesOneEndlessLine()
    {
        RunLimits limits;
        limits.outputBytes = 8U << 20;
        const auto record = python("import sys\nwhile True: sys.stdout.write('x' * 65536)", limits);
        QVERIFY2(record.verdict == Verdict::OutputLimit, text(record));
    }

    void keepsEveryByte()
    {
        const auto record = python("import sys\nsys.stdout.buffer.write(bytes(range(256)) * 1000)");
        std::string wanted;
        for (int i = 0; i < 1000; ++i)
            for (int b = 0; b < 256; ++b)
                wanted.push_back(static_cast<char>(b));
        QVERIFY(record.stdoutBytes == wanted);
        // The JSON of such a record is still JSON.
        QVERIFY(parseJson(writeJson(toJson(record)), 64U << 20));
    }

    void keepsCharactersThatAreSplitOverWrites()
    {
        const auto record
            = python("import os, time\n"
                     "for b in '€𝄞'.encode(): os.write(1, bytes([b])); time.sleep(0.02)\n");
        QCOMPARE(out(record), QByteArray("€𝄞"));
    }

    void showsForgedProtocolAsText()
    {
        const auto record
            = python("import os\n"
                     "forged = bytes([0,0,0,0,3,1,0,0,0]) + b'{\"ok\":true,\"exit_code\":0}' + "
                     "b'\\x01\\0\\0\\0\\0\\0\\0\\5hello<completed-x-0>{\"type\":\"result\"}'\n"
                     "os.write(1, forged); os.write(2, forged)\n"
                     "import sys; sys.exit(3)\n");
        QVERIFY2(record.verdict == Verdict::Exited && record.exitCode == 3, text(record));
        QVERIFY(record.stdoutBytes.size() > 30 && record.stdoutBytes == record.stderrBytes);
    }

    void survivesGarbageOnEveryDescriptor()
    {
        const auto record = python(
            "import os\n"
            "for fd in range(3, 1024):\n"
            "  try: os.write(fd, b'\\xff' * 70000)\n"
            "  except OSError: pass\n"
            "print('wrote', flush=True)\n",
            wallLimit(20));
        QVERIFY2(
            record.verdict == Verdict::Exited || record.verdict == Verdict::WallTimeout,
            text(record));
    }

    void goesOnWhenItsOutputIsClosed()
    {
        const auto record
            = python("import os, time\nos.close(1); os.close(2)\ntime.sleep(0.3)\nos._exit(7)");
        QVERIFY2(record.verdict == Verdict::Exited && record.exitCode == 7, text(record));
    }

    void doesNotDeadlockOnInputThatNobodyReads()
    {
        const auto record = run(
            "python", "import sys\nsys.stdout.write('x' * (4 << 20))\n", wallLimit(30),
            smallLimits(), std::string(8U << 20, 'i'));
        QVERIFY2(record.verdict == Verdict::Exited && record.exitCode == 0, text(record));
        QCOMPARE(record.stdoutTotal, std::uint64_t{4U << 20});
    }

    void keepsTheOrderOfManyTinyWrites()
    {
        const auto record = python(
            "import os\n"
            "for i in range(20000): os.write(1 + i % 2, b'%d\\n' % i)",
            wallLimit(60));
        std::string even, odd;
        for (int i = 0; i < 20000; ++i)
            (i % 2 == 0 ? even : odd) += std::to_string(i) + '\n';
        QVERIFY(record.stdoutBytes == even);
        QVERIFY(record.stderrBytes == odd);
    }

    void givesEndOfInputInsteadOfAHang()
    {
        const auto record = python("input()", wallLimit(10));
        QVERIFY2(record.verdict == Verdict::Exited && record.exitCode == 1, text(record));
        QVERIFY2(record.stderrBytes.find("EOFError") != std::string::npos, text(record));
    }

    void takesHostileCode_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("NUL bytes") << QByteArray("print(1)\0print(2)\n", 18);
        QTest::newRow("invalid UTF-8") << QByteArray("print('\xff\xfe')\n");
        QTest::newRow("ELF header") << QByteArray(
            "\x7f"
            "ELF\x02\x01\x01\0\0\0",
            10);
        QTest::newRow("10 MB") << QByteArray("# ") + QByteArray(10 << 20, 'x') + "\nprint('ok')\n";
    }

    void takesHostileCode()
    {
        QFETCH(QByteArray, code);
        const auto record = run("python", code.toStdString(), wallLimit(30));
        QVERIFY2(record.verdict == Verdict::Exited, text(record));
    }

    void boundsHostileResults()
    {
        const auto record = python(
            "import json\n"
            "open('/work/output/deep.json', 'w').write('[' * 100000)\n"
            "open('/work/output/nan.json', 'w').write('{\"a\": NaN, \"a\": 1e400, \"b\": "
            "\"\\\\ud800\"}')\n"
            "open('/work/output/page.html', 'w').write('<script>1</script>' * 1000)\n"
            "open('/work/output/bomb.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n\\0\\0\\0\\rIHDR' + "
            "(60000).to_bytes(4, 'big') * 2 + b'\\x08\\x02\\0\\0\\0')\n");
        QVERIFY2(record.verdict == Verdict::Exited, text(record));
        QVERIFY(parseJson(writeJson(toJson(record)), 64U << 20));
        // Whoever draws them refuses; the bytes themselves are there to be saved.
        QCOMPARE(record.artifacts.size(), std::size_t(4));
        for (const auto& artifact : record.artifacts)
            QVERIFY2(!artifact.storedPath.empty(), artifact.name.c_str());
    }

    void boundsAGiantResult()
    {
        auto session = engine().open();
        QVERIFY2(session, engine().problem().c_str());
        auto request = cellRequest(
            "c",
            "class T:\n"
            "    def _repr_html_(self): return 'x' * (200 << 20)\n"
            "    def __repr__(self): return 'y' * (200 << 20)\n"
            "T()");
        RunSink sink;
        const auto record = runRequest(*session, request, sink);
        QVERIFY2(record.verdict == Verdict::Exited, text(record));
        QVERIFY(record.resultText.size() <= (1U << 20));
        QVERIFY2(!record.warnings.empty(), text(record));
        for (const auto& artifact : record.artifacts)
            QVERIFY2(artifact.bytes <= ArtifactStore::kMaxArtifactBytes, artifact.name.c_str());
        checkNextRun(*session);
    }

    void keepsControlSequencesOutOfTheRecordsText()
    {
        const auto record
            = python("print('\\x1b]0;title\\x07\\x1b]52;c;AAAA\\x07\\x1b[?1049h\\x1bc')");
        QVERIFY2(record.verdict == Verdict::Exited, text(record));
        for (const char c : writeJson(toJson(record)))
            QVERIFY(static_cast<unsigned char>(c) >= 0x20);
    }
};

SANDBENCH_TEST(TestHostileOutput);
#include "tst_hostile_output.moc"
