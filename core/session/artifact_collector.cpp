// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/artifact_collector.h"

#include "core/artifact/mime.h"
#include "core/base/units.h"

#include <algorithm>
#include <iterator>

namespace sandbench {

namespace {

constexpr std::size_t kMaxResultText = 1U << 20;
constexpr std::size_t kMaxKnownFiles = 20000;
constexpr int kMaxNotices = 20;
constexpr std::size_t kMaxSavedPaths = ArtifactStore::kMaxArtifactsPerRun;

std::string withExtension(std::string name, std::string_view mime)
{
    const auto extension = extensionOf(mime);
    return name.ends_with(extension) ? name : name.append(extension);
}

const DisplayPart* plainText(const std::vector<DisplayPart>& parts)
{
    const auto found = std::find_if(parts.begin(), parts.end(), [](const DisplayPart& part) {
        return part.mime == "text/plain";
    });
    return found == parts.end() ? nullptr : &*found;
}

/// What a value is in other words than those that are shown first; a second picture is no news.
bool isWrittenForm(std::string_view mime)
{
    constexpr std::string_view kForms[]
        = {"text/html", "image/svg+xml", "text/markdown", "text/latex", "application/json"};
    return std::find(std::begin(kForms), std::end(kForms), mime) != std::end(kForms);
}

const char* whyNotTaken(const FileEntry& entry)
{
    if (entry.hasOddName)
        return "its name is not UTF-8, skipped";
    if (entry.type == "link")
        return "symbolic link, skipped";
    return entry.type == "file" ? nullptr : "not a regular file, skipped";
}

} // namespace

std::string artifactNameOf(std::string_view path, const GuestLayout& layout)
{
    for (const auto& folder : {layout.output, layout.work})
        if (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/')
            return safeFileName(path.substr(folder.size() + 1));
    return safeFileName(path.substr(path.rfind('/') + 1));
}

bool ShownFiles::isNew(const FileEntry& entry)
{
    const std::lock_guard lock(m_mutex);
    // A sandbox may make files without end; forgetting all shows some twice, which is harmless.
    if (m_versions.size() > kMaxKnownFiles)
        m_versions.clear();
    // Another one when the file was written again.
    auto version
        = entry.type + std::to_string(entry.bytes) + "@" + std::to_string(entry.modifiedAt);
    auto& known = m_versions[entry.path];
    return std::exchange(known, version) != version;
}

ArtifactCollector::ArtifactCollector(
    ArtifactStore& store, RunRecord& record, RunSink& sink, const GuestLayout& layout)
    : m_store(store)
    , m_record(record)
    , m_sink(sink)
    , m_layout(layout)
{
}

void ArtifactCollector::addDisplayBytes(std::string_view bytes)
{
    if (!m_decoder.error().empty())
        return;
    m_decoder.feed(bytes);
    while (auto record = m_decoder.next())
        take(*record);
    if (!m_decoder.error().empty())
        warnOnce("No more results were captured: " + m_decoder.error());
}

void ArtifactCollector::take(DisplayRecord& record)
{
    switch (record.kind) {
    case DisplayRecord::Kind::Display:
        takeParts(record, "figure");
        takeDrawing(record);
        break;
    case DisplayRecord::Kind::Result:
        takeResult(record);
        break;
    case DisplayRecord::Kind::File:
        if (m_savedPaths.size() < kMaxSavedPaths
            && std::find(m_savedPaths.begin(), m_savedPaths.end(), record.path)
                == m_savedPaths.end())
            m_savedPaths.push_back(std::move(record.path));
        break;
    case DisplayRecord::Kind::Error:
        m_record.error = ProgramError{
            std::move(record.name), std::move(record.value), std::move(record.traceback)};
        break;
    case DisplayRecord::Kind::Notice:
        if (++m_notices <= kMaxNotices)
            warnOnce(record.value);
        break;
    }
}

void ArtifactCollector::takeParts(const DisplayRecord& record, std::string_view fallbackName)
{
    if (const auto* part = primaryPart(record.parts)) {
        const auto name = record.name.empty() ? std::string(fallbackName) : record.name;
        store(
            withExtension(name, part->mime), part->mime, part->bytes, record.width, record.height);
    }
}

// A picture that is also there as a drawing: one to look at, the other to print.
void ArtifactCollector::takeDrawing(const DisplayRecord& record)
{
    const auto* primary = primaryPart(record.parts);
    for (const auto& part : record.parts)
        if (primary && primary->mime == "image/png" && part.mime == "image/svg+xml")
            store(
                withExtension(record.name.empty() ? "figure" : record.name, part.mime), part.mime,
                part.bytes, 0, 0);
}

void ArtifactCollector::takeResult(const DisplayRecord& record)
{
    if (const auto* text = plainText(record.parts)) {
        m_record.resultText = text->bytes.substr(0, kMaxResultText);
        m_sink.onResult(m_record.resultText);
    }
    const auto* primary = primaryPart(record.parts);
    if (!primary || primary->mime == "text/plain")
        return;
    const auto number = "result-" + std::to_string(++m_results);
    const auto& name = record.name.empty() ? number : record.name;
    takeParts(record, name);
    for (const auto& part : record.parts)
        if (&part != primary && isWrittenForm(part.mime))
            store(withExtension(name, part.mime), part.mime, part.bytes, 0, 0);
}

void ArtifactCollector::collectFiles(GuestFiles& files, ShownFiles& shown, std::stop_token stop)
{
    m_decoder.finish();
    if (!m_decoder.error().empty())
        warnOnce("No more results were captured: " + m_decoder.error());
    for (const auto& path : m_savedPaths)
        if (auto absolute = m_layout.absolute(path); absolute && !stop.stop_requested()
            && std::none_of(m_changed.begin(), m_changed.end(),
                            [&](const FileEntry& entry) { return entry.path == *absolute; }))
            fetch(files, *absolute, 0, stop);
    for (const auto& entry : m_changed)
        if (!stop.stop_requested() && shown.isNew(entry))
            takeEntry(files, entry, stop);
    if (m_moreChanged)
        warnOnce("The folders of the run hold too many files; not all that are new were looked at");
    if (stop.stop_requested())
        warnOnce("Stopped before all files of the run were fetched");
}

void ArtifactCollector::addChangedFiles(const Json& event)
{
    m_moreChanged = m_moreChanged || jsonBool(event, "more");
    for (const auto& json : jsonField(event, "files")) {
        auto entry = fileEntryOf(json);
        if (m_changed.size() < kMaxChanged && entry.path.starts_with('/')
            && entry.path.size() <= kMaxGuestPath)
            m_changed.push_back(std::move(entry));
    }
}

void ArtifactCollector::takeEntry(GuestFiles& files, const FileEntry& entry, std::stop_token stop)
{
    if (const auto* why = whyNotTaken(entry))
        refuse(artifactNameOf(entry.path, m_layout), why);
    else
        fetch(files, entry.path, entry.bytes, stop);
}

void ArtifactCollector::fetch(
    GuestFiles& files, const std::string& path, std::uint64_t size, std::stop_token stop)
{
    if (!m_fetched.insert(path).second || !hasRoom(size))
        return;
    const auto name = artifactNameOf(path, m_layout);
    if (size > ArtifactStore::kMaxArtifactBytes)
        return refuse(
            name, "larger than " + formatSize(ArtifactStore::kMaxArtifactBytes) + ", not fetched");
    auto bytes = files.read(path, ArtifactStore::kMaxArtifactBytes, stop, Links::Refuse);
    if (bytes)
        return store(name, mimeOfName(name), *bytes, 0, 0);
    if (bytes.error().code() != ErrorCode::Cancelled)
        refuse(name, bytes.error().message());
}

void ArtifactCollector::store(
    std::string_view name, std::string_view mime, std::string_view bytes, int width, int height)
{
    if (!hasRoom(bytes.size()))
        return;
    auto stored = m_store.add(uniqueName(safeFileName(name)), mime, bytes);
    if (!stored)
        return refuse(name, stored.error().message());
    m_storedBytes += bytes.size();
    if (stored->width == 0 && stored->height == 0) {
        stored->width = width;
        stored->height = height;
    }
    add(std::move(*stored));
}

void ArtifactCollector::refuse(std::string_view name, std::string why)
{
    if (!hasRoom(0))
        return;
    Artifact artifact;
    artifact.name = uniqueName(safeFileName(name));
    artifact.mime = "application/octet-stream";
    artifact.note = std::move(why);
    warnOnce(artifact.name + ": " + artifact.note);
    add(std::move(artifact));
}

void ArtifactCollector::add(Artifact artifact)
{
    m_record.artifacts.push_back(std::move(artifact));
    m_sink.onArtifact(m_record.artifacts.back());
}

bool ArtifactCollector::hasRoom(std::uint64_t bytes)
{
    if (m_record.artifacts.size() >= ArtifactStore::kMaxArtifactsPerRun) {
        warnOnce(
            "The run made more than " + std::to_string(ArtifactStore::kMaxArtifactsPerRun)
            + " results; the rest was not kept");
        return false;
    }
    if (m_storedBytes + bytes > ArtifactStore::kMaxRunBytes) {
        warnOnce(
            "The run's results are larger than " + formatSize(ArtifactStore::kMaxRunBytes)
            + " together; the rest was not kept");
        return false;
    }
    return true;
}

std::string ArtifactCollector::uniqueName(const std::string& wanted)
{
    auto name = wanted;
    const auto known = extensionOf(mimeOfName(wanted));
    const auto dot = wanted.ends_with(known) ? wanted.size() - known.size() : wanted.rfind('.');
    const auto at = std::min(dot, wanted.size());
    for (int number = 2; !m_names.insert(name).second; ++number)
        name = wanted.substr(0, at) + "-" + std::to_string(number) + wanted.substr(at);
    return name;
}

void ArtifactCollector::warnOnce(const std::string& text)
{
    auto& warnings = m_record.warnings;
    if (std::find(warnings.begin(), warnings.end(), text) != warnings.end())
        return;
    warnings.push_back(text);
    m_sink.onNotice(text);
}

} // namespace sandbench
