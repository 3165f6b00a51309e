// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/folder_watch.h"

#include "core/session/streamed_file.h"

#include <utility>

namespace sandbench {

namespace {

using agent::StreamItem;

constexpr std::chrono::seconds kPatience{10};

} // namespace

AgentFolderWatch::~AgentFolderWatch()
{
    if (!m_end)
        endOnGuest(m_client, m_stream);
}

Result<void> AgentFolderWatch::begin(std::stop_token stop)
{
    const auto deadline = Clock::now() + kPatience;
    for (;;) {
        SANDBENCH_TRY(auto item, m_stream.next(stop, deadline));
        if (item.kind == StreamItem::Kind::Reply)
            return *(m_end = endOf(std::move(item.json)));
        if (item.kind == StreamItem::Kind::Event && jsonString(item.json, "event") == "watching")
            return {};
    }
}

Result<FolderChange> AgentFolderWatch::next(std::stop_token stop, Clock::time_point deadline)
{
    for (;;) {
        if (auto change = take())
            return *std::move(change);
        if (m_end)
            return *m_end;
        const auto item = m_stream.next(stop, deadline);
        if (item.failedAs(ErrorCode::Timeout, ErrorCode::Cancelled))
            return item.error();
        if (!item)
            m_end = item.error();
        else if (item->kind == StreamItem::Kind::Reply)
            m_end = endOf(item->json);
        else if (item->kind == StreamItem::Kind::Data && item->channel == agent::Channel::File)
            m_lines.add(item->bytes());
    }
}

std::optional<FolderChange> AgentFolderWatch::take()
{
    while (const auto line = m_lines.take())
        if (auto change = folderChangeOf(line->text, m_path))
            return change;
    return std::nullopt;
}

Error AgentFolderWatch::endOf(Json reply) const
{
    const auto checked = agent::checkReply(std::move(reply));
    if (!checked)
        return Error(checked.error()).within("watching " + m_path);
    if (jsonBool(*checked, "is_gone"))
        return Error(ErrorCode::NotFound, "the folder " + m_path + " is gone");
    return Error(
        ErrorCode::ResourceExhausted,
        "more has changed in " + m_path + " than could be told; list it, and watch it again");
}

} // namespace sandbench
