// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/rest_client.h"
#include "tests/support/test_engine.h"

#include <memory>
#include <string>

namespace sandbench::test {

inline std::string textOf(const test::Answered& answer, const char* name)
{
    return jsonString(answer.json, name);
}

/// What tests with one server, and a fresh session of this machine for each of them, share.
class RestSession
{
protected:
    std::unique_ptr<RestApi> m_server;
    std::string m_session; ///< Of the test.

    std::string at(const std::string& path) const { return "/sessions/" + m_session + path; }
    Answered execute(const Json& body) const
    {
        return m_server->send("POST", at("/execute"), body);
    }
    Answered put(const std::string& path, const std::string& bytes) const
    {
        GivenBody given(bytes);
        auto call = m_server->call("PUT", at(path));
        call.body = &given;
        return m_server->send(std::move(call));
    }
    /// Empty = this machine can have sandboxes.
    static std::string whyNot() { return TestEngine("local").whyNot(); }
    /// Makes the server. Empty, or what is wrong.
    std::string begin()
    {
        std::string problem;
        m_server = RestApi::create(problem);
        return problem;
    }
    /// Opens the session. Empty, or what is wrong.
    std::string open()
    {
        m_server->caller = workspace::localCaller();
        const auto opened = m_server->send("POST", "/sessions", {{"lang", "python"}});
        m_session = textOf(opened, "session_id");
        return opened.status == 201 && opened.header("location") == at("") ? "" : opened.body;
    }
    /// False = one could not be closed.
    bool closeAll()
    {
        m_server->caller = workspace::localCaller();
        bool good = true;
        for (const auto& sandbox : m_server->sandboxes().list(m_server->caller))
            good = m_server->sandboxes().close(m_server->caller, sandbox->id()) && good;
        return good;
    }
    /// How the answers differed from their document, and what is left behind after all: nothing.
    std::string end()
    {
        auto problems = m_server ? m_server->documentProblems() : std::string();
        m_server.reset();
        return leftovers().empty() ? problems : problems + "a sandbox is left behind";
    }
};

} // namespace sandbench::test
