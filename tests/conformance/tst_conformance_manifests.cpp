// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "tests/conformance/packages_test.h"
#include "tests/support/test_program.h"

#include <QCryptographicHash>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// What files list is installed, from a folder; or it is said why not.
class ConformanceManifestsTest : public PackagesTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }

private Q_SLOTS:
    void installsRequirementsWithTheirHashes();
    void installsWhatPackageJsonLists();
    void saysWhatALockFileOfNpmTakes();
    void installsWhatAGemfileLists();
    void installsWhatGoModLists();
    void installsWhatComposerJsonLists();
    void installsWhatCargoTomlLists();

private:
    InstallRequest
    listedIn(const std::string& manager, const std::string& file, const std::string& text) const
    {
        auto request = by(manager, {});
        request.manifests = {{file, text}};
        return request;
    }
};

#define QVERIFY_HAS(text, part) QVERIFY2((text).find(part) != std::string::npos, (text).c_str())

void ConformanceManifestsTest::installsRequirementsWithTheirHashes()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
    const auto wheel = readFile(m_folder.path() + "/late-1.0-py3-none-any.whl", 1U << 20);
    QVERIFY(wheel);
    const auto hash
        = QCryptographicHash::hash(QByteArray::fromStdString(*wheel), QCryptographicHash::Sha256)
              .toHex()
              .toStdString();
    const auto wrong = problemOf(
        listedIn("pip", "requirements.txt", "late==1.0 --hash=sha256:" + std::string(64, '0')));
    QVERIFY_HAS(wrong, "DO NOT MATCH THE HASHES");
    QCOMPARE(
        problemOf(
            listedIn("pip", "requirements.txt", "late==1.0 \\\n    --hash=sha256:" + hash + "\n")),
        ""s);
    QCOMPARE(m_box->python("import late; print(late.answer)").stdoutBytes, "42\n"s);
}

void ConformanceManifestsTest::installsWhatPackageJsonLists()
{
    if (!has("npm"))
        SKIP_WITHOUT(isEmbedded() ? "npm"s : engineName(), "there is no npm in this sandbox");
    m_folder.addNpm("deep", "1.2.0", "module.exports = 41");
    m_folder.addNpm(
        "top", "1.0.0", "module.exports = require('deep') + 1", R"({"deep": "^1.0.0"})");
    QCOMPARE(
        problemOf(listedIn("npm", "package.json", R"({"dependencies": {"top": "^1.0.0"}})")), ""s);
    RunRequest run;
    run.language = "javascript";
    run.code = "console.log(require('top'))";
    QCOMPARE(m_box->run(run).stdoutBytes, "42\n"s);
    const auto newer
        = problemOf(listedIn("npm", "package.json", R"({"dependencies": {"top": "^2.0.0"}})"));
    QVERIFY_HAS(newer, "invalid: top@1.0.0");
    const auto missing
        = problemOf(listedIn("npm", "package.json", R"({"dependencies": {"other": "1"}})"));
    QVERIFY(!missing.empty());
}

void ConformanceManifestsTest::saysWhatALockFileOfNpmTakes()
{
    m_folder.addNpm("top", "1.0.0", "module.exports = 1");
    auto request = listedIn("npm", "package.json", R"({"dependencies": {"top": "^1.0.0"}})");
    request.manifests.push_back({"package-lock.json", R"({"lockfileVersion": 3, "packages": {}})"});
    const auto done = session().install(request, {});
    QVERIFY(!done);
    QCOMPARE(done.error().code(), ErrorCode::InvalidArgument);
    QVERIFY_HAS(done.error().text(), "package-lock.json lists out of a folder");
}

void ConformanceManifestsTest::installsWhatAGemfileLists()
{
    REQUIRE_TOOL("gem", "ruby");
    addGem();
    const auto list
        = listedIn("gem", "Gemfile", "source 'https://gems.example'\ngem 'late', '~> 1.0'\n");
    if (!has("bundle")) {
        QVERIFY_HAS(problemOf(list), "there is no bundler in this sandbox");
        return;
    }
    QCOMPARE(problemOf(list), ""s);
    QCOMPARE(m_box->bash("ruby -e 'require \"late\"; p LATE'").stdoutBytes, "42\n"s);
    const auto newer = problemOf(
        listedIn("gem", "Gemfile", "source 'https://gems.example'\ngem 'late', '~> 3.0'\n"));
    QVERIFY_HAS(newer, "Could not find gem 'late (~> 3.0)'");
}

void ConformanceManifestsTest::installsWhatGoModLists()
{
    REQUIRE_TOOL("go", "go");
    m_folder.addGoModule("example.com/late", "v1.0.0", "package late\n\nconst Answer = 42\n");
    QCOMPARE(
        problemOf(
            listedIn("go", "go.mod", "module own\n\ngo 1.18\n\nrequire example.com/late v1.0.0\n")),
        ""s);
    RunRequest run;
    run.language = "go";
    run.code
        = "package main\n\nimport \"example.com/late\"\n\nfunc main() { print(late.Answer) }\n";
    const auto record = m_box->run(run);
    QCOMPARE(record.stderrBytes, "42"s);
    const auto newer = problemOf(
        listedIn("go", "go.mod", "module own\n\ngo 1.18\n\nrequire example.com/late v1.9.0\n"));
    QVERIFY_HAS(newer, "example.com/late@v1.9.0");
}

void ConformanceManifestsTest::installsWhatComposerJsonLists()
{
    REQUIRE_TOOL("composer", "composer");
    m_folder.write("late/composer.json", R"({"name": "own/late", "version": "1.2.0",
        "autoload": {"psr-4": {"Late\\": "src/"}}})");
    m_folder.write(
        "late/src/Answer.php", "<?php namespace Late; class Answer { const VALUE = 42; }\n");
    QCOMPARE(
        problemOf(listedIn(
            "composer", "composer.json", R"({"require": {"php": ">=7", "own/late": "^1.0"}})")),
        ""s);
    RunRequest run;
    run.language = "php";
    run.code = "<?php require 'vendor/autoload.php'; echo Late\\Answer::VALUE, \"\\n\";\n";
    QCOMPARE(m_box->run(run).stdoutBytes, "42\n"s);
}

void ConformanceManifestsTest::installsWhatCargoTomlLists()
{
    REQUIRE_TOOL("cargo", "rust");
    m_folder.addCrate("late-crate", "1.2.0", "pub fn answer() -> i32 { 42 }\n");
    const std::string head = "[package]\nname = \"own\"\nversion = \"0.1.0\"\n\n[dependencies]\n";
    QCOMPARE(problemOf(listedIn("cargo", "Cargo.toml", head + "late-crate = \"1\"\n")), ""s);
    RunRequest run;
    run.language = "rust";
    run.code = "fn main() { println!(\"{}\", late_crate::answer()); }\n";
    QCOMPARE(m_box->run(run).stdoutBytes, "42\n"s);
    const auto elsewhere = session().install(
        listedIn("cargo", "Cargo.toml", head + "late-crate = { path = \"/work\" }\n"), {});
    QVERIFY(!elsewhere);
    QCOMPARE(elsewhere.error().code(), ErrorCode::InvalidArgument);
    QVERIFY_HAS(
        elsewhere.error().text(), "dependencies.late-crate comes from an address or a path");
}

SANDBENCH_TEST(ConformanceManifestsTest);
#include "tst_conformance_manifests.moc"
