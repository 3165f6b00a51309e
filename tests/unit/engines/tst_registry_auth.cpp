// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/registry_auth.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace sandbench;
using namespace sandbench::docker;
using namespace std::chrono_literals;

namespace {

ImageReference image(const char* name)
{
    return inRegistry(*parseImageReference(name));
}

QString loginFor(const char* name, const QByteArray& config)
{
    const auto entry = credentialsIn(config.toStdString(), image(name));
    if (!entry)
        return "error";
    if (!entry->helper.empty())
        return "helper " + QString::fromStdString(entry->helper + " " + entry->server);
    return entry->credentials ? QString::fromStdString(
               entry->credentials->user + ":" + entry->credentials->password
               + entry->credentials->identityToken)
                              : "none";
}

Json decoded(const std::string& base64Url)
{
    return Json::parse(
        QByteArray::fromBase64(QByteArray::fromStdString(base64Url), QByteArray::Base64UrlEncoding)
            .toStdString());
}

void writeFile(const QString& path, const QByteArray& bytes, bool program = false)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    if (program)
        file.setPermissions(file.permissions() | QFile::ExeOwner);
}

} // namespace

class TestRegistryAuth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheLoginOfARegistry_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("login");
        const QByteArray auth = QByteArray("me:se:cret").toBase64();
        const auto auths = [&](const char* key) {
            return QByteArray("{\"auths\":{\"") + key + "\":{\"auth\":\"" + auth + "\"}}}";
        };
        QTest::newRow("host") << "r.test/x" << auths("r.test") << "me:se:cret";
        QTest::newRow("host with port") << "r.test:5/x" << auths("r.test:5") << "me:se:cret";
        QTest::newRow("another port") << "r.test:5/x" << auths("r.test:6") << "none";
        QTest::newRow("another host") << "r.test/x" << auths("r.test.evil") << "none";
        QTest::newRow("scheme") << "r.test/x" << auths("https://r.test/v1/") << "me:se:cret";
        QTest::newRow("hub") << "python" << auths("https://index.docker.io/v1/") << "me:se:cret";
        QTest::newRow("hub's other name") << "a/b" << auths("docker.io") << "me:se:cret";
        QTest::newRow("namespace") << "q.io/team/x" << auths("q.io/team") << "me:se:cret";
        QTest::newRow("another namespace") << "q.io/teams/x" << auths("q.io/team") << "none";
        QTest::newRow("longest wins")
            << "q.io/team/x" << QByteArray(R"({"auths":{"q.io":{"username":"a","password":"1"},
                "q.io/team":{"username":"b","password":"2"}}})")
            << "b:2";
        QTest::newRow("token") << "r.test/x"
                               << QByteArray(R"({"auths":{"r.test":{"identitytoken":"tok"}}})")
                               << ":tok";
        QTest::newRow("store") << "r.test/x"
                               << QByteArray(R"({"auths":{"r.test":{}},"credsStore":"pass"})")
                               << "helper pass r.test";
        QTest::newRow("store, hub") << "python" << QByteArray(R"({"credsStore":"pass"})")
                                    << "helper pass https://index.docker.io/v1/";
        QTest::newRow("helper of one")
            << "r.test/x" << QByteArray(R"({"credHelpers":{"r.test":"gcr"},"credsStore":"pass"})")
            << "helper gcr r.test";
        QTest::newRow("evil helper")
            << "r.test/x" << QByteArray(R"({"credsStore":"../x"})") << "error";
        QTest::newRow("no JSON") << "r.test/x" << QByteArray("x") << "error";
        QTest::newRow("odd types")
            << "r.test/x" << QByteArray(R"({"auths":{"r.test":7},"credHelpers":[]})") << "none";
        QTest::newRow("no base64")
            << "r.test/x" << QByteArray(R"({"auths":{"r.test":{"auth":"%%"}}})") << "none";
    }

    void findsTheLoginOfARegistry()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, config);
        QFETCH(QString, login);
        QCOMPARE(loginFor(name.toUtf8().constData(), config), login);
    }

    void writesTheHeaderThatEnginesRead()
    {
        // Bytes that need the alphabet's last two letters.
        const docker::Credentials login{"me", "\xc3\xbf\xc3\xbe>>>???", {}};
        const auto header = authHeader(login, "r.test");
        QVERIFY(header.find_first_of("+/\n") == std::string::npos);
        const auto json = decoded(header);
        QCOMPARE(jsonString(json, "username"), login.user);
        QCOMPARE(jsonString(json, "password"), login.password);
        QCOMPARE(jsonString(json, "serveraddress"), std::string("r.test"));
        QCOMPARE(
            jsonString(decoded(authHeader({{}, {}, "tok"}, "x")), "identitytoken"),
            std::string("tok"));
        const auto all = decoded(authConfigHeader({{"r.test", login}, {"docker.io", login}}));
        QCOMPARE(jsonString(jsonField(all, "r.test"), "username"), std::string("me"));
        QVERIFY(all.contains("https://index.docker.io/v1/"));
    }

    void looksWhereEachEngineKeepsLogins()
    {
        Surroundings s;
        s.env = {{"HOME", "/h"}};
        QCOMPARE(credentialFiles("docker", s), std::vector<std::string>{"/h/.docker/config.json"});
        s.env["XDG_RUNTIME_DIR"] = "/run/7";
        s.env["DOCKER_CONFIG"] = "/d";
        const std::vector<std::string> podman
            = {"/run/7/containers/auth.json", "/h/.config/containers/auth.json", "/d/config.json"};
        QCOMPARE(credentialFiles("podman", s), podman);
        QCOMPARE(credentialFiles("docker", s), std::vector<std::string>{"/d/config.json"});
        s.env["REGISTRY_AUTH_FILE"] = "/a.json";
        QCOMPARE(credentialFiles("podman", s), std::vector<std::string>{"/a.json"});
        QVERIFY(credentialFiles("docker", Surroundings()).empty());
    }

    void namesTheFileThatIsBroken()
    {
        QTemporaryDir folder;
        writeFile(folder.filePath("config.json"), "{");
        Surroundings s;
        s.env = {{"DOCKER_CONFIG", folder.path().toStdString()}};
        const auto login = findCredentials("docker", image("r.test/x"), s, {});
        QVERIFY(!login);
        QCOMPARE(login.error().code(), ErrorCode::InvalidArgument);
        QVERIFY(login.error().message().find("config.json") != std::string::npos);
    }

    void hasNoLoginWhereThereIsNoFile()
    {
        Surroundings s;
        QTemporaryDir home;
        s.env = {{"HOME", home.path().toStdString()}};
        const auto login = findCredentials("podman", image("r.test/x"), s, {});
        QVERIFY(login);
        QVERIFY(!login->has_value());
    }

    void asksTheHelper()
    {
        // It answers with what it was asked for, so the test sees both.
        const auto login = askWith(
            R"(read server; printf '{"ServerURL":"%s","Username":"u-%s","Secret":"s"}' "$server" "$1")");
        QVERIFY2(login, login ? "" : login.error().text().c_str());
        QVERIFY(login->has_value());
        QCOMPARE((*login)->user, std::string("u-get"));
        QCOMPARE((*login)->password, std::string("s"));
    }

    void takesTheHelpersToken()
    {
        const auto login = askWith(R"(echo '{"Username":"<token>","Secret":"t"}')");
        QVERIFY(login && login->has_value());
        QCOMPARE((*login)->identityToken, std::string("t"));
    }

    void goesOnWhereTheHelperKnowsNothing()
    {
        const auto login = askWith("echo 'credentials not found in native keychain'; exit 1");
        QVERIFY(login);
        QVERIFY(!login->has_value());
    }

    void saysWhichHelperFailedWithoutItsWords_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("status") << QByteArray("echo hidden; echo hidden >&2; exit 3");
        QTest::newRow("no JSON") << QByteArray("echo hidden");
        QTest::newRow("signal") << QByteArray("kill -9 $$");
        QTest::newRow("flood") << QByteArray("yes hidden");
    }

    void saysWhichHelperFailedWithoutItsWords()
    {
        QFETCH(QByteArray, script);
        const auto login = askWith(script);
        QVERIFY(!login);
        QVERIFY(login.error().text().find("docker-credential-fake") != std::string::npos);
        QVERIFY(login.error().text().find("hidden") == std::string::npos);
    }

    void doesNotWaitForASilentHelper()
    {
        const auto login = askWith("exec sleep 1000", 100ms);
        QVERIFY(!login);
        QCOMPARE(login.error().code(), ErrorCode::Timeout);
    }

    void letsGoOfTheHelperWhenStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto login = askWith("exec sleep 1000", 60s, stop.get_token());
        QVERIFY(!login);
        QCOMPARE(login.error().code(), ErrorCode::Cancelled);
    }

    void saysThatAHelperIsMissing()
    {
        const auto login = askCredentialHelper("nowhere", "r.test", {{"PATH", "/nonexistent"}}, {});
        QVERIFY(!login);
        QCOMPARE(login.error().code(), ErrorCode::Unavailable);
        QVERIFY(login.error().message().find("docker-credential-nowhere") != std::string::npos);
    }

private:
    static Result<std::optional<docker::Credentials>> askWith(
        const QByteArray& script, std::chrono::milliseconds patience = 60s,
        std::stop_token stop = {})
    {
        QTemporaryDir folder;
        writeFile(folder.filePath("docker-credential-fake"), "#!/bin/sh\n" + script + "\n", true);
        const auto path = folder.path().toStdString() + ":/usr/bin:/bin";
        return askCredentialHelper("fake", "r.test", {{"PATH", path}}, stop, patience);
    }
};

SANDBENCH_TEST(TestRegistryAuth);
#include "tst_registry_auth.moc"
