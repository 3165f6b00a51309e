// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/config/settings_file.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace sandbench;

namespace {

// moc takes two slashes in a raw text for a comment; JSON may write them as \/\/.
using Kind = net::Endpoint::Kind;

ConnectionProfile profile(const std::string& name, const std::string& address)
{
    const auto endpoint = net::parseEndpoint(address);
    return {name, "docker", endpoint ? *endpoint : net::Endpoint()};
}

std::string inFolder(const QTemporaryDir& folder, const char* name = "settings.json")
{
    return folder.filePath(name).toStdString();
}

void write(const std::string& path, const QByteArray& bytes)
{
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray contents(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsHowMuchTheHistoryKeeps()
    {
        const auto settings
            = parseSettings(R"({"history": {"runs": 50, "records": "2m", "results": "1g"}})");
        QVERIFY2(settings, settings ? "" : settings.error().text().c_str());
        QCOMPARE(settings->history.runs, std::int64_t(50));
        QCOMPARE(settings->history.recordBytes, std::int64_t(2 << 20));
        QCOMPARE(settings->history.resultBytes, std::int64_t(1 << 30));
        QCOMPARE(parseSettings("{}")->history.runs, std::int64_t(10'000));
        for (const char* wrong :
             {R"({"history": 3})", R"({"history": {"runs": 0}})", R"({"history": {"runs": 1.5}})",
              R"({"history": {"runs": 1e300}})", R"({"history": {"results": 5}})",
              R"({"history": {"results": "1k"}})", R"({"history": {"records": "9999t"}})",
              R"({"history": {"days": 3}})"}) {
            const auto refused = parseSettings(wrong);
            QVERIFY2(
                !refused && refused.error().text().find("history") != std::string::npos, wrong);
        }
    }

    void readsConnectionsAndSizes()
    {
        const auto settings = parseSettings(R"({
            "connections": [
              {"name": "lab", "engine": "docker", "address": "tcp:\/\/lab:2376",
               "tls": {"ca": "/k/ca.pem", "cert": "/k/cert.pem", "key": "/k/key.pem"}},
              {"name": "near", "engine": "podman", "address": "/run/podman.sock"}],
            "sizes": [{"name": "mine", "memory": "3g", "cpus": 1.25}],
            "window": {"theme": "dark"}})");
        QVERIFY2(settings, settings ? "" : settings.error().text().c_str());
        QCOMPARE(settings->connections.size(), std::size_t(2));
        QCOMPARE(settings->connections[0].endpoint.kind, Kind::Tls);
        QCOMPARE(settings->connections[0].endpoint.tls.key, std::string("/k/key.pem"));
        QCOMPARE(settings->connections[1].engine, std::string("podman"));
        QCOMPARE(settings->connections[1].endpoint.path, std::string("/run/podman.sock"));
        QCOMPARE(settings->sizes[0].memoryBytes, std::uint64_t(3) << 30U);
    }

    void takesAnEmptyObjectForDefaults()
    {
        const auto settings = parseSettings("{}");
        QVERIFY(settings);
        QVERIFY(settings->connections.empty());
        QVERIFY(settings->sizes.empty());
    }

    void namesTheFieldThatIsWrong_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("field");
        const auto connection = [](const QString& patch) {
            Json entry = {{"name", "lab"}, {"engine", "docker"}, {"address", "tcp://lab:1"}};
            entry.merge_patch(Json::parse(patch.toStdString()));
            const Json json = {{"connections", {entry}}};
            return QString::fromStdString(writeJson(json));
        };
        QTest::newRow("connections no list") << R"({"connections": {}})"
                                             << "'connections'";
        QTest::newRow("no object") << R"({"connections": [1]})"
                                   << "'connections[0]'";
        QTest::newRow("no name") << connection(R"({"name": null})") << "'connections[0].name'";
        QTest::newRow("name like an address")
            << connection(R"({"name": "a/b"})") << "'connections[0].name'";
        QTest::newRow("NUL") << connection(R"({"address": "tcp:\/\/a\u0000b"})") << ".address'";
        QTest::newRow("other engine") << connection(R"({"engine": "local"})") << ".engine'";
        QTest::newRow("no address") << connection(R"({"address": 1})") << ".address'";
        QTest::newRow("bad address")
            << connection(R"({"address": "npipe:\/\/\/\/./x"})") << ".address'";
        QTest::newRow("typing error") << connection(R"({"adress": "x"})") << ".adress'";
        QTest::newRow("tls a text") << connection(R"({"tls": "x"})") << ".tls'";
        QTest::newRow("tls typing error")
            << connection(R"({"tls": {"cart": "/x"}})") << ".tls.cart'";
        QTest::newRow("relative") << connection(R"({"tls": {"ca": "x"}})") << ".tls.ca'";
        QTest::newRow("a key without certificate")
            << connection(R"({"tls": {"key": "/x"}})") << ".tls.cert'";
        QTest::newRow("tls of a socket")
            << connection(R"({"address": "/x", "tls": {"ca": "/x"}})") << ".tls'";
        QTest::newRow("sizes") << R"({"sizes": [{"name": "a", "memory": "1g"}]})"
                               << "'cpus'";
        QTest::newRow("twice")
            << R"({"connections": [{"name": "a", "engine": "docker", "address": "/a"},
                   {"name": "a", "engine": "podman", "address": "/b"}]})"
            << "'connections[1].name'";
    }

    void namesTheFieldThatIsWrong()
    {
        QFETCH(QString, json);
        QFETCH(QString, field);
        const auto settings = parseSettings(json.toStdString());
        QVERIFY(!settings);
        QCOMPARE(settings.error().code(), ErrorCode::InvalidArgument);
        QVERIFY2(
            settings.error().text().find(field.toStdString()) != std::string::npos,
            settings.error().text().c_str());
    }

    void refusesWhatIsNotOneObject()
    {
        for (const auto* text : {"", "[]", "{", "{} x"}) {
            const auto settings = parseSettings(text);
            QVERIFY2(!settings, text);
            QCOMPARE(settings.error().code(), ErrorCode::InvalidArgument);
        }
        QVERIFY(!parseSettings(std::string(2U << 20U, ' ')));
    }

    void takesAMissingFileForDefaults()
    {
        QVERIFY(loadSettings("/nonexistent/settings.json"));
        QVERIFY(loadSettings(""));
    }

    void namesTheFileThatIsWrong()
    {
        QTemporaryDir folder;
        write(inFolder(folder), R"({"connections": 3})");
        const auto settings = loadSettings(inFolder(folder));
        QVERIFY(!settings);
        QVERIFY(
            settings.error().text().find("settings.json: field 'connections'")
            != std::string::npos);
        QVERIFY(!loadSettings(folder.path().toStdString()));
    }

    void addsAConnectionForItsOwnerOnly()
    {
        QTemporaryDir folder;
        const auto path = inFolder(folder, "new/sandbench/settings.json");
        auto lab = profile("lab", "tcp://lab:2376");
        lab.endpoint.kind = Kind::Tls;
        lab.endpoint.tls.ca = "/k/ca.pem";
        const auto added = addConnection(path, lab);
        QVERIFY2(added, added ? "" : added.error().text().c_str());
        struct stat info = {};
        QCOMPARE(::stat(path.c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
        const auto settings = loadSettings(path);
        QVERIFY(settings);
        QCOMPARE(settings->connections[0].endpoint.kind, Kind::Tls);
        QCOMPARE(settings->connections[0].endpoint.tls.ca, std::string("/k/ca.pem"));
    }

    void keepsATlsConnectionWithoutCertificatesOfItsOwn()
    {
        QTemporaryDir folder;
        QVERIFY(addConnection(inFolder(folder), profile("far", "https://far:2376")));
        QCOMPARE(loadSettings(inFolder(folder))->connections[0].endpoint.kind, Kind::Tls);
    }

    void keepsWhatItDoesNotKnow()
    {
        QTemporaryDir folder;
        write(inFolder(folder), R"({"window": {"theme": [1, 2]}, "sizes": []})");
        QVERIFY(addConnection(inFolder(folder), profile("a", "/a")));
        QVERIFY(addConnection(inFolder(folder), profile("b", "/b")));
        QVERIFY(removeConnection(inFolder(folder), "a"));
        const auto json = Json::parse(contents(inFolder(folder)).toStdString());
        QVERIFY(json["window"]["theme"] == Json({1, 2}));
        QCOMPARE(json["connections"].size(), std::size_t(1));
        QVERIFY(json["connections"][0]["name"] == Json("b"));
    }

    void writesWherePackagesComeFromAndTakesItOutAgain()
    {
        QTemporaryDir folder;
        write(inFolder(folder), R"({"mine": 1, "packages": {"proxy": "http:\/\/old:1"}})");
        PackageSettings packages;
        packages.index = {{"pip", "https://packages.lab.example/simple"}, {"npm", ""}};
        packages.offlineFolder = "/srv/wheels";
        packages.certificates = "/srv/lab.pem";
        QVERIFY(setPackageSettings(inFolder(folder), packages));
        const auto read = loadSettings(inFolder(folder));
        QVERIFY(read);
        QCOMPARE(read->packages.index.size(), std::size_t(1));
        QCOMPARE(read->packages.index.at("pip"), packages.index["pip"]);
        QCOMPARE(read->packages.offlineFolder, packages.offlineFolder);
        QCOMPARE(read->packages.certificates, packages.certificates);
        QCOMPARE(read->packages.proxy, std::string());
        packages.proxy = "not an address";
        QCOMPARE(
            setPackageSettings(inFolder(folder), packages).error().code(),
            ErrorCode::InvalidArgument);
        QVERIFY(setPackageSettings(inFolder(folder), {}));
        QVERIFY(Json::parse(contents(inFolder(folder)).toStdString()) == Json({{"mine", 1}}));
    }

    void patchesMembersAndKeepsTheOthers()
    {
        QTemporaryDir folder;
        const auto path = inFolder(folder);
        QVERIFY(patchSettings(path, {{"window", {{"a", 1}, {"b", 2}}}, {"mine", 1}}));
        Json patch = {{"window", {{"b", nullptr}, {"c", 3}}}};
        QVERIFY(patchSettings(path, patch));
        QVERIFY(
            Json::parse(contents(path).toStdString())
            == Json({{"window", {{"a", 1}, {"c", 3}}}, {"mine", 1}}));
        const auto before = contents(path);
        patch = {{"connections", 7}}; // other programs could not read it
        QCOMPARE(patchSettings(path, patch).error().code(), ErrorCode::InvalidArgument);
        QCOMPARE(contents(path), before);
    }

    void refusesAChangeThatCannotBe()
    {
        QTemporaryDir folder;
        const auto path = inFolder(folder);
        QVERIFY(addConnection(path, profile("a", "/a")));
        const auto before = contents(path);
        QCOMPARE(addConnection(path, profile("a", "/b")).error().code(), ErrorCode::AlreadyExists);
        QCOMPARE(
            addConnection(path, profile("a b", "/b")).error().code(), ErrorCode::InvalidArgument);
        const auto missing = removeConnection(path, "b");
        QCOMPARE(missing.error().code(), ErrorCode::NotFound);
        QVERIFY(missing.error().text().find("it has a") != std::string::npos);
        QCOMPARE(contents(path), before);
        QVERIFY(!addConnection("", profile("a", "/a")));
    }

    void leavesABrokenFileAlone()
    {
        QTemporaryDir folder;
        write(inFolder(folder), "{ mine");
        QVERIFY(!addConnection(inFolder(folder), profile("a", "/a")));
        QCOMPARE(contents(inFolder(folder)), QByteArray("{ mine"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    }

    void keepsALinkToASettingsFileALink()
    {
        QTemporaryDir folder;
        write(inFolder(folder, "real.json"), "{}");
        QVERIFY(QFile::link(folder.filePath("real.json"), folder.filePath("settings.json")));
        QVERIFY(addConnection(inFolder(folder), profile("a", "/a")));
        QVERIFY(QFileInfo(folder.filePath("settings.json")).isSymLink());
        QCOMPARE(loadSettings(inFolder(folder, "real.json"))->connections.size(), std::size_t(1));
    }
};

SANDBENCH_TEST(TestSettings);
#include "tst_settings.moc"
