// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/artifact_store.h"
#include "core/artifact/display_decoder.h"
#include "core/session/guest_files.h"
#include "core/session/guest_layout.h"
#include "core/session/run_record.h"
#include "core/session/session.h"

#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// The files that runs of a session have shown, so that none comes twice: two runs side by side
/// both find it. Thread: any.
class ShownFiles
{
public:
    /// Remembers the file; true when it was not known in this version.
    bool isNew(const FileEntry& entry);

private:
    std::mutex m_mutex;
    std::map<std::string, std::string> m_versions;
};

/// Turns one run's display stream and output files into artifacts of its record. Everything read is
/// untrusted: a broken display stream ends the capture with a warning and nothing else. Thread: one
/// at a time.
class ArtifactCollector
{
public:
    ArtifactCollector(
        ArtifactStore& store, RunRecord& record, RunSink& sink, const GuestLayout& layout);

    void addDisplayBytes(std::string_view bytes);
    /// The agent's Event files: what is new or changed in the run's folders.
    void addChangedFiles(const Json& event);
    /// After the run: files that it saved figures to, and those that addChangedFiles() named.
    void collectFiles(GuestFiles& files, ShownFiles& shown, std::stop_token stop);

private:
    static constexpr std::size_t kMaxChanged = 2000;

    void take(DisplayRecord& record);
    void takeParts(const DisplayRecord& record, std::string_view fallbackName);
    void takeDrawing(const DisplayRecord& record);
    void takeResult(const DisplayRecord& record);
    void takeEntry(GuestFiles& files, const FileEntry& entry, std::stop_token stop);
    void
    fetch(GuestFiles& files, const std::string& path, std::uint64_t size, std::stop_token stop);
    void store(
        std::string_view name, std::string_view mime, std::string_view bytes, int width,
        int height);
    void refuse(std::string_view name, std::string why);
    void add(Artifact artifact);
    bool hasRoom(std::uint64_t bytes);
    std::string uniqueName(const std::string& wanted);
    void warnOnce(const std::string& text);

    ArtifactStore& m_store;
    RunRecord& m_record;
    RunSink& m_sink;
    const GuestLayout& m_layout;
    DisplayDecoder m_decoder;
    std::vector<std::string> m_savedPaths; // in order, each once
    std::vector<FileEntry> m_changed; // the first first
    bool m_moreChanged = false;
    std::set<std::string> m_fetched;
    std::set<std::string> m_names;
    std::uint64_t m_storedBytes = 0;
    int m_results = 0;
    int m_notices = 0;
};

/// "plots/a.png" below the output or working folder, "/tmp/b.png" anywhere → one plain name.
std::string artifactNameOf(std::string_view path, const GuestLayout& layout);

} // namespace sandbench
