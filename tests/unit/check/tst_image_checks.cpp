// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/image_probe.h"
#include "core/image_check/run_image_checks.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

#include <map>

using namespace sandbench;
using namespace sandbench::image_check;
using sandbench::test::contains;

namespace {

/// What a played image has, and what was asked of it.
struct PlayedImage
{
    std::map<std::string, std::string> files;
    std::map<std::string, RunRecord> programs; ///< By their first word.
    std::vector<Setting> opened;
    std::vector<RunRequest> started;
    int open = 0; ///< Sandboxes at the moment.
    std::optional<ImageInfo> info = std::nullopt;

    ImageAccess access();
};

class PlayedSandbox : public ImageSandbox
{
public:
    explicit PlayedSandbox(PlayedImage& image)
        : m_image(image)
    {
        ++m_image.open;
    }
    ~PlayedSandbox() override { --m_image.open; }
    PlayedSandbox(const PlayedSandbox&) = delete;
    PlayedSandbox& operator=(const PlayedSandbox&) = delete;

    Result<RunRecord> run(const RunRequest& request, std::stop_token) override
    {
        m_image.started.push_back(request);
        const auto found = m_image.programs.find(request.command.front());
        if (found == m_image.programs.end())
            return Error(ErrorCode::NotFound, "no such program");
        return found->second;
    }
    Result<FileEntry> fileInfo(const std::string& path, std::stop_token) override
    {
        SANDBENCH_TRY(const auto bytes, read(path, 1U << 20, {}));
        FileEntry entry;
        entry.path = path;
        entry.type = "file";
        entry.bytes = bytes.size();
        entry.mode = 0644;
        entry.uid = 0;
        entry.gid = 50;
        return entry;
    }
    Result<std::string> read(const std::string& path, std::uint64_t, std::stop_token) override
    {
        const auto found = m_image.files.find(path);
        if (found == m_image.files.end())
            return Error(ErrorCode::NotFound, "there is no " + path);
        if (found->second == "denied")
            return Error(ErrorCode::PermissionDenied, "Permission denied");
        return found->second;
    }
    Result<Session::FileList>
    list(const std::string& path, int, std::size_t, std::stop_token) override
    {
        Session::FileList list;
        for (const auto& [name, bytes] : m_image.files)
            if (path != "/" && name.starts_with(path + "/")) {
                FileEntry entry;
                entry.path = name;
                entry.type = "file";
                entry.bytes = bytes.size();
                list.entries.push_back(entry);
            }
        if (path == "/")
            for (const auto* top : {"/app", "/etc"}) {
                FileEntry entry;
                entry.path = top;
                entry.type = "directory";
                entry.uid = 0;
                entry.mode = 0755;
                list.entries.push_back(entry);
            }
        return list;
    }
    IsolationReport isolation() const override { return {}; }

private:
    PlayedImage& m_image;
};

ImageAccess PlayedImage::access()
{
    return {
        "played:1",
        [this](const Setting& setting, const std::stop_token&) {
            opened.push_back(setting);
            return Result<std::unique_ptr<ImageSandbox>>(std::make_unique<PlayedSandbox>(*this));
        },
        [this](const std::stop_token&) {
            return info ? Result<ImageInfo>(*info)
                        : Result<ImageInfo>(Error(ErrorCode::Unsupported, "nothing is told"));
        }};
}

RunRecord ended(int exitCode, const std::string& out = {})
{
    RunRecord record;
    record.verdict = Verdict::Exited;
    record.exitCode = exitCode;
    record.stdoutBytes = out;
    return record;
}

/// "passed failed not_checked": the states of what @p text finds in @p image.
std::string statesOf(PlayedImage& image, const std::string& text, std::stop_token stop = {})
{
    const auto spec = readImageSpec(text);
    if (!spec)
        return spec.error().text();
    std::string states;
    for (const auto& finding : runImageChecks(*spec, image.access(), std::move(stop)).findings)
        states += (states.empty() ? "" : " ") + std::string(stateName(finding.state));
    return states;
}

} // namespace

/// Checks of an image, in a sandbox that the test plays.
class TestImageChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judgesHowCommandsEnd()
    {
        PlayedImage image;
        image.programs = {{"good", ended(0, "42\n")}, {"bad", ended(3)}};
        image.programs["slow"].verdict = Verdict::WallTimeout;
        image.programs["lost"].verdict = Verdict::AgentLost;
        image.programs["much"] = ended(0, "y");
        image.programs["much"].truncated = true;
        QCOMPARE(
            statesOf(
                image,
                "commands: [{run: [good], stdout: [42]}, {run: [good], stdout: ['!42']}, "
                "{run: [bad]}, {run: [bad], exit: 3}, {run: [bad], exit: any}, {run: [slow]},"
                "{run: [lost]}, {run: [none]}, {run: [much], stdout: [y]}]"),
            std::string("passed failed failed passed passed failed not_checked failed failed"));
        QCOMPARE(image.open, 0);
    }

    void opensOneSandboxForEachSetting()
    {
        PlayedImage image;
        image.programs = {{"a", ended(0)}};
        QCOMPARE(
            statesOf(
                image,
                "commands: [{run: [a]}, {run: [a], root: writable}, {run: [a]}, "
                "{run: [a], root: writable}, {run: [a], user: '7'}]"),
            std::string("passed passed passed passed passed"));
        QCOMPARE(image.opened.size(), std::size_t(3));
        QCOMPARE(image.started.size(), std::size_t(5));
        QVERIFY(image.started.front().language.empty());
        QCOMPARE(image.open, 0);
    }

    void saysWhyThereIsNoSandbox()
    {
        PlayedImage image;
        auto access = image.access();
        access.open = [](const Setting&, const std::stop_token&) {
            return Result<std::unique_ptr<ImageSandbox>>(
                Error(ErrorCode::Unavailable, "it is for another processor"));
        };
        const auto report = runImageChecks(
            *readImageSpec("files: [{path: /a}]\nno_secrets: true\nmax_size: 1\n"), access,
            std::stop_token());
        QVERIFY(report.problem);
        QCOMPARE(report.count(State::NotChecked), std::size_t(3));
        QVERIFY(contains(report.findings.front().why, "another processor"));
        QVERIFY(probeImage(access, {}).problem);
    }

    void checksNothingMoreAfterAStop()
    {
        PlayedImage image;
        image.programs = {{"a", ended(0)}};
        std::stop_source source;
        source.request_stop();
        QCOMPARE(
            statesOf(image, "commands: [{run: [a]}]\nfiles: [{path: /a}]", source.get_token()),
            std::string("not_checked not_checked"));
        QVERIFY(image.started.empty());
    }

    void looksAtFilesAndUsers()
    {
        PlayedImage image;
        image.files
            = {{"/etc/passwd", "root:x:0:0::/root:/bin/sh\napp:x:7:50::/srv:/bin/sh\nx\n"},
               {"/etc/group", "staff:x:50:ann\nwheel:x:10:app\n"},
               {"/etc/shadow", "denied"}};
        QCOMPARE(
            statesOf(
                image,
                "files: [{path: /etc/passwd, mode: '0644', owner: root, group: staff, "
                "contains: [app]}, {path: /etc/passwd, mode: '0600'}, {path: /none}, "
                "{path: /none, exists: false}, {path: /etc/shadow, contains: [x]}, "
                "{path: /tmp/a, exists: false}, {path: /etc/group, owner: ann}]\n"
                "users: [{name: app, uid: 7, home: /srv, groups: [staff, wheel]}, "
                "{name: app, groups: [root]}, {name: x}, {name: ann, exists: false}]"),
            std::string("passed failed failed passed not_checked not_checked failed "
                        "passed failed failed passed"));
    }

    void holdsTheDescriptionAgainstTheFile()
    {
        PlayedImage image;
        image.files = {{"/etc/passwd", "toor:x:0:0::/:\nweb:x:33:33::/:\n"}};
        const std::string text = "environment: {A: b, C: true, D: false, E: /^x/}\n"
                                 "labels: {l: m}\nports: [80, 53/udp]\nmax_size: 1k\n"
                                 "runs_as_non_root: true\n";
        image.programs["env"] = ended(0, std::string("A=b\0E=xy\0", 9));
        QCOMPARE(
            statesOf(image, text),
            std::string("passed failed passed passed not_checked not_checked not_checked "
                        "not_checked not_checked"));
        image.info = ImageInfo();
        image.info->env = {"A=b", "C=", "E=yx"};
        image.info->labels = {{"l", "m"}};
        image.info->ports = {"80/tcp"};
        image.info->bytes = 1025;
        image.info->user = "web";
        QCOMPARE(
            statesOf(image, text),
            std::string("passed passed passed failed passed passed failed failed passed"));
        for (const auto* user : {"", "0", "00:5", "root", "toor"}) {
            image.info->user = user;
            QCOMPARE(statesOf(image, "runs_as_non_root: true"), std::string("failed"));
        }
    }

    void findsSecretsAndDoesNotRepeatThem()
    {
        PlayedImage image;
        image.info = ImageInfo();
        image.files = {{"/etc/a.conf", "nothing"}};
        QCOMPARE(statesOf(image, "no_secrets: true"), std::string("passed"));
        QCOMPARE(image.opened.back().user, std::string("0"));
        image.files["/app/id_rsa"] = "denied";
        QCOMPARE(statesOf(image, "no_secrets: true"), std::string("not_checked"));
        image.files["/app/.env"] = "TOKEN=ghp_" + std::string(36, 'z');
        image.info->env = {"DB_PASSWORD=hunter2"};
        const auto report = runImageChecks(*readImageSpec("no_secrets: true"), image.access(), {});
        const auto& got = report.findings.front().got;
        QVERIFY2(contains(got, "/app/.env") && contains(got, "DB_PASSWORD"), got.c_str());
        QVERIFY(!contains(got, "hunter2") && !contains(got, "zzz"));
    }

    void tellsWhatIsInAnImageThatHasNearlyNothing()
    {
        PlayedImage image;
        const auto nothing = probeImage(image.access(), {});
        QVERIFY(nothing.agentRuns && nothing.os.empty() && nothing.shells.empty());
        image.files
            = {{"/etc/os-release", "PRETTY_NAME=\"Alpine\"\n"},
               {"/usr/bin/python3", "x"},
               {"/bin/sh", "x"},
               {"/etc/passwd", "evil\x1b[2J:x:0:0:::/bin/sh\n"}};
        image.programs["/usr/bin/python3"] = ended(0, "Python 3.1\n" + std::string(1 << 20, 'x'));
        const auto probe = probeImage(image.access(), {});
        QCOMPARE(probe.os, std::string("Alpine"));
        QCOMPARE(probe.shells, std::vector<std::string>{"/bin/sh"});
        QCOMPARE(probe.interpreters.front().second, std::string("Python 3.1"));
        QVERIFY(!probe.notes.empty() && !contains(probe.notes.front(), "\x1b"));
        QCOMPARE(image.open, 0);
        QVERIFY(jsonBool(toJson(probe), "agent_runs"));
    }

    void countsPackagesOnlyWhereThereIsAListOfThem()
    {
        PlayedImage image;
        image.files = {{"/var/lib/rpm/rpmdb.sqlite", "SQLite format 3\xff"}};
        QVERIFY(!probeImage(image.access(), {}).packages);
        QVERIFY(jsonField(toJson(probeImage(image.access(), {})), "packages").is_null());
        image.programs["rpm"] = ended(1, "bash 5.2\n"); // as with a database that it cannot read
        QVERIFY(!probeImage(image.access(), {}).packages);
        image.programs["rpm"] = ended(0, "bash 5.2-1\nglibc 2.39-6\n");
        QCOMPARE(probeImage(image.access(), {}).packages, std::optional<std::size_t>(2));
        QVERIFY(image.started.back().limits.wallSeconds < 5); // it may never answer
        image.files
            = {{"/var/lib/dpkg/status.d/base", "Package: base-files\nVersion: 12\n"},
               {"/var/lib/dpkg/status.d/base.md5sums", "0 Package: no\n"}};
        QCOMPARE(probeImage(image.access(), {}).packages, std::optional<std::size_t>(1));
    }
};

SANDBENCH_TEST(TestImageChecks);

#include "tst_image_checks.moc"
