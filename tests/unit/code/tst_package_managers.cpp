// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/package/install_plan.h"
#include "core/package/package_settings.h"
#include "core/package/telling_line.h"
#include "tests/support/test_program.h"
#include "tests/unit/code/words.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;

namespace {

const InstallPlaces kPlaces = {"/work/.packages", "/work", "/tmp"};

PackageManager manager(const char* id)
{
    const auto found = findPackageManager(id);
    return found ? *found : PackageManager();
}

InstallTask wishFor(const PackageManager& manager, const std::string& name)
{
    InstallTask task;
    task.names = {*parsePackageName(manager.names, name)};
    return task;
}

QString value(const InstallPlan& plan, const char* name)
{
    const auto found = plan.env.find(name);
    return found == plan.env.end() ? QString("(none)") : QString::fromStdString(found->second);
}

} // namespace

/// The package managers of resources/packages, and what they are asked to do.
class TestPackageManagers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEveryFileOfOurs()
    {
        const auto ids = knownPackageManagers();
        QVERIFY(std::find(ids.begin(), ids.end(), "pip") != ids.end());
        QVERIFY(std::find(ids.begin(), ids.end(), "npm") != ids.end());
        for (const auto& id : ids) {
            const auto found = findPackageManager(id);
            QVERIFY2(found, found ? "" : (id + ": " + found.error().text()).c_str());
            QCOMPARE(found->id, id);
            QVERIFY2(!found->hint.empty(), id.c_str());
        }
    }

    void namesTheKnownManagers()
    {
        const auto unknown = findPackageManager("brew");
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code(), ErrorCode::NotFound);
        QVERIFY(unknown.error().text().find("pip") != std::string::npos);
    }

    void namesTheFieldThatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* json, const char* field) {
            QTest::newRow(json) << QByteArray(json) << QByteArray(field);
        };
        row(R"({"names": "pip", "install": ["x"]})", "'id'");
        row(R"({"id": "x", "install": ["x"]})", "'names'");
        row(R"({"id": "x", "names": "brew", "install": ["x"]})", "'names'");
        row(R"({"id": "x", "names": "pip"})", "'install'");
        row(R"({"id": "x", "names": "pip", "install": "x"})", "'install'");
        row(R"({"id": "x", "names": "pip", "install": ["x"], "prepare": ["a"]})", "'prepare'");
        row(R"({"id": "x", "names": "pip", "install": ["x"], "env": {"a=b": "c"}})", "'env.a=b'");
        row(R"({"id": "x", "names": "pip", "install": ["x"], "shell": "sh"})", "'shell'");
        row(R"({"id": "x", "names": "pip", "install": ["x"], "files": {"a": "b"}})", "'files.a'");
        row(R"({"id": "x", "names": "pip", "install": ["x"], "needs_root": 1})", "'needs_root'");
    }

    void namesTheFieldThatIsWrong()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, field);
        const auto parsed = parsePackageManager(json.toStdString());
        QVERIFY(!parsed);
        QVERIFY2(
            parsed.error().text().find(field.toStdString()) != std::string::npos,
            parsed.error().text().c_str());
    }

    void plansPip()
    {
        const auto pip = manager("pip");
        auto task = wishFor(pip, "numpy>=1");
        task.hasNetwork = true;
        task.index = "https://lab/simple";
        task.proxy = "http://proxy:3128";
        task.certificates = "/work/.packages/certificates.pem";
        const auto plan = planInstall(pip, task, kPlaces);
        QVERIFY(plan);
        QCOMPARE(plan->steps.size(), std::size_t(2));
        QCOMPARE(
            joined(plan->steps[1].argv),
            QString("/work/.packages/python/bin/python3 -I -m pip install -- numpy>=1"));
        QCOMPARE(value(*plan, "PIP_INDEX_URL"), QString("https://lab/simple"));
        QCOMPARE(value(*plan, "https_proxy"), QString("http://proxy:3128"));
        QCOMPARE(value(*plan, "PIP_CERT"), QString("/work/.packages/certificates.pem"));
        QCOMPARE(value(*plan, "PIP_NO_INDEX"), QString("(none)"));
        task.isPrepared = true;
        QCOMPARE(planInstall(pip, task, kPlaces)->steps.size(), std::size_t(1));
        QCOMPARE(joined(packagePath(pip, kPlaces)), QString("/work/.packages/python/bin"));
    }

    void usesAFolderInsteadOfAnIndex()
    {
        const auto pip = manager("pip");
        auto task = wishFor(pip, "numpy");
        task.hasNetwork = true;
        task.index = "https://lab/simple";
        task.folder = "/work/.packages/offline";
        const auto plan = planInstall(pip, task, kPlaces);
        QCOMPARE(value(*plan, "PIP_FIND_LINKS"), QString("/work/.packages/offline"));
        QCOMPARE(value(*plan, "PIP_NO_INDEX"), QString("1"));
        QCOMPARE(value(*plan, "PIP_INDEX_URL"), QString("(none)"));
    }

    void namesFilesToAManagerThatLooksIntoNoFolder()
    {
        const auto npm = manager("npm");
        auto task = wishFor(npm, "@types/node@20");
        task.folder = "/f";
        task.folderFiles = {"lodash-4.17.21.tgz", "notes.txt", "types-node-20.1.0.tgz"};
        const auto plan = planInstall(npm, task, kPlaces);
        QVERIFY(plan);
        QVERIFY(joined(plan->steps[0].argv)
                    .endsWith("-- /f/lodash-4.17.21.tgz /f/types-node-20.1.0.tgz"));
        QVERIFY(plan->steps.back().mayFail);
        task.folderFiles = {"types-node-extra-1.0.tgz"};
        const auto missing = planInstall(npm, task, kPlaces);
        QVERIFY(!missing);
        QCOMPARE(missing.error().code(), ErrorCode::NotFound);
    }

    void bringsCratesToProgramsWithoutCargo()
    {
        const auto cargo = manager("cargo");
        auto task = wishFor(cargo, "serde@1.0");
        task.folder = "/f";
        const auto plan = planInstall(cargo, task, kPlaces);
        QVERIFY(plan);
        QCOMPARE(plan->cwd, std::string("/work/.packages/rust"));
        QCOMPARE(joined(plan->steps.back().argv), QString("/work/.packages/rust/add serde@1.0"));
        QCOMPARE(value(*plan, "CARGO_HOME"), QString("/work/.packages/rust/from-folder"));
        const auto& config = plan->files.at("/work/.packages/rust/from-folder/config.toml");
        QVERIFY(config.find("directory = '/f'\n") != std::string::npos);
        const auto& rustc = plan->files.at("/work/.packages/rust/bin/rustc");
        QVERIFY(rustc.starts_with("#!/bin/sh\n"));
        QVERIFY(rustc.find("@/work/.packages/rust/arguments") != std::string::npos);
        QCOMPARE(joined(packagePath(cargo, kPlaces)), QString("/work/.packages/rust/bin"));
    }

    void givesComposerARepositoryOfFolders()
    {
        const auto composer = manager("composer");
        auto task = wishFor(composer, "monolog/monolog:^3");
        task.hasNetwork = true;
        task.index = "https://lab/php";
        const auto online = planInstall(composer, task, kPlaces);
        QVERIFY(online);
        QVERIFY(joined(online->steps[0].argv).endsWith("-- monolog/monolog:^3"));
        QCOMPARE(value(*online, "COMPOSER_HOME"), QString("/work/.packages/php-from-index"));
        task.folder = "/f";
        const auto offline = planInstall(composer, task, kPlaces);
        QCOMPARE(value(*offline, "COMPOSER_HOME"), QString("/work/.packages/php-from-folder"));
        const auto config
            = Json::parse(offline->files.at("/work/.packages/php-from-folder/config.json"));
        QCOMPARE(jsonString(config["repositories"][1], "url"), std::string("/f/*"));
    }

    void namesDebFilesToApt()
    {
        const auto apt = manager("apt");
        QVERIFY(apt.needsRoot);
        auto task = wishFor(apt, "libfmt-dev");
        task.folder = "/f";
        task.folderFiles = {"libfmt-dev_9.1.0_amd64.deb"};
        const auto plan = planInstall(apt, task, kPlaces);
        QVERIFY(plan);
        QVERIFY(joined(plan->steps.back().argv).endsWith("-- /f/libfmt-dev_9.1.0_amd64.deb"));
        task.folderFiles = {"libfmt-dev-extra_9.1.0_amd64.deb"};
        QCOMPARE(planInstall(apt, task, kPlaces).error().code(), ErrorCode::NotFound);
    }

    void preparesWithoutInstallingAnything()
    {
        const auto plan = planInstall(manager("npm"), {}, kPlaces);
        QVERIFY(plan);
        QVERIFY(plan->steps.empty());
        QCOMPARE(planInstall(manager("pip"), {}, kPlaces)->steps.size(), std::size_t(1));
    }

    void fillsPlaceholdersOnce()
    {
        const auto pip = manager("pip");
        auto task = wishFor(pip, "numpy");
        task.folder = "{packages}/{names}";
        QCOMPARE(
            value(*planInstall(pip, task, kPlaces), "PIP_FIND_LINKS"),
            QString("{packages}/{names}"));
    }

    void refusesAManifestThatItDoesNotKnow()
    {
        InstallTask task;
        task.manifest = "/m/Gemfile";
        QVERIFY(!planInstall(manager("pip"), task, kPlaces));
    }

    void readsSettings()
    {
        const auto settings = readPackageSettings(
            Json::parse(R"({"index": {"pip": "https:\/\/lab/simple"}, "proxy": "http:\/\/p:1",
                            "wheels": "/w", "certificates": "/c.pem"})"));
        QVERIFY(settings);
        QCOMPARE(settings->index.at("pip"), std::string("https://lab/simple"));
        QCOMPARE(settings->offlineFolder, std::string("/w"));
        QCOMPARE(settings->certificates, std::string("/c.pem"));
        QVERIFY(readPackageSettings(nullptr));
    }

    void refusesSettings_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* json, const char* field) {
            QTest::newRow(json) << QByteArray(json) << QByteArray(field);
        };
        row("[]", "'packages'");
        row(R"({"mirror": "x"})", "'packages.mirror'");
        row(R"({"index": "x"})", "'packages.index'");
        row(R"({"index": {"pip": "--trusted-host"}})", "'packages.index.pip'");
        row(R"({"index": {"pip": "https:\/\/a b"}})", "'packages.index.pip'");
        row(R"({"index": {"pip": "https:\/\/a\nextra-index-url=x"}})", "'packages.index.pip'");
        row(R"({"index": {"brew": "https:\/\/a"}})", "'packages.index'");
        row(R"({"index": {"apt": "https:\/\/a"}})", "'packages.index.apt'");
        row(R"({"proxy": 3})", "'packages.proxy'");
        row(R"({"wheels": "w"})", "'packages.wheels'");
        row(R"({"certificates": "c.pem"})", "'packages.certificates'");
    }

    void refusesSettings()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, field);
        const auto settings = readPackageSettings(Json::parse(json.toStdString()));
        QVERIFY(!settings);
        QVERIFY2(
            settings.error().text().find(field.toStdString()) != std::string::npos,
            settings.error().text().c_str());
    }

    void findsTheTellingLine_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QByteArray>("line");
        const auto row = [](const char* title, const char* output, const char* line) {
            QTest::newRow(title) << QByteArray(output) << QByteArray(line);
        };
        row("pip: not there",
            "Looking in links: /w\nERROR: Could not find a version that satisfies x==9 (from "
            "versions: none)\nERROR: No matching distribution found for x==9\nnotice: a new "
            "release\n",
            "ERROR: No matching distribution found for x==9");
        row("pip: conflict",
            "ERROR: Cannot install b==1 and a==1 because these package versions have conflicting "
            "dependencies.\n\nThe conflict is caused by:\nERROR: ResolutionImpossible: for help",
            "ERROR: Cannot install b==1 and a==1 because these package versions have conflicting "
            "dependencies.");
        row("pip: no answer",
            "WARNING: Retrying (Retry(total=0)) after connection broken by "
            "\"ReadTimeoutError('Read "
            "timed out. (read timeout=15)')\": /simple/late/\nERROR: Could not find a version that "
            "satisfies late\nERROR: No matching distribution found for late",
            "WARNING: Retrying (Retry(total=0)) after connection broken by "
            "\"ReadTimeoutError('Read "
            "timed out. (read timeout=15)')\": /simple/late/");
        row("pip: setup.py",
            "  error: subprocess-exited-with-error\n  RuntimeError: no compiler\nerror: "
            "metadata-generation-failed\nhint: See above for details.",
            "RuntimeError: no compiler");
        row("npm: not there",
            "npm error code E404\nnpm error 404 Not Found - GET x\nnpm error 404\nnpm error 404  "
            "'x@*' is not in this registry.\nnpm error 404 Note that you can also\nnpm error A "
            "complete log of this run can be found in: /tmp/l",
            "npm error 404 'x@*' is not in this registry.");
        row("npm: version",
            "npm error code ETARGET\nnpm error notarget No matching version found for a@99.\nnpm "
            "error notarget In most cases",
            "npm error notarget No matching version found for a@99.");
        row("cargo: not there",
            "error: no matching package named `late` found\nlocation searched: registry\nAs a "
            "reminder, you're using offline mode (--offline) which can cause failures, if this "
            "error is too confusing you may task to retry",
            "error: no matching package named `late` found");
        row("cargo: version",
            "error: failed to select a version for the requirement `late = \"^3\"`\nAs a "
            "reminder, this error is too confusing",
            "error: failed to select a version for the requirement `late = \"^3\"`");
        row("composer: version",
            "Your requirements could not be resolved to an installable set of packages.\n\n  "
            "Problem 1\n    - Root composer.json requires own/late ^3, found own/late[1.2.0] but "
            "it does not match the constraint.\n\nInstallation failed, reverting",
            "- Root composer.json requires own/late ^3, found own/late[1.2.0] but it does not "
            "match the constraint.");
        row("go: file",
            "go: errors parsing go.mod:\n/work/go.mod:5: require late: version \"v3.0.0\" "
            "invalid\n",
            "/work/go.mod:5: require late: version \"v3.0.0\" invalid");
        row("npm: other version",
            "npm ERR! code ELSPROBLEMS\nnpm ERR! invalid: a@1.0.0 /work/x\n\nnpm ERR! A complete "
            "log "
            "of this run can be found in:\nnpm ERR!     /tmp/npm/_logs/2026-debug-0.log\n",
            "npm ERR! invalid: a@1.0.0 /work/x");
        row("pip: hashes",
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.\n    "
            "late==1 "
            "from file\n        Expected sha256 0\n             Got        1\n",
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.");
        row("apt: not there", "Reading package lists...\nE: Unable to locate package late\n",
            "E: Unable to locate package late");
        row("disk", "error: x\nOSError: [Errno 28] No space left on device\nerror: y",
            "OSError: [Errno 28] No space left on device");
        row("progress", "10%\r50%\rfatal: broken\n", "fatal: broken");
        row("npm: no DNS",
            "npm error code EAI_AGAIN\nnpm error syscall getaddrinfo\nnpm error errno "
            "EAI_AGAIN\nnpm "
            "error request to https://index.example/late failed, reason: getaddrinfo EAI_AGAIN "
            "index.example\nnpm error A complete log of this run can be found in: /tmp/l",
            "npm error request to https://index.example/late failed, reason: getaddrinfo EAI_AGAIN "
            "index.example");
        row("composer: no DNS",
            "curl error 6 while downloading x: Could not resolve host: index.example\nx",
            "curl error 6 while downloading x: Could not resolve host: index.example");
        row("npm: a certificate",
            "npm ERR! code SELF_SIGNED_CERT_IN_CHAIN\nnpm ERR! request to "
            "https://index.example/late "
            "failed, reason: self-signed certificate\n\nnpm ERR! A complete log of this run can be "
            "found in:\nnpm ERR!     /tmp/_logs/2026-debug-0.log\n",
            "npm ERR! request to https://index.example/late failed, reason: self-signed "
            "certificate");
        row("gem: no DNS",
            "ERROR:  Could not find a valid gem 'late' (>= 0), here is why:\n          Unable to "
            "download data from https://index.example/ - SocketError\n",
            "Unable to download data from https://index.example/ - SocketError");
        row("cargo: no DNS",
            "error: failed to load source for dependency `late`\n\nCaused by:\n  failed to resolve "
            "address for index.example: Name or service not known; class=Net (12)\n",
            "failed to resolve address for index.example: Name or service not known; class=Net "
            "(12)");
        row("composer: no DNS in streams",
            "\n  getaddrinfo for index.example failed: Name or service not known\n\nrequire "
            "[--dev] [--dry-run]\n",
            "getaddrinfo for index.example failed: Name or service not known");
        row("go: no DNS",
            "go: module late: Get \"https://index.example/late\": dial tcp: lookup index.example: "
            "no "
            "such host\n",
            "go: module late: Get \"https://index.example/late\": dial tcp: lookup index.example: "
            "no "
            "such host");
        row("nothing says so", "one\ntwo\n", "two");
        row("nothing", "", "");
    }

    void takesNoProgressOfAKilledManagerForItsReason()
    {
        QCOMPARE(tellingLine("Downloading late\n  40 %\n", true), std::string());
        QCOMPARE(tellingLine("error: no\n  40 %\n", true), std::string("error: no"));
    }

    void findsTheTellingLine()
    {
        QFETCH(QByteArray, output);
        QTEST(QByteArray::fromStdString(tellingLine(output.toStdString())), "line");
    }
};

SANDBENCH_TEST(TestPackageManagers);
#include "tst_package_managers.moc"
