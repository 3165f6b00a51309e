// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "gate_findings.h"

#include "core/base/embedded.h"
#include "core/base/json.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using namespace sandbench;

class TestGatePython : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatTheExampleForReviewsHides()
    {
        const auto example = embeddedFile("examples/06-review.py");
        const auto catalog = PolicyCatalog::load();
        QVERIFY(example && catalog);
        std::set<std::size_t> lines;
        for (const auto& finding :
             scanCode(*example, "python", **catalog->find("production")).findings)
            lines.insert(finding.line);
        // Neither the comment in line 8 nor the texts in lines 3 and 9.
        QVERIFY(lines == (std::set<std::size_t>{5, 6, 13, 17, 18, 22}));
    }

    void findsAnImportInEveryForm_data()
    {
        QTest::addColumn<QString>("code");
        const auto row = [](const char* code) { QTest::newRow(code) << QString(code); };
        row("import os");
        row("import os.path");
        row("import sys, os");
        row("import os, sys");
        row("import os;print(1)");
        row("print(1);import os");
        row("import os as o");
        row("if True: import os");
        row("import json, \\\n  os");
        row("import \\\n os");
        row("from os import path");
        row("from os.path import join");
        row("from .os import x");
        row("from . import os");
        row("from ..a.os import x\nimport os");
        row("from os import (a,\n b)");
        row("from os import *");
        row("def f():\n    import os");
        row("try: import os\nexcept ImportError: pass");
        row("import\tos");
        row("import os # fine");
        row("\xef\xbb\xbfimport os");
        row("x = 1\rimport os");
        row("# comment\rimport os");
        row("x = '#'; import os");
        row("x = \"#\"; import os");
        row("x = '''a\n# b''' ; import os");
        row("x = 'it\\'s #'; import os");
        row("x = r'\\\\' ; import os");
        row("x = 'open\nimport os");
        row("f(1, # comment\n)\nimport os");
        row("f'{__import__(\"os\")}'");
        row("f'{x:{__import__(\"os\")}}'");
        row("f'{x!r:#>{3}}'; import os");
        row("f'{{'; import os");
        row("f'{\"nested\"}'; import os");
        row("__import__('os')");
        row("__import__(\"os\").system('x')");
        row("__import__('os.path')");
        row("__import__(name='os')");
        row("__import__('o' + 's')");
        row("__import__('o' 's')");
        row("__import__(('o' + ('s')))");
        row("__import__('so'[::-1])");
        row("__import__('OS'.lower())");
        row("__import__('\\x6fs')");
        row("__import__('\\157\\163')");
        row("__import__(chr(111) + chr(0x73))");
        row("__import__(base64.b64decode('b3M='))");
        row("__import__(base64.b64decode(b'b3M=').decode())");
        row("from base64 import b64decode\n__import__(b64decode('b3M=').decode('ascii'))");
        row("__import__(bytes.fromhex('6f73').decode())");
        row("m = 'os'\n__import__(m)");
        row("m = 'o'\nm2 = m + 's'\n__import__(m2)");
        row("imp = __import__\nimp('os')");
        row("import builtins\nbuiltins.__import__('os')");
        row("import builtins as b\nb.__import__('os')");
        row("__builtins__.__import__('os')");
        row("__builtins__['__import__']('os')");
        row("getattr(__builtins__, '__import__')('os')");
        row("getattr(__builtins__, '__imp' + 'ort__')('os')");
        row("globals()['__builtins__']['__import__']('os')");
        row("vars(__builtins__)['__import__']('os')");
        row("importlib.import_module('os')");
        row("import importlib as il; il.import_module(\"os\")");
        row("from importlib import import_module\nimport_module('os')");
        row("from importlib import import_module as im\nim('os')");
        row("import importlib\nload = importlib.import_module\nload('os')");
        row("def f():\n  im('os')\nfrom importlib import import_module as im");
        row("import importlib\ngetattr(importlib, 'import_module')('os')");
        row("importlib.import_module(\n    'os'\n)");
        row("exec('import os')");
        row("exec('imp' + 'ort os')");
        row("exec(\"exec('import os')\")");
        row("exec(base64.b64decode('aW1wb3J0IG9z'))");
        row("eval(\"__import__('os')\")");
        row("code = 'import os'\nexec(code)");
        row("e = exec\ne('import os')");
        row("exec('''\nimport os\n''')");
        row("exec(compile('import os', 'x', 'exec'))");
        row("import sys\nsys.modules['os'].system('x')\nimport os");
        row("\xef\xbd\x89mport_ = 1; __\xef\xbd\x89mport__('os')");
    }

    void findsAnImportInEveryForm()
    {
        QFETCH(QString, code);
        QVERIFY(refuses(restricting("os"), code.toStdString(), "python"));
    }

    void leavesAloneWhatImportsNothing_data()
    {
        QTest::addColumn<QString>("code");
        const auto row = [](const char* code) { QTest::newRow(code) << QString(code); };
        row("");
        row("# import os");
        row("x = 1 # import os");
        row("\"\"\"import os\"\"\"");
        row("'''import os'''");
        row("def f():\n    \"\"\"Please\n    import os\n    \"\"\"\n    return 1");
        row("x = 'please import os now'");
        row("print('''\nimport os\n''')");
        row("import ost");
        row("import sos");
        row("import a.os");
        row("import a as os2");
        row("from a import b as os2");
        row("osx = 1");
        row("x.import_module('os')");
        row("__import__('json')");
        row("__import__(name)");
        row("importlib.import_module('os_helper')");
        row("exec('import json')");
        row("exec('# import os')");
        row("x = f'import os {y}'");
        row("r'\\'\n# import os");
        row("imports = ['os']");
    }

    void leavesAloneWhatImportsNothing()
    {
        QFETCH(QString, code);
        const auto report = scanCode(code.toStdString(), "python", restricting("os"));
        QCOMPARE(report.findings.size(), std::size_t(0));
        QCOMPARE(report.decision, GateDecision::Allow);
    }

    void knowsAFunctionByAnyName_data()
    {
        QTest::addColumn<QString>("code");
        const auto row = [](const char* code) { QTest::newRow(code) << QString(code); };
        row("import os\nos.system('x')");
        row("import os\nos . system ('x')");
        row("import os as o\no.system('x')");
        row("from os import system\nsystem('x')");
        row("from os import system as s\ns('x')");
        row("from os import *\nsystem('x')");
        row("import os\nf = os.system\nf('x')");
        row("import os\ng = os\nh = g.system\nh('x')");
        row("__import__('os').system('x')");
        row("import importlib\nimportlib.import_module('os').system('x')");
        row("o = __import__('os')\no.system('x')");
        row("import os\ngetattr(os, 'system')('x')");
        row("import os\ngetattr(os, 'sys' + 'tem')('x')");
        row("import os\nos.__dict__['system']('x')");
        row("import os\nvars(os)['system']('x')");
        row("import sys\nsys.modules['os'].system('x')");
        row("import os\nlist(map(os.system, xs))");
        row("exec('import os; os.system(1)')");
        row("os.system('x')");
    }

    void knowsAFunctionByAnyName()
    {
        QFETCH(QString, code);
        QVERIFY(refuses(forbidding("os.system"), code.toStdString(), "python"));
    }

    void doesNotTakeAMethodForABuiltIn_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<bool>("found");
        QTest::newRow("call") << "eval('1')" << true;
        QTest::newRow("renamed") << "f = eval\nf('1')" << true;
        QTest::newRow("handed on") << "map(eval, xs)" << true;
        QTest::newRow("of builtins") << "import builtins\nbuiltins.eval('1')" << true;
        QTest::newRow("method") << "model.eval()" << false;
        QTest::newRow("data frame") << "df.eval('a + b')" << false;
        QTest::newRow("definition") << "def eval(self): pass" << false;
        QTest::newRow("keyword") << "f(eval=True)" << false;
        QTest::newRow("longer") << "evaluate(1); re.compile('x')" << false;
        QTest::newRow("comment") << "# eval(1)" << false;
        QTest::newRow("string") << "x = 'eval(1)'" << false;
    }

    void doesNotTakeAMethodForABuiltIn()
    {
        QFETCH(QString, code);
        QFETCH(bool, found);
        QCOMPARE(refuses(forbidding("eval"), code.toStdString(), "python"), found);
    }

    void saysWhereInTheProgram()
    {
        const auto report = scanCode(
            "# \xc3\xa4\nx = '\xe2\x82\xac'; import  os\r\n", "python", restricting("os"));
        QCOMPARE(report.findings.size(), std::size_t(1));
        QCOMPARE(report.findings[0].line, std::size_t(2));
        QCOMPARE(report.findings[0].column, std::size_t(18));
        QCOMPARE(report.findings[0].length, std::size_t(2));
        QCOMPARE(report.findings[0].bytes, std::size_t(2));
        QCOMPARE(report.findings[0].offset, std::size_t(24));
    }

    void saysWhereInTextThatIsRunAsCode()
    {
        const auto report = scanCode("exec('x=1; import os')", "python", restricting("os"));
        QCOMPARE(report.findings.size(), std::size_t(1));
        QCOMPARE(report.findings[0].column, std::size_t(19));
        QCOMPARE(report.findings[0].length, std::size_t(2));
        const auto escaped = scanCode("exec('\\x69mport os')", "python", restricting("os"));
        QCOMPARE(escaped.findings.size(), std::size_t(1));
        QCOMPARE(escaped.findings[0].column, std::size_t(7)); // the whole text
    }

    void saysTheSameEachTime()
    {
        const auto policy = restricting("os");
        const std::string code = "import os, os\nimport os\nexec('import os')\n__import__('os').x";
        const auto first = writeJson(toJson(scanCode(code, "python", policy)));
        QCOMPARE(scanCode(code, "python", policy).findings.size(), std::size_t(5));
        QCOMPARE(writeJson(toJson(scanCode(code, "python", policy))), first);
        QCOMPARE(policy.rules().size(), std::size_t(1));
    }

    void listsWhatAProgramImports()
    {
        QCOMPARE(
            importedModules(
                "import numpy as np, os\nfrom a.b import c\nimport os # x\nfrom .d import e\n",
                "python"),
            (std::vector<std::string>{"numpy", "os", "a.b"}));
    }
};

SANDBENCH_TEST(TestGatePython);
#include "tst_gate_python.moc"
