// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/package_folder.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTest>

namespace {

struct Refusal
{
    const char* what;
    QStringList options;
    int status;
    const char* words; ///< That stderr's last line holds.
    bool isByEngine = false; ///< Each engine has its own words for it.
};

/// What is refused, and what is said of it. %1 is a folder of the test.
const QList<Refusal>& refusals()
{
    static const QList<Refusal> list
        = {{"more CPUs than there are", {"--cpus", "900000"}, 125, "the largest size that fits is"},
           {"hardly any CPU", {"--cpus", "0.001"}, 2, "at least 0.01"},
           {"an unknown size", {"--size", "vast"}, 2, "tiny, small, medium"},
           {"an unknown network",
            {"--network", "no-such-net"},
            125,
            "network create no-such-net",
            true},
           {"the machine's network", {"--network", "host"}, 2, "use bridge"},
           {"an unknown runtime", {"--runtime", "no-such-runtime"}, 125, "runc", true},
           {"a GPU that is not there", {"--gpus", "no-such-gpu"}, 125, "leave the GPUs away", true},
           {"another platform",
            {"--platform", "linux/s390x"},
            125,
            "images pull --platform linux/s390x",
            true},
           {"no platform", {"--platform", "plan9/amd64"}, 2, "--platform"},
           {"a mount of nothing", {"--mount", "%1/nothing:/data"}, 2, "%1/nothing", true},
           {"a mount over our folder", {"--mount", "%1:/work"}, 2, "/work/data"},
           {"a folder of the kernel's", {"--workdir", "/proc/no"}, 2, "has no folder /proc/no"},
           {"a folder of root's", {"--workdir", "/root"}, 2, "may not enter /root"},
           {"a missing entry point", {"--entrypoint", "no-such"}, 2, "leave the entry point away"},
           {"an environment without its tool",
            {"--environment", "base"},
            125,
            "--environment needs micromamba",
            true},
           {"an unknown user", {"--user", "no-such-user"}, 125, "no-such-user"},
           {"a missing container", {"--container", "no-such-container"}, 125, "ps --all", true},
           {"a name for no image", {"--commit", "No Name"}, 2, "is no name of an image"},
           {"a missing image",
            {"--image", "no-such-image:1", "--pull", "never"},
            125,
            "images pull no-such-image:1",
            true},
           {"a missing build folder", {"--build", "%1/nothing"}, 2, "is not a folder"},
           {"an empty build folder", {"--build", "%1/empty"}, 2, "no Dockerfile or Containerfile"},
           {"a failing step", {"--build", "%1/failing"}, 2, "its last lines: one | two", true}};
    return list;
}

QString uniqueName(const char* what)
{
    return QString::fromStdString(images::uniqueName(what));
}

/// Whether `sandbenchctl images` finds it.
bool hasImage(const QString& engine, const QString& name)
{
    return ctl::run({"images", "inspect", "--engine", engine, "--connection",
                     ctl::addressOf(engine), name})
               .status
        == 0;
}

} // namespace

/// `sandbenchctl run` and `repl`: what becomes of containers and images, and what is refused.
class TestSandbenchctlContainers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
        QDir().mkpath(m_folder.path("empty"));
        m_folder.write(
            "failing/Dockerfile",
            "FROM sandbench-python:1\nRUN echo one; sleep 0.1; echo two >&2; exit 3\n");
    }

    void refusesInOneLine_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<int>("index");
        for (const char* engine : {"docker", "podman"})
            for (int i = 0; i < refusals().size(); ++i)
                if (engine == std::string_view("docker") || refusals()[i].isByEngine)
                    QTest::addRow("%s: %s", engine, refusals()[i].what) << QString(engine) << i;
    }
    void refusesInOneLine()
    {
        QFETCH(QString, engine);
        QFETCH(int, index);
        REQUIRE_ENGINE(engine);
        auto refusal = refusals()[index];
        const auto folder = m_folder.path();
        const auto outcome = ctl::runIn(
            engine, "print('must not run')", refusal.options.replaceInStrings("%1", folder));
        QCOMPARE(outcome.status, refusal.status);
        QCOMPARE(outcome.out, QByteArray());
        const auto last = outcome.err.trimmed().split('\n').last();
        QVERIFY2(last.startsWith("sandbenchctl: "), outcome.err);
        QVERIFY2(last.contains(QString(refusal.words).replace("%1", folder).toUtf8()), last);
        // A build shows its log before.
        QVERIFY2(outcome.err.count('\n') == 1 || refusal.options[0] == "--build", outcome.err);
    }

    void leavesAContainerAsItWas_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QByteArray>("state");
        for (const char* engine : {"docker", "podman"})
            for (const char* state : {"running", "exited", "paused"})
                QTest::addRow("%s: %s", engine, state) << QString(engine) << QByteArray(state);
    }
    void leavesAContainerAsItWas()
    {
        QFETCH(QString, engine);
        QFETCH(QByteArray, state);
        REQUIRE_REFEREE(engine);
        const auto name = uniqueName("existing");
        const auto removeIt = qScopeGuard([&] { ctl::ask(engine, {"rm", "-f", name}); });
        QVERIFY(ctl::ask(
            engine,
            {"run", "-d", "--name", name, ctl::imageOf(engine), "sh", "-c",
             "echo mine > /var/mark; trap exit TERM; while :; do sleep 0.1; done"}));
        if (state == "exited")
            QVERIFY(ctl::ask(engine, {"stop", name}));
        if (state == "paused")
            QVERIFY(ctl::ask(engine, {"pause", name}));
        const auto outcome
            = ctl::runIn(engine, "print(open('/var/mark').read())", {"--container", name});
        if (state == "paused") {
            QCOMPARE(outcome.status, 125);
            const auto remedy = "let it run on with '" + engine + " unpause " + name + "'";
            QVERIFY2(outcome.err.contains(remedy.toUtf8()), outcome.err);
            QCOMPARE(outcome.err.count('\n'), 1);
        } else {
            QVERIFY2(outcome.status == 0, outcome.err);
            QCOMPARE(outcome.out, QByteArray("mine\n\n"));
        }
        QCOMPARE(ctl::answer(engine, {"inspect", "-f", "{{.State.Status}}", name}), state);
    }

    void talksToAnInterpreterInAContainer_data() { images::eachEngine(); }
    void talksToAnInterpreterInAContainer()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto outcome = ctl::run(
            {"repl", "--engine", engine, "--connection", ctl::addressOf(engine), "--size", "small"},
            "x = 6\nx * 7\n1/0\nimport os; os.getuid()\n");
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out, QByteArray("42\n65534\n"));
        QVERIFY2(outcome.err.contains("ZeroDivisionError"), outcome.err);
    }

    void installsAPackageAndTakesTheNetworkAway_data() { images::eachEngine(); }
    void installsAPackageAndTakesTheNetworkAway()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const QByteArray info = "mkdir -p /tmp/p/late-1.dist-info; cd /tmp/p; ";
        const QString wheel = info
            + "echo 'answer = 42' > late.py; i=late-1.dist-info; "
              "printf 'Metadata-Version: 2.1\\nName: late\\nVersion: 1\\n' > $i/METADATA; "
              "printf 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n' > "
              "$i/WHEEL; printf 'late.py,,\\n' > $i/RECORD; "
              "python3 -m zipfile -c late-1-py3-none-any.whl late.py $i";
        const auto record = ctl::recordIn(
            engine,
            "import late, os; print(late.answer, os.listdir('/sys/class/net'), "
            "'PYTHONPATH' in os.environ)",
            {"--install", wheel, "--install",
             "test $(ls /sys/class/net | wc -l) -gt 1 && pip install --no-index "
             "/tmp/p/late-1-py3-none-any.whl"});
        QCOMPARE(record["stdout"].toString(), QString("42 ['lo'] False\n"));
        QCOMPARE(record["network"].toString(), QString("bridge (dropped)"));
    }

    void keepsASandboxAsAnImage_data() { images::eachEngine(); }
    void keepsASandboxAsAnImage()
    {
        QFETCH(QString, engine);
        REQUIRE_REFEREE(engine);
        const auto tag = uniqueName("commit") + ":1";
        const auto removeIt = qScopeGuard([&] { ctl::ask(engine, {"rmi", "-f", tag}); });
        const auto outcome
            = ctl::runIn(engine, "open('/var/tmp/made', 'w').write('x')", {"--commit", tag});
        QVERIFY2(outcome.status == 0, outcome.err);
        QVERIFY(hasImage(engine, tag));
        const auto whole = engine == "podman" ? "localhost/" + tag : tag;
        QVERIFY(ctl::ask(engine, {"image", "inspect", whole}));
        QVERIFY(ctl::ask(engine, {"run", "--rm", whole, "test", "-e", "/var/tmp/made"}));
    }

    void keepsPackagesInAnImage_data() { images::eachEngine(); }
    void keepsPackagesInAnImage()
    {
        QFETCH(QString, engine);
        REQUIRE_REFEREE(engine);
        const auto tag = uniqueName("packages") + ":1";
        const auto removeIt = qScopeGuard([&] { ctl::ask(engine, {"rmi", "-f", tag}); });
        const sandbench::test::PackageFolder packages;
        packages.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
        packages.addWheel("other", "1.0", {{"other.py", "answer = 1\n"}});
        packages.addNpm("top", "1.0.0", "module.exports = 43");
        const auto wheels = QString::fromStdString(packages.path());
        const QStringList first
            = {"install",  "--engine", engine, "--connection", ctl::addressOf(engine),
               "--wheels", wheels};
        const auto made = ctl::run(first + QStringList{"--commit", tag, "late"});
        QVERIFY2(made.status == 0, made.err);
        // A second one goes on from there, with another manager too.
        const QByteArray code = "import late, subprocess\nprint(late.answer)\nprint(subprocess.run("
                                "['node', '-p', 'require(\"top\")'], capture_output=True).stdout)";
        const auto more = ctl::run(
            first
            + QStringList{"--image", tag, "--language", "javascript", "--commit", tag, "top"});
        QVERIFY2(more.status == 0, more.err);
        const auto outcome = ctl::runIn(engine, code, {"--image", tag});
        QCOMPARE(outcome.out, QByteArray("42\nb'43\\n'\n"));
        const auto added = ctl::runIn(
            engine, "import late, other; print(late.answer + other.answer)",
            {"--image", tag, "--library", "other", "--wheels", wheels});
        QVERIFY2(added.status == 0, added.err);
        QCOMPARE(added.out, QByteArray("43\n"));
    }

    void buildsAnImageFirst_data() { images::eachEngine(); }
    void buildsAnImageFirst()
    {
        QFETCH(QString, engine);
        REQUIRE_REFEREE(engine);
        const auto tag = uniqueName("build") + ":1";
        const auto removeIt = qScopeGuard([&] { ctl::ask(engine, {"rmi", "-f", tag}); });
        const images::Folder folder;
        folder.write(
            "Dockerfile", "FROM " + ctl::imageOf(engine).toUtf8() + "\nCOPY . /context/\n");
        folder.write(".dockerignore", "secret*\n");
        folder.write("secret.txt", "x");
        folder.write("open.txt", "x");
        const QByteArray code
            = "import os; print([n for n in os.listdir('/context') if '.t' in n])";
        const auto outcome = ctl::runIn(engine, code, {"--build", folder.path(), "--image", tag});
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray("['open.txt']\n"));
        QVERIFY(hasImage(engine, tag));
        const auto again = ctl::runIn(
            engine, code, {"--build", folder.path(), "--image", tag, "--no-keep-template"});
        QVERIFY2(again.status == 0, again.err);
        QVERIFY2(!hasImage(engine, tag), "the image is still there");
    }

    void fetchesWhenItIsTold()
    {
        const QString engine = "docker";
        REQUIRE_ENGINE(engine);
        if (images::registry().empty())
            SKIP_WITHOUT("registry", "set SANDBENCH_TEST_REGISTRY");
        const auto name = images::uniqueName("fetched");
        QVERIFY(images::publish(name, {1000}));
        const auto image = QString::fromStdString(images::registry() + "/" + name + ":1");
        const auto removeIt = qScopeGuard([&] { ctl::ask(engine, {"rmi", "-f", image}); });
        // There is no Python in it: what is looked at is whether it comes, and whether it stays.
        const auto fetches = [&](const QStringList& options) {
            const auto outcome = ctl::runIn(engine, "1", QStringList{"--image", image} + options);
            return outcome.status == 125 && outcome.err.contains("Python could not be started")
                && outcome.err.contains("fetching " + image.toUtf8());
        };
        QVERIFY(fetches({"--no-keep-template"}));
        QVERIFY2(!hasImage(engine, image), "the image is still there");
        QVERIFY(fetches({"--pull", "missing"}));
        QVERIFY(hasImage(engine, image));
        QVERIFY2(!fetches({}), "what was there was fetched");
        QVERIFY(fetches({"--pull", "always"}));
        QVERIFY2(!fetches({"--pull", "never"}), "what was not to be fetched was");
    }

private:
    QTemporaryDir m_config;
    const images::Folder m_folder{};
};

SANDBENCH_TEST(TestSandbenchctlContainers);
#include "tst_sandbenchctl_containers.moc"
