// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/integration/servers/rest_test.h"

#include <sstream>
#include <string>
#include <vector>

namespace sandbench::test {

/// A message of the Connect protocol, as a stream has it.
inline std::string envelope(const Json& message)
{
    const auto text = writeJson(message);
    std::string bytes(1, '\0');
    for (const int shift : {24, 16, 8, 0})
        bytes += static_cast<char>((text.size() >> shift) & 0xff);
    return bytes + text;
}

/// What E2B's clients send to a whole server.
class E2bCalls : public RestTest
{
protected:
    Answered send(
        const std::string& sandbox, std::string method, std::string path, std::string body,
        const std::string& type = "application/json") const
    {
        GivenBody given(std::move(body));
        auto call = m_server->call(std::move(method), std::move(path));
        call.headers = {{"e2b-sandbox-id", sandbox}, {"content-type", type}};
        call.body = &given;
        return m_server->send(std::move(call));
    }
    std::string e2bSandbox(int timeout = 300) const
    {
        const Json wish = {{"templateID", "base"}, {"timeout", timeout}};
        return jsonString(m_server->send("POST", "/e2b/v2/sandboxes", wish).json, "sandboxID");
    }
    /// A call of the Connect protocol whose answer is a stream.
    Answered stream(const std::string& sandbox, const char* method, const Json& message) const
    {
        return send(
            sandbox, "POST", std::string("/e2b/process.Process/") + method, envelope(message),
            "application/connect+json");
    }
    static Json commandOf(const std::string& line)
    {
        return {{"process", {{"cmd", "/bin/bash"}, {"args", {"-c", line}}}}};
    }
    /// The number of the command that @p events are of.
    static int pidOf(const Answered& events)
    {
        const std::string begin = "\"start\":{\"pid\":";
        const auto at = events.body.find(begin);
        return at == std::string::npos ? 0 : std::stoi(events.body.substr(at + begin.size()));
    }
    /// The lines of an execution by type, their members as given.
    static std::vector<Json> linesOf(const Answered& answer, const std::string& type)
    {
        std::vector<Json> lines;
        std::istringstream text(answer.body);
        for (std::string line; std::getline(text, line);)
            if (auto json = parseJson(line); json && jsonString(*json, "type") == type)
                lines.push_back(*std::move(json));
        return lines;
    }
};

} // namespace sandbench::test
