// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/tar_writer.h"
#include "tests/support/json_objects.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QTest>

#include <optional>

using ctl::objectOf;
using sandbench::makeTar;
using sandbench::TarEntry;

namespace {

/// What an image has, file by file; everything belongs to root and may be executed.
using Files = QMap<QByteArray, QByteArray>;

const QByteArray kRoot = "root:x:0:0::/root:/bin/sh\n";

/// One static program that is whatever its first argument says.
QByteArray staticProgram()
{
    QFile file(QStringLiteral("/bin/busybox"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray tarOf(const Files& files)
{
    std::vector<TarEntry> entries;
    for (auto file = files.begin(); file != files.end(); ++file)
        entries.push_back(
            {file.key().toStdString(),
             0755,
             {file->constData(), static_cast<std::size_t>(file->size())},
             false});
    const auto tar = makeTar(entries);
    return tar ? QByteArray::fromStdString(*tar) : QByteArray();
}

QByteArray digestOf(const QByteArray& bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

QByteArray json(const QJsonObject& object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

/// How an image is described, apart from its files.
struct Description
{
    QString machine = QStringLiteral("amd64"), created = QStringLiteral("2024-01-02T03:04:05Z"),
            user = {};
};

/// As `docker save` writes it.
QByteArray archiveOf(const QString& name, const Files& files, const Description& about)
{
    const QByteArray layer = tarOf(files);
    const QByteArray config = json(
        {{"architecture", about.machine},
         {"os", "linux"},
         {"created", about.created},
         {"config", QJsonObject{{"User", about.user}}},
         {"rootfs",
          QJsonObject{
              {"type", "layers"},
              {"diff_ids", QJsonArray{QString("sha256:" + digestOf(layer))}}}}});
    const QByteArray configName = digestOf(config) + ".json";
    const QJsonObject image
        = {{"Config", QString(configName)},
           {"RepoTags", QJsonArray{name}},
           {"Layers", QJsonArray{"layer/layer.tar"}}};
    return tarOf(
        {{configName, config},
         {"layer/layer.tar", layer},
         {"manifest.json", QJsonDocument(QJsonArray{image}).toJson()}});
}

} // namespace

/// Loads it into the engine of the test's row. Skips the test where that is not there.
#define REQUIRE_IMAGE(...)                                                                         \
    do {                                                                                           \
        QFETCH(QString, engine);                                                                   \
        REQUIRE_ENGINE(engine);                                                                    \
        m_engine = engine;                                                                         \
        const QString problem = load(Image __VA_ARGS__);                                           \
        QVERIFY2(problem.isEmpty(), qPrintable(problem));                                          \
    } while (false)

/// `sandbenchctl check-image` of images that were made badly, or by somebody who means harm, in
/// real engines.
class TestSandbenchctlBadImages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
        m_tool = staticProgram();
        if (m_tool.isEmpty())
            SKIP_WITHOUT("busybox", "there is no static program to put into images");
    }
    void cleanup()
    {
        if (!m_name.isEmpty())
            ctl::run(QStringList{"images", "remove", m_name} + where());
        m_name.clear();
    }

    void runsTheOnlyProgramOfAnImage_data() { images::eachEngine(); }
    void runsTheOnlyProgramOfAnImage()
    {
        REQUIRE_IMAGE({{{"busybox", m_tool}}, {}});
        const auto probe = told();
        QVERIFY(probe["agent_runs"].toBool());
        QVERIFY(probe["shells"].toArray().isEmpty());
        QVERIFY2(probe["users"].toArray().isEmpty(), json(probe)); // not what Podman adds
        QVERIFY(probe["packages"].isNull());
        QCOMPARE(
            checked("commands: [{run: [/busybox, echo, it runs], stdout: [it runs]}]\n"), "passed");
    }

    void bearsHostileAccounts_data() { images::eachEngine(); }
    void bearsHostileAccounts()
    {
        QByteArray accounts = kRoot + "ro" + QByteArray(1, '\0')
            + "ot:x:0:0::/:/bin/sh\n\x1b]0;x\x07\x1b[2J:x:0:0::/:/b\x1b[31min/sh\n"
              "minus:x:-1:-1::/:/bin/sh\nmax:x:4294967295:4294967295::/:/bin/sh\n"
              "over:x:4294967296:1::/:/bin/sh\n\xff\xfe:x:5:5::/:/bin/sh\n";
        for (int i = 0; i < 8000; ++i)
            accounts += QString("u%1:x:%2:%2::/:/bin/sh\n").arg(i).arg(i + 1000).toUtf8();
        REQUIRE_IMAGE({{{"busybox", m_tool}, {"etc/passwd", accounts}}});
        const auto outcome = probed({"--json"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QByteArray users = json({{"users", imageIn(outcome)["users"]}});
        QVERIFY2(users.contains("root (0)"), users);
        for (const char* nobody : {"minus", "max", "over"})
            QVERIFY2(!users.contains(nobody), users);
        QVERIFY(imageIn(outcome)["users"].toArray().size() <= 20);
        const auto text = probed({});
        QVERIFY2(!text.out.contains('\x1b') && !text.out.contains('\0'), text.out);
        QCOMPARE(checked("users: [{name: max}, {name: u7, uid: 1007}]\n"), "failed passed");
    }

    void runsNothingAsAUserThatTheKernelTakesForNone_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QString>("user");
        for (const char* engine : {"docker", "podman"})
            for (const char* user : {"max", "minus", "4294967295"})
                QTest::newRow(qPrintable(QString("%1 %2").arg(engine, user)))
                    << QString(engine) << QString(user);
    }
    void runsNothingAsAUserThatTheKernelTakesForNone()
    {
        QFETCH(QString, user);
        const QByteArray accounts
            = "max:x:4294967295:4294967295::/:/bin/sh\nminus:x:-1:-1::/:/bin/sh\n";
        Description about;
        about.user = user;
        REQUIRE_IMAGE({{{"busybox", m_tool}, {"etc/passwd", accounts}}, about});
        const auto outcome = probed({});
        QCOMPARE(outcome.status, 125);
        QVERIFY2(
            outcome.out.contains("no sandbox") && outcome.out.contains(user.toUtf8()), outcome.out);
    }

    void saysWhatIsWrongWithAListOfUsersThatIsOneLine_data() { images::eachEngine(); }
    void saysWhatIsWrongWithAListOfUsersThatIsOneLine()
    {
        REQUIRE_IMAGE(
            {{{"busybox", m_tool}, {"etc/passwd", QByteArray(1 << 20, 'A') + "\n" + kRoot}}});
        const auto outcome = probed({}); // the engines' own reader gives up
        QVERIFY2(
            outcome.status == 0 || (outcome.status == 125 && outcome.out.contains("no sandbox")),
            outcome.out + outcome.err);
        QVERIFY2(outcome.out.size() < 8000, outcome.out);
    }

    void readsNoMoreThanItShouldOfAList_data() { images::eachEngine(); }
    void readsNoMoreThanItShouldOfAList()
    {
        QByteArray accounts;
        while (accounts.size() < 2 << 20)
            accounts += QByteArray(60, 'x') + ":x:12345:12345::/:/bin/sh\n";
        REQUIRE_IMAGE({{{"busybox", m_tool}, {"etc/passwd", accounts + kRoot}}});
        const auto outcome = probed({});
        QVERIFY2(outcome.status == 0, outcome.err);
        QVERIFY2(outcome.out.contains("/etc/passwd is larger than 1 MiB"), outcome.out);
    }

    void saysThatAnImageIsForAnotherMachine_data() { images::eachEngine(); }
    void saysThatAnImageIsForAnotherMachine()
    {
        Description about;
        about.machine = "arm64";
        REQUIRE_IMAGE({{{"busybox", m_tool}}, about}); // says so, whatever its program is for
        const auto outcome = probed({"--json"});
        QCOMPARE(imageIn(outcome)["platform"].toString(), QString("linux/arm64"));
        const QString problem = imageIn(outcome)["problem"].toString();
        const bool isEmulated = outcome.status == 0;
        QVERIFY2(
            isEmulated
                || (outcome.status == 125 && problem.contains("cannot run programs for aarch64")),
            qPrintable(problem));
    }

    void showsTheYearOfAnImageWithoutATime_data() { images::eachEngine(); }
    void showsTheYearOfAnImageWithoutATime()
    {
        Description about;
        about.created = "1970-01-01T00:00:00Z";
        REQUIRE_IMAGE({{{"busybox", m_tool}}, about});
        const QByteArray before = qgetenv("TZ");
        qputenv("TZ", "America/Los_Angeles"); // where it was 1969
        const auto list = ctl::run(QStringList{"images", "list"} + where());
        const auto shown = ctl::run(QStringList{"images", "inspect", m_name} + where());
        before.isNull() ? qunsetenv("TZ") : qputenv("TZ", before);
        QVERIFY2(shown.out.contains("created     1970-01-01 00:00"), shown.out + shown.err);
        for (const QByteArray& line : list.out.split('\n'))
            if (line.contains(m_name.toUtf8()))
                QVERIFY2(line.contains("1970-01-01 00:00"), line);
    }

    void saysThatItsDiskIsFull_data() { images::eachEngine(); }
    void saysThatItsDiskIsFull()
    {
        REQUIRE_IMAGE({{{"busybox", m_tool}}, {}});
        const QByteArray spec
            = "commands:\n  - {run: [/busybox, dd, if=/dev/zero, of=/tmp/x, bs=1M]}\n"
              "  - {run: [/busybox, echo, still], stdout: [still]}\n"
              "files: [{path: /busybox}]\n";
        QCOMPARE(checked(spec), "failed passed passed");
        const auto outcome = probed({"--spec", m_folder.path("spec.yaml")});
        QVERIFY2(outcome.out.contains("Out of disk space"), outcome.out);
    }

    void inventsNoPackagesOfAnRpmDatabaseThatNothingReads_data() { images::eachEngine(); }
    void inventsNoPackagesOfAnRpmDatabaseThatNothingReads()
    {
        REQUIRE_IMAGE(
            {{{"busybox", m_tool},
              {"etc/os-release", "NAME=Fedora\nPRETTY_NAME=\"Fedora Linux 40\"\n"},
              {"usr/bin/rpm", "#!/bin/sh\necho bash 5.2\n"},
              {"var/lib/rpm/rpmdb.sqlite", "SQLite format 3" + QByteArray(5000, '\xff')}}});
        const auto probe = told();
        QCOMPARE(probe["os"].toString(), QString("Fedora Linux 40"));
        QVERIFY2(probe["packages"].isNull(), json(probe));
        QVERIFY(probed({}).out.contains("packages      not known"));
        QCOMPARE(checked("packages: [{name: bash}]\n"), "not_checked");
    }

    void listsThePackagesOfADistrolessImage_data() { images::eachEngine(); }
    void listsThePackagesOfADistrolessImage()
    {
        REQUIRE_IMAGE(
            {{{"busybox", m_tool},
              {"var/lib/dpkg/status.d/base", "Package: base-files\nVersion: 12.4\n"},
              {"var/lib/dpkg/status.d/base.md5sums", "0  Package: no\n"},
              {"var/lib/dpkg/status.d/tzdata", "Package: tzdata\nVersion: 2024a-0\n"}}});
        QCOMPARE(told()["packages"].toInt(), 2);
        QCOMPARE(
            checked("packages: [{name: tzdata, version: /^2024a/}, {name: none}]\n"),
            "passed failed");
    }

private:
    struct Image
    {
        Files files;
        Description about = {};
    };

    /// Loads it into the engine of the test's row; an error says why not.
    QString load(const Image& image)
    {
        m_name = QString::fromStdString(images::uniqueName("bad")) + ":1";
        const auto path = m_folder.write("image.tar", archiveOf(m_name, image.files, image.about));
        const auto loaded = ctl::run(QStringList{"images", "load", "--quiet", path} + where());
        return loaded.status == 0 ? QString() : QString::fromUtf8(loaded.err);
    }
    QStringList where() const
    {
        return {"--engine", m_engine, "--connection", ctl::addressOf(m_engine)};
    }
    ctl::Outcome probed(const QStringList& options)
    {
        return ctl::run(QStringList{"check-image", m_name, "--pull", "never"} + where() + options);
    }
    static QJsonObject imageIn(const ctl::Outcome& outcome)
    {
        return objectOf(outcome.out)["images"].toArray().first().toObject();
    }
    QJsonObject told() { return imageIn(probed({"--json"})); }
    /// The states of the checks of @p spec, in one line.
    QString checked(const QByteArray& spec)
    {
        const auto outcome
            = probed(QStringList{"--json", "--spec", m_folder.write("spec.yaml", spec)});
        QStringList states;
        for (const auto check : imageIn(outcome)["checks"].toArray())
            states << check.toObject()["state"].toString();
        if (states.isEmpty())
            states << QString::fromUtf8(outcome.err + outcome.out);
        return states.join(' ');
    }

    ctl::Folder m_folder;
    QTemporaryDir m_config;
    QByteArray m_tool;
    QString m_engine, m_name;
};

SANDBENCH_TEST(TestSandbenchctlBadImages);

#include "tst_sandbenchctl_bad_images.moc"
