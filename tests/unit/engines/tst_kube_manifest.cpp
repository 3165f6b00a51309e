// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/manifest.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QFloat16> // QCOMPARE asks whether Json converts to it
#include <QTest>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;

class KubeManifestTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsMeanWhatKubernetesReads_data();
    void wordsMeanWhatKubernetesReads();
    void jsonAndYamlSayTheSame();
    void refusesHostileText_data();
    void refusesHostileText();
};

void KubeManifestTest::wordsMeanWhatKubernetesReads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char* text, const char* json) {
        QTest::newRow(QByteArray(text).simplified()) << QByteArray(text) << QByteArray(json);
    };
    row("a: 12", R"({"a":12})");
    row("a: -12", R"({"a":-12})");
    row("a: 0644", R"({"a":420})");
    row("a: 0o644", R"({"a":420})");
    row("a: 0x1F", R"({"a":31})");
    row("a: 089", R"({"a":89.0})");
    row("a: 1.5", R"({"a":1.5})");
    row("a: 1e3", R"({"a":1000.0})");
    row("a: 18446744073709551615", R"({"a":18446744073709551615})");
    row("a: 500m", R"({"a":"500m"})");
    row("a: 1.2.3", R"({"a":"1.2.3"})");
    row("a: yes", R"({"a":true})");
    row("a: Off", R"({"a":false})");
    row("a: 'yes'", R"({"a":"yes"})");
    row("a: \"12\"", R"({"a":"12"})");
    row("a: !!str 12", R"({"a":"12"})");
    row("a: ~", R"({"a":null})");
    row("a:", R"({"a":null})");
    row("a: ''", R"({"a":""})");
    row("a: .inf", R"({"a":".inf"})");
    row("1: b", R"({"1":"b"})");
    row("a: |\n  x\n  y\n", R"({"a":"x\ny\n"})");
    row("a: [1, {b: c}]", R"({"a":[1,{"b":"c"}]})");
    row("---\na: 1\n---\n", R"({"a":1})");
    row("a: 1\n...\n", R"({"a":1})");
    row("a: &anchor 1", R"({"a":1})");
    row("a: 2026-01-02", R"({"a":"2026-01-02"})");
}

void KubeManifestTest::wordsMeanWhatKubernetesReads()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, json);
    const auto read = parseManifest(text.toStdString());
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(writeJson(*read), json.toStdString());
}

void KubeManifestTest::jsonAndYamlSayTheSame()
{
    const auto json = parseManifest("\t{\"a\": {\"b\": [1, true, \"\\u00e9\"]}}\n");
    const auto yaml = parseManifest("a:\n  b:\n  - 1\n  - true\n  - é\n");
    const auto flow = parseManifest("{a: {b: [1, true, é]}}");
    QVERIFY(json && yaml && flow);
    QCOMPARE(*json, *yaml);
    QCOMPARE(*flow, *yaml);
}

void KubeManifestTest::refusesHostileText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("an alias") << QByteArray("a: &x [1]\nb: *x") << QByteArray("line 2: aliases");
    QTest::newRow("a cycle") << QByteArray("a: &x [*x]") << QByteArray("aliases");
    QByteArray bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 30; ++i) {
        const auto last = "*a" + QByteArray::number(i - 1) + ",";
        bomb += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " ["
            + last.repeated(9) + "x]\n";
    }
    QTest::newRow("a bomb") << bomb << QByteArray("aliases");
    QTest::newRow("merge key") << QByteArray("a:\n  <<: {b: 1}") << QByteArray("merge keys");
    QTest::newRow("deep YAML") << QByteArray(65, '[') + QByteArray(65, ']')
                               << QByteArray("64 levels");
    QTest::newRow("deeper YAML") << QByteArray(5000, '[') << QByteArray("the manifest");
    QTest::newRow("deepest YAML") << QByteArray(500'000, '[') << QByteArray("the manifest");
    QTest::newRow("deep JSON") << QByteArray("{\"a\":").repeated(65) + "1" + QByteArray(65, '}')
                               << QByteArray("64 levels");
    QTest::newRow("too large") << QByteArray((1 << 20) + 1, ' ') << QByteArray("1 MiB");
    QTest::newRow("many values") << "[" + QByteArray("1,").repeated(60'000) + "1]"
                                 << QByteArray("50000 values");
    QTest::newRow("two documents") << QByteArray("a: 1\n---\nb: 2\n") << QByteArray("several");
    QTest::newRow("twice") << QByteArray("a: 1\na: 2\n") << QByteArray("line 2: the field a");
    QTest::newRow("a list as a name")
        << QByteArray("? [1]\n: 2\n") << QByteArray("name of a field");
    QTest::newRow("tag") << QByteArray("a: !!binary aGk=") << QByteArray("its tag");
    QTest::newRow("wrong tag") << QByteArray("a: !!int x") << QByteArray("its tag");
    QTest::newRow("own tag") << QByteArray("a: !x {b: c}") << QByteArray("not known");
    QTest::newRow("not closed") << QByteArray("a: [1, 2") << QByteArray("the manifest, line");
    QTest::newRow("tabs") << QByteArray("a:\n\tb: 1") << QByteArray("the manifest, line");
    QTest::newRow("a zero byte") << QByteArray("a: \0b", 5) << QByteArray("UTF-8");
    QTest::newRow("not UTF-8") << QByteArray("a: \xff") << QByteArray("UTF-8");
    QTest::newRow("UTF-16") << QByteArray(
        "\xff\xfe"
        "a\0:\0",
        6) << QByteArray("UTF-8");
}

void KubeManifestTest::refusesHostileText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, says);
    const auto read = parseManifest(text.toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().code(), ErrorCode::InvalidArgument);
    QVERIFY2(contains(read.error().text(), says.toStdString()), read.error().text().c_str());
}

SANDBENCH_TEST(KubeManifestTest);
#include "tst_kube_manifest.moc"
