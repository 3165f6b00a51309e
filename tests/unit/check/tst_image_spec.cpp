// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/image_databases.h"
#include "core/image_check/image_report.h"
#include "core/image_check/image_spec.h"
#include "core/image_check/secret_patterns.h"
#include "core/image_check/yaml_node.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::image_check;
using sandbench::test::contains;

/// Files that say what an image shall be: ours, goss' and container-structure-test's.
class TestImageSpec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAllThatAFileOfOursMaySay()
    {
        const auto spec = readImageSpec(R"yaml(
commands:
  - name: adds
    run: [python3, -c, "print(1+1)"]
    exit: 3
    stdout: ["2", "!error", '/^\d+$/']
    timeout: 2.5
    environment: {A: "1"}
    folder: /srv
    root: writable
    network: bridge
    user: "1000"
files:
  - {path: /etc/passwd, mode: "0644", owner: root, type: file, contains: [root]}
  - {path: /root/.ssh, exists: false}
packages:
  - {name: bash, version: ["5.2", /^5/]}
users:
  - {name: app, uid: 1000, groups: [staff]}
environment: {PATH: /bin/, LANG: C.UTF-8, DEBUG: false}
labels: {maintainer: true}
ports: [8080/tcp]
max_size: 100m
no_secrets: true
runs_as_non_root: true
works_read_only: true
)yaml");
        QVERIFY2(spec, spec ? "" : spec.error().text().c_str());
        QCOMPARE(spec->form, std::string("sandbench"));
        QCOMPARE(spec->commands.size(), std::size_t(2));
        const auto& adds = spec->commands.front();
        QCOMPARE(adds.command, (std::vector<std::string>{"python3", "-c", "print(1+1)"}));
        QCOMPARE(adds.exit, std::optional(3));
        QCOMPARE(adds.out.size(), std::size_t(3));
        QVERIFY(adds.out[1].isNegated && adds.out[2].kind == Expectation::Kind::Matches);
        QCOMPARE(adds.timeout, 2.5);
        QVERIFY(adds.setting.isRootWritable);
        QCOMPARE(adds.setting.network, std::string("bridge"));
        QVERIFY(spec->commands.back().command.empty() && spec->commands.back().mayStillRun);
        QCOMPARE(spec->files.front().mode, std::optional(0644U));
        QVERIFY(!spec->files.back().exists);
        QCOMPARE(spec->packages.front().versions.size(), std::size_t(2));
        QCOMPARE(spec->users.front().uid, std::optional<std::int64_t>(1000));
        QCOMPARE(spec->facts.size(), std::size_t(5));
        QCOMPARE(spec->mostBytes, std::optional<std::uint64_t>(100U << 20));
        QVERIFY(spec->hasNoSecrets && spec->runsAsNonRoot);
    }

    void saysWhatIsWrongAndWhere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("problem");
        const auto row = [](const char* name, const QByteArray& text, const char* problem) {
            QTest::newRow(name) << text << QByteArray(problem);
        };
        row("nothing", "", "is a map of keys and values");
        row("no check", "commands: []\n", "no checks");
        row("an unknown key", "commands: []\ncomands: []\n", "line 2: 'comands'");
        row("an unknown key of a file", "files:\n  - path: /a\n    modus: 1\n", "line 3: 'modus'");
        row("a relative path", "files:\n  - path: a\n", "line 2: 'path'");
        row("a mode", "files:\n  - path: /a\n    mode: rw\n", "line 3: 'mode'");
        row("a bad pattern", "commands:\n  - run: [a]\n    stdout: [\"/(/\"]\n",
            "line 3: 'stdout': no regular expression");
        row("no words", "commands:\n  - name: a\n", "line 2: 'run'");
        row("a line for a shell", "commands:\n  - run: echo a\n", "line 2: 'run'");
        row("an exit status", "commands:\n  - {run: [a], exit: 256}\n", "'exit'");
        row("a key twice", "ports: [1]\nports: [2]\n", "line 2: the key 'ports' comes twice");
        row("a tab", "a:\n\t- b\n", "line 2: no YAML");
        row("another schema", "schemaVersion: 1.0.0\n", "only 2.0.0");
        row("an unknown key of a structure test",
            "schemaVersion: 2.0.0\ncommandTests:\n  - name: a\n    comand: b\n",
            "line 4: 'comand'");
        row("bytes that are no text", "labels: {a: \"\xff\xff\"}\n", "line 1");
        row("10 MB", QByteArray(10 << 20, 'a'), "larger or deeper");
        row("depth", "commands: " + QByteArray(1000, '['), "larger or deeper");
        row("a wide depth", "commands: " + QByteArray(100, '[') + QByteArray(100, ']'),
            "larger or deeper");
    }

    void saysWhatIsWrongAndWhere()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, problem);
        const auto spec = readImageSpec(text.toStdString());
        QVERIFY(!spec);
        QVERIFY2(contains(spec.error().text(), problem.toStdString()), spec.error().text().c_str());
    }

    void refusesABombOfAliases()
    {
        std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 10; ++i) {
            const auto below = "*a" + std::to_string(i - 1);
            text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + below;
            for (int j = 0; j < 9; ++j)
                text += ", " + below;
            text += "]\n";
        }
        const auto parsed = parseYaml(text);
        QVERIFY(parsed.failedAs(ErrorCode::ResourceExhausted));
    }

    void readsEveryBeginOfAFileWithoutHarm()
    {
        const std::string text = "commands:\n  - {run: [a, \"b\"], stdout: ['/x/', !!str y]}\n"
                                 "files: [{path: /a, mode: \"0644\"}]\nlabels: {a: &b c, d: *b}\n";
        int read = 0;
        for (std::size_t end = 0; end <= text.size(); ++end)
            read += readImageSpec(text.substr(0, end)) ? 1 : 0;
        QVERIFY(read > 0);
        QVERIFY(readImageSpec(text));
    }

    void readsWhatGossSays()
    {
        const auto spec = readImageSpec(R"yaml(
file:
  /etc/passwd: {exists: true, mode: "0644", owner: root, filetype: file, contents: [root, "!/evil/"], sha256: abc}
  /usr/bin/vi: {exists: false}
package:
  bash: {installed: true, versions: ["5.2.15-2"]}
command:
  go version: {exit-status: 0, stdout: ["go1"], stderr: [], timeout: 500}
  odd: {exec: "echo a", exit-status: {gt: 1}}
  left: {exit-status: 0, skip: true}
user:
  sshd: {exists: true, uid: 74, shell: /sbin/nologin}
group:
  sshd: {exists: true, gid: 74}
port:
  tcp:22: {listening: true}
)yaml");
        QVERIFY2(spec, spec ? "" : spec.error().text().c_str());
        QCOMPARE(spec->form, std::string("goss"));
        QCOMPARE(spec->files.size(), std::size_t(2));
        QCOMPARE(spec->files.front().contents.size(), std::size_t(2));
        QCOMPARE(spec->commands.size(), std::size_t(2));
        QCOMPARE(
            spec->commands.front().command,
            (std::vector<std::string>{"/bin/sh", "-c", "go version"}));
        QCOMPARE(spec->commands.front().timeout, 0.5);
        QCOMPARE(spec->users.size(), std::size_t(2));
        QCOMPARE(spec->packages.size(), std::size_t(1));
        std::string skipped;
        for (const auto& skip : spec->skipped)
            skipped += skip.name + "\n";
        QCOMPARE(
            skipped,
            std::string("file /etc/passwd: sha256\ncommand odd: exit-status\ncommand left\n"
                        "port tcp:22\n"));
    }

    void readsWhatContainerStructureTestSays()
    {
        const auto spec = readImageSpec(R"yaml(
schemaVersion: 2.0.0
globalEnvVars: [{key: A, value: b}]
commandTests:
  - name: apt
    setup: [[touch, /x]]
    command: apt-get
    args: [-v]
    expectedOutput: ['apt \d+']
    excludedError: [".+"]
  - {name: fails, command: "false", exitCode: 1}
fileExistenceTests:
  - {name: root, path: /, shouldExist: true, permissions: "drwxr-xr-x", uid: 0, isExecutableBy: any}
fileContentTests:
  - {name: sources, path: /etc/apt/sources.list, expectedContents: ["^deb"]}
metadataTest:
  envVars: [{key: PATH, value: "/bin", isRegex: true}]
  labels: [{key: a, value: b}]
  exposedPorts: ["8080"]
  unexposedPorts: ["22"]
  entrypoint: []
  cmd: ["/bin/bash"]
  workdir: /app
licenseTests:
  - {debian: true}
)yaml");
        QVERIFY2(spec, spec ? "" : spec.error().text().c_str());
        QCOMPARE(spec->form, std::string("container-structure-test"));
        const auto& apt = spec->commands.front();
        QVERIFY(apt.setting.own != 0 && apt.setup.size() == 1);
        QCOMPARE(apt.env.at("A"), std::string("b"));
        QCOMPARE(apt.out.size() + apt.err.size(), std::size_t(2));
        QCOMPARE(spec->commands.back().exit, std::optional(1));
        QCOMPARE(spec->files.front().mode, std::optional(0755U));
        QCOMPARE(spec->files.front().type, std::string("directory"));
        QCOMPARE(spec->facts.size(), std::size_t(7));
        QCOMPARE(spec->skipped.size(), std::size_t(1));
    }

    void readsHostileListsOfUsersAndPackages()
    {
        const auto accounts = readAccounts(
            "root:x:0:0:root:/root:/bin/sh\n::::::\nno line\napp:x:1000:1000::/srv:/bin/sh\n"
            "big:x:99999999999999999999:0:::\nminus:x:-1:0:::\nnone:x:4294967295:0:::\n"
            "0:*:0:0:container user:/:/bin/sh\n" // Podman's own
            + std::string(1 << 20, 'x') + "\nlast:x:5:5:::");
        QCOMPARE(accounts.size(), std::size_t(3));
        QCOMPARE(accounts[1].home, std::string("/srv"));
        QCOMPARE(accounts[2].name, std::string("last"));
        QCOMPARE(readGroups("staff:x:50:ann,bob\nodd\n")[0].members.size(), std::size_t(2));
        Packages packages;
        addDpkgPackages(
            "Package: a\nStatus: install ok installed\nVersion: 1\n\nPackage: b\n"
            "Status: deinstall ok config-files\nVersion: 2\n",
            packages);
        addApkPackages("P:c\nV:3-r0\n\nP:d\nV:4\n", packages);
        addRpmPackages("e 5-1\n", packages);
        QCOMPARE(packages, (Packages{{"a", "1"}, {"c", "3-r0"}, {"d", "4"}, {"e", "5-1"}}));
        QCOMPARE(osName("NAME=x\nPRETTY_NAME=\"A \x1b[1m B\"\n"), std::string("A [1m B"));
    }

    void findsSecretsByTheirForm()
    {
        QCOMPARE(secretIn("-----BEGIN OPENSSH PRIVATE KEY-----"), std::string("a private key"));
        QVERIFY(!secretIn("id = AKIA" + std::string(16, 'A')).empty());
        QVERIFY(!secretIn("postgres://ann:pw@db/x").empty());
        QVERIFY(!secretIn("//registry/:_authToken=abc").empty());
        QVERIFY(secretIn("//registry/:_authToken=${TOKEN}").empty());
        QVERIFY(secretIn("nothing of that kind").empty());
        QVERIFY(mayHoldSecrets("/app/.env", 10) && mayHoldSecrets("/root/.ssh/id_rsa", 10));
        QVERIFY(!mayHoldSecrets("/usr/lib/python3/test/key.pem", 10));
        QVERIFY(isSecretName("DB_PASSWORD") && !isSecretName("PATH"));
    }

    void writesJunitThatBearsHostileNames()
    {
        ImageReport report;
        report.image = "a<b>&\"c\"";
        report.findings
            = {image_check::Finding::passed("p\x1b[1m"),
               image_check::Finding::failed("f", "<x>", std::string("]]>\0", 4)),
               image_check::Finding::notChecked("n", "\xff\xef\xbf\xbf")};
        report.problem = Error(ErrorCode::Unavailable, "no engine");
        const auto xml = junitXml({report});
        QVERIFY2(
            contains(xml, "tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""), xml.c_str());
        QVERIFY2(contains(xml, "name=\"a&lt;b&gt;&amp;&quot;c&quot;\""), xml.c_str());
        QVERIFY(!contains(xml, "\x1b") && !contains(xml, "\xef\xbf\xbf"));
        const auto json = toJson(std::vector{report});
        QVERIFY(!jsonBool(json, "passed"));
        QCOMPARE(jsonString(json["images"][0]["checks"][1], "state"), std::string("failed"));
    }
};

SANDBENCH_TEST(TestImageSpec);

#include "tst_image_spec.moc"
