// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/package_name.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;

/// What may be handed to a package manager as a name.
class TestPackageNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesNames_data()
    {
        QTest::addColumn<QString>("grammar");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("key");
        const auto row
            = [](const char* grammar, const char* text, const char* given, const char* key) {
                  QTest::addRow("%s %s", grammar, text)
                      << QString(grammar) << QString(text) << QString(given) << QString(key);
              };
        row("pip", "numpy", "numpy", "numpy");
        row("pip", "Requests", "Requests", "requests");
        row("pip", "requests==2", "requests==2", "requests");
        row("pip", "ruamel.yaml", "ruamel.yaml", "ruamel-yaml");
        row("pip", "a_-.b", "a_-.b", "a-b");
        row("pip", "requests [socks, security] >= 2.1, < 3", "requests[socks,security]>=2.1,<3",
            "requests");
        row("pip", "x===1.0+local", "x===1.0+local", "x");
        row("pip", "x==1.*", "x==1.*", "x");
        row("pip", "x~=2.0", "x~=2.0", "x");
        row("npm", "lodash", "lodash", "lodash");
        row("npm", "lodash@^4.17.0", "lodash@^4.17.0", "lodash");
        row("npm", "@types/node@20", "@types/node@20", "@types/node");
        row("npm", "react@latest", "react@latest", "react");
        row("gem", "rake:13.0.6", "rake:13.0.6", "rake");
        row("gem", "ruby-graphviz", "ruby-graphviz", "ruby-graphviz");
        row("go", "golang.org/x/text", "golang.org/x/text", "golang.org/x/text");
        row("go", "github.com/A/b/v2@v2.1.0", "github.com/A/b/v2@v2.1.0", "github.com/A/b/v2");
        row("cargo", "serde_json@1.0", "serde_json@1.0", "serde-json");
        row("cran", "data.table", "data.table", "data.table");
        row("composer", "monolog/monolog:^3.0", "monolog/monolog:^3.0", "monolog/monolog");
        row("apt", "libstdc++-12-dev=12.2.0-14", "libstdc++-12-dev=12.2.0-14", "libstdc++-12-dev");
        row("conda", "numpy>=1.26,<2", "numpy>=1.26,<2", "numpy");
        row("conda", "python=3.12", "python=3.12", "python");
    }

    void takesNames()
    {
        QFETCH(QString, grammar);
        QFETCH(QString, text);
        const auto found = nameGrammar(grammar.toStdString());
        QVERIFY(found);
        const auto package = parsePackageName(*found, text.toStdString());
        QVERIFY2(package, package ? "" : package.error().text().c_str());
        QTEST(QString::fromStdString(package->text), "given");
        QTEST(QString::fromStdString(package->key), "key");
    }

    void refusesWhatIsNoName_data()
    {
        QTest::addColumn<QString>("grammar");
        QTest::addColumn<QString>("text");
        for (const char* grammar :
             {"pip", "npm", "gem", "go", "cargo", "cran", "composer", "apt", "conda"})
            for (const char* text :
                 {"",
                  "-e",
                  "--index-url=https://x",
                  "a; rm -rf /",
                  "$(id)",
                  "`id`",
                  "a|b",
                  "a b",
                  "a&b",
                  "../a",
                  "./a",
                  "/a",
                  "a\nb",
                  "https://x/a.whl",
                  "git+ssh://x/a",
                  "file:a",
                  "a @ https://x/a.zip",
                  "ä",
                  "a'b",
                  "a\"b",
                  "a\\b",
                  "*",
                  "a(b)"})
                QTest::addRow("%s %s", grammar, text) << QString(grammar) << QString(text);
        const auto row = [](const char* grammar, const char* text) {
            QTest::addRow("%s %s", grammar, text) << QString(grammar) << QString(text);
        };
        row("pip", "a[");
        row("pip", "a[]");
        row("pip", "a==");
        row("pip", "a=1");
        row("pip", "a>=1,");
        row("pip", "a; python_version < '3'");
        row("npm", "@scope");
        row("npm", "a/b");
        row("npm", "a@npm:b");
        row("npm", "a@github:b/c");
        row("npm", "_a");
        row("gem", "a:-1");
        row("go", "fmt");
        row("go", "example.com/../x");
        row("go", "example.com/x@-1");
        row("cran", "a-b");
        row("cran", "1a");
        row("composer", "monolog");
        row("apt", "a");
        row("apt", "a/stable");
    }

    void refusesWhatIsNoName()
    {
        QFETCH(QString, grammar);
        QFETCH(QString, text);
        const auto package
            = parsePackageName(*nameGrammar(grammar.toStdString()), text.toStdString());
        QVERIFY(!package);
        QCOMPARE(package.error().code(), ErrorCode::InvalidArgument);
        QVERIFY(package.error().text().find("; write ") != std::string::npos);
    }

    void refusesNamesOfAnyLength()
    {
        QVERIFY(!parsePackageName(NameGrammar::Pip, std::string(1U << 20, 'a')));
        QVERIFY(!parsePackageName(NameGrammar::Pip, std::string("a\0b", 3)));
    }
};

SANDBENCH_TEST(TestPackageNames);
#include "tst_package_names.moc"
