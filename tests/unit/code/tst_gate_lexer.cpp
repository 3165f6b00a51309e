// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/lexer.h"
#include "core/policy/gate/scan.h"
#include "gate_findings.h"

#include "core/base/json.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;

namespace {

// The strings and comments of a program: s"…" and c"…", in their order.
QString partsOf(const std::string& code, const char* language)
{
    const auto source = gate::lex(code, language);
    std::vector<std::pair<std::uint32_t, QString>> parts;
    const auto put = [&](char kind, std::uint32_t begin, std::uint32_t end) {
        parts.emplace_back(
            begin,
            kind + QString("<") + QString::fromStdString(code.substr(begin, end - begin)) + ">");
    };
    for (const auto& token : source.tokens)
        if (token.kind == gate::TokenKind::String)
            put(token.has(gate::kDoc) ? 'd' : 's', token.begin, token.end);
    for (const auto& comment : source.comments)
        put('c', comment.begin, comment.end);
    std::stable_sort(
        parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    QStringList texts;
    for (const auto& part : parts)
        texts << part.second;
    return texts.join(' ').replace('\n', '|');
}

// A sanitizer makes the scan twenty times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kHostileBytes = 128U << 10;
#else
constexpr std::size_t kHostileBytes = 1U << 20;
#endif

std::string repeated(const std::string& unit, std::size_t bytes)
{
    std::string text;
    while (text.size() < bytes)
        text += unit;
    return text;
}

struct LexedCase
{
    const char* language;
    const char* code;
    const char* parts;
};

constexpr LexedCase kCases[] = {
    {"python", "x = 'a' # b", "s<a> c<# b>"},
    {"python", "'''a\n#'''\nx = 1 # c", "d<a|#> c<# c>"},
    {"python", "f(\n'a'\n)", "s<a>"},
    {"python", "x = \"a\\\"#\" # b", "s<a\\\"#> c<# b>"},
    {"python", "x = r'a\\' # b'", "s<a\\' # b>"},
    {"python", "x = 'a\ny = 1 # b", "s<a> c<# b>"},
    {"python", "x = 'a\\\nb' # c", "s<a\\|b> c<# c>"},
    {"python", "f'{a}#{b!r:>{c}#}' # d", "s<> s<#> s<>> s<#> s<> c<# d>"},
    {"python", "f'{{#}}' # b", "d<{{#}}> c<# b>"},
    {"python", "f\"{d['k']}\" # b", "s<> s<k> s<> c<# b>"},
    {"javascript", "x = 'a' // b\n/* c */", "s<a> c<// b> c</* c */>"},
    {"javascript", "`a${b + `c`}d` // e", "s<a> s<c> s<d> c<// e>"},
    {"javascript", "x = /[/'\"]/ // b", "s<[/'\"]> c<// b>"},
    {"javascript", "a / b // c", "c<// c>"},
    {"javascript", "#!/usr/bin/env node\nx", "c<#!/usr/bin/env node>"},
    {"java", "String s = \"\"\"\n a\" // b\n \"\"\"; // c", "s<| a\" // b| > c<// c>"},
    {"c", "char c = '\"'; // a\\\nb\nint x; /* c */", "s<\"> c<// a\\|b> c</* c */>"},
    {"cpp", "R\"x(a)\" // b)x\" /* c */", "s<a)\" // b> c</* c */>"},
    {"cpp", "int n = 1'000'000; // '", "c<// '>"},
    {"go", "`a\\` // b", "s<a\\> c<// b>"},
    {"rust", "/* a /* b */ c */ 'x' 'a r#\"b\"c\"# \"d\"",
     "c</* a /* b */ c */> s<x> s<b\"c> s<d>"},
    {"ruby", "x = \"a#{b + 'c'}d\" # e", "s<a> s<c> s<d> c<# e>"},
    {"ruby", "%w(a (b) c) # d", "s<a (b) c> c<# d>"},
    {"ruby", "x = <<~A # b\n c\n A\ny # d", "c<# b> s< c|> c<# d>"},
    {"ruby", "=begin\na\n=end\nx = 1\n__END__\n'", "c<=begin|a|=end> c<__END__|'>"},
    {"r", "x <- r\"--(a)\"# )--\" # b", "s<a)\"# > c<# b>"},
    {"r", "a %#% b # c", "c<# c>"},
    {"php", "a ' <?php 'b'; # c ?> d", "c<a ' > s<b> c<# c > c< d>"},
    {"php", "<?php $x = <<<A\n b # c\n A; // d", "s< b # c|> c<// d>"},
    {"bash", "echo 'a'\"b\" c#d # e", "s<a> s<b> c<# e>"},
    {"bash", "x=\"a$(echo 'b' # c\n)d\" # e", "s<a> s<b> c<# c> s<d> c<# e>"},
    {"bash", "cat <<A <<'B'\na$(b)\nA\n$(c\nB\n# d", "s<a> s<|> s<$(c|> c<# d>"},
    {"bash", "${x#'a'} # b", "s<a> c<# b>"},
    {"lua", "x = 'a' -- 'b'", "s<a> s<b>"},
};

} // namespace

class TestGateLexer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsStringsAndCommentsApart_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(kCases)); ++i)
            QTest::addRow("%d %s: %s", i, kCases[i].language, kCases[i].code) << i;
    }

    void tellsStringsAndCommentsApart()
    {
        QFETCH(int, index);
        const auto& [language, code, parts] = kCases[index];
        QCOMPARE(partsOf(code, language), QString(parts));
    }

    void takesAnyBytes()
    {
        for (const auto* language : {"python", "javascript", "bash", "ruby", "php", "lua"}) {
            for (const std::string& code :
                 {std::string("\0\0import os\0", 12), std::string("\xff\xfe\x80import os"),
                  std::string("\xef\xbb\xbf\r\r\n"), std::string(), std::string("\\"),
                  std::string("'"), std::string("\"\\"), std::string("/*"), std::string("<<A"),
                  std::string("`${")}) {
                const auto source = gate::lex(code, language);
                for (const auto& token : source.tokens)
                    QVERIFY(token.begin <= token.end && token.end <= code.size());
            }
        }
    }

    void staysSmallOnHostileText_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QByteArray>("unit");
        const auto row = [](const char* language, const char* unit) {
            QTest::addRow("%s: %s", language, unit) << QString(language) << QByteArray(unit);
        };
        row("python", "(");
        row("python", "import os,");
        row("python", "x='a'+");
        row("python", "a=a+'os';");
        row("python", "exec('import os');");
        row("python", "exec(\"exec('1')\");");
        row("python", "getattr(");
        row("python", "getattr(__import__('os'),");
        row("python", "f'{f\"{");
        row("python", "os.");
        row("python", "o=os.o;");
        row("python", "\xff\"");
        row("javascript", "`${");
        row("javascript", "}/[");
        row("javascript", "<!-- ");
        row("javascript", "require('fs').");
        row("bash", "\"$(");
        row("bash", "<<A ");
        row("bash", "bash -c 'curl';");
        row("ruby", "%q(");
        row("ruby", "x <<~A ");
        row("php", "<?php \"{$");
        row("rust", "use a::{");
        row("c", "#include <");
    }

    void staysSmallOnHostileText()
    {
        QFETCH(QString, language);
        QFETCH(QByteArray, unit);
        const auto catalog = PolicyCatalog::load();
        QVERIFY(catalog);
        const auto policy = catalog->find("strict");
        QVERIFY(policy);
        const auto report = scanCode(
            repeated(unit.toStdString(), kHostileBytes), language.toStdString(), **policy);
        QVERIFY(report.findings.size() <= 500);
        QVERIFY(writeJson(toJson(report)).size() < (1U << 20));
    }

    void saysWhatItDidNotFollow()
    {
        const CodePolicy policy = restricting("os");
        // Deeper than anybody writes, and what is behind is not lost.
        auto report = scanCode(repeated("`${", 3000) + "\n", "javascript", policy);
        QCOMPARE(report.decision, GateDecision::Refuse);
        QCOMPARE(report.findings.front().rule, std::string("gate.obscure"));
        std::string code = "import os";
        for (int i = 0; i < 6; ++i) {
            std::string escaped;
            for (const char c : code)
                escaped += c == '\\' || c == '\'' ? std::string("\\") + c : std::string(1, c);
            code = "exec('" + escaped + "')";
        }
        report = scanCode(code, "python", policy);
        QCOMPARE(report.findings.size(), std::size_t(1));
        QCOMPARE(report.findings.front().rule, std::string("gate.obscure"));
    }

    void saysWhereItStoppedCounting()
    {
        const std::string code = "import os\n((((((((((";
        const auto source = gate::Lexer(code, gate::lexicalRulesOf("python"), 6).run();
        QCOMPARE(source.tokens.size(), std::size_t(6));
        QCOMPARE(source.obscure.size(), std::size_t(1));
        QCOMPARE(source.obscure[0].begin, 14U);
        QCOMPARE(std::size_t(source.obscure[0].end), code.size());
        QVERIFY(gate::Lexer(code, gate::lexicalRulesOf("python"), 12).run().obscure.empty());
    }

    void saysThatAProgramIsTooLarge()
    {
        const auto report
            = scanCode(std::string(17U << 20, '\n') + "import os", "python", restricting("x"));
        QCOMPARE(report.decision, GateDecision::Refuse);
        QCOMPARE(report.findings.front().rule, std::string("gate.too-large"));
    }

    void countsWhatItDoesNotList()
    {
        const auto report = scanCode(repeated("import os\n", 10000), "python", restricting("os"));
        QCOMPARE(report.findings.size(), std::size_t(500));
        QCOMPARE(report.omitted, std::size_t(500));
        QVERIFY(!report.omittedMore);
        QCOMPARE(report.findings.back().line, std::size_t(500));
    }
};

SANDBENCH_TEST(TestGateLexer);
#include "tst_gate_lexer.moc"
