// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/connections.h"
#include "core/engine/docker/docker_contexts.h"
#include "core/engine/docker/podman_destinations.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::docker;

namespace {

using Kind = net::Endpoint::Kind;

/// A machine of its own below a folder: home, run-time folder and system paths.
class Machine
{
public:
    Machine()
        : m_folder("/tmp/sbXXXXXX") // a socket's path has room for 107 characters
    {
        surroundings.uid = 1000;
        surroundings.root = path("");
        surroundings.env = {{"HOME", path("/home")}, {"XDG_RUNTIME_DIR", path("/run/user/1000")}};
    }

    std::string path(const std::string& below) const
    {
        return m_folder.path().toStdString() + below;
    }

    void write(const std::string& below, const QByteArray& bytes) const
    {
        const auto name = QString::fromStdString(path(below));
        QDir().mkpath(QFileInfo(name).path());
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    void listenAt(const std::string& below) const
    {
        QDir().mkpath(QFileInfo(QString::fromStdString(path(below))).path());
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        path(below).copy(address.sun_path, sizeof address.sun_path - 1);
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        QCOMPARE(::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        ::close(fd); // the file stays, as it does when a daemon has died
    }

    void addContext(const std::string& name, const std::string& host) const
    {
        const auto json = R"({"Name":")" + name + R"(","Endpoints":{"docker":{"Host":")" + host
            + R"(","SkipTLSVerify":false}}})";
        write(
            "/home/.docker/contexts/meta/id-" + name + "/meta.json",
            QByteArray::fromStdString(json));
    }

    /// "name source address" of each.
    QStringList found(const std::string& engine) const
    {
        const auto all = findConnections(engine, settings, surroundings);
        if (!all)
            return {"error: " + QString::fromStdString(all.error().text())};
        QStringList list;
        for (const auto& connection : *all)
            list << QString::fromStdString(
                        connection.name + " | " + connection.source + " | "
                        + connection.endpoint.text())
                        .replace(m_folder.path(), "");
        return list;
    }

    Result<Connection> choose(const std::string& engine, const std::string& wanted) const
    {
        return chooseConnection(engine, wanted, settings, surroundings);
    }

    Surroundings surroundings;
    Settings settings;

private:
    QTemporaryDir m_folder;
};

ConnectionProfile profile(const std::string& name, const std::string& engine, const std::string& at)
{
    const auto endpoint = net::parseEndpoint(at);
    return {name, engine, endpoint ? *endpoint : net::Endpoint()};
}

} // namespace

class TestDockerConnections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsNothingWhereNothingIs()
    {
        const Machine machine;
        QCOMPARE(machine.found("docker"), QStringList());
        QCOMPARE(machine.found("podman"), QStringList());
        const auto docker = machine.choose("docker", "");
        QCOMPARE(docker.error().code(), ErrorCode::Unavailable);
        QVERIFY(docker.error().text().find("DOCKER_HOST") != std::string::npos);
        const auto podman = machine.choose("podman", "");
        QVERIFY(podman.error().text().find("podman.socket") != std::string::npos);
    }

    void asksTheEnvironmentFirst()
    {
        Machine machine;
        machine.surroundings.env["DOCKER_HOST"] = "tcp://far:2375";
        machine.surroundings.env["CONTAINER_HOST"] = "unix:///my/podman.sock";
        machine.surroundings.env["DOCKER_CONTEXT"] = "gone"; // DOCKER_HOST overrides it
        machine.listenAt("/var/run/docker.sock");
        machine.listenAt("/run/user/1000/docker.sock");
        QCOMPARE(
            machine.found("docker"),
            QStringList(
                {"default | DOCKER_HOST | tcp://far:2375",
                 "rootless | found | unix:///run/user/1000/docker.sock",
                 "rootful | found | unix:///var/run/docker.sock"}));
        QCOMPARE(
            machine.found("podman"),
            QStringList({"default | CONTAINER_HOST | unix:///my/podman.sock"}));
        QCOMPARE(
            machine.choose("docker", "")->text(), std::string("tcp://far:2375 (from DOCKER_HOST)"));
    }

    void takesCertificatesFromTheEnvironment()
    {
        Machine machine;
        machine.write("/certs/ca.pem", "");
        machine.write("/certs/cert.pem", "");
        machine.write("/certs/key.pem", "");
        machine.surroundings.env["DOCKER_HOST"] = "tcp://far:2376";
        machine.surroundings.env["DOCKER_CERT_PATH"] = machine.path("/certs");
        QCOMPARE(machine.choose("docker", "")->endpoint.kind, Kind::Tcp);
        machine.surroundings.env["DOCKER_TLS_VERIFY"] = "1";
        const auto named = machine.choose("docker", "");
        QCOMPARE(named->endpoint.kind, Kind::Tls);
        QCOMPARE(named->endpoint.tls.ca, machine.path("/certs/ca.pem"));
        QCOMPARE(named->endpoint.tls.key, machine.path("/certs/key.pem"));
        const auto typed = machine.choose("docker", "tcp://other:2376");
        QCOMPARE(typed->endpoint.kind, Kind::Tls);
        QCOMPARE(typed->endpoint.tls.cert, machine.path("/certs/cert.pem"));
        machine.surroundings.env.erase("DOCKER_CERT_PATH");
        machine.write("/home/.docker/ca.pem", "");
        const auto usual = machine.choose("docker", "");
        QCOMPARE(usual->endpoint.tls.ca, machine.path("/home/.docker/ca.pem"));
        QCOMPARE(usual->endpoint.tls.cert, std::string());
    }

    void namesTheVariableThatIsWrong()
    {
        Machine machine;
        machine.surroundings.env["DOCKER_HOST"] = "npipe:////./pipe/docker";
        machine.surroundings.env["CONTAINER_HOST"] = "what";
        for (const auto* engine : {"docker", "podman"}) {
            const auto all = findConnections(engine, {}, machine.surroundings);
            QVERIFY(!all);
            QCOMPARE(all.error().code(), ErrorCode::InvalidArgument);
            QVERIFY(all.error().text().find("_HOST: ") != std::string::npos);
        }
        // What was named outright does not depend on it.
        machine.settings.connections = {profile("lab", "docker", "/lab.sock")};
        QVERIFY(machine.choose("docker", "lab"));
        QVERIFY(machine.choose("docker", "unix:///x.sock"));
    }

    void followsDockersContexts()
    {
        Machine machine;
        machine.addContext("lab", "ssh://me@lab");
        machine.addContext("near", "unix:///near.sock");
        machine.write("/home/.docker/contexts/meta/broken/meta.json", "{");
        machine.write("/home/.docker/config.json", R"({"currentContext": "near"})");
        QCOMPARE(
            machine.found("docker"),
            QStringList(
                {"near | context near | unix:///near.sock", "lab | context lab | ssh://me@lab"}));
        machine.surroundings.env["DOCKER_CONTEXT"] = "lab";
        QCOMPARE(machine.choose("docker", "")->endpoint.host, std::string("lab"));
        machine.surroundings.env["DOCKER_CONTEXT"] = "default";
        machine.listenAt("/var/run/docker.sock");
        machine.settings.connections = {profile("mine", "docker", "/mine.sock")};
        QCOMPARE(
            machine.found("docker").front(), QString("mine | profile mine | unix:///mine.sock"));
    }

    void takesAContextsCertificates()
    {
        const Machine machine;
        machine.addContext("lab", "tcp://lab:2376");
        machine.write("/home/.docker/contexts/tls/id-lab/docker/ca.pem", "");
        const auto lab = machine.choose("docker", "lab");
        QVERIFY2(lab, lab ? "" : lab.error().text().c_str());
        QCOMPARE(lab->endpoint.kind, Kind::Tls);
        QCOMPARE(
            lab->endpoint.tls.ca, machine.path("/home/.docker/contexts/tls/id-lab/docker/ca.pem"));
    }

    void refusesACurrentContextThatCannotBeUsed_data()
    {
        QTest::addColumn<QByteArray>("meta");
        QTest::addColumn<QString>("expected");
        QTest::newRow("missing") << QByteArray() << "docker context ls";
        QTest::newRow("other orchestrator")
            << QByteArray(R"({"Name":"lab","Endpoints":{"kubernetes":{}}})")
            << "no docker endpoint";
        QTest::newRow("bad address")
            << QByteArray(R"({"Name":"lab","Endpoints":{"docker":{"Host":"npipe:\/\/\/\/x"}}})")
            << "npipe";
    }

    void refusesACurrentContextThatCannotBeUsed()
    {
        QFETCH(QByteArray, meta);
        QFETCH(QString, expected);
        Machine machine;
        machine.surroundings.env["DOCKER_CONTEXT"] = "lab";
        machine.listenAt("/var/run/docker.sock");
        if (!meta.isEmpty())
            machine.write("/home/.docker/contexts/meta/x/meta.json", meta);
        const auto all = findConnections("docker", {}, machine.surroundings);
        QVERIFY(!all);
        QCOMPARE(all.error().code(), ErrorCode::InvalidArgument);
        const auto text = QString::fromStdString(all.error().text());
        QVERIFY2(text.contains(expected) && text.contains("'lab'"), qPrintable(text));
    }

    void namesABrokenConfiguration()
    {
        const Machine machine;
        machine.write("/home/.docker/config.json", "{");
        const auto all = findConnections("docker", {}, machine.surroundings);
        QVERIFY(!all);
        QVERIFY(all.error().text().find("config.json") != std::string::npos);
    }

    void followsPodmansConnections()
    {
        Machine machine;
        machine.write(
            "/etc/containers/containers.conf",
            "[engine]\nactive_service = \"old\"\n[engine.service_destinations.old]\n"
            "uri = \"unix:///old.sock\"\n");
        machine.write(
            "/home/.config/containers/podman-connections.json",
            R"({"Connection": {"Default": "m", "Connections": {
                "m": {"URI": "ssh:\/\/core@localhost:50000/run/p.sock", "Identity": "/k", "IsMachine": true},
                "broken": {"URI": "what"}}}})");
        QCOMPARE(
            machine.found("podman"),
            QStringList(
                {"m | podman connection m | ssh://core@localhost:50000/run/p.sock",
                 "old | podman connection old | unix:///old.sock"}));
        QCOMPARE(machine.choose("podman", "")->endpoint.identity, std::string("/k"));
        QVERIFY(machine.choose("podman", "")->endpoint.isOwnMachine);
        machine.surroundings.env["CONTAINER_CONNECTION"] = "old";
        QCOMPARE(machine.choose("podman", "")->name, std::string("old"));
        machine.surroundings.env["CONTAINER_CONNECTION"] = "broken";
        const auto broken = machine.choose("podman", "");
        QVERIFY(!broken);
        QVERIFY(broken.error().text().find("'broken'") != std::string::npos);
    }

    void letsLaterContainersConfsOverride()
    {
        const Machine machine;
        machine.write(
            "/etc/containers/containers.conf",
            "[engine.service_destinations.a]\nuri = \"unix:///1.sock\"\n");
        machine.write(
            "/home/.config/containers/containers.conf.d/a.conf",
            "[engine.service_destinations.a]\nuri = \"unix:///2.sock\"\n");
        QCOMPARE(machine.choose("podman", "a")->endpoint.path, std::string("/2.sock"));
        machine.write("/home/.config/containers/containers.conf", "[engine\n");
        const auto broken = machine.choose("podman", "a");
        QVERIFY(!broken);
        QVERIFY2(
            broken.error().text().find("containers.conf: line 1") != std::string::npos,
            broken.error().text().c_str());
    }

    void findsSocketsInTheirUsualPlaces()
    {
        const Machine machine;
        for (const auto* place :
             {"/home/.colima/default/docker.sock", "/home/.colima/big/docker.sock",
              "/home/.config/colima/x/docker.sock", "/home/.docker/desktop/docker.sock",
              "/home/.docker/run/docker.sock", "/home/.rd/docker.sock"})
            machine.listenAt(place);
        machine.write("/var/run/docker.sock", "not a socket");
        QCOMPARE(
            machine.found("docker"),
            QStringList(
                {"desktop | found | unix:///home/.docker/desktop/docker.sock",
                 "desktop-run | found | unix:///home/.docker/run/docker.sock",
                 "colima-big | found | unix:///home/.colima/big/docker.sock",
                 "colima | found | unix:///home/.colima/default/docker.sock",
                 "colima-x | found | unix:///home/.config/colima/x/docker.sock",
                 "rancher-desktop | found | unix:///home/.rd/docker.sock"}));
        for (const auto* place :
             {"/run/podman/podman.sock", "/run/user/1000/podman/podman.sock",
              "/run/user/1000/podman/podman-machine-default-api.sock",
              "/home/.local/share/containers/podman/machine/qemu/podman.sock"})
            machine.listenAt(place);
        QCOMPARE(
            machine.found("podman"),
            QStringList(
                {"rootless | found | unix:///run/user/1000/podman/podman.sock",
                 "rootful | found | unix:///run/podman/podman.sock",
                 "podman-machine-default | found | "
                 "unix:///run/user/1000/podman/podman-machine-default-api.sock",
                 "machine | found | "
                 "unix:///home/.local/share/containers/podman/machine/qemu/podman.sock"}));
    }

    void knowsTheRunTimeFolderWithoutItsVariable()
    {
        Machine machine;
        machine.surroundings.env.erase("XDG_RUNTIME_DIR");
        machine.listenAt("/run/user/1000/docker.sock");
        QCOMPARE(machine.choose("docker", "rootless")->source, std::string("found"));
    }

    void listsAnAddressOnce()
    {
        Machine machine;
        machine.listenAt("/var/run/docker.sock");
        machine.surroundings.env["DOCKER_HOST"] = "unix://" + machine.path("/var/run/docker.sock");
        QCOMPARE(machine.found("docker").size(), 1);
    }

    void prefersAProfileOverAContextOfItsName()
    {
        Machine machine;
        machine.addContext("lab", "unix:///context.sock");
        machine.settings.connections
            = {profile("lab", "docker", "/profile.sock"), profile("p", "podman", "/p.sock")};
        QCOMPARE(machine.choose("docker", "lab")->endpoint.path, std::string("/profile.sock"));
        const auto other = machine.choose("docker", "p");
        QCOMPARE(other.error().code(), ErrorCode::NotFound);
        QVERIFY2(
            other.error().text().find("known: lab") != std::string::npos,
            other.error().text().c_str());
        QCOMPARE(machine.choose("docker", "nowhere/").error().code(), ErrorCode::InvalidArgument);
    }
};

SANDBENCH_TEST(TestDockerConnections);
#include "tst_docker_connections.moc"
