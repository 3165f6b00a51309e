// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "core/engine/docker/docker_api.h"
#include "tests/support/hostile_http_server.h"
#include "tests/support/loopback_sshd.h"
#include "tests/support/needs.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <barrier>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace sandbench;
using namespace sandbench::docker;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kAtOnce = 5;
constexpr const char* kNoDocker = "needs a Docker engine: set DOCKER_HOST";
constexpr const char* kNoTls
    = "needs a Docker engine with TLS: set SANDBENCH_TEST_DOCKER_TLS and DOCKER_CERT_PATH";
constexpr const char* kNoPodman = "needs a Podman service: set SANDBENCH_TEST_PODMAN";

std::string environment(const char* name)
{
    return qEnvironmentVariable(name).toStdString();
}

net::Endpoint tlsEndpoint(const std::string& folder)
{
    auto endpoint = net::parseEndpoint(environment("SANDBENCH_TEST_DOCKER_TLS"));
    if (!endpoint)
        return {};
    endpoint->kind = net::Endpoint::Kind::Tls;
    if (!folder.empty())
        endpoint->tls = {folder + "/ca.pem", folder + "/cert.pem", folder + "/key.pem"};
    return *endpoint;
}

Result<std::shared_ptr<DockerApi>> connectTo(const net::Endpoint& endpoint)
{
    return DockerApi::connect({"docker", "default", endpoint, "test"}, {});
}

Result<std::shared_ptr<DockerApi>> connectTo(const std::string& address)
{
    const auto endpoint = net::parseEndpoint(address);
    if (!endpoint)
        return endpoint.error();
    return connectTo(*endpoint);
}

/// Code and words of the error that connecting ends with.
QByteArray failureOf(const Result<std::shared_ptr<DockerApi>>& api)
{
    if (api)
        return "connected";
    return QByteArray(errorCodeName(api.error().code()).data()) + ": "
        + QByteArray::fromStdString(api.error().text());
}

bool runs(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished() && process.exitCode() == 0;
}

/// An ordinary user's rights for this process while it lives, where root runs the tests.
class OrdinaryRights
{
public:
    OrdinaryRights()
    {
        if (m_wasRoot && ::setresuid(65534, 65534, 0) != 0)
            std::abort();
    }
    ~OrdinaryRights()
    {
        if (m_wasRoot && ::setresuid(0, 0, 0) != 0)
            std::abort();
    }
    Q_DISABLE_COPY_MOVE(OrdinaryRights)

private:
    bool m_wasRoot = ::geteuid() == 0;
};

/// A stream that needs no image: the engine's events of a volume that comes and goes.
QString whyEventsDoNotFlow(const DockerApi& api)
{
    std::stop_source stop;
    std::string seen;
    net::HttpRequest request;
    request.patience = 0ms;
    const auto name = "sandbench-test-" + std::to_string(::getpid());
    const std::jthread maker([&] {
        (void)api.post("/volumes/create", {}, Json{{"Name", name}}, {});
        (void)api.remove("/volumes/" + name, {}, {});
    });
    const auto since = std::to_string(::time(nullptr) - 1);
    const auto streamed = api.stream(
        request, "/events", {{"since", since}},
        [&](std::string_view bytes) {
            seen += bytes;
            if (seen.find(name) != std::string::npos)
                stop.request_stop();
            return Result<void>();
        },
        stop.get_token());
    if (streamed || streamed.error().code() != ErrorCode::Cancelled)
        return streamed ? "it ended by itself" : QString::fromStdString(streamed.error().text());
    return {};
}

} // namespace

class DockerConnectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dockerAnswersOnItsSocket()
    {
        if (environment("DOCKER_HOST").empty())
            SKIP_WITHOUT("docker", kNoDocker);
        const auto api = connectTo(environment("DOCKER_HOST"));
        QVERIFY2(api, failureOf(api).constData());
        QCOMPARE((*api)->dialect(), Dialect::Docker);
        QVERIFY((*api)->serverName().starts_with("Docker "));
        QVERIFY((*api)->get("/info", {}, {})->is_object());
        QCOMPARE(
            (*api)->get("/containers/nothing/json", {}, {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(whyEventsDoNotFlow(**api), QString());
    }

    void podmanAnswersOnItsSocket()
    {
        if (environment("SANDBENCH_TEST_PODMAN").empty())
            SKIP_WITHOUT("podman", kNoPodman);
        const auto api = connectTo(environment("SANDBENCH_TEST_PODMAN"));
        QVERIFY2(api, failureOf(api).constData());
        QCOMPARE((*api)->dialect(), Dialect::Podman);
        QVERIFY((*api)->get("/info", {}, {})->is_object());
        std::string info;
        const auto streamed = (*api)->streamLibpod(
            {}, "/libpod/info", {},
            [&](std::string_view bytes) {
                info += bytes;
                return Result<void>();
            },
            {});
        QVERIFY(streamed);
        QVERIFY(parseJson(info));
    }

    void dockerAnswersOverMutualTls()
    {
        if (environment("SANDBENCH_TEST_DOCKER_TLS").empty() || ctl::dockerCertificates().empty())
            SKIP_WITHOUT("docker_tls", kNoTls);
        const auto api = connectTo(tlsEndpoint(ctl::dockerCertificates()));
        QVERIFY2(api, failureOf(api).constData());
        QVERIFY((*api)->get("/info", {}, {})->is_object());
        QCOMPARE(whyEventsDoNotFlow(**api), QString());
        // An attachment to nothing is refused in the server's words, over a connection of our own.
        const auto stream
            = (*api)->upgrade("/containers/nothing/attach", {{"stream", "1"}}, {}, {});
        QVERIFY(!stream);
        QCOMPARE(stream.error().code(), ErrorCode::NotFound);
    }

    void aWrongCertificateIsRefusedInWordsThatHelp()
    {
        if (environment("SANDBENCH_TEST_DOCKER_TLS").empty() || ctl::dockerCertificates().empty())
            SKIP_WITHOUT("docker_tls", kNoTls);
        const auto good = ctl::dockerCertificates();
        const QTemporaryDir folder;
        const auto other = folder.path().toStdString();
        QVERIFY(runs(
            "openssl",
            {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-subj", "/CN=nobody", "-keyout", folder.filePath("key.pem"), "-out",
             folder.filePath("cert.pem")}));
        QVERIFY(QFile::copy(folder.filePath("cert.pem"), folder.filePath("ca.pem")));

        auto endpoint = tlsEndpoint(good);
        endpoint.tls.cert = other + "/cert.pem";
        endpoint.tls.key = other + "/key.pem";
        auto failure = failureOf(connectTo(endpoint));
        // The server's verdict may be lost when it closes at once; what to look at is said all the
        // same.
        QVERIFY2(
            failure.contains("refused the certificate " + QByteArray::fromStdString(other)),
            failure.constData());

        endpoint = tlsEndpoint(good);
        endpoint.tls.cert.clear();
        endpoint.tls.key.clear();
        failure = failureOf(connectTo(endpoint));
        QVERIFY2(
            failure.contains("wants a client certificate")
                || failure.contains("refused a client without certificate"),
            failure.constData());

        endpoint = tlsEndpoint(good);
        endpoint.tls.ca = other + "/ca.pem";
        failure = failureOf(connectTo(endpoint));
        QVERIFY2(failure.startsWith("unavailable: "), failure.constData());
        QVERIFY2(failure.contains("could not prove who it is"), failure.constData());

        endpoint = tlsEndpoint(good);
        endpoint.host = "localhost.localdomain";
        QVERIFY(!connectTo(endpoint));
    }

    void certificateFilesThatAreNoneAreRefusedBeforeAnyTalk_data()
    {
        QTest::addColumn<QString>("ca");
        QTest::addColumn<QString>("cert");
        QTest::addColumn<QString>("key");
        QTest::newRow("no authority") << "missing"
                                      << "cert.pem"
                                      << "key.pem";
        QTest::newRow("no certificate") << "cert.pem"
                                        << "missing"
                                        << "key.pem";
        QTest::newRow("no key") << "cert.pem"
                                << "cert.pem"
                                << "missing";
        QTest::newRow("a key of another") << "cert.pem"
                                          << "cert.pem"
                                          << "other.pem";
        QTest::newRow("a locked key") << "cert.pem"
                                      << "cert.pem"
                                      << "locked.pem";
        QTest::newRow("a key as certificate") << "cert.pem"
                                              << "key.pem"
                                              << "key.pem";
    }

    void certificateFilesThatAreNoneAreRefusedBeforeAnyTalk()
    {
        QFETCH(QString, ca);
        QFETCH(QString, cert);
        QFETCH(QString, key);
        const QTemporaryDir folder;
        if (!runs("openssl", {"version"}))
            SKIP_WITHOUT("openssl", "needs openssl to make certificates");
        QVERIFY(runs(
            "openssl",
            {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-subj", "/CN=nobody", "-keyout", folder.filePath("key.pem"), "-out",
             folder.filePath("cert.pem")}));
        QVERIFY(runs(
            "openssl",
            {"ecparam", "-genkey", "-noout", "-name", "prime256v1", "-out",
             folder.filePath("other.pem")}));
        QVERIFY(runs(
            "openssl",
            {"ec", "-aes128", "-passout", "pass:secret", "-in", folder.filePath("key.pem"), "-out",
             folder.filePath("locked.pem")}));
        const HostileHttpServer server(
            [](Conversation& peer) { peer.cut(); }, HostileHttpServer::Listen::Tcp);
        auto endpoint = server.endpoint();
        endpoint.kind = net::Endpoint::Kind::Tls;
        endpoint.tls
            = {folder.filePath(ca).toStdString(), folder.filePath(cert).toStdString(),
               folder.filePath(key).toStdString()};
        const auto failure = failureOf(connectTo(endpoint));
        QVERIFY2(failure.startsWith("invalid_argument: "), failure.constData());
        QVERIFY2(failure.contains(folder.path().toUtf8()), failure.constData());
        QVERIFY(server.requests().empty());
    }

    void plainHttpToATlsPortAndTheOtherWayRoundAreTold()
    {
        if (environment("SANDBENCH_TEST_DOCKER_TLS").empty() || ctl::dockerCertificates().empty())
            SKIP_WITHOUT("docker_tls", kNoTls);
        const auto plain = failureOf(connectTo(environment("SANDBENCH_TEST_DOCKER_TLS")));
        QVERIFY2(plain.startsWith("invalid_argument: "), plain.constData());
        QVERIFY2(plain.contains("wants TLS"), plain.constData());
        auto endpoint = net::parseEndpoint("tcp://" + environment("SANDBENCH_TEST_REGISTRY"));
        if (!endpoint || environment("SANDBENCH_TEST_REGISTRY").empty())
            SKIP_WITHOUT("registry", "needs a plain HTTP server: set SANDBENCH_TEST_REGISTRY");
        endpoint->kind = net::Endpoint::Kind::Tls;
        const auto tls = failureOf(connectTo(*endpoint));
        QVERIFY2(tls.startsWith("protocol: "), tls.constData());
        QVERIFY2(tls.contains("does not speak TLS"), tls.constData());
    }

    void whereNobodyListensIsTold()
    {
        const QTemporaryDir folder;
        auto failure = failureOf(connectTo("unix://" + folder.filePath("none").toStdString()));
        QVERIFY2(failure.startsWith("unavailable: there is no socket at "), failure.constData());
        const auto left = folder.filePath("left").toStdString();
        sockaddr_un name = {};
        name.sun_family = AF_UNIX;
        left.copy(name.sun_path, sizeof name.sun_path - 1);
        {
            const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
            QCOMPARE(::bind(socket.get(), reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
        }
        failure = failureOf(connectTo("unix://" + left));
        QVERIFY2(failure.startsWith("unavailable: nobody listens at "), failure.constData());
        net::Endpoint gone;
        {
            const HostileHttpServer server([](Conversation&) {}, HostileHttpServer::Listen::Tcp);
            gone = server.endpoint();
        }
        failure = failureOf(connectTo(gone));
        QVERIFY2(failure.startsWith("unavailable: nobody listens at "), failure.constData());
        QVERIFY2(failure.contains(gone.text().c_str()), failure.constData());
        failure = failureOf(connectTo("tcp://no-such-host.invalid:2375"));
        QVERIFY2(failure.startsWith("unavailable: "), failure.constData());
        QVERIFY2(failure.contains("not known"), failure.constData());
        QFile file(folder.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        failure = failureOf(connectTo("unix://" + file.fileName().toStdString()));
        QVERIFY2(failure.startsWith("unavailable: "), failure.constData());
    }

    void aSocketOfAnotherUsersNamesTheGroupToJoin()
    {
        const HostileHttpServer server([](Conversation& peer) { peer.answer(200, ""); });
        const auto path = server.endpoint().path;
        const auto folder = QFileInfo(QString::fromStdString(path)).path().toStdString();
        QCOMPARE(::chmod(folder.c_str(), 0755), 0);
        QCOMPARE(::chmod(path.c_str(), 0040), 0);
        const bool isRoot = ::geteuid() == 0;
        if (isRoot)
            QCOMPARE(::chown(path.c_str(), 0, 1), 0);
        const OrdinaryRights ordinary;
        const auto failure = failureOf(connectTo(server.endpoint()));
        QVERIFY2(
            failure.startsWith("permission_denied: this user may not use "), failure.constData());
        if (isRoot)
            QVERIFY2(failure.contains("join the group 'daemon'"), failure.constData());
    }

    void anEngineIsReachedThroughSsh_data()
    {
        QTest::addColumn<QByteArray>("variable");
        QTest::newRow("docker") << QByteArray("DOCKER_HOST");
        QTest::newRow("podman") << QByteArray("SANDBENCH_TEST_PODMAN");
    }

    void anEngineIsReachedThroughSsh()
    {
        QFETCH(QByteArray, variable);
        const auto local = net::parseEndpoint(environment(variable.constData()));
        if (!local)
            SKIP_WITHOUT(QTest::currentDataTag(), "needs the engine's socket");
        if (!runs("docker", {"--version"}))
            SKIP_WITHOUT("docker", "needs the program docker, which ssh runs on the other side");
        LoopbackSshd sshd;
        if (!sshd.problem().empty())
            SKIP_WITHOUT("ssh", sshd.problem().c_str());
        const auto api = connectTo(sshd.address() + local->path);
        QVERIFY2(api, failureOf(api).constData());
        QVERIFY((*api)->get("/info", {}, {})->is_object());
        const auto stream
            = (*api)->upgrade("/containers/nothing/attach", {{"stream", "1"}}, {}, {});
        QVERIFY(!stream);
        QCOMPARE(stream.error().code(), ErrorCode::NotFound);

        // The connection that is kept dies with the server's process; ssh's words are the error.
        sshd.kill();
        const auto lost = connectTo(sshd.address() + local->path);
        QVERIFY2(failureOf(lost).contains("Connection refused"), failureOf(lost).constData());
    }

    void connectionsThroughSshShareALogin_data()
    {
        QTest::addColumn<QByteArray>("options");
        QTest::addColumn<bool>("isOne");
        QTest::newRow("all of them") << QByteArray() << true;
        QTest::newRow("as many as the server takes") << QByteArray("MaxSessions 2\n") << false;
    }

    void connectionsThroughSshShareALogin()
    {
        QFETCH(QByteArray, options);
        QFETCH(bool, isOne);
        const auto local = net::parseEndpoint(environment("DOCKER_HOST"));
        if (!local || !runs("docker", {"--version"}))
            SKIP_WITHOUT("docker", "needs the engine's socket and the program docker");
        LoopbackSshd sshd(options);
        if (!sshd.problem().empty())
            SKIP_WITHOUT("ssh", sshd.problem().c_str());
        const auto api = connectTo(sshd.address() + local->path);
        QVERIFY2(api, failureOf(api).constData());
        QCOMPARE(sshd.connections(), std::size_t(1));
        const auto askAtOnce = [&] {
            std::atomic<std::size_t> answers = 0;
            std::barrier begin(static_cast<std::ptrdiff_t>(kAtOnce));
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < kAtOnce; ++i)
                threads.emplace_back([&] {
                    begin.arrive_and_wait();
                    answers += (*api)->get("/info", {}, {}) ? 1 : 0;
                });
            threads.clear(); // joins
            return answers.load();
        };
        QCOMPARE(askAtOnce(), kAtOnce);
        QCOMPARE(sshd.connections() == 1, isOne);
        QVERIFY(sshd.connections() < kAtOnce);
        QVERIFY(sshd.processes().size() >= 2);

        // They break together, and the next one logs in again.
        sshd.dropConnections();
        QTRY_COMPARE(sshd.connections(), std::size_t(0));
        QVERIFY((*api)->get("/info", {}, {}));
        QCOMPARE(sshd.connections(), std::size_t(1));
    }

    void aPodmanConnectionLogsInWithItsOwnKey()
    {
        const auto local = net::parseEndpoint(environment("SANDBENCH_TEST_PODMAN"));
        if (!local)
            SKIP_WITHOUT("podman", kNoPodman);
        LoopbackSshd sshd;
        if (!sshd.problem().empty())
            SKIP_WITHOUT("ssh", sshd.problem().c_str());
        const auto key = sshd.hideUserKey();
        // As `podman system connection add` and `podman machine init` leave them.
        const QTemporaryDir folder;
        Surroundings surroundings;
        surroundings.root = folder.path().toStdString();
        surroundings.env["CONTAINERS_CONF"] = folder.filePath("conf").toStdString();
        const auto connectWith = [&](const std::string& more) {
            std::ofstream(surroundings.env["CONTAINERS_CONF"])
                << "[engine]\nactive_service = \"far\"\n"
                << "[engine.service_destinations.far]\n"
                << "uri = \"" << sshd.address() << local->path << "\"\n"
                << more;
            return DockerApi::connect(*chooseConnection("podman", "", {}, surroundings), {});
        };
        const auto identity = "identity = \"" + key + "\"\n";
        auto failure = failureOf(connectWith(""));
        QVERIFY2(failure.contains("Permission denied"), failure.constData());
        const auto api = connectWith(identity);
        QVERIFY2(api, failureOf(api).constData());
        QCOMPARE((*api)->dialect(), Dialect::Podman);
        sshd.forgetHostKey();
        failure = failureOf(connectWith(identity));
        QVERIFY2(failure.contains("Host key verification failed"), failure.constData());
        QVERIFY(connectWith(identity + "is_machine = true\n"));
    }

    void whatSshComplainsOfIsTheError()
    {
        LoopbackSshd sshd;
        if (!sshd.problem().empty())
            SKIP_WITHOUT("ssh", sshd.problem().c_str());
        auto failure = failureOf(connectTo(sshd.address() + "/no/such.sock"));
        QVERIFY2(failure.startsWith("unavailable: "), failure.constData());
        QVERIFY2(failure.contains("/no/such.sock"), failure.constData());
        sshd.forgetUserKey();
        failure = failureOf(connectTo(sshd.address()));
        QVERIFY2(failure.contains("Permission denied"), failure.constData());
        sshd.forgetHostKey();
        failure = failureOf(connectTo(sshd.address()));
        QVERIFY2(failure.contains("Host key verification failed"), failure.constData());
        QVERIFY2(failure.contains(sshd.address().c_str()), failure.constData());
    }
};

SANDBENCH_TEST(DockerConnectTest);
#include "tst_docker_connect.moc"
