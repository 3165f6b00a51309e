// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rest_client.h"

#include "app/rest/routes/running.h"
#include "tests/support/api_document.h"

namespace sandbench::test {

namespace {

class Collector : public rest::BodySink
{
public:
    explicit Collector(std::size_t most)
        : m_most(most)
    {
    }
    bool write(std::string_view bytes) override
    {
        text += bytes;
        return text.size() < m_most;
    }
    std::string text;

private:
    const std::size_t m_most;
};

} // namespace

Result<std::string> GivenBody::readAll(std::size_t limit)
{
    if (m_bytes.size() > limit)
        return Error(ErrorCode::ResourceExhausted, "too long")
            .within(std::string(rest::kReadingBody));
    return m_bytes;
}

Result<void> GivenBody::stream(const OnPart& onPart, const Consume& consume)
{
    if (m_parts.empty() && !m_bytes.empty())
        return consume(m_bytes);
    for (const auto& given : m_parts) {
        SANDBENCH_TRY_VOID(onPart(given.part));
        // In two pieces, as it may come.
        const auto half = given.bytes.size() / 2;
        SANDBENCH_TRY_VOID(consume(given.bytes.substr(0, half)));
        SANDBENCH_TRY_VOID(consume(given.bytes.substr(half)));
    }
    return {};
}

Answered answered(const rest::Router& router, rest::Call call, std::size_t mostBytes)
{
    auto answer = router.answer(call);
    Answered made{
        answer.status, answer.headers, answer.contentType, std::string(answer.bytes()), nullptr};
    if (answer.stream) {
        Collector sink(mostBytes);
        answer.stream(sink);
        made.body = sink.text;
    }
    if (auto json = parseJson(made.body, 1U << 26))
        made.json = *std::move(json);
    return made;
}

std::unique_ptr<RestApi> RestApi::create(std::string& problem)
{
    auto composition = Composition::create();
    if (!composition) {
        problem = composition.error().text();
        return nullptr;
    }
    auto server = std::make_unique<RestApi>();
    server->m_composition = *std::move(composition);
    // Tests say themselves when what is idle goes.
    auto workspace = workspace::Workspace::open(
        *server->m_composition, {.links = rest::artifactPrefix, .reaps = false});
    if (!workspace) {
        problem = workspace.error().text();
        return nullptr;
    }
    server->m_workspace = *std::move(workspace);
    server->m_parts.reset(new rest::ServerParts{*server->m_workspace, "1.2.3"});
    server->m_router = std::make_unique<rest::Router>(rest::allRoutes(*server->m_parts));
    server->m_document = rest::openApiOf(server->m_router->routes(), "1.2.3");
    return server;
}

rest::Call RestApi::call(std::string method, std::string path) const
{
    rest::Call made;
    made.method = std::move(method);
    made.path = std::move(path);
    if (const auto mark = made.path.find('?'); mark != std::string::npos) {
        auto rest = std::string_view(made.path).substr(mark + 1);
        while (!rest.empty()) {
            const auto pair = rest.substr(0, rest.find('&'));
            const auto equals = pair.find('=');
            made.query[std::string(pair.substr(0, equals))]
                = equals == std::string_view::npos ? "" : pair.substr(equals + 1);
            rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
        }
        made.path.resize(mark);
    }
    made.caller = caller;
    return made;
}

Answered RestApi::send(std::string method, std::string path) const
{
    return send(call(std::move(method), std::move(path)));
}

Answered RestApi::send(std::string method, std::string path, const Json& body) const
{
    GivenBody given(writeJson(body));
    auto made = call(std::move(method), std::move(path));
    made.headers["content-type"] = "application/json";
    made.body = &given;
    return send(std::move(made));
}

Answered RestApi::send(rest::Call call) const
{
    const auto method = call.method, path = call.path;
    const bool isOther = call.method == "HEAD" || call.method == "OPTIONS";
    auto made = answered(*m_router, std::move(call));
    const auto problem = isOther
        ? std::string()
        : answerProblem(m_document, method, path, made.status, made.type, made.json);
    const std::scoped_lock lock(m_mutex);
    if (!problem.empty() && m_problems.size() < 4096)
        m_problems += problem + "\n";
    return made;
}

std::string RestApi::documentProblems() const
{
    const std::scoped_lock lock(m_mutex);
    return m_problems;
}

} // namespace sandbench::test
