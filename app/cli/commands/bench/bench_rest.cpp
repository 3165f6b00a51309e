// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What REST costs over the library call, how much it carries, and what streams weigh. A client
// (libcurl) calls a server of this program over the loopback interface.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "app/rest/front.h"
#include "app/rest/listener.h"
#include "app/rest/routes/routes.h"
#include "app/rest/token_store.h"
#include "core/net/http_client.h"
#include "core/workspace/pool/warm_pool.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace sandbench::cli {
namespace {

constexpr int kClients = 8, kRequests = 500, kStreams = 200, kFresh = 200, kPooled = 8;
constexpr int kTrainers = 128, kRewards = 2000;
constexpr double kMostSpread = 4; ///< Of p99 to p50.
constexpr std::chrono::minutes kSilence{2};

/// A server in this program, as 'serve' has it.
class BenchServer
{
public:
    static Result<std::unique_ptr<BenchServer>> start(Composition& parts)
    {
        SANDBENCH_TRY(auto workspace, workspace::Workspace::open(parts));
        auto server = std::unique_ptr<BenchServer>(new BenchServer(std::move(workspace)));
        auto* const self = server.get();
        rest::Listener::Handlers handlers
            = {.onCall = [self](rest::Call& call) { return self->m_front.answer(call); }};
        SANDBENCH_TRY(self->m_listener, rest::Listener::open({}, std::move(handlers)));
        SANDBENCH_TRY(self->m_endpoint, net::parseEndpoint(self->m_listener->addresses().front()));
        self->m_thread = std::jthread([self](const std::stop_token& stop) {
            self->m_listener->serve(stop, {.grace = std::chrono::seconds(1)});
        });
        return server;
    }

    const net::Endpoint& endpoint() const { return m_endpoint; }
    workspace::SandboxTable& table() { return m_workspace->sandboxes(); }

private:
    explicit BenchServer(std::unique_ptr<workspace::Workspace> workspace)
        : m_workspace(std::move(workspace))
        , m_parts{.workspace = *m_workspace, .version = "bench"}
        , m_tokens("")
        , m_gate({}, m_tokens)
        , m_front(m_gate, rest::Router(rest::allRoutes(m_parts)), nullptr, {})
    {
    }

    const std::unique_ptr<workspace::Workspace> m_workspace;
    rest::ServerParts m_parts;
    rest::TokenStore m_tokens;
    rest::Gatekeeper m_gate;
    rest::Front m_front;
    std::unique_ptr<rest::Listener> m_listener;
    net::Endpoint m_endpoint;
    std::jthread m_thread; ///< Last: it uses all of the above.
};

Result<Json> post(const net::HttpClient& client, const std::string& path, const Json& body)
{
    auto request = net::jsonRequest("POST", body);
    request.target = path;
    request.patience = kSilence;
    SANDBENCH_TRY(const auto answer, client.send(request, {}));
    if (answer.status >= 300)
        return Error(ErrorCode::Unavailable, path + ": " + answer.body);
    return parseJson(answer.body, 4U << 20);
}

Result<double> timeExecute(const net::HttpClient& client, const std::string& path)
{
    const auto begin = Clock::now();
    SANDBENCH_TRY(const auto record, post(client, path, {{"code", "print('hello')\n"}}));
    const auto took = since(begin);
    if (jsonString(record, "stdout") != "hello\n")
        return Error(ErrorCode::Unavailable, "the run did not say hello");
    return took;
}

/// As verl's reward function calls SandboxFusion.
Result<double> timeRunCode(const net::HttpClient& client)
{
    const auto begin = Clock::now();
    SANDBENCH_TRY(
        const auto answer,
        post(client, "/run_code", {{"language", "python"}, {"code", "print('hello')\n"}}));
    const auto took = since(begin);
    if (jsonString(jsonField(answer, "run_result"), "stdout") != "hello\n")
        return Error(ErrorCode::Unavailable, "the run did not say hello");
    return took;
}

/// A pool of what POST /execute asks for, while this is there.
class BenchPool
{
public:
    /// @p rules: as in POST /pools.
    BenchPool(workspace::SandboxTable& table, const net::HttpClient& client, Json rules)
        : m_table(table)
    {
        rules.update({{"name", kName}, {"sandbox", Json::object()}});
        if (auto made = post(client, "/pools", rules); !made)
            m_problem = made.error();
    }
    ~BenchPool() { (void)m_table.pools().remove(kName).has_value(); }
    BenchPool(const BenchPool&) = delete;
    BenchPool& operator=(const BenchPool&) = delete;

    Result<std::shared_ptr<workspace::WarmPool>> get() const
    {
        return m_problem ? Result<std::shared_ptr<workspace::WarmPool>>(*m_problem)
                         : m_table.pools().find(kName);
    }

private:
    static constexpr const char* kName = "bench";
    workspace::SandboxTable& m_table;
    std::optional<Error> m_problem;
};

/// Of all calls together, and of each.
struct ManyTimes
{
    double all = 0;
    std::vector<double> each = {};
};

/// Of @p count calls by clients that all begin at once.
template <typename OneCall>
Result<ManyTimes> timeMany(const net::Endpoint& server, int clients, int count, OneCall call)
{
    std::atomic<int> left = count, failed = 0;
    std::mutex mutex;
    ManyTimes times;
    const auto begin = Clock::now();
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < clients; ++i)
            threads.emplace_back([&] {
                const net::HttpClient client(server);
                while (left-- > 0) {
                    const auto took = call(client);
                    failed += took ? 0 : 1;
                    const std::lock_guard lock(mutex);
                    times.each.push_back(took.value_or(0));
                }
            });
    }
    if (failed > 0)
        return Error(ErrorCode::Unavailable, std::to_string(failed) + " requests failed");
    times.all = since(begin);
    return times;
}

Result<double> timeExecutes(const net::Endpoint& server, const std::string& path, int count)
{
    SANDBENCH_TRY(const auto times, timeMany(server, kClients, count, [&](const auto& client) {
                      return timeExecute(client, path);
                  }));
    return times.all;
}

/// How much this program grows between all streams being open and all having ended.
Result<double> growthOfStreams(BenchServer& server, const std::string& session)
{
    constexpr const char* kTalk = "import time\nfor i in range(200):\n"
                                  "    print('x' * 2000, flush=True)\n    time.sleep(0.02)\n";
    const net::HttpClient first(server.endpoint());
    SANDBENCH_TRY(const auto run, post(first, session + "/execute?wait=0", {{"code", kTalk}}));
    net::HttpRequest events;
    events.target = "/runs/" + jsonString(run, "run_id") + "/events";
    events.patience = kSilence;
    std::atomic<int> failed = 0;
    double before = 0;
    std::barrier open(kStreams, [&before]() noexcept { before = residentMegabytes(); });
    {
        std::vector<std::jthread> readers;
        for (int i = 0; i < kStreams; ++i)
            readers.emplace_back([&] {
                bool isOpen = false;
                const net::HttpClient client(server.endpoint());
                const auto onBody = [&](std::string_view) -> Result<void> {
                    if (!std::exchange(isOpen, true))
                        open.arrive_and_wait();
                    return {};
                };
                const auto answer = client.stream(events, onBody, {});
                if (!isOpen)
                    open.arrive_and_drop();
                failed += answer && answer->status == 200 ? 0 : 1;
            });
    }
    if (failed > 0)
        return Error(ErrorCode::Unavailable, std::to_string(failed) + " streams failed");
    return residentMegabytes() - before;
}

} // namespace

/// Each call gets a sandbox that nobody used, of a pool that fills itself meanwhile.
void Bench::measureFresh(const net::Endpoint& server, workspace::SandboxTable& table)
{
    constexpr const char* id = "rest_fresh_hello";
    constexpr const char* manyId = "rest_200_fresh";
    if (!wants(id) && !wants(manyId))
        return;
    const net::HttpClient client(server);
    const BenchPool made(table, client, {{"min", kPooled}, {"max", 4 * kPooled}});
    const auto pool = made.get();
    if (!pool)
        return attempt(id, pool.error());
    const auto measure = [&](const char* row, int count, auto work) {
        for (int i = -1; wants(row) && i < times(count) && !stopped(); ++i) {
            const auto full = fillPool(**pool);
            const auto took = full ? work() : Result<double>(full.error());
            if (i >= 0 || !took)
                attempt(row, took);
        }
    };
    measure(id, 20, [&] { return timeExecute(client, "/execute"); });
    measure(manyId, 4, [&] { return timeExecutes(server, "/execute", kFresh); });
}

/// Calls of one caller that share a few sandboxes, one after the other.
void Bench::measureRunCode(const net::Endpoint& server, workspace::SandboxTable& table)
{
    constexpr const char* id = "rest_2000_run_code";
    if (!wants(id))
        return;
    const net::HttpClient client(server);
    const auto most = std::thread::hardware_concurrency() + 1;
    const BenchPool made(
        table, client, {{"min", most}, {"max", most}, {"uses", kRewards}, {"exhausted", "wait"}});
    const auto pool = made.get();
    const auto full = pool ? fillPool(**pool) : Result<void>(pool.error());
    if (!full)
        return attempt(id, full.error());
    double worst = 0;
    for (int i = 0; i < times(4) && !stopped(); ++i) {
        auto took = timeMany(server, kTrainers, kRewards, timeRunCode);
        if (!took)
            return attempt(id, took.error());
        attempt(id, took->all);
        std::ranges::sort(took->each);
        const auto at
            = [&](std::size_t percent) { return took->each[took->each.size() * percent / 100]; };
        worst = std::max(worst, at(99) / at(50));
        auto& series = m_measured[id];
        char text[64];
        std::snprintf(text, sizeof text, "p99 is %.1f times p50", worst);
        series.extra = text;
        series.extraHolds = worst <= kMostSpread;
    }
}

void Bench::measureRest()
{
    if (!wants("rest_run_hello") && !wants("rest_500_requests") && !wants("rest_fresh_hello")
        && !wants("rest_200_fresh") && !wants("rest_2000_run_code")
        && !wants("rest_200_streams_rss_mb"))
        return;
    const auto server = BenchServer::start(m_parts);
    if (!server)
        return attempt("rest_run_hello", server.error());
    const net::HttpClient client((*server)->endpoint());
    const auto opened = post(client, "/sessions", {{"lang", "python"}});
    if (!opened)
        return attempt("rest_run_hello", opened.error());
    const auto id = jsonString(*opened, "session_id");
    const auto path = "/sessions/" + id;
    const auto hosted = (*server)->table().find(workspace::localCaller(), id);
    if (!hosted)
        return attempt("rest_run_hello", hosted.error());
    const Step hello = {.code = "print('hello')\n"};
    warmUp((*hosted)->session(), hello);
    for (int i = 0; wants("rest_run_hello") && i < times(100) && !stopped(); ++i) {
        attempt("rest_run_hello", timeExecute(client, path + "/execute"));
        attempt("baseline_library_hello", timeRun((*hosted)->session(), hello));
    }
    for (int i = 0; wants("rest_500_requests") && i < times(4) && !stopped(); ++i)
        attempt(
            "rest_500_requests", timeExecutes((*server)->endpoint(), path + "/execute", kRequests));
    measureFresh((*server)->endpoint(), (*server)->table());
    measureRunCode((*server)->endpoint(), (*server)->table());
    if (wants("rest_200_streams_rss_mb") && !stopped())
        attempt("rest_200_streams_rss_mb", growthOfStreams(**server, path));
}

} // namespace sandbench::cli
