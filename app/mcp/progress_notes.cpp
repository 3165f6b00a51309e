// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/progress_notes.h"

#include "app/mcp/json_rpc.h"
#include "core/base/text.h"

namespace sandbench::mcp {
namespace {

constexpr auto kBetween = std::chrono::milliseconds(200);
constexpr std::size_t kMostProgressBytes = 200;

} // namespace

ProgressNotes::ProgressNotes(
    Json token, std::string_view version, std::function<void(const Json& message)> send)
    : m_token(std::move(token))
    , m_hasWords(version >= "2025-03-26")
    , m_send(std::move(send))
{
}

void ProgressNotes::operator()(std::string_view line)
{
    const auto now = std::chrono::steady_clock::now();
    if (m_last && now - *m_last < kBetween)
        return;
    m_last = now;
    Json params = {{"progressToken", m_token}, {"progress", ++m_count}};
    if (m_hasWords)
        params["message"] = oneLine(line, kMostProgressBytes);
    m_send(notification("notifications/progress", std::move(params)));
}

} // namespace sandbench::mcp
