// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/imports.h"
#include "core/package/manifest_file.h"
#include "core/package/requirements.h"
#include "tests/support/test_program.h"
#include "tests/unit/code/words.h"

#include <QTest>

using namespace sandbench;

/// Files that list packages, and what programs import.
class TestPackageLists : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsWhoReadsAFile()
    {
        QCOMPARE(manifestFile("requirements.txt")->manager, std::string("pip"));
        QCOMPARE(manifestFile("wanted.txt")->name, std::string("requirements.txt"));
        QCOMPARE(manifestFile("package-lock.json")->manager, std::string("npm"));
        QCOMPARE(manifestFile("package-lock.json")->name, std::string("package-lock.json"));
        QVERIFY(!manifestFile("late-1.0.whl"));
        QVERIFY(!manifestFile(""));
    }

    void readsRequirements()
    {
        const auto read = parseRequirements(
            "\xef\xbb\xbf# what we need\r\n"
            "--pre\r\n"
            "numpy >= 1.26 , <2   # fast\n"
            "\n"
            "requests[socks] ; python_version < '3.12' and sys_platform == \"linux\"\n"
            "late==1.0 \\\n"
            "    --hash=sha256:0123abcd \\\n"
            "    --hash sha256:4567\n"
            "--only-binary :all:\n"
            "last#1");
        QVERIFY(!read); // a '#' without a blank before it is part of the word
        QVERIFY2(read.error().text().starts_with("line 10: "), read.error().text().c_str());
        const auto good = parseRequirements(
            "--pre\nnumpy >= 1.26 , <2   # fast\nrequests[socks] ; python_version < '3.12'\n"
            "late==1.0 \\\n    --hash=sha256:0123abcd \\\n    --hash sha256:4567\n"
            "--only-binary :all:\n");
        QVERIFY2(good, good ? "" : good.error().text().c_str());
        QCOMPARE(
            QString::fromStdString(good->text()),
            QString(
                "--pre\n--only-binary=:all:\nnumpy>=1.26,<2\nrequests[socks] ; python_version < "
                "'3.12'\nlate==1.0 --hash=sha256:0123abcd --hash=sha256:4567\n"));
        QCOMPARE(good->list[2].line, std::size_t(4));
    }

    void readsItsOwnTextAgain()
    {
        const auto read = parseRequirements("a;os_name=='x'\nb==1 --hash=sha256:ab\n--no-binary b");
        QVERIFY(read);
        const auto again = parseRequirements(read->text());
        QVERIFY(again);
        QCOMPARE(again->text(), read->text());
    }

    void refusesWhatALineMayNotBe_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("why");
        const auto row = [](const char* text, const char* why) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(why);
        };
        row("numpy\n-r other.txt", "line 2: '-r other.txt' names another file");
        row("-c limits.txt", "line 1: '-c limits.txt' names another file");
        row("--index-url https://x", "says where packages come from");
        row("-i https://x", "says where packages come from");
        row("--find-links=/x", "says where packages come from");
        row("--trusted-host x", "says where packages come from");
        row("-e .", "is an option that is not allowed");
        row("--global-option=x", "is an option that is not allowed");
        row("--only-binary", "is an option that is not allowed");
        row("--only-binary=$(id)", "is an option that is not allowed");
        row("--prefer", "is an option that is not allowed");
        row("https://x/a.whl", "is an address or a path");
        row("a @ https://x/a.zip", "is an address or a path");
        row("./a", "is an address or a path");
        row("a --config-settings=x", "not allowed behind a package");
        row("a --hash=md5", "is no hash");
        row("a --hash=sha256:XYZ", "is no hash");
        row("a; `id`", "is no condition");
        row("a b", "is not the name of a package");
    }

    void refusesWhatALineMayNotBe()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, why);
        const auto read = parseRequirements(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code(), ErrorCode::InvalidArgument);
        QVERIFY2(
            read.error().text().find(why.toStdString()) != std::string::npos,
            read.error().text().c_str());
    }

    void readsWhatNodeProjectsNeed()
    {
        const auto read = readManifest(
            NameGrammar::Npm, "package.json",
            R"({"dependencies": {"lodash": "^4"}, "devDependencies": {"@types/node": "*"}})");
        QVERIFY(read);
        QCOMPARE(read->packages.size(), std::size_t(2));
        const auto lock = readManifest(
            NameGrammar::Npm, "package-lock.json",
            R"({"packages": {"": {}, "node_modules/a/node_modules/@b/c": {}}})");
        QVERIFY(lock);
        QCOMPARE(QString::fromStdString(lock->packages.at(0).key), QString("@b/c"));
        for (const char* range :
             {"git+ssh://x/y", "file:../x", "owner/repository", "https://x/y.tgz", "link:x"})
            QVERIFY2(
                !readManifest(
                    NameGrammar::Npm, "package.json",
                    std::string(R"({"dependencies": {"a": ")") + range + "\"}}"),
                range);
        QVERIFY(!readManifest(NameGrammar::Npm, "package.json", "[]"));
        QVERIFY(
            !readManifest(NameGrammar::Npm, "package.json", R"({"dependencies": {"-g": "1"}})"));
    }

    void readsWhatRustProjectsNeed()
    {
        const auto manifest = readManifest(
            NameGrammar::Cargo, "Cargo.toml",
            "[package]\nname = 'own' # \xc3\xa9\n[dependencies]\nserde = '1'\n"
            "json = { package = 'serde_json', version = '1' }\n"
            "[target.'cfg(unix)'.dev-dependencies]\nlibc = '0.2'\n");
        QVERIFY2(manifest, manifest ? "" : manifest.error().text().c_str());
        std::string names;
        for (const auto& package : manifest->packages)
            names += package.key + " ";
        QCOMPARE(names, std::string("serde-json serde libc "));
        for (const auto* text :
             {"[dependencies]\na = { git = 'https://x' }", "[dependencies.a]\npath = '..'",
              "[patch.crates-io]", "[?]", "[\xc3\xa9]", "[workspace]", "[dependencies",
              "[dependencies]\n'a b' = '1'"}) {
            const auto read = readManifest(NameGrammar::Cargo, "Cargo.toml", text);
            QVERIFY2(!read, text);
            QVERIFY(read.error().text().find("Cargo.toml") != std::string::npos);
        }
    }

    void findsImports_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QString>("modules");
        const auto row
            = [](const char* title, const char* language, const char* code, const char* modules) {
                  QTest::newRow(title) << QString(language) << QByteArray(code) << QString(modules);
              };
        row("plain", "python", "import a\nfrom b.c import d\n", "a b");
        row("several", "python", "import a, b.c as d, e", "a b e");
        row("indented", "python", "def f():\n    import a\n", "a");
        row("one line", "python", "if x: import a; import b", "a b");
        row("continued", "python", "from a \\\n  import b\nimport \\\n c", "a c");
        row("comment", "python", "# import a\nx = 1  # import b", "");
        row("hash in a string", "python", "x = '#'; import a", "a");
        row("docstring", "python", "\"\"\"\nimport a\n\"\"\"\nimport b", "b");
        row("raw string", "python", "x = r'\\'; import a'\nimport b", "b");
        row("escaped quote", "python", "x = 'it\\'s'\nimport b", "b");
        row("own package", "python", "from . import a\nfrom .b import c", "");
        row("not an import", "python", "important = 1\nx.import_a()\nfromage = 2", "");
        row("what the sandbox has of IPython", "python",
            "import IPython\nfrom IPython.display import display\nimport a", "a");
        row("what it does not have of it", "python", "from IPython.terminal import embed",
            "IPython");
        row("twice", "python", "import a\nimport a", "a");
        row("string that never ends", "python", "import a\nx = '''import b", "a");
        row("require", "javascript", "const a = require('a'); require(\"b/c\")", "a b");
        row("import", "javascript", "import x, {y} from 'a';\nimport 'b'\nawait import('@c/d/e')",
            "a b @c/d");
        row("files", "javascript", "require('./a'); require('/b'); import '../c'", "");
        row("node", "javascript", "require('node:fs')", "");
        row("comments", "javascript", "// require('a')\n/* import 'b' */ require('c')", "c");
        row("strings", "javascript", "x = \"require('a')\"; f('b')", "");
        row("other languages", "bash", "import a", "");
    }

    void findsImports()
    {
        QFETCH(QString, language);
        QFETCH(QByteArray, code);
        QTEST(joined(importedPackages(language.toStdString(), code.toStdString())), "modules");
    }

    void knowsWhichPackageHasAModule()
    {
        QCOMPARE(packageOfModule("python", "sklearn"), std::string("scikit-learn"));
        QCOMPARE(packageOfModule("python", "PIL"), std::string("Pillow"));
        QCOMPARE(packageOfModule("python", "yaml"), std::string("PyYAML"));
        QCOMPARE(packageOfModule("python", "numpy"), std::string("numpy"));
        QCOMPARE(packageOfModule("javascript", "lodash"), std::string("lodash"));
    }

    void namesOnlyPackagesThatCanBeInstalled()
    {
        for (const char* module : {"Bio", "Crypto", "attr", "bs4", "cv2", "dateutil", "dotenv"}) {
            const auto package = packageOfModule("python", module);
            QVERIFY2(package != module, module);
            QVERIFY(parsePackageName(NameGrammar::Pip, package));
        }
    }

    void survivesHostileText()
    {
        std::string text(1U << 20, '\'');
        QVERIFY(importedPackages("python", text).empty());
        QVERIFY(importedPackages("javascript", "/*" + text).empty());
        QVERIFY(importedPackages("javascript", "/*").empty());
        QVERIFY(importedPackages("python", "x = '\\").empty());
        QVERIFY(!parseRequirements(text));
        QVERIFY(!parseRequirements(std::string(5U << 20, '\n')));
        std::string many;
        for (int i = 0; i < 100000; ++i)
            many += "import m" + std::to_string(i) + "\n";
        QCOMPARE(importedPackages("python", many).size(), std::size_t(1000));
    }
};

SANDBENCH_TEST(TestPackageLists);
#include "tst_package_lists.moc"
