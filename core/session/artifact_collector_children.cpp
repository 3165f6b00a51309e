// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What processes showed that a run's program started: records that they kept as files.
#include "core/session/artifact_collector.h"

#include <algorithm>

namespace sandbench {

namespace {

constexpr std::size_t kMaxRecordFiles = 1000;
constexpr const char* kChildrenPrefix = "/.sandbench-";

} // namespace

// The program says where, and the folder's files are removed later: nowhere but among temporary
// files.
void ArtifactCollector::takeChildren(const std::string& folder)
{
    const auto scratch = m_layout.scratchFolders();
    const bool isOurs
        = std::any_of(scratch.begin(), scratch.end(), [&folder](const std::string& place) {
              const auto prefix = place + kChildrenPrefix;
              return !place.empty() && folder.starts_with(prefix) && folder.size() > prefix.size()
                  && folder.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
          });
    if (isOurs && m_childrenFolder.empty())
        m_childrenFolder = folder;
}

/// How a child's interpreter ended is not how the run did.
void ArtifactCollector::takeFromChild(DisplayRecord& record)
{
    if (record.kind != DisplayRecord::Kind::Error && record.kind != DisplayRecord::Kind::Children
        && record.kind != DisplayRecord::Kind::Result)
        take(record);
}

void ArtifactCollector::collectChildren(GuestFiles& files, std::stop_token stop)
{
    if (m_childrenFolder.empty())
        return;
    bool truncated = false;
    auto records = files.list(m_childrenFolder, 1, kMaxRecordFiles, truncated, stop);
    if (!records)
        return; // no child showed anything
    // Their names begin with the time.
    std::sort(records->begin(), records->end(), [](const FileEntry& a, const FileEntry& b) {
        return a.path < b.path;
    });
    for (const auto& entry : *records) {
        const auto name = entry.path.substr(entry.path.rfind('/') + 1);
        const bool isRecord = entry.type == "file" && !name.empty()
            && name.find_first_not_of("0123456789-") == std::string::npos;
        if (isRecord && !stop.stop_requested() && hasRoom(0))
            takeRecordFile(files, entry, stop);
    }
    if (truncated)
        warnOnce("Processes of the run showed too many things; not all were looked at");
}

void ArtifactCollector::takeRecordFile(
    GuestFiles& files, const FileEntry& entry, std::stop_token stop)
{
    constexpr auto kMost = DisplayDecoder::kMaxHeaderBytes + DisplayDecoder::kMaxBodyBytes + 8;
    const auto bytes = files.read(entry.path, kMost, stop, Links::Refuse);
    DisplayDecoder decoder;
    if (bytes)
        decoder.feed(*bytes);
    if (auto record = decoder.next())
        takeFromChild(*record);
    else if (!stop.stop_requested())
        warnOnce("Something that a process of the run showed could not be read");
}

} // namespace sandbench
