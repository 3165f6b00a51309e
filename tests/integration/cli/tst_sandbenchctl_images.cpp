// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace {

QJsonObject parsed(const ctl::Outcome& outcome)
{
    return QJsonDocument::fromJson(outcome.out).object();
}

// sandbenchctl images COMMAND --engine ENGINE --connection … ARGUMENTS
ctl::Outcome callImages(const QString& engine, const QString& command, const QStringList& arguments)
{
    return ctl::run(
        QStringList{"images", command, "--engine", engine, "--connection", ctl::addressOf(engine)}
        + arguments);
}

} // namespace

/// `sandbenchctl images` with the real engines.
class TestSandbenchctlImages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void buildsShowsTagsAndRemoves_data() { images::eachEngine(); }
    void buildsShowsTagsAndRemoves()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const images::Folder folder;
        folder.write("Dockerfile", "FROM scratch\nARG A\nCOPY Dockerfile /\nLABEL a=$A\n");
        const auto name = QString::fromStdString(images::uniqueName("ctl"));
        const auto other = QString::fromStdString(images::uniqueName("ctl-other"));
        const auto built = callImages(
            engine, "build", {"--tag", name, "--build-arg", "A=b", "--json", folder.path()});
        QCOMPARE(built.status, 0);
        QVERIFY2(built.err.contains("COPY Dockerfile"), built.err.constData());
        const auto id = parsed(built)["id"].toString();
        QVERIFY2(id.startsWith("sha256:"), built.out.constData());

        const auto shown = parsed(callImages(engine, "inspect", {"--json", name}));
        QCOMPARE(shown["schema"].toString(), QString("sandbench.image/1"));
        QCOMPARE(shown["id"].toString(), id);
        QCOMPARE(shown["labels"].toObject()["a"].toString(), QString("b"));

        QCOMPARE(callImages(engine, "tag", {name, other}).status, 0);
        const auto list = callImages(engine, "list", {});
        QVERIFY2(list.out.contains(other.toUtf8()), list.out.constData());
        QVERIFY(list.out.contains(id.mid(7, 12).toUtf8()));

        QCOMPARE(callImages(engine, "remove", {name, other}).status, 0);
        const auto gone = callImages(engine, "inspect", {"--json", name});
        QCOMPARE(gone.status, 2);
        QCOMPARE(parsed(gone)["schema"].toString(), QString("sandbench.error/1"));
        QVERIFY2(gone.err.contains("images pull"), gone.err.constData());
    }

    void keepsAContainerAsAnImage_data() { images::eachEngine(); }
    void keepsAContainerAsAnImage()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const images::Folder folder;
        folder.write("Dockerfile", "FROM scratch\nCOPY Dockerfile /\n");
        const auto image = images::uniqueName("ctl-from");
        const auto kept = QString::fromStdString(images::uniqueName("ctl-kept"));
        const auto from = QString::fromStdString(image);
        QCOMPARE(callImages(engine, "build", {"--tag", from, "--quiet", folder.path()}).status, 0);
        const auto api = images::api(engine);
        const auto name = (engine == "podman" ? "localhost/" : "") + image;
        const auto made = api->post(
            "/containers/create", {{"name", image}}, {{"Image", name}, {"Cmd", {"x"}}}, {});
        QVERIFY(made);
        const auto done = callImages(engine, "commit", {"--json", from, kept});
        QVERIFY(api->remove("/containers/" + image, {}, {}));
        QCOMPARE(done.status, 0);
        const auto id = parsed(done)["id"].toString();
        QCOMPARE(parsed(callImages(engine, "inspect", {"--json", kept}))["id"].toString(), id);
        QCOMPARE(callImages(engine, "remove", {kept, from}).status, 0);

        const auto nothing = callImages(engine, "commit", {from, kept});
        QCOMPARE(nothing.status, 2);
        QVERIFY2(nothing.err.contains("ps --all"), nothing.err.constData());
        const auto neither = callImages(engine, "remove", {from, kept});
        QCOMPARE(neither.status, 2);
        QCOMPARE(neither.err.count('\n'), 2);
        QVERIFY2(neither.err.contains("images list"), neither.err.constData());
    }

    void saysInOneLineWhyABuildFailed_data() { images::eachEngine(); }
    void saysInOneLineWhyABuildFailed()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const images::Folder folder;
        folder.write("Dockerfile", "FROM scratch\nCOPY nothing /\n");
        const auto built = callImages(engine, "build", {"--quiet", folder.path()});
        QCOMPARE(built.status, 2);
        QCOMPARE(built.out, QByteArray());
        QVERIFY2(built.err.startsWith("sandbenchctl: "), built.err.constData());
        QCOMPARE(built.err.count('\n'), 1);
        QVERIFY(built.err.contains("nothing"));
    }

    void tellsOfTheDisk_data() { images::eachEngine(); }
    void tellsOfTheDisk()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto use = callImages(engine, "df", {"--json"});
        QCOMPARE(use.status, 0);
        QVERIFY(parsed(use)["image_bytes"].toDouble() >= 0);
        QCOMPARE(parsed(use)["engine"].toString(), engine);
        const auto pruned = callImages(engine, "prune", {"--json"});
        QCOMPARE(pruned.status, 0);
        QVERIFY(parsed(pruned).contains("freed_bytes"));
    }

    void refusesWhatItCannotDo()
    {
        const auto none = ctl::run({"images", "list", "--engine", "local"});
        QCOMPARE(none.status, 125);
        QVERIFY2(none.err.contains("no images"), none.err.constData());
        QCOMPARE(ctl::run({"images"}).status, 2);
        QCOMPARE(ctl::run({"images", "frobnicate"}).status, 2);
        QCOMPARE(ctl::run({"images", "pull"}).status, 2);
        QCOMPARE(ctl::run({"images", "list", "--engine", "nothing"}).status, 2);
        const auto away = ctl::run(
            {"images", "list", "--engine", "docker", "--connection",
             "unix:///nowhere/at/all.sock"});
        QVERIFY(away.status == 125 || away.status == 2);
        QVERIFY2(away.err.contains("/nowhere/at/all.sock"), away.err.constData());
    }
};

SANDBENCH_TEST(TestSandbenchctlImages);
#include "tst_sandbenchctl_images.moc"
