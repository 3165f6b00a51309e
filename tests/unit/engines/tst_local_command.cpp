// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/bwrap_command.h"
#include "core/engine/local/local_host.h"
#include "core/engine/local/own_mounts.h"
#include "core/engine/local/userns_check.h"
#include "core/engine/registry.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::local;

namespace {

HostLayout mergedHost()
{
    HostLayout layout;
    layout.folders = {"/usr"};
    layout.links = {{"/bin", "usr/bin"}};
    layout.configFiles = {"/etc/ld.so.cache"};
    layout.configFolders = {"/etc/fonts"};
    return layout;
}

std::string commandText(const std::vector<std::string>& words)
{
    std::string text = " ";
    for (const auto& word : words)
        text += word + ' ';
    return text;
}

} // namespace

class TestLocalCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksForEveryLayer()
    {
        const auto files = sandboxFiles(mergedHost(), "sandbox");
        const auto text = commandText(bwrapOptions(mergedHost(), {}, files, false));
        for (const char* part :
             {" --unshare-all ", " --unshare-user ", " --disable-userns ", " --as-pid-1 ",
              " --die-with-parent ", " --new-session ", " --cap-drop ALL ", " --seccomp 4 ",
              " --remount-ro /dev ", " --remount-ro / ", " --ro-bind /usr /usr ",
              " --symlink usr/bin /bin ", " --clearenv ", " --uid 1000 ", " --hostname sandbox "})
            QVERIFY2(text.find(part) != std::string::npos, part);
        for (const char* part :
             {" --bind ", " --dev-bind ", " --share-net ", " /home ", " /root ", " /run "})
            QVERIFY2(text.find(part) == std::string::npos, part);
    }

    void findsWhatIsMountedInTheHostsFolders()
    {
        const std::vector<std::string> folders = {"/usr", "/etc/fonts"};
        const auto paths = mountsIn(
            "30 20 8:1 /usr /usr ro - ext4 /dev/sda1 rw\n"
            "31 30 8:2 / /usr/local ro - ext4 /dev/sda2 rw\n"
            "32 31 8:2 / /usr/local ro - tmpfs tmpfs rw\n"
            "33 20 0:5 / /usrlocal ro - tmpfs tmpfs rw\n"
            "34 20 0:5 / /dev ro\nbroken\n\n",
            folders);
        QVERIFY(paths);
        QCOMPARE(*paths, (std::vector<std::string>{"/etc/fonts", "/usr", "/usr/local"}));
        // The kernel's escapes are not read.
        const auto odd = mountsIn("31 30 8:2 / /usr/a\\040b ro - ext4 x rw\n", folders);
        QVERIFY(!odd);
        QCOMPARE(odd.error().code(), ErrorCode::Unsupported);
    }

    void hidesOnlyWhatNobodyHidesFromOutside()
    {
        auto host = mergedHost();
        host.maskedProc = {"/proc/keys"};
        host.maskedProcFolders = {"/proc/irq"};
        const auto hides = commandText(bwrapOptions(host, {}, {}, true));
        QVERIFY(hides.find(" --ro-bind /dev/null /proc/keys ") != std::string::npos);
        QVERIFY(hides.find(" --tmpfs /proc/irq --remount-ro /proc/irq ") != std::string::npos);
        const auto rest = commandText(bwrapOptions(host, {}, {}, false));
        QVERIFY(rest.find("/proc/keys") == std::string::npos);
        QVERIFY(rest.find("/proc/irq") == std::string::npos);
    }

    void sealsTheRootLast()
    {
        const auto words = bwrapOptions(mergedHost(), {}, {}, true);
        const auto seal = std::find(words.begin(), words.end(), "/");
        QVERIFY(seal != words.end());
        QVERIFY(std::find(seal, words.end(), "--tmpfs") == words.end());
    }

    void saysNothingBesidesItsOptions()
    {
        const auto words = bwrapArguments(mergedHost());
        QCOMPARE(
            words,
            (std::vector<std::string>{
                "bwrap", "--args", "6", "--", "/proc/self/fd/3", "lent", "7"}));
        // An agent that is started in another way takes no kernel.
        const auto other = bwrapArguments(mergedHost(), 0, {"hold"});
        QCOMPARE(other.back(), std::string("hold"));
        QCOMPARE(other.size(), std::size_t(6));
    }

    void givesAZygoteTheHostsFilesAndNothingElse()
    {
        const auto files = sandboxFiles(mergedHost(), "sandbox");
        const auto text
            = commandText(zygoteOptions(mergedHost(), files, {"PATH=/usr/bin", "broken"}));
        for (const auto* part :
             {" --unshare-user ", " --unshare-net ", " --unshare-ipc ", " --clearenv ",
              " --cap-drop ALL ", " --setenv PATH /usr/bin ", " --ro-bind /usr /usr ",
              " --remount-ro / ", " --die-with-parent "})
            QVERIFY2(text.find(part) != std::string::npos, part);
        QVERIFY(text.find("broken") == std::string::npos);
        QVERIFY(text.find(" --bind ") == std::string::npos);
        QVERIFY(text.find("CAP_DAC") == std::string::npos);
        const auto first = " --file " + std::to_string(kFirstZygoteFileFd) + " /etc/passwd ";
        QVERIFY(text.find(first) != std::string::npos);
    }

    void bindsOneFolderOfConfigurationWhereAZygoteHasPreparedIt()
    {
        const auto files = sandboxFiles(mergedHost(), "sandbox");
        const auto zygote = commandText(zygoteOptions(mergedHost(), files, {}));
        QVERIFY(zygote.find(" --ro-bind /etc/fonts /run/etc/fonts ") != std::string::npos);
        const auto text = commandText(bwrapOptions(preparedLayout(mergedHost()), {}, {}, false));
        QVERIFY(text.find(" --ro-bind /etc /etc ") != std::string::npos);
        QVERIFY(text.find("/etc/fonts") == std::string::npos);
        QVERIFY(text.find(" --file ") == std::string::npos);
    }

    void noticesThatTheHostsConfigurationHasChanged()
    {
        const QTemporaryDir folder;
        HostLayout layout;
        layout.configFolders = {folder.path().toStdString()};
        layout.configFiles = {"/there/is/none"};
        QVERIFY(QDir(folder.path()).mkdir("inner"));
        const auto before = configurationState(layout);
        QCOMPARE(configurationState(layout), before);
        QVERIFY(QFile::link("/usr/bin/true", folder.filePath("inner/link")));
        const auto after = configurationState(layout);
        QVERIFY(after != before);
        QVERIFY(QFile::remove(folder.filePath("inner/link")));
        QVERIFY(configurationState(layout) != after);
    }

    void givesEveryScratchFolderASize()
    {
        SandboxSpec spec;
        spec.limits.diskBytes = 400U << 20;
        const auto text = commandText(bwrapOptions(mergedHost(), spec, {}, true));
        QVERIFY(text.find(" --size 419430400 --tmpfs /work ") != std::string::npos);
        QVERIFY(text.find(" --size 104857600 --tmpfs /tmp ") != std::string::npos);
        QVERIFY(text.find(" --size 20971520 --tmpfs /run/sandbench ") != std::string::npos);
        spec.limits.diskBytes = 0;
        const auto words = bwrapOptions(mergedHost(), spec, {}, true);
        for (auto it = words.begin(); it != words.end(); ++it)
            if (*it == "--tmpfs")
                QCOMPARE(*(it - 2), std::string("--size"));
    }

    void numbersFilesAsTheirDescriptors()
    {
        const auto files = sandboxFiles(mergedHost(), "sandbox");
        const auto text = commandText(bwrapOptions(mergedHost(), {}, files, false));
        for (std::size_t i = 0; i < files.size(); ++i) {
            const auto part = " --file " + std::to_string(kFirstFileFd + static_cast<int>(i)) + ' '
                + files[i].destination + ' ';
            QVERIFY2(text.find(part) != std::string::npos, part.c_str());
        }
    }

    void comparesVersionsByNumber()
    {
        QCOMPARE(compareVersions("0.8.0", "0.11.2"), -1);
        QCOMPARE(compareVersions("0.11.2", "0.11.2"), 0);
        QCOMPARE(compareVersions("0.11", "0.11.0"), 0);
        QCOMPARE(compareVersions("1.0", "0.99.99"), 1);
        QCOMPARE(compareVersions("", ""), 0);
        QCOMPARE(compareVersions("x.y", "0.1"), -1);
    }

    void refusesSetuidOnlyBelowTheFix()
    {
        QVERIFY(isUnsafeSetuid(true, "0.8.0"));
        QVERIFY(isUnsafeSetuid(true, "0.11.1"));
        QVERIFY(isUnsafeSetuid(true, "of unknown version"));
        QVERIFY(!isUnsafeSetuid(true, "0.11.2"));
        QVERIFY(!isUnsafeSetuid(false, "0.8.0"));
    }

    void saysWhichSettingForbidsNamespaces()
    {
        QVERIFY(!findUsernsProblem({}));
        QVERIFY(!findUsernsProblem({15000U, 1U, 0U}));
        QVERIFY(
            findUsernsProblem({0U, {}, {}})->remedy.find("max_user_namespaces")
            != std::string::npos);
        QVERIFY(
            findUsernsProblem({1U, 0U, {}})->remedy.find("unprivileged_userns_clone=1")
            != std::string::npos);
        QVERIFY(findUsernsProblem({1U, 1U, 1U})->remedy.find("AppArmor") != std::string::npos);
    }

    void findsEnginesByName()
    {
        auto engines = makeDefaultEngines();
        QVERIFY(engines.find("local"));
        QCOMPARE(engines.all().front()->name(), std::string("local"));
        const auto unknown = engines.find("lokal");
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code(), ErrorCode::NotFound);
        QVERIFY(unknown.error().message().find("local") != std::string::npos);
    }
};

SANDBENCH_TEST(TestLocalCommand);
#include "tst_local_command.moc"
