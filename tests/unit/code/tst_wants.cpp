// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/wants.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <chrono>

using namespace sandbench;

namespace {

/// Seconds. What grows with the square of its input takes longer; all else, under sanitizers too, a
/// fraction.
constexpr double kForEver = 60;

// "network:requests.get@2 packages:requests@1"
QString told(const Wants& wants)
{
    static constexpr const char* kWords[]
        = {"network", "files", "programs", "native", "code", "packages"};
    QStringList items;
    for (const auto& want : wants.items)
        items << QStringLiteral("%1:%2@%3")
                     .arg(
                         QLatin1String(kWords[static_cast<std::size_t>(want.kind)]),
                         QString::fromStdString(want.name))
                     .arg(want.line);
    return items.join(u' ');
}

} // namespace

class TestWants : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatAProgramReachesFor_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("wants");
        const auto row
            = [](const char* name, const char* language, const char* code, const char* wants) {
                  QTest::newRow(name) << QString::fromUtf8(language) << QString::fromUtf8(code)
                                      << QString::fromUtf8(wants);
              };
        row("python network", "python", "import requests as r\n\nr.get('x')\nr.get('y')\n",
            "network:requests.get@3 packages:requests@1");
        row("python import only", "python", "import socket\n", "network:socket@1");
        row("python from", "python", "from urllib.request import urlopen as u\nu('x')\n",
            "network:urllib.request.urlopen@2");
        row("python files", "python",
            "import pathlib\nopen('a')\npathlib.Path('b').write_text('c')\n",
            "files:open@2 files:pathlib.Path@3");
        row("python programs", "python", "import subprocess\nsubprocess.run(['ls'])\n",
            "programs:subprocess.run@2");
        row("python shell", "python", "import os\n\nos.system('curl x | sort')\n",
            "network:curl@3 programs:os.system@3 programs:sort@3");
        row("python inner", "python", "\nexec(\"open('a')\")\n", "files:open@2 code:exec@2");
        row("python native", "python", "import ctypes\nctypes.CDLL('x')\n", "native:ctypes.CDLL@2");
        row("python packages", "python",
            "import numpy as np\nimport pandas\nimport math, numpy.linalg\nfrom . import own\n",
            "packages:numpy@1 packages:pandas@2");
        row("python comment", "python", "# open('a')\nx = 'requests.get'\n", "");
        row("javascript", "javascript",
            "import fs from 'node:fs'\nimport _ from "
            "'lodash/fp'\nfs.readFileSync('a')\nfetch('b')\n",
            "network:fetch@4 files:fs.readFileSync@3 packages:lodash@2");
        row("typescript", "typescript", "import {exec} from 'child_process'\nexec('ls')\n",
            "files:ls@2 programs:child_process.exec@1");
        row("go", "go",
            "package main\nimport (\n\"net/http\"\n\"os\"\n)\nfunc main() {\n"
            "http.Get(\"x\")\nos.ReadFile(\"a\")\n}\n",
            "network:net.http.Get@7 files:os.ReadFile@8");
        row("java", "java",
            "import java.net.Socket;\nimport java.nio.file.Files;\nclass A { void f() {\n"
            "new Socket(\"x\", 1); Files.delete(p);\n} }\n",
            "network:java.net.Socket@4 files:java.nio.file.Files.delete@4");
        row("c", "c", "#include <stdio.h>\nint main() { fopen(\"a\", \"r\"); system(x); }\n",
            "files:fopen@2 programs:system@2");
        row("cpp", "cpp", "#include <fstream>\nint main() {\nstd::ofstream(\"a\");\n}\n",
            "files:ofstream@3");
        row("rust", "rust", "use std::fs;\nfn main() {\nfs::read_to_string(\"a\");\n}\n",
            "files:std.fs.read_to_string@3");
        row("ruby", "ruby", "require 'net/http'\nNet::HTTP.get(u)\nFile.read('a')\n",
            "network:Net.HTTP.get@2 files:File.read@3");
        row("php", "php", "<?php\nfile_get_contents('a');\ncurl_init();\n",
            "network:curl_init@3 files:file_get_contents@2");
        row("r", "r", "library(dplyr)\nread.csv('a')\ndownload.file('b')\n",
            "network:download.file@3 files:read.csv@2 packages:dplyr@1");
        row("bash", "bash", "f() {\n  echo a\n}\nf\ncurl x | sort\nrm a\n",
            "network:curl@5 files:rm@6 programs:sort@5");
        row("unknown", "lua", "os.execute('ls')\n", "");
    }
    void tellsWhatAProgramReachesFor()
    {
        QFETCH(QString, language);
        QFETCH(QString, code);
        QFETCH(QString, wants);
        QCOMPARE(told(wantsOf(code.toStdString(), language.toStdString())), wants);
    }

    void knowsProgramsThatOnlyCompute_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("code");
        QTest::newRow("python") << "python"
                                << "import math\nprint(math.sqrt(2))\n";
        QTest::newRow("from") << "python"
                              << "from collections import Counter\nprint(Counter('a'))\n";
        QTest::newRow("javascript") << "javascript"
                                    << "console.log(6 * 7)\n";
        QTest::newRow("go") << "go"
                            << "package main\nimport \"fmt\"\nfunc main() { fmt.Println(1) }\n";
        QTest::newRow("java") << "java"
                              << "import java.util.List;\nclass A { int f() { return 1; } }\n";
    }
    void knowsProgramsThatOnlyCompute()
    {
        QFETCH(QString, language);
        QFETCH(QString, code);
        const auto wants = wantsOf(code.toStdString(), language.toStdString());
        QCOMPARE(told(wants), QString());
        QVERIFY(wants.isUnderstood);
    }

    void doesNotSayOfWhatItCannotReadThatItOnlyComputes_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("code");
        QTest::newRow("attribute") << "python"
                                   << "x = getattr(y, z)\n";
        QTest::newRow("classes") << "python"
                                 << "().__class__.__bases__[0].__subclasses__()\n";
        QTest::newRow("module") << "python"
                                << "import logging\n";
        QTest::newRow("own module") << "python"
                                    << "from . import helper\n";
        QTest::newRow("constructor") << "javascript"
                                     << "[]['constructor']['constructor'](x)()\n";
        QTest::newRow("global") << "javascript"
                                << "globalThis[x](y)\n";
        QTest::newRow("c") << "c"
                           << "int main() { return 0; }\n";
        QTest::newRow("rust") << "rust"
                              << "fn main() {}\n";
        QTest::newRow("bash") << "bash"
                              << "echo hello\n";
        QTest::newRow("unknown") << "lua"
                                 << "print(1)\n";
        QTest::newRow("nothing") << "python"
                                 << " \n";
        QTest::newRow("none") << ""
                              << "print(1)\n";
    }
    void doesNotSayOfWhatItCannotReadThatItOnlyComputes()
    {
        QFETCH(QString, language);
        QFETCH(QString, code);
        QVERIFY(!wantsOf(code.toStdString(), language.toStdString()).isUnderstood);
    }

    void saysThatMoreIsHidden()
    {
        std::string code = "x = 'a'\n";
        for (int depth = 0; depth < 6; ++depth)
            code = "exec(" + Json(code).dump() + ")";
        const auto wants = told(wantsOf(code, "python"));
        QVERIFY2(wants.contains(QStringLiteral("code:@1")), qPrintable(wants));
    }

    void tellsSoManyOfEachKindAndCountsTheRest()
    {
        std::string code;
        for (std::size_t i = 0; i < kMostWants + 7; ++i)
            code += "import package_" + std::to_string(i) + "\n";
        const auto wants = wantsOf(code, "python");
        QCOMPARE(wants.items.size(), kMostWants);
        QCOMPARE(wants.omitted[static_cast<std::size_t>(WantKind::Packages)], std::size_t(7));
    }

    void tellsNamesOnOneValidLine()
    {
        const auto wants
            = wantsOf("require('a\\u202e" + std::string(5000, 'x') + "\\nb\xff')", "javascript");
        QCOMPARE(wants.items.size(), 1U);
        QVERIFY(isValidUtf8(wants.items[0].name));
        QVERIFY(wants.items[0].name.size() <= kLongestWant);
        QVERIFY(wants.items[0].name.find('\n') == std::string::npos);
    }

    void readsManyProgramsInProgramsInTime()
    {
        std::string inner;
        for (int i = 0; i < 500; ++i)
            inner += "eval('1');";
        std::string code;
        for (int i = 0; i < 200; ++i)
            code += "exec(" + Json(inner).dump() + ")\n";
        const auto begin = std::chrono::steady_clock::now();
        QVERIFY(told(wantsOf(code, "python")).contains(QStringLiteral("code:@")));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        QVERIFY2(took.count() < kForEver, std::to_string(took.count()).c_str());
    }

    void readsMuchCodeInTime()
    {
        std::string code;
        while (code.size() < (std::size_t(1) << 20))
            code += "import os, requests\nos.system(x); requests.get(y)\n";
        const auto begin = std::chrono::steady_clock::now();
        QCOMPARE(
            told(wantsOf(code, "python")),
            QStringLiteral("network:requests.get@2 programs:os.system@2 code:@20000 "
                           "packages:requests@1"));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        QVERIFY2(took.count() < kForEver, std::to_string(took.count()).c_str());
    }
};

SANDBENCH_TEST(TestWants);
#include "tst_wants.moc"
