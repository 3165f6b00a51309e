// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_place.h"
#include "core/net/http_client.h"

namespace sandbench::batch {
namespace {

constexpr std::chrono::seconds kBesidesTheProgram{60}; ///< What opening a sandbox may take.

/// Each program has a sandbox of its own there, which is gone with it.
class ServerBench : public Bench
{
public:
    ServerBench(const net::HttpClient& http, const ServerPlaceOptions& options)
        : m_http(http)
        , m_options(options)
    {
    }

    Result<RunRecord>
    run(const Json& program, std::uint64_t keep, const std::stop_token& stop) override
    {
        auto body = m_options.said;
        body.update(program);
        auto request = net::jsonRequest("POST", body);
        request.target = "/execute";
        // The server says nothing until the program is over, which has no time limit where it is 0.
        const auto timeout = jsonNumber(body, "timeout", RunLimits().wallSeconds);
        request.patience = timeout > 0 ? kBesidesTheProgram
                + std::chrono::milliseconds(static_cast<std::int64_t>(timeout * 1000))
                                       : std::chrono::milliseconds(0);
        if (!m_options.token.empty())
            request.headers.emplace_back("Authorization", "Bearer " + m_options.token);
        SANDBENCH_TRY(const auto response, m_http.send(request, stop, kMostAnswer));
        if (response.status != 200)
            return refusalOf(response.status, response.body);
        SANDBENCH_TRY(auto record, recordOf(response.body));
        cut(record.stdoutBytes, keep);
        cut(record.stderrBytes, keep);
        record.truncated = record.truncated || record.stdoutTotal > record.stdoutBytes.size();
        return record;
    }

    /// A server says so of what a machine has not; that a token may not is the place's.
    bool blamesProgram(const Error& error) const override
    {
        return error.code() == ErrorCode::InvalidArgument || error.code() == ErrorCode::Unsupported;
    }

    std::vector<std::string> relaxed() const override { return {}; }

private:
    static void cut(std::string& bytes, std::uint64_t keep)
    {
        if (bytes.size() > keep)
            bytes.resize(static_cast<std::size_t>(keep));
    }

    const net::HttpClient& m_http;
    const ServerPlaceOptions& m_options;
};

class ServerPlace : public Place
{
public:
    explicit ServerPlace(ServerPlaceOptions options)
        : m_options(std::move(options))
        , m_http(m_options.endpoint)
    {
    }

    std::string name() const override { return "server " + m_options.endpoint.text(); }
    /// The server says what it does not know.
    Result<void> check(const std::string&) override { return {}; }
    Result<std::unique_ptr<Bench>> open(const std::string&, const std::stop_token&) override
    {
        return std::make_unique<ServerBench>(m_http, m_options);
    }

private:
    const ServerPlaceOptions m_options;
    const net::HttpClient m_http;
};

} // namespace

std::unique_ptr<Place> makeServerPlace(ServerPlaceOptions options)
{
    return std::make_unique<ServerPlace>(std::move(options));
}

} // namespace sandbench::batch
