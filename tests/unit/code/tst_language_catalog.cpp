// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/language/language.h"
#include "tests/support/test_program.h"
#include "tests/unit/code/written_text.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace sandbench;

namespace {

Json minimalLanguage()
{
    return {
        {"id", "lua"},
        {"name", "Lua"},
        {"extensions", {".lua"}},
        {"default_file_name", "main.lua"},
        {"run", {"lua", "{file}", "{args}"}},
        {"probe", {"lua"}},
        {"install_hint", "apt install lua5.4"}};
}

} // namespace

class TestLanguageCatalog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void offersTwelveLanguages()
    {
        const auto catalog = LanguageCatalog::load();
        QVERIFY2(catalog, catalog ? "" : catalog.error().text().c_str());
        QCOMPARE(catalog->all().size(), std::size_t(12));
        for (const auto* id :
             {"python", "javascript", "typescript", "java", "c", "cpp", "go", "rust", "ruby", "r",
              "php", "bash"})
            QVERIFY2(catalog->find(id), id);
        const auto python = catalog->find("python");
        QVERIFY(python);
        QVERIFY(python->contexts);
        QVERIFY(!python->kernelSource.empty());
        QCOMPARE(python->run, (std::vector<std::string>{"python3", "-s", "{file}", "{args}"}));
        QVERIFY(std::count(python->kernelPreload.begin(), python->kernelPreload.end(), "numpy"));
    }

    void findsLanguagesAsPeopleCallThem()
    {
        const auto catalog = LanguageCatalog::load();
        QVERIFY(catalog);
        const std::pair<const char*, const char*> names[] = {
            {"Python", "python"},   {"PYTHON3", "python"}, {"py", "python"}, {"js", "javascript"},
            {"Node", "javascript"}, {"C++", "cpp"},        {"C", "c"},       {"R", "r"},
            {"ts", "typescript"},   {"golang", "go"},      {"sh", "bash"},   {"rb", "ruby"}};
        for (const auto& [name, id] : names) {
            const auto found = catalog->find(name);
            QVERIFY2(found, name);
            QCOMPARE(found->id, std::string(id));
        }
        for (const auto* name : {"", ".", "py ", "klingon"})
            QVERIFY2(!catalog->find(name), name);
        // What users call theirs comes first.
        auto own = *catalog->find("bash");
        own.id = "js";
        QCOMPARE(catalog->with(own).find("js")->id, std::string("js"));
    }

    void offersContextsWhereAnInterpreterCanKeepThem()
    {
        const auto catalog = LanguageCatalog::load();
        QVERIFY(catalog);
        for (const auto* id : {"bash", "javascript", "r", "ruby"}) {
            const auto language = catalog->find(id);
            QVERIFY(language);
            QVERIFY(language->contexts);
            QVERIFY(language->kernelSpeaksLines);
            QVERIFY(!language->kernelSource.empty());
        }
    }

    void knowsWhatIsCompiledAndHow()
    {
        const auto catalog = LanguageCatalog::load();
        QVERIFY(catalog);
        for (const auto& language : catalog->all()) {
            const bool isCompiled
                = QStringList{"typescript", "java", "c", "cpp", "go", "rust"}.contains(
                    QString::fromStdString(language.id));
            QCOMPARE(!language.compile.empty(), isCompiled);
        }
        QVERIFY(catalog->find("java")->fileNameRule == FileNameRule::JavaPublicClass);
        QVERIFY(catalog->find("c")->sources == SourceScope::Project);
        QVERIFY(catalog->find("go")->sources == SourceScope::Folder);
        QCOMPARE(catalog->find("go")->sourceExcludes, std::vector<std::string>{"_test.go"});
        QCOMPARE(catalog->find("java")->probe, (std::vector<std::string>{"javac", "java"}));
    }

    void namesThePackageManagerOfALanguage_data()
    {
        QTest::addColumn<QString>("manager");
        QTest::newRow("python") << "pip";
        QTest::newRow("javascript") << "npm";
        QTest::newRow("typescript") << "npm";
        QTest::newRow("ruby") << "gem";
        QTest::newRow("go") << "go";
        QTest::newRow("rust") << "cargo";
        QTest::newRow("r") << "cran";
        QTest::newRow("php") << "composer";
        QTest::newRow("c") << "apt";
        QTest::newRow("java") << "";
    }

    void namesThePackageManagerOfALanguage()
    {
        QFETCH(QString, manager);
        const auto catalog = LanguageCatalog::load();
        QVERIFY(catalog);
        QCOMPARE(QString::fromStdString(catalog->find(QTest::currentDataTag())->packages), manager);
    }

    void findsTheLanguageByTheEndOfAFileName_data()
    {
        QTest::addColumn<QString>("fileName");
        QTest::addColumn<QString>("id");
        QTest::newRow("plain") << "a.py"
                               << "python";
        QTest::newRow("path") << "/tmp/x.js/a.sh"
                              << "bash";
        QTest::newRow("upper case") << "A.PY"
                                    << "python";
        QTest::newRow("module") << "a.mjs"
                                << "javascript";
        QTest::newRow("no extension") << "python"
                                      << "";
        QTest::newRow("only an extension") << ".py"
                                           << "";
        QTest::newRow("unknown") << "a.xyz"
                                 << "";
        QTest::newRow("empty") << ""
                               << "";
    }

    void findsTheLanguageByTheEndOfAFileName()
    {
        QFETCH(QString, fileName);
        QFETCH(QString, id);
        const auto catalog = LanguageCatalog::load();
        QVERIFY(catalog);
        const auto language = catalog->findByFileName(fileName.toStdString());
        QCOMPARE(language ? QString::fromStdString(language->id) : QString(), id);
        if (!language) {
            QCOMPARE(language.error().code(), ErrorCode::NotFound);
            QVERIFY(language.error().message().find("--language") != std::string::npos);
        }
    }

    void findsTheLanguageByTheFirstLineOfAProgram_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        const auto row
            = [](const char* text, const char* id) { QTest::newRow(text) << text << id; };
        row("#!/usr/bin/env python3\nprint(1)\n", "python");
        row("#!/usr/bin/python3.11", "python");
        row("#! /bin/sh\n", "bash");
        row("#!/bin/bash -eu\r\n", "bash");
        row("#!/usr/bin/env -S A=1 node --flag\n", "javascript");
        row("#!/usr/bin/env Rscript", "r");
        row("#!/opt/bin/tool\n", "");
        row("#!/usr/bin/env\n", "");
        row("#!", "");
        row("print(1)\n#!/bin/sh\n", "");
        row("", "");
    }

    void findsTheLanguageByTheFirstLineOfAProgram()
    {
        QFETCH(QString, text);
        QFETCH(QString, id);
        const auto catalog = LanguageCatalog::load();
        QVERIFY(catalog);
        const auto language = catalog->findByFirstLine(text.toStdString());
        QCOMPARE(language ? QString::fromStdString(language->id) : QString(), id);
    }

    void namesTheKnownLanguagesWhenOneIsUnknown()
    {
        const auto catalog = LanguageCatalog::load();
        QVERIFY(catalog);
        const auto missing = catalog->find("cobol");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code(), ErrorCode::NotFound);
        QVERIFY(missing.error().message().find("python") != std::string::npos);
    }

    void namesTheFieldThatIsWrong_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("patch");
        QTest::newRow("no id") << "id"
                               << R"({"id":null})";
        QTest::newRow("id with a slash") << "id"
                                         << R"({"id":"../x"})";
        QTest::newRow("name a number") << "name"
                                       << R"({"name":3})";
        QTest::newRow("extension without dot") << "extensions"
                                               << R"({"extensions":["py"]})";
        QTest::newRow("no extensions") << "extensions"
                                       << R"({"extensions":[]})";
        QTest::newRow("file name a path") << "default_file_name"
                                          << R"({"default_file_name":"../a"})";
        QTest::newRow("run without file") << "run"
                                          << R"({"run":["lua"]})";
        QTest::newRow("run with two files") << "run"
                                            << R"({"run":["lua","{file}","{file}"]})";
        QTest::newRow("run begins with args") << "run"
                                              << R"({"run":["{args}","{file}"]})";
        QTest::newRow("env a list") << "env"
                                    << R"({"env":["A=B"]})";
        QTest::newRow("env value a number") << "env.A"
                                            << R"({"env":{"A":1}})";
        QTest::newRow("env name with =") << "env"
                                         << R"({"env":{"A=B":"1"}})";
        QTest::newRow("NUL") << "probe"
                             << R"({"probe":["lu\u0000a"]})";
        QTest::newRow("probe a text") << "probe"
                                      << R"({"probe":"lua"})";
        QTest::newRow("unknown manager") << "packages"
                                         << R"({"packages":"luarocks"})";
        QTest::newRow("packages a list") << "packages"
                                         << R"({"packages":["pip"]})";
        QTest::newRow("unknown placeholder") << "run"
                                             << R"({"run":["lua","{file}","{fiel}"]})";
        QTest::newRow("args inside a word") << "run"
                                            << R"({"run":["lua","{file}","-x={args}"]})";
        QTest::newRow("build without compile") << "run"
                                               << R"({"run":["{build}/x","{file}"]})";
        QTest::newRow("run without build")
            << "run"
            << R"({"compile":[["luac","{file}"]],"run":["lua","{file}"]})";
        QTest::newRow("class without the rule")
            << "run"
            << R"({"compile":[["luac","{file}"]],"run":["{build}/x","{class}"]})";
        QTest::newRow("compile a text") << "compile"
                                        << R"({"compile":"luac"})";
        QTest::newRow("compile empty") << "compile"
                                       << R"({"compile":[]})";
        QTest::newRow("compile without file") << "compile"
                                              << R"({"compile":[["luac"]],"run":["{build}/x"]})";
        QTest::newRow("a step that is no list") << "compile[0]"
                                                << R"({"compile":["luac"]})";
        QTest::newRow("an empty step") << "compile[1]"
                                       << R"({"compile":[["a","{file}"],[]]})";
        QTest::newRow("a step with args") << "compile[0]"
                                          << R"({"compile":[["a","{file}","{args}"]]})";
        QTest::newRow("a step that begins with files") << "compile[0]"
                                                       << R"({"compile":[["{files}"]]})";
        QTest::newRow("env with a file") << "env.A"
                                         << R"({"env":{"A":"{file}"}})";
        QTest::newRow("unknown file name rule") << "file_name_rule"
                                                << R"({"file_name_rule":"as I like"})";
        QTest::newRow("build file outside")
            << "build_files"
            << R"({"compile":[["a","{file}"]],"run":["{build}/x"],"build_files":{"../x":""}})";
        QTest::newRow("build file without compile") << "build_files"
                                                    << R"({"build_files":{"x":""}})";
        QTest::newRow("unknown scope of sources") << "sources"
                                                  << R"({"sources":"everything"})";
        QTest::newRow("source_excludes a text") << "source_excludes"
                                                << R"({"source_excludes":"_test.go"})";
        QTest::newRow("kernel a text") << "kernel"
                                       << R"({"kernel":"x"})";
        QTest::newRow("kernel without argv") << "kernel.argv"
                                             << R"({"kernel":{"source":"x"}})";
        QTest::newRow("kernel without source") << "kernel.source"
                                               << R"({"kernel":{"argv":["x"]}})";
        QTest::newRow("typing error") << "extention"
                                      << R"({"extention":[".x"]})";
        QTest::newRow("contexts without kernel") << "contexts"
                                                 << R"({"contexts":true})";
        QTest::newRow("contexts a text") << "contexts"
                                         << R"({"contexts":"yes"})";
        QTest::newRow("image a number") << "image"
                                        << R"({"image":7})";
        QTest::newRow("image empty") << "image"
                                     << R"({"image":""})";
        QTest::newRow("image two words") << "image"
                                         << R"({"image":"a b"})";
    }

    void namesTheFieldThatIsWrong()
    {
        QFETCH(QString, field);
        QFETCH(QString, patch);
        Json object = minimalLanguage();
        object.merge_patch(Json::parse(patch.toStdString()));
        const auto language = parseLanguage(writeJson(object));
        QVERIFY(!language);
        QCOMPARE(language.error().code(), ErrorCode::InvalidArgument);
        const auto wanted = "'" + field.toStdString() + "'";
        QVERIFY2(
            language.error().message().find(wanted) != std::string::npos,
            language.error().message().c_str());
    }

    void refusesWhatIsNotOneObject()
    {
        QVERIFY(!parseLanguage(""));
        QVERIFY(!parseLanguage("[]"));
        QVERIFY(!parseLanguage("{"));
        QVERIFY(!parseLanguage(std::string(1U << 20, ' ')));
        QVERIFY(parseLanguage(writeJson(minimalLanguage())));
    }

    void putsTheUsersLanguagesOverTheEmbeddedOnes()
    {
        QTemporaryDir folder;
        Json python = minimalLanguage();
        python["id"] = "python";
        python["name"] = "My Python";
        python["extensions"] = {".py"};
        writeText(folder.filePath("python.json"), writeJson(python));
        writeText(folder.filePath("lua.json"), writeJson(minimalLanguage()));
        writeText(folder.filePath("notes.txt"), "not a language");
        const auto catalog = LanguageCatalog::load(folder.path().toStdString());
        QVERIFY2(catalog, catalog ? "" : catalog.error().text().c_str());
        QCOMPARE(catalog->all().size(), std::size_t(13));
        QCOMPARE(catalog->find("python")->name, std::string("My Python"));
        QCOMPARE(catalog->findByFileName("x.lua")->id, std::string("lua"));
    }

    void namesTheUsersFileThatIsWrong()
    {
        QTemporaryDir folder;
        writeText(folder.filePath("broken.json"), R"({"id":"x"})");
        const auto catalog = LanguageCatalog::load(folder.path().toStdString());
        QVERIFY(!catalog);
        QVERIFY(catalog.error().message().find("broken.json") != std::string::npos);
        QVERIFY(catalog.error().message().find("'name'") != std::string::npos);
    }

    void refusesAKernelThatIsNotEmbedded()
    {
        QTemporaryDir folder;
        Json lua = minimalLanguage();
        lua["kernel"] = {{"source", "guest/nothing.lua"}, {"argv", {"lua"}}};
        writeText(folder.filePath("lua.json"), writeJson(lua));
        const auto catalog = LanguageCatalog::load(folder.path().toStdString());
        QVERIFY(!catalog);
        QVERIFY(catalog.error().message().find("kernel.source") != std::string::npos);
    }

    void knowsTheImageOfALanguage()
    {
        const auto catalog = LanguageCatalog::load();
        QVERIFY(catalog);
        const auto imageOf = [&](const char* id) {
            const auto language = catalog->find(id);
            return language ? defaultImage(&*language) : std::string();
        };
        for (const auto* id : {"python", "javascript", "bash"})
            QCOMPARE(imageOf(id), std::string(kDefaultImage));
        QCOMPARE(imageOf("rust"), std::string("sandbench-languages:1"));
        QCOMPARE(defaultImage(nullptr), std::string(kDefaultImage));
        Json lua = minimalLanguage();
        const auto plain = parseLanguage(writeJson(lua));
        QVERIFY(plain);
        QCOMPARE(defaultImage(&*plain), std::string(kDefaultImage));
        lua["image"] = "registry.example/lua:5";
        const auto own = parseLanguage(writeJson(lua));
        QVERIFY(own);
        QCOMPARE(defaultImage(&*own), std::string("registry.example/lua:5"));
    }

    void takesAMissingUserFolderForAnEmptyOne()
    {
        QVERIFY(LanguageCatalog::load("/nonexistent/languages"));
    }

    void refusesAUserFolderThatIsAFile()
    {
        QTemporaryDir folder;
        writeText(folder.filePath("languages"), "x");
        QVERIFY(!LanguageCatalog::load(folder.filePath("languages").toStdString()));
    }
};

SANDBENCH_TEST(TestLanguageCatalog);
#include "tst_language_catalog.moc"
