// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/commit_changes.h"
#include "tests/support/test_program.h"

#include <QFloat16> // QCOMPARE asks whether Json converts to it
#include <QTest>

using namespace sandbench;
using namespace sandbench::docker;
using std::string_literals::operator""s;

/// What an image is told that a sandbox becomes.
class DockerCommitTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anImageThatWasASandboxStartsAsTheOneBefore();
    void anImageOfASandboxFindsItsPackages();
};

void DockerCommitTest::anImageThatWasASandboxStartsAsTheOneBefore()
{
    const Json inspected
        = {{"Id", "sha256:abc"},
           {"Os", "linux"},
           {"Config",
            {{"User", "0:0"},
             {"Entrypoint", {"tini", "--"}},
             {"WorkingDir", "/srv"},
             {"Labels", {{"org.sandbench.folders", "kept"}}}}}};
    const auto image = readImageFacts("mine:1", inspected);
    QVERIFY(image);
    QVERIFY(image->hasFolders);
    QCOMPARE(
        commitChanges(*image, "games", "", {}, false),
        "LABEL org.sandbench.folders=kept\nUSER games\nENTRYPOINT [\"tini\",\"--\"]\nCMD []\n"
        "WORKDIR /srv"s);
    auto odd = *image;
    odd.workingFolder = "/a\nRUN b";
    odd.command = {"a\nUSER root"};
    const auto lines = commitChanges(odd, "games", "", {}, false);
    QCOMPARE(std::count(lines.begin(), lines.end(), '\n'), 3);
}

void DockerCommitTest::anImageOfASandboxFindsItsPackages()
{
    const auto lines = commitChanges(
        ImageFacts(), "games", "t-1",
        {{"PATH", "/work/.packages/python/bin:/bin"},
         {"GOFLAGS", "-mod=mod -modcacherw"},
         {"A B", "x"},
         {"EMPTY", ""},
         {"HOSTILE", "x\nUSER root"},
         {"QUOTED", "\"$(id)\""}},
        false);
    QVERIFY2(
        lines.ends_with("\nENV GOFLAGS=\"-mod=mod -modcacherw\"\nENV "
                        "PATH=\"/work/.packages/python/bin:/bin\""),
        lines.c_str());
    QVERIFY(lines.find("\nLABEL org.sandbench.tenant=t-1\n") != std::string::npos);
    QCOMPARE(lines.find("root"), std::string::npos);
    QCOMPARE(lines.find("EMPTY"), std::string::npos);
}

SANDBENCH_TEST(DockerCommitTest);
#include "tst_docker_commit.moc"
