// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/outline.h"

#include "tests/support/test_program.h"

#include <QTest>

#include <chrono>

using namespace sandbench;

namespace {

const char* letterOf(OutlineKind kind)
{
    switch (kind) {
    case OutlineKind::Type:
        return "T";
    case OutlineKind::Function:
        return "f";
    case OutlineKind::Method:
        return "m";
    case OutlineKind::Cell:
        return "c";
    case OutlineKind::Heading:
        return "h";
    }
    return "?";
}

// "T:Bird@1 >m:fly@2": kind, name and line, with a > for each item that it is in.
QString told(const std::vector<OutlineItem>& outline)
{
    QStringList items;
    for (const auto& item : outline)
        items << QString(static_cast<qsizetype>(item.depth), u'>')
                + QStringLiteral("%1:%2@%3")
                      .arg(QLatin1String(letterOf(item.kind)), QString::fromStdString(item.name))
                      .arg(item.line);
    return items.join(u' ');
}

} // namespace

class TestOutline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheDeclarationsOfEachLanguage_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("outline");
        const auto row
            = [](const char* name, const char* language, const char* code, const char* outline) {
                  QTest::newRow(name) << QString::fromUtf8(language) << QString::fromUtf8(code)
                                      << QString::fromUtf8(outline);
              };
        row("Python", "python",
            "import os\nclass Bird:\n    def fly(self):\n        def inner(): pass\n"
            "    async def sing(self): pass\nif os:\n    def late(): pass\n",
            "T:Bird@2 >m:fly@3 >>f:inner@4 >m:sing@5 f:late@7");
        row("Python's texts", "python",
            "'''\ndef no(): pass\n'''\n# class No:\nx = 'def no'\ndef yes(\n    a,\n): pass\n",
            "f:yes@6");
        row("cells", "python",
            "x = 1\n# %% Load\ndef a(): pass\n#%%\nb = '# %% no'\n  # %% no\n# %% [markdown] "
            "Text\n",
            "c:Load@2 >f:a@3 c:@4 c:[markdown] Text@7");
        row("JavaScript", "javascript",
            "class Bird extends Animal {\n  constructor() {}\n  async fly(a) {\n    if (a) { b() "
            "}\n"
            "  }\n}\nfunction* go() {}\nconst f = async (x) => {\n  g(x)\n}\n",
            "T:Bird@1 >m:constructor@2 >m:fly@3 f:go@7 f:f@8");
        row("TypeScript", "typescript",
            "interface A { b: number }\nnamespace N {\n  export enum E { X }\n}\n",
            "T:A@1 T:N@2 >T:E@3");
        row("Java", "java",
            "public class Main {\n  @Override() public void run() throws A, B {\n    if (x) { }\n"
            "    new Thread() { };\n  }\n  record P(int x) {}\n}\n",
            "T:Main@1 >m:run@2 >T:P@6");
        row("C", "c",
            "struct point { int x; };\nstruct point p;\nint later(void);\n"
            "static int main(int argc) {\n  while (1) { f(); }\n}\n",
            "T:point@1 f:main@4");
        row("C++", "cpp",
            "namespace a::b {\ntemplate <class T> class C final : public D<T> {\n  C() : m(1) {}\n"
            "  ~C() = default;\n  int f() const noexcept {\n    if (m) {}\n    return g(1);\n  "
            "}\n};\n"
            "}\nenum class E { X };\nvoid C::h() {}\n",
            "T:a::b@1 T:C@2 >m:C@3 >m:f@5 T:E@11 f:C::h@12");
        row("Go", "go",
            "type Bird struct {\n}\nfunc (b *Bird) Fly() {\n}\nfunc main() {\n\tgo func() "
            "{}()\n}\n",
            "T:Bird@1 f:Fly@3 f:main@5");
        row("Rust", "rust",
            "struct Bird;\nimpl Fly for Bird {\n    pub fn fly(&self) {}\n}\nfn main() {}\n",
            "T:Bird@1 T:Fly for Bird@2 >m:fly@3 f:main@5");
        row("Ruby", "ruby",
            "module Zoo\n  class Bird\n    def fly\n    end\n    def self.make(x)\n    end\n  "
            "end\nend\n",
            "T:Zoo@1 >T:Bird@2 >>m:fly@3 >>m:self.make@5");
        row("R", "r", "f <- function(x) {\n  g = function() 1\n}\n", "f:f@1 >f:g@2");
        row("PHP", "php",
            "<?php\nclass A {\n  public function b() {}\n}\nfunction c() {}\n$d = function() {};\n",
            "T:A@2 >m:b@3 f:c@5");
        row("bash", "bash", "a() {\n  echo x\n}\nfunction b {\n  :\n}\n", "f:a@1 f:b@4");
        row("Markdown", "markdown",
            "# One\ntext\n\n## Two\n```python\n# no\n```\nThree\n=====\n### Deep\n#no\n- a\n---\n",
            "h:One@1 >h:Two@4 h:Three@8 >h:Deep@10");
        row("no language of ours", "lua", "function x() end\n", "");
        row("nothing", "python", "", "");
    }
    void findsTheDeclarationsOfEachLanguage()
    {
        QFETCH(const QString, language);
        QFETCH(const QString, code);
        QFETCH(const QString, outline);
        QCOMPARE(told(outlineOf(code.toStdString(), language.toStdString())), outline);
    }

    void saysWhereTheLineBegins()
    {
        const auto outline = outlineOf("x\r\n\tdef a(): pass\rdef b(): pass\r\n", "python");
        QCOMPARE(told(outline), QStringLiteral("f:a@2 f:b@3"));
        QCOMPARE(outline.at(0).offset, 3U);
        QCOMPARE(outline.at(1).offset, 18U);
    }

    void dividesAProgramIntoItsCells()
    {
        const std::string code = "a\nb\n# %%\nc\n# %% d\n";
        QStringList cells;
        for (const auto& cell : cellsOf(outlineOf(code, "python"), 6))
            cells << QStringLiteral("%1-%2").arg(cell.first).arg(cell.last);
        QCOMPARE(cells.join(u' '), QStringLiteral("1-2 3-4 5-6"));
        QVERIFY(cellsOf(outlineOf("def a(): pass\n", "python"), 1).empty());
    }

    void takesAnyBytesAndKeepsToItsBounds()
    {
        const std::string sample
            = "# %% a\nclass \xff B(C):\n  def ä(x): f\"{def b(): pass}\"\r```\n### z\n=\n{((";
        for (const char* language : {"python", "cpp", "javascript", "rust", "go", "markdown"})
            for (std::size_t length = 0; length <= sample.size(); ++length)
                for (const auto& item : outlineOf(sample.substr(0, length), language))
                    QVERIFY(item.line >= 1 && item.offset < length);
        std::string many, deep, lists;
        for (int i = 0; i < 200'000; ++i) {
            many += "def a(): pass\n";
            deep += "f(";
            lists += "void f(";
        }
        // What looks at each for each of the others ends with the test program's own time limit.
        QCOMPARE(outlineOf(many, "python").size(), kMostOutlineItems);
        QVERIFY(outlineOf(deep, "cpp").empty());
        QVERIFY(outlineOf(lists + std::string(200'000, ')') + "{", "c").size() < kMostOutlineItems);
        QVERIFY(outlineOf(std::string(1 << 20, '#') + "\n#", "markdown").size() == 1);
        const auto named = outlineOf("def " + std::string(100'000, 'a') + "(): pass", "python");
        QVERIFY(named.at(0).name.size() <= kLongestOutlineName);
    }
};

SANDBENCH_TEST(TestOutline);
#include "tst_outline.moc"
