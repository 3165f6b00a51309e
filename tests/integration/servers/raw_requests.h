// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/integration/servers/rest_fixture.h"

/// What tests of the listener send to a RestServer, and how they wait for it.
namespace sandbench::test {

constexpr std::chrono::seconds kHang(20);

inline std::string get(const std::string& path, const std::string& more = {})
{
    return "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + more + "\r\n";
}

inline std::string last(const std::string& path)
{
    return get(path, "Connection: close\r\n");
}

/// More than the sockets of both sides keep for a client that does not read.
inline std::string muchMore()
{
    return get("/big") + get("/big") + get("/big") + get("/big");
}

inline int statusOf(const std::string& answer)
{
    return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
}

inline bool isDone(std::promise<void>& promise)
{
    return promise.get_future().wait_for(kHang) == std::future_status::ready;
}

inline std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

} // namespace sandbench::test
