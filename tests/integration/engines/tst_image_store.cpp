// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/image_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QProcess>

#include <algorithm>

using namespace sandbench;
using images::Cleaner;
using images::Folder;

namespace {

BuildRequest buildOf(const Folder& folder, const std::string& tag)
{
    BuildRequest request;
    request.contextFolder = folder.path().toStdString();
    request.tag = tag;
    return request;
}

// The names of files in the image's file system, by a container that is never started.
QStringList filesIn(docker::DockerApi& api, const std::string& id)
{
    const auto made = api.post("/containers/create", {}, {{"Image", id}, {"Cmd", {"nothing"}}}, {});
    if (!made)
        return {QString::fromStdString(made.error().text())};
    const auto container = "/containers/" + jsonString(*made, "Id");
    net::HttpRequest request;
    const auto exported = api.send(request, container + "/export", {}, {});
    (void)api.remove(container, {{"force", "1"}}, {}).has_value();
    if (!exported)
        return {QString::fromStdString(exported.error().text())};
    QProcess tar;
    tar.start("tar", {"-t"});
    tar.write(QByteArray::fromStdString(exported->body));
    tar.closeWriteChannel();
    tar.waitForFinished();
    return QString::fromUtf8(tar.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

} // namespace

/// Images of the real engines that need no registry.
class TestImageStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { images::eachEngine(); }
    void init()
    {
        QFETCH_GLOBAL(QString, engine);
        REQUIRE_ENGINE(engine);
        m_api = images::api(engine);
        m_store = docker::makeImageStore(m_api);
    }

    void buildsWhatTheFolderHoldsAndTheRulesLeave()
    {
        Cleaner cleaner(*m_store);
        const Folder folder;
        folder.write("Dockerfile", "FROM scratch\nARG WORD\nCOPY . /app/\nLABEL word=$WORD\n");
        folder.write(".dockerignore", "*.log\nsecret\nDockerfile\n");
        folder.write("kept.txt", "x");
        folder.write("left.log", "x");
        folder.write("secret/key", "x");
        auto request = buildOf(folder, cleaner.add(images::uniqueName("build")));
        request.arguments["WORD"] = "hello";
        std::string log;
        bool uploaded = false;
        const auto id = m_store->build(
            request,
            [&](const ImageProgress& progress) {
                log += progress.line;
                uploaded
                    = uploaded || (!progress.layers.empty() && progress.layers[0].doneBytes > 0);
            },
            {});
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        QVERIFY(uploaded);
        QVERIFY2(log.find("COPY . /app/") != std::string::npos, log.c_str());
        const auto image = m_store->inspect(request.tag, {});
        QVERIFY2(image, image ? "" : image.error().text().c_str());
        QCOMPARE(image->id, *id);
        QCOMPARE(image->labels.at("word"), std::string("hello"));
        const auto files = filesIn(*m_api, *id);
        QVERIFY2(files.contains("app/kept.txt"), qPrintable(files.join(' ')));
        QVERIFY(!files.join(' ').contains("secret"));
        QVERIFY(!files.contains("app/left.log"));
        QVERIFY(!files.contains("app/Dockerfile"));
    }

    void buildsUponAnImageOfThisMachine()
    {
        Cleaner cleaner(*m_store);
        const Folder folder;
        const auto base = images::uniqueName("base");
        folder.write("Dockerfile", "FROM scratch\nCOPY Dockerfile /\n");
        QVERIFY(m_store->build(buildOf(folder, base), {}, {}));
        folder.write("Dockerfile", "FROM " + QByteArray::fromStdString(base) + "\nLABEL a=b\n");
        const auto upon = cleaner.add(images::uniqueName("upon"));
        const auto id = m_store->build(buildOf(folder, upon), {}, {});
        cleaner.add(base);
        QVERIFY2(id, id ? "" : id.error().text().c_str());
    }

    void saysWhichStepFailedAndWhatItSaidLast()
    {
        const Folder folder;
        folder.write("Dockerfile", "FROM scratch\nCOPY missing-file /\n");
        const auto id = m_store->build(buildOf(folder, {}), {}, {});
        QVERIFY(!id);
        QVERIFY2(
            id.error().text().find("missing-file") != std::string::npos, id.error().text().c_str());
        QVERIFY(id.error().text().find('\n') == std::string::npos);
    }

    void refusesARecipeThatIsNone()
    {
        const Folder folder;
        folder.write("Dockerfile", "THIS is no recipe\n");
        QVERIFY(!m_store->build(buildOf(folder, {}), {}, {}));
    }

    void importsAndKnowsWhatItImported()
    {
        Cleaner cleaner(*m_store);
        const Folder folder;
        folder.writeNoise("root/data", 3 << 20);
        for (const auto* kind : {"-cf", "-czf"}) {
            const auto tar = folder.path("root.tar");
            QCOMPARE(QProcess::execute("tar", {"-C", folder.path("root"), kind, tar, "."}), 0);
            const auto name = cleaner.add(images::uniqueName("import"));
            std::uint64_t sent = 0, total = 0;
            const auto id = m_store->import(
                tar.toStdString(), name,
                [&](const ImageProgress& progress) {
                    sent = progress.doneBytes;
                    total = progress.totalBytes;
                },
                {});
            QVERIFY2(id, id ? "" : id.error().text().c_str());
            QCOMPARE(sent, total);
            QVERIFY(sent > (3U << 20));
            const auto image = m_store->inspect(name, {});
            QVERIFY2(image, image ? "" : image.error().text().c_str());
            QCOMPARE(image->id, *id);
            QVERIFY(image->bytes >= 3U << 20);
            QVERIFY2(image->platform.starts_with("linux/"), image->platform.c_str());
        }
    }

    void refusesToImportWhatIsNoArchive()
    {
        const Folder folder;
        folder.writeNoise("noise", 100000);
        const auto id = m_store->import(
            folder.path("noise").toStdString(), images::uniqueName("none"), {}, {});
        QVERIFY(!id);
        QCOMPARE(id.error().code(), ErrorCode::InvalidArgument);
    }

    void givesListsAndTakesNames()
    {
        Cleaner cleaner(*m_store);
        const Folder folder;
        folder.write("Dockerfile", "FROM scratch\nCOPY Dockerfile /\nLABEL a=b\n");
        const auto first = cleaner.add(images::uniqueName("first"));
        const auto second = cleaner.add(images::uniqueName("second") + ":2.0");
        const auto id = m_store->build(buildOf(folder, first), {}, {});
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        const auto tagged = m_store->tag(first, second, {});
        QVERIFY2(tagged, tagged ? "" : tagged.error().text().c_str());
        const auto all = m_store->list({});
        QVERIFY(all);
        const auto at = std::find_if(
            all->begin(), all->end(), [&](const ImageInfo& image) { return image.id == *id; });
        QVERIFY(at != all->end());
        const auto names = QString::fromStdString([&] {
            std::string text;
            for (const auto& tag : at->tags)
                text += tag + " ";
            return text;
        }());
        QVERIFY2(names.contains(QString::fromStdString(first)), qPrintable(names));
        QVERIFY2(names.contains(QString::fromStdString(second)), qPrintable(names));
        // One name less; the image is still there under the other.
        QVERIFY(m_store->remove(first, {}));
        QCOMPARE(m_store->inspect(first, {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(m_store->inspect(second, {})->id, *id);
        QVERIFY(m_store->remove(second, {}));
        QCOMPARE(m_store->inspect(second, {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(m_store->remove(second, {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(m_store->tag(second, first, {}).error().code(), ErrorCode::NotFound);
    }

    void neverRemovesAnImageInUseAndNamesItsUser()
    {
        Cleaner cleaner(*m_store);
        const Folder folder;
        folder.write("Dockerfile", "FROM scratch\nCOPY Dockerfile /\n");
        const auto name = cleaner.add(images::uniqueName("used"));
        const auto id = m_store->build(buildOf(folder, name), {}, {});
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        const auto user = images::uniqueName("user");
        const auto made = m_api->post(
            "/containers/create", {{"name", user}}, {{"Image", *id}, {"Cmd", {"x"}}}, {});
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        const auto refused = m_store->remove(name, {});
        const auto users = m_store->users({});
        QVERIFY2(users, users ? "" : users.error().text().c_str());
        QVERIFY(users->contains(*id));
        QCOMPARE(users->at(*id), std::vector<std::string>{user});
        const auto commit = cleaner.add(images::uniqueName("commit"));
        const auto committed = m_store->commit(user, commit, {});
        QVERIFY(m_api->remove("/containers/" + user, {{"force", "1"}}, {}));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::AlreadyExists);
        QVERIFY2(
            refused.error().message().find(user) != std::string::npos,
            refused.error().message().c_str());
        QVERIFY2(committed, committed ? "" : committed.error().text().c_str());
        QCOMPARE(m_store->inspect(commit, {})->id, *committed);
        QVERIFY(m_store->remove(commit, {}));
        QVERIFY(m_store->remove(name, {}));
    }

    void tellsTheStepsThatMadeAnImage()
    {
        Cleaner cleaner(*m_store);
        const Folder folder;
        folder.write("Dockerfile", "FROM scratch\nCOPY data /\nLABEL a=b\n");
        folder.writeNoise("data", 1 << 20);
        const auto name = cleaner.add(images::uniqueName("layers"));
        QVERIFY(m_store->build(buildOf(folder, name), {}, {}));
        const auto layers = m_store->history(name, {});
        QVERIFY2(layers, layers ? "" : layers.error().text().c_str());
        QCOMPARE(layers->size(), 2U);
        QVERIFY2(layers->at(0).step.find("LABEL") != std::string::npos, layers->at(0).step.c_str());
        QVERIFY(layers->at(1).step.find("COPY") != std::string::npos);
        QVERIFY(layers->at(1).bytes >= 1U << 20);
        QVERIFY(layers->at(0).bytes < 1U << 20);
        QVERIFY(layers->at(0).createdAt > 0);
        QCOMPARE(
            m_store->history("sandbench-no-such-image:1", {}).error().code(), ErrorCode::NotFound);
    }

    void exportsAnImageAndTakesItBack()
    {
        Cleaner cleaner(*m_store);
        const Folder folder;
        folder.write("Dockerfile", "FROM scratch\nCOPY data /\n");
        folder.writeNoise("data", 3 << 20);
        const auto name = cleaner.add(images::uniqueName("moved"));
        const auto id = m_store->build(buildOf(folder, name), {}, {});
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        const auto tar = folder.path("image.tar").toStdString();
        std::uint64_t came = 0, expected = 0;
        const auto saved = m_store->save(
            name, tar,
            [&](const ImageProgress& progress) {
                came = progress.doneBytes;
                expected = progress.totalBytes;
            },
            {});
        QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
        QVERIFY(came > 0);
        QVERIFY(expected >= 3U << 20);
        QVERIFY(m_store->remove(name, {}));
        QCOMPARE(m_store->inspect(name, {}).error().code(), ErrorCode::NotFound);
        const auto loaded = m_store->load(tar, {}, {});
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QCOMPARE(loaded->size(), 1U);
        QVERIFY2(loaded->front().find(name) != std::string::npos, loaded->front().c_str());
        const auto back = m_store->inspect(name, {});
        QVERIFY2(back, back ? "" : back.error().text().c_str());
        QCOMPARE(back->id, *id);
    }

    void leavesNothingOfAnExportThatWasStopped()
    {
        Cleaner cleaner(*m_store);
        const Folder folder;
        folder.write("Dockerfile", "FROM scratch\nCOPY data /\n");
        folder.writeNoise("data", 8 << 20);
        const auto name = cleaner.add(images::uniqueName("stopped"));
        QVERIFY(m_store->build(buildOf(folder, name), {}, {}));
        QVERIFY(QDir(folder.path()).mkdir("out"));
        std::stop_source stop;
        const auto saved = m_store->save(
            name, folder.path("out/image.tar").toStdString(),
            [&](const ImageProgress&) { stop.request_stop(); }, stop.get_token());
        QVERIFY(!saved);
        QCOMPARE(saved.error().code(), ErrorCode::Cancelled);
        QVERIFY(QDir(folder.path("out"))
                    .isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        QVERIFY(
            !m_store->save("sandbench-no-such-image:1", folder.path("x").toStdString(), {}, {}));
    }

    void refusesToLoadWhatHoldsNoImage()
    {
        const Folder folder;
        folder.write("root/file", "x");
        const auto tar = folder.path("root.tar");
        QCOMPARE(QProcess::execute("tar", {"-C", folder.path("root"), "-cf", tar, "."}), 0);
        const auto loaded = m_store->load(tar.toStdString(), {}, {});
        QVERIFY(!loaded);
        QVERIFY2(
            loaded.error().code() == ErrorCode::InvalidArgument, loaded.error().text().c_str());
    }

    void removesWhatHasNoName()
    {
        Cleaner cleaner(*m_store);
        const Folder folder;
        folder.writeNoise("data", 1 << 20);
        QCOMPARE(
            QProcess::execute("tar", {"-C", folder.path(), "-cf", folder.path("a.tar"), "data"}),
            0);
        folder.write("more", "x");
        QCOMPARE(
            QProcess::execute("tar", {"-C", folder.path(), "-cf", folder.path("b.tar"), "more"}),
            0);
        const auto name = cleaner.add(images::uniqueName("nameless"));
        const auto old = m_store->import(folder.path("a.tar").toStdString(), name, {}, {});
        QVERIFY(old);
        // The name moves on; what had it stays behind without one.
        QVERIFY(m_store->import(folder.path("b.tar").toStdString(), name, {}, {}));
        const auto before = m_store->diskUse({});
        QVERIFY2(before, before ? "" : before.error().text().c_str());
        QVERIFY(before->imageBytes >= 1U << 20);
        const auto all = m_store->list({});
        const auto users = m_store->users({});
        QVERIFY(all && users);
        const auto isOld = [&old](const ImageInfo& image) { return image.id == *old; };
        const auto preview = prunableImages(*all, *users);
        QVERIFY(std::any_of(preview.begin(), preview.end(), isOld));
        QVERIFY(std::none_of(preview.begin(), preview.end(), [](const ImageInfo& image) {
            return !image.tags.empty();
        }));
        const auto freed = m_store->prune({});
        QVERIFY2(freed, freed ? "" : freed.error().text().c_str());
        QCOMPARE(m_store->inspect(*old, {}).error().code(), ErrorCode::NotFound);
    }

    void stopsABuildWhenAsked()
    {
        const Folder folder;
        folder.write("Dockerfile", "FROM scratch\nCOPY Dockerfile /\n");
        folder.writeNoise("much", 8 << 20);
        std::stop_source stop;
        const auto id = m_store->build(
            buildOf(folder, {}), [&](const ImageProgress&) { stop.request_stop(); },
            stop.get_token());
        QVERIFY(!id);
        QCOMPARE(id.error().code(), ErrorCode::Cancelled);
    }

    void saysHowToGetAnImage()
    {
        const auto image = m_store->inspect("no-such-image:7", {});
        QVERIFY(!image);
        QCOMPARE(image.error().code(), ErrorCode::NotFound);
        QVERIFY(image.error().message().find("images pull no-such-image:7") != std::string::npos);
        QCOMPARE(m_store->inspect("Not A Name", {}).error().code(), ErrorCode::InvalidArgument);
        QCOMPARE(m_store->commit("no-such", "x:1", {}).error().code(), ErrorCode::NotFound);
    }

private:
    std::shared_ptr<docker::DockerApi> m_api;
    std::unique_ptr<ImageStore> m_store;
};

SANDBENCH_TEST(TestImageStore);
#include "tst_image_store.moc"
