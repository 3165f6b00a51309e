// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What a call of a tool costs over the run itself: both in the same session, one after the other.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "app/mcp/mcp_server.h"
#include "app/mcp/stdio_server.h"
#include "app/mcp/toolbox.h"

#include <array>
#include <chrono>
#include <thread>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kMcpId = "mcp_run_hello";
constexpr const char* kLibraryBaseline = "baseline_library_run";
constexpr const char* kCode = "print('hello')";
constexpr int kMcpRepetitions = 200;

/// A client in this program that asks one thing at a time, over pipes as a real one.
class PipeClient
{
public:
    PipeClient(const mcp::McpServer& server, PipeEnds toServer, PipeEnds fromServer)
        : m_write(std::move(toServer.write))
        , m_read(std::move(fromServer.read))
        , m_serverIn(std::move(toServer.read))
        , m_serverOut(std::move(fromServer.write))
        , m_thread([this, &server] {
            mcp::StdioServer(server, workspace::localCaller(), m_serverIn.get(), m_serverOut.get())
                .serve({});
        })
    {
    }
    ~PipeClient() { m_write.reset(); }

    /// The result. Errors: Protocol, with the error.
    Result<Json> ask(const std::string& method, Json params)
    {
        const Json message = {
            {"jsonrpc", "2.0"}, {"id", ++m_id}, {"method", method}, {"params", std::move(params)}};
        SANDBENCH_TRY_VOID(writeAll(m_write.get(), writeJson(message) + "\n"));
        SANDBENCH_TRY(const auto line, readLine());
        SANDBENCH_TRY(auto answer, parseJson(line, 16U << 20));
        auto result = jsonField(answer, "result");
        if (!result.is_object() || jsonBool(result, "isError"))
            return Error(ErrorCode::Protocol, line);
        return result;
    }
    Result<Json> call(const char* tool, const Json& arguments)
    {
        return ask("tools/call", {{"name", tool}, {"arguments", arguments}});
    }

private:
    Result<std::string> readLine()
    {
        std::string line;
        std::array<char, 65536> bytes;
        while (!line.ends_with('\n')) {
            const auto count = ::read(m_read.get(), bytes.data(), bytes.size());
            if (count <= 0)
                return Error(ErrorCode::ConnectionLost, "the server ended");
            line.append(bytes.data(), static_cast<std::size_t>(count));
        }
        return line;
    }

    UniqueFd m_write, m_read, m_serverIn, m_serverOut;
    int m_id = 0;
    std::jthread m_thread;
};

} // namespace

Result<double> Bench::timeMcpCalls(workspace::SandboxTable& table, const mcp::McpServer& server)
{
    SANDBENCH_TRY(auto toServer, makePipe());
    SANDBENCH_TRY(auto fromServer, makePipe());
    PipeClient client(server, std::move(toServer), std::move(fromServer));
    SANDBENCH_TRY_VOID(client.ask("initialize", {{"protocolVersion", "2025-11-25"}}));
    SANDBENCH_TRY(const auto made, client.call("create_sandbox", Json::object()));
    const auto id = jsonString(jsonField(made, "structuredContent"), "sandbox_id");
    SANDBENCH_TRY(const auto sandbox, table.find(workspace::localCaller(), id));
    const Step step = {.code = kCode};
    warmUp(sandbox->session(), step);
    double took = 0;
    for (int i = 0; i < times(kMcpRepetitions) && !stopped(); ++i) {
        attempt(kLibraryBaseline, timeRun(sandbox->session(), step));
        const auto begin = Clock::now();
        SANDBENCH_TRY_VOID(client.call("run_code", {{"code", kCode}, {"sandbox_id", id}}));
        took = since(begin);
        attempt(kMcpId, took);
    }
    return took;
}

void Bench::measureMcp()
{
    if (!wants(kMcpId))
        return;
    say(kMcpId);
    const auto workspace = workspace::Workspace::open(m_parts);
    if (!workspace)
        return attempt(kMcpId, workspace.error());
    const mcp::Toolbox box{**workspace, {{"engine", m_options.engine}}};
    const mcp::McpServer server(mcp::makeOffers(box), SANDBENCH_VERSION);
    if (const auto measured = timeMcpCalls((*workspace)->sandboxes(), server); !measured)
        attempt(kMcpId, measured.error());
}

} // namespace sandbench::cli
