// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "core/engine/embedded_engines.h"
#include "tests/conformance/packages_test.h"
#include "tests/support/test_program.h"

#include <QProcess>

#include <condition_variable>
#include <thread>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

namespace {

/// Python's own server of files; the list of a folder is what pip takes for an index.
constexpr const char* kServes = R"(
import functools, http.server
class Index(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *ignored): pass
handler = functools.partial(Index, directory='/work/index')
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
print(server.server_port, flush=True)
server.serve_forever()
)";
/// Takes connections and says nothing.
constexpr const char* kSaysNothing = R"(
import socket, time
server = socket.create_server(('127.0.0.1', 0))
print(server.getsockname()[1], flush=True)
time.sleep(3600)
)";

/// An index of packages that is in the sandbox itself, where every engine's network reaches it.
class IndexInside
{
public:
    IndexInside(Session& session, const char* program, std::vector<InputFile> files = {})
    {
        m_thread = std::jthread([this, &session, request = requestFor(program, std::move(files))](
                                    const std::stop_token& stop) {
            RecordingSink sink;
            sink.whenOutput = [this](const std::string& out) { set(out); };
            (void)runRequest(session, request, sink, stop);
            set("over");
        });
    }

    /// Waits until it listens.
    std::string address()
    {
        std::unique_lock lock(m_mutex);
        m_known.wait(lock, [this] { return !m_port.empty(); });
        return "http://127.0.0.1:" + m_port + "/simple";
    }

private:
    static RunRequest requestFor(const char* program, std::vector<InputFile> files)
    {
        auto request = pythonRequest(program);
        request.fileName = "index_server.py";
        request.files = std::move(files);
        return request;
    }

    void set(const std::string& text)
    {
        const std::lock_guard lock(m_mutex);
        if (m_port.empty() && (text.ends_with('\n') || text == "over"))
            m_port = text.substr(0, text.find('\n'));
        m_known.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_known;
    std::string m_port;
    std::jthread m_thread; // first to go: it uses the rest
};

/// What this machine's npm is set to; "" = nothing, or there is no npm.
std::string npmSetting(const QString& name)
{
    QProcess npm;
    npm.start("npm", {"config", "get", name});
    if (!npm.waitForFinished(60'000))
        return {};
    const auto value = npm.readAllStandardOutput().trimmed().toStdString();
    return value == "null" || value == "undefined" ? "" : value;
}

} // namespace

/// Packages from an index, in sandboxes that have a network while packages are installed.
class ConformanceIndexesTest : public PackagesTest
{
    Q_OBJECT

private Q_SLOTS:
    void installsFromAnIndexOfOnesOwn();
    void saysThatTheIndexHasNoSuchPackage();
    void saysThatNobodyIsThere();
    void saysThatTheIndexDoesNotAnswer();
    void stopsWaitingForAnIndexAtOnce();
    void runsASetupScriptWithinTheSandboxsLimits();
    void usesTheRealNpmRegistryAndThenHasNoNetwork();

protected:
    SessionSpec spec() const override
    {
        auto spec = PackagesTest::spec();
        spec.sandbox.network = {std::string(usualInstallNetwork(engineName())), true};
        // pip is patient: five times fifteen seconds.
        spec.env = {{"PIP_DEFAULT_TIMEOUT", "1"}, {"PIP_RETRIES", "1"}};
        return spec;
    }

private:
    InstallRequest from(const std::string& address, const std::string& package) const
    {
        InstallRequest request;
        request.manager = "pip";
        request.names = {package};
        request.sources.index["pip"] = address;
        return request;
    }
    /// The file of m_folder, where an index has it.
    InputFile served(const std::string& package, const std::string& file) const
    {
        auto bytes = readFile(m_folder.path() + "/" + file, 1U << 20);
        return {"index/simple/" + package + "/" + file, bytes ? *bytes : "", 0644};
    }
};

void ConformanceIndexesTest::installsFromAnIndexOfOnesOwn()
{
    m_folder.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
    m_folder.addWheel("upper", "1.0", {{"upper.py", "from late import answer\n"}}, {"late"});
    {
        IndexInside index(
            session(), kServes,
            {served("late", "late-1.0-py3-none-any.whl"),
             served("upper", "upper-1.0-py3-none-any.whl")});
        QCOMPARE(problemOf(from(index.address(), "upper")), ""s);
    }
    QVERIFY(session().dropNetwork({}));
    const auto record
        = m_box->python("import socket, upper\n"
                        "try: socket.create_connection(('192.0.2.1', 80), 1); found = 'a network'\n"
                        "except OSError: found = 'no network'\n"
                        "devices = [d.split(':')[0].strip() for d in open('/proc/net/dev')]\n"
                        "print(upper.answer, found, sorted(devices[2:]))");
    // A pod keeps its interface; rules, or a filter, take the network from it.
    const auto interfaces = engineName() == "kubernetes" ? "['eth0', 'lo']"s : "['lo']"s;
    QCOMPARE(record.stdoutBytes, "42 no network " + interfaces + "\n");
}

void ConformanceIndexesTest::saysThatTheIndexHasNoSuchPackage()
{
    IndexInside index(session(), kServes, {{"index/simple/other", ""}});
    const auto text = problemOf(from(index.address(), "late==3"));
    QVERIFY2(
        text.find("No matching distribution found for late==3") != std::string::npos, text.c_str());
}

void ConformanceIndexesTest::saysThatNobodyIsThere()
{
    const auto text = problemOf(from("http://127.0.0.1:1/simple", "late"));
    QVERIFY2(text.find("Connection refused") != std::string::npos, text.c_str());
}

void ConformanceIndexesTest::saysThatTheIndexDoesNotAnswer()
{
    IndexInside index(session(), kSaysNothing);
    const auto text = problemOf(from(index.address(), "late"));
    QVERIFY2(text.find("timed out") != std::string::npos, text.c_str());
}

void ConformanceIndexesTest::stopsWaitingForAnIndexAtOnce()
{
    TestEngine engine(engineName());
    auto patient = spec();
    patient.env = {{"PIP_DEFAULT_TIMEOUT", "3600"}};
    const auto own = engine.open(patient);
    QVERIFY2(own, engine.problem().c_str());
    IndexInside index(*own, kSaysNothing);
    auto request = from(index.address(), "late");
    std::stop_source stop;
    std::string log;
    request.onOutput = [&](std::string_view bytes) {
        log += bytes;
        if (log.find("Looking in indexes") != std::string::npos)
            stop.request_stop();
    };
    const auto done = own->install(request, stop.get_token());
    QVERIFY(!done);
    QCOMPARE(done.error().code(), ErrorCode::Cancelled);
    QCOMPARE(
        runIn(*own, "bash", "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c 'pip instal[l]'")
            .stdoutBytes,
        "0\n"s);
}

void ConformanceIndexesTest::runsASetupScriptWithinTheSandboxsLimits()
{
    m_folder.addSource("greedy", "1.0", R"(
kept = []
try:
    while True: kept.append(bytearray(64 << 20))
except MemoryError: pass
raise SystemExit('took %d' % len(kept))
)");
    auto small = spec();
    small.sandbox.limits.memoryBytes = 256ULL << 20;
    m_box = std::make_unique<SandboxUnderTest>(engine());
    const auto problem = m_box->start(small);
    QVERIFY2(problem.empty(), problem.c_str());
    const auto done = session().install(pip({"greedy"}), {});
    QVERIFY(!done);
    // The installation ends, not the sandbox.
    QCOMPARE(m_box->bash("echo here").stdoutBytes, "here\n"s);
}

void ConformanceIndexesTest::usesTheRealNpmRegistryAndThenHasNoNetwork()
{
    const auto registry = npmSetting("registry");
    if (registry.empty())
        SKIP_WITHOUT("npm_registry", "there is no npm here that knows a registry");
    InstallRequest request;
    request.manager = "npm";
    request.names = {"is-number@7"};
    request.sources.index["npm"] = registry;
    request.sources.proxy = npmSetting("https-proxy");
    request.sources.certificates = npmSetting("cafile");
    const auto problem = problemOf(request);
    if (!problem.empty())
        SKIP_WITHOUT("npm_registry", problem.c_str());
    QVERIFY(session().dropNetwork({}));
    RunRequest run;
    run.language = "javascript";
    run.code = "console.log(require('is-number')('42'), "
               "require('fs').readFileSync('/proc/net/dev', 'utf8').match(/\\w+(?=:)/g).sort()"
               ".join());\n"
               "require('net').connect(80, '192.0.2.1').on('error', e => console.log(e.code));\n";
    const auto out = m_box->run(run).stdoutBytes;
    if (engineName() == "kubernetes")
        QVERIFY2(out == "true eth0,lo\nEPERM\n" || out == "true eth0,lo\nETIMEDOUT\n", out.c_str());
    else
        QCOMPARE(out, "true lo\nENETUNREACH\n"s);
    request.names = {"is-odd@3"};
    QVERIFY(!problemOf(request).empty());
}

SANDBENCH_TEST(ConformanceIndexesTest);
#include "tst_conformance_indexes.moc"
