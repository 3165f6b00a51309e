// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/container_options.h"
#include "tests/conformance/packages_test.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// A package from a folder by every manager, and a program that uses it.
class ConformanceManagersTest : public PackagesTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }

private Q_SLOTS:
    void installsNodePackages();
    void installsGems();
    void installsRPackages();
    void installsGoModules();
    void installsCrates();
    void compilesProjectsWithCrates();
    void installsComposerPackages();
    void installsSystemPackagesAsRoot();
    void refusesSystemPackagesElsewhere();
};

void ConformanceManagersTest::installsNodePackages()
{
    if (!has("npm"))
        SKIP_WITHOUT(isEmbedded() ? "npm"s : engineName(), "there is no npm in this sandbox");
    m_folder.addNpm("@own/deep", "1.2.0", "module.exports = 41");
    m_folder.addNpm(
        "top", "1.0.0", "module.exports = require('@own/deep') + 1", R"({"@own/deep": "^1.0.0"})");
    auto request = by("npm", {"top"});
    QCOMPARE(problemOf(request), ""s);
    RunRequest run;
    run.language = "javascript";
    run.code = "console.log(require('top'))";
    QCOMPARE(m_box->run(run).stdoutBytes, "42\n"s);
    run.fileName = "main.mjs";
    run.code = "import top from 'top'; console.log(top)";
    QCOMPARE(m_box->run(run).stdoutBytes, "42\n"s);
    request.names = {"missing"};
    const auto text = problemOf(request);
    QVERIFY2(text.find("npm pack") != std::string::npos, text.c_str());
}

void ConformanceManagersTest::installsGems()
{
    REQUIRE_TOOL("gem", "ruby");
    addGem();
    QCOMPARE(problemOf(by("gem", {"late:1.0.0"})), ""s);
    QCOMPARE(m_box->bash("ruby -e 'require \"late\"; p LATE'").stdoutBytes, "42\n"s);
    const auto text = problemOf(by("gem", {"missing"}));
    QVERIFY2(text.find("Could not find a valid gem 'missing'") != std::string::npos, text.c_str());
}

void ConformanceManagersTest::installsRPackages()
{
    REQUIRE_TOOL("Rscript", "r");
    m_folder.write("late_1.0.tar.gz", madeInside(R"(mkdir -p late/R
echo 'answer <- function() 42' > late/R/a.R
echo 'export(answer)' > late/NAMESPACE
printf 'Package: late\nVersion: 1.0\nTitle: x\nDescription: x.\nAuthor: x\nMaintainer: x <x@x.org>\nLicense: GPL-3\n' > late/DESCRIPTION
tar cz late)"));
    QCOMPARE(problemOf(by("cran", {"late"})), ""s);
    QCOMPARE(m_box->bash("Rscript -e 'cat(late::answer())'").stdoutBytes, "42"s);
    const auto text = problemOf(by("cran", {"missing"}));
    QVERIFY2(text.find("is not available") != std::string::npos, text.c_str());
}

void ConformanceManagersTest::installsGoModules()
{
    REQUIRE_TOOL("go", "go");
    m_folder.addGoModule("example.com/late", "v1.0.0", "package late\n\nconst Answer = 42\n");
    auto request = by("go", {"example.com/late@v1.0.0"});
    QCOMPARE(problemOf(request), ""s);
    const auto built = m_box->bash(R"(printf 'package main
import "example.com/late"
func main() { println(late.Answer) }
' > main.go; GOCACHE=/tmp/go-build go run main.go 2>&1)");
    QCOMPARE(built.stdoutBytes, "42\n"s);
    request.names = {"example.com/missing"};
    QVERIFY(!problemOf(request).empty());
}

void ConformanceManagersTest::installsCrates()
{
    REQUIRE_TOOL("cargo", "rust");
    m_folder.addCrate(
        "late", "1.2.0", "pub fn answer() -> i32 { deep_one::base() + 1 }\n", "deep-one = \"1\"\n");
    m_folder.addCrate("deep-one", "1.0.0", "pub fn base() -> i32 { 41 }\n");
    QCOMPARE(problemOf(by("cargo", {"late@1"})), ""s);
    RunRequest run;
    run.language = "rust";
    run.code = "use late::answer;\nfn main() { println!(\"{}\", answer()); }\n";
    QCOMPARE(m_box->run(run).stdoutBytes, "42\n"s);
    // The first words until cargo 1.84, the others since then.
    const auto missing = problemOf(by("cargo", {"missing"}));
    QVERIFY2(
        missing.find("no matching package named `missing`") != std::string::npos
            || missing.find("`missing@*` could not be found") != std::string::npos,
        missing.c_str());
    const auto newer = problemOf(by("cargo", {"late@3"}));
    QVERIFY2(
        newer.find("`late = \"^3\"`") != std::string::npos
            || newer.find("`late@3` could not be found") != std::string::npos,
        newer.c_str());
    // What failed leaves nothing behind: the next one goes on from the first.
    QCOMPARE(problemOf(by("cargo", {"deep-one"})), ""s);
    run.code = "fn main() { println!(\"{}\", late::answer() + deep_one::base()); }\n";
    QCOMPARE(m_box->run(run).stdoutBytes, "83\n"s);
    run.code = "fn main() { nothing_such::answer(); }\n";
    const auto broken = m_box->run(run);
    QVERIFY(broken.phase == RunPhase::Compile);
    QVERIFY2(
        broken.stderrBytes.find("nothing_such") != std::string::npos, broken.stderrBytes.c_str());
}

void ConformanceManagersTest::compilesProjectsWithCrates()
{
    REQUIRE_TOOL("cargo", "rust");
    m_folder.addCrate("late", "1.2.0", "pub fn answer() -> i32 { 42 }\n");
    QCOMPARE(problemOf(by("cargo", {"late"})), ""s);
    RunRequest run;
    run.language = "rust";
    run.code = "mod helper;\nfn main() { println!(\"{}\", helper::twice()); }\n";
    run.files = {{"helper.rs", "pub fn twice() -> i32 { 2 * late::answer() }\n"}};
    QCOMPARE(m_box->run(run).stdoutBytes, "84\n"s);
    // A project of cargo's own names its crates itself.
    const auto own = m_box->bash(
        R"(mkdir -p own/src; cd own; echo 'fn main() { println!("own"); }' > src/main.rs
printf '[package]\nname = "own"\nversion = "0.1.0"\nedition = "2021"\n' > Cargo.toml
CARGO_HOME=/tmp/cargo cargo run --quiet --offline)");
    QCOMPARE(own.stdoutBytes + own.stderrBytes, "own\n"s);
}

void ConformanceManagersTest::installsComposerPackages()
{
    REQUIRE_TOOL("composer", "composer");
    m_folder.write("own/late/composer.json", R"({"name": "own/late", "version": "1.2.0",
        "autoload": {"psr-4": {"Late\\": "src/"}}, "require": {"own/deep": "^1"}})");
    m_folder.write(
        "own/late/src/Answer.php",
        "<?php namespace Late; class Answer { static function get() { return \\Deep\\Base::get() + "
        "1; } }\n");
    m_folder.write(
        "deep/composer.json",
        R"({"name": "own/deep", "version": "1.0.0", "autoload": {"psr-4": {"Deep\\": "src/"}}})");
    m_folder.write(
        "deep/src/Base.php",
        "<?php namespace Deep; class Base { static function get() { return 41; } }\n");
    QCOMPARE(problemOf(by("composer", {"own/late:^1"})), ""s);
    RunRequest run;
    run.language = "php";
    run.code = "<?php require 'vendor/autoload.php'; echo Late\\Answer::get(), \"\\n\";\n";
    QCOMPARE(m_box->run(run).stdoutBytes, "42\n"s);
    const auto missing = problemOf(by("composer", {"own/missing"}));
    QVERIFY2(
        missing.find("Could not find a matching version of package own/missing")
            != std::string::npos,
        missing.c_str());
    const auto newer = problemOf(by("composer", {"own/late:^3"}));
    QVERIFY2(newer.find("own/late ^3") != std::string::npos, newer.c_str());
}

void ConformanceManagersTest::installsSystemPackagesAsRoot()
{
    if (isEmbedded()) {
        QVERIFY(problemOf(by("apt", {"jq"})).find("use a container") != std::string::npos);
        return;
    }
    if (engineName() == "apptainer" || engineName() == "slurm")
        QSKIP("Apptainer's sandboxes have no root");
    SessionSpec root = spec();
    containerOf(root.sandbox).user = "root";
    containerOf(root.sandbox).writableRoot = true;
    m_box = std::make_unique<SandboxUnderTest>(engine());
    const auto problem = m_box->start(root);
    QVERIFY2(problem.empty(), problem.c_str());
    m_folder.write("late-tool_1.0_all.deb", madeInside(R"(mkdir -p d/DEBIAN d/usr/bin
printf 'Package: late-tool\nVersion: 1.0\nArchitecture: all\nMaintainer: x <x@x.org>\nDescription: x\n' > d/DEBIAN/control
printf '#!/bin/sh\necho 42\n' > d/usr/bin/late-tool; chmod 755 d/usr/bin/late-tool
dpkg-deb --build --root-owner-group d late.deb >/dev/null; cat late.deb)"));
    QCOMPARE(problemOf(by("apt", {"late-tool"})), ""s);
    QCOMPARE(m_box->bash("late-tool").stdoutBytes, "42\n"s);
    auto missing = by("apt", {"no-such-package"});
    missing.sources.offlineFolder.clear();
    const auto text = problemOf(missing);
    QVERIFY2(
        text.find("Unable to locate package no-such-package") != std::string::npos, text.c_str());
}

void ConformanceManagersTest::refusesSystemPackagesElsewhere()
{
    const auto done = session().install(by("apt", {"jq"}), {});
    QVERIFY(!done);
    QCOMPARE(done.error().code(), ErrorCode::Unsupported);
    QVERIFY(done.error().text().find("root") != std::string::npos);
}

SANDBENCH_TEST(ConformanceManagersTest);
#include "tst_conformance_managers.moc"
