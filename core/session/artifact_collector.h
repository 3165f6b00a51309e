// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/artifact_store.h"
#include "core/artifact/display_decoder.h"
#include "core/artifact/mime.h"
#include "core/base/clock.h"
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

    /// When the agent's Event started came. @p clock: the sandbox's, see ResultFacts::seconds.
    void begin(double clock);
    void addDisplayBytes(std::string_view bytes);
    /// The agent's Event files: what is new or changed in the run's folders.
    void addChangedFiles(const Json& event);
    /// After the run: what its children showed, files that it saved figures to, and those that
    /// addChangedFiles() named.
    void collectFiles(GuestFiles& files, ShownFiles& shown, std::stop_token stop);

    /// Where the run's children kept what they showed, to be removed; empty = none did.
    const std::string& childrenFolder() const { return m_childrenFolder; }

private:
    struct SavedFile
    {
        std::string path;
        ResultFacts facts;
    };
    struct ChangedFile
    {
        FileEntry entry;
        double seconds; ///< Since the run began.
    };

    static constexpr std::size_t kMaxChanged = 2000;
    /// Of all charts of a run.
    static constexpr std::size_t kMaxChartValues = 10 * Chart::kMaxValues;

    void take(DisplayRecord& record);
    void takeChildren(const std::string& folder);
    void takeFromChild(DisplayRecord& record);
    void noteSaved(DisplayRecord& record);
    std::shared_ptr<const Chart> chartOf(const DisplayRecord& record);
    void takeParts(const DisplayRecord& record, std::string_view fallbackName);
    void takeDrawing(const DisplayRecord& record);
    void takeResult(const DisplayRecord& record);
    std::string lastName() const;
    void storeForm(
        const std::string& of, const std::string& name, const DisplayPart& part,
        const DisplayRecord& record);
    void collectChildren(GuestFiles& files, std::stop_token stop);
    void takeRecordFile(GuestFiles& files, const FileEntry& entry, std::stop_token stop);
    void takeChanged(GuestFiles& files, const ChangedFile& changed, std::stop_token stop);
    void fetch(
        GuestFiles& files, const std::string& path, std::uint64_t size, ResultFacts facts,
        std::stop_token stop);
    void store(
        std::string_view name, std::string_view mime, std::string_view bytes, PixelSize size,
        ResultFacts facts);
    void refuse(std::string_view name, std::string why, ResultFacts facts);
    const SavedFile* savedAs(const std::string& path) const;
    double secondsAt(double time) const;
    ResultFacts factsOf(const DisplayRecord& record) const;
    /// Below the output or working folder, else its name.
    std::string_view shownPath(std::string_view path) const;
    void add(Artifact artifact);
    bool hasRoom(std::uint64_t bytes);
    std::string uniqueName(const std::string& wanted);
    void warnOnce(const std::string& text);

    ArtifactStore& m_store;
    RunRecord& m_record;
    RunSink& m_sink;
    const GuestLayout& m_layout;
    DisplayDecoder m_decoder;
    Clock::time_point m_begin = Clock::now();
    double m_clock = 0; // the sandbox's at m_begin, Units: seconds since 1970; 0 = not told
    std::string m_childrenFolder;
    std::vector<SavedFile> m_saved; // in order, each once
    std::vector<ChangedFile> m_changed; // the first first
    bool m_moreChanged = false;
    std::set<std::string> m_fetched;
    std::set<std::string> m_names;
    std::uint64_t m_storedBytes = 0;
    std::size_t m_chartValues = 0;
    int m_results = 0;
    int m_notices = 0;
};

} // namespace sandbench
