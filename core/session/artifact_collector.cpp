// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/artifact_collector.h"

#include "core/artifact/chart_json.h"
#include "core/artifact/mime.h"
#include "core/artifact/plotly_chart.h"
#include "core/base/units.h"

#include <algorithm>
#include <iterator>

namespace sandbench {

namespace {

constexpr std::size_t kMaxResultText = 1U << 20;
constexpr std::size_t kMaxKnownFiles = 20000;
constexpr int kMaxNotices = 20;
constexpr std::size_t kMaxTitleBytes = 800;
constexpr double kMaxSeconds = 1e9;
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
        noteSaved(record);
        break;
    case DisplayRecord::Kind::Children:
        takeChildren(record.path);
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

void ArtifactCollector::noteSaved(DisplayRecord& record)
{
    const auto path = m_layout.absolute(record.path);
    if (!path || m_saved.size() >= kMaxSavedPaths || savedAs(*path))
        return;
    record.facts.seconds = secondsAt(record.time);
    record.facts.chart = chartOf(record);
    m_saved.push_back({*path, std::move(record.facts)});
}

std::shared_ptr<const Chart> ArtifactCollector::chartOf(const DisplayRecord& record)
{
    const auto* part = primaryPart(record.parts);
    const bool isPlotly = part && part->mime == kPlotlyMime;
    auto chart = isPlotly ? chartOfPlotly(part->bytes) : readChart(record.chart);
    if (!chart)
        return nullptr;
    m_chartValues += valueCount(*chart);
    if (m_chartValues <= kMaxChartValues)
        return std::make_shared<const Chart>(*std::move(chart));
    warnOnce("The charts of the run show too many numbers; those of the last are not kept");
    return nullptr;
}

void ArtifactCollector::takeParts(const DisplayRecord& record, std::string_view fallbackName)
{
    if (const auto* part = primaryPart(record.parts)) {
        const auto name = record.name.empty() ? std::string(fallbackName) : record.name;
        auto facts = factsOf(record);
        facts.chart = chartOf(record);
        store(
            withExtension(name, part->mime), part->mime, part->bytes, {record.width, record.height},
            std::move(facts));
    }
}

// A picture that is also there as a drawing: one to look at, the other to print.
void ArtifactCollector::takeDrawing(const DisplayRecord& record)
{
    const auto* primary = primaryPart(record.parts);
    const auto shown = lastName();
    for (const auto& part : record.parts)
        if (primary && primary->mime == "image/png" && part.mime == "image/svg+xml")
            storeForm(shown, record.name.empty() ? "figure" : record.name, part, record);
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
    const auto shown = lastName();
    for (const auto& part : record.parts)
        if (&part != primary && isWrittenForm(part.mime))
            storeForm(shown, name, part, record);
}

std::string ArtifactCollector::lastName() const
{
    return m_record.artifacts.empty() ? std::string() : m_record.artifacts.back().name;
}

void ArtifactCollector::storeForm(
    const std::string& of, const std::string& name, const DisplayPart& part,
    const DisplayRecord& record)
{
    auto facts = factsOf(record);
    facts.formOf = of;
    store(withExtension(name, part.mime), part.mime, part.bytes, {}, std::move(facts));
}

void ArtifactCollector::collectFiles(GuestFiles& files, ShownFiles& shown, std::stop_token stop)
{
    m_decoder.finish();
    if (!m_decoder.error().empty())
        warnOnce("No more results were captured: " + m_decoder.error());
    collectChildren(files, stop);
    for (const auto& saved : m_saved)
        if (!stop.stop_requested()
            && std::none_of(m_changed.begin(), m_changed.end(), [&](const ChangedFile& changed) {
                   return changed.entry.path == saved.path;
               }))
            fetch(files, saved.path, 0, saved.facts, stop);
    for (const auto& changed : m_changed)
        if (!stop.stop_requested() && shown.isNew(changed.entry))
            takeChanged(files, changed, stop);
    if (m_moreChanged)
        warnOnce("The folders of the run hold too many files; not all that are new were looked at");
    if (stop.stop_requested())
        warnOnce("Stopped before all files of the run were fetched");
}

const ArtifactCollector::SavedFile* ArtifactCollector::savedAs(const std::string& path) const
{
    const auto found
        = std::find_if(m_saved.begin(), m_saved.end(), [&path](const SavedFile& saved) {
              return saved.path == path;
          });
    return found == m_saved.end() ? nullptr : &*found;
}

void ArtifactCollector::begin(double clock)
{
    m_begin = Clock::now();
    m_clock = clock;
}

/// A time that is not told is now.
double ArtifactCollector::secondsAt(double time) const
{
    const auto now = std::chrono::duration<double>(Clock::now() - m_begin).count();
    return time > 0 && m_clock > 0 ? std::clamp(time - m_clock, 0.0, std::max(now, 0.0)) : now;
}

ResultFacts ArtifactCollector::factsOf(const DisplayRecord& record) const
{
    auto facts = record.facts;
    facts.seconds = secondsAt(record.time);
    return facts;
}

std::string_view ArtifactCollector::shownPath(std::string_view path) const
{
    for (const auto& folder : {m_layout.output, m_layout.work})
        if (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/')
            return path.substr(folder.size() + 1);
    return path.substr(path.rfind('/') + 1);
}

void ArtifactCollector::addChangedFiles(const Json& event)
{
    m_moreChanged = m_moreChanged || jsonBool(event, "more");
    for (const auto& json : jsonField(event, "files")) {
        auto entry = fileEntryOf(json);
        if (m_changed.size() < kMaxChanged && entry.path.starts_with('/')
            && entry.path.size() <= kMaxGuestPath)
            m_changed.push_back(
                {std::move(entry), std::clamp(jsonNumber(json, "at"), 0.0, kMaxSeconds)});
    }
}

void ArtifactCollector::takeChanged(
    GuestFiles& files, const ChangedFile& changed, std::stop_token stop)
{
    const auto& entry = changed.entry;
    const auto* saved = savedAs(entry.path);
    auto facts = saved ? saved->facts : ResultFacts();
    facts.seconds = changed.seconds;
    if (const auto* why = whyNotTaken(entry))
        refuse(shownPath(entry.path), why, std::move(facts));
    else
        fetch(files, entry.path, entry.bytes, std::move(facts), stop);
}

void ArtifactCollector::fetch(
    GuestFiles& files, const std::string& path, std::uint64_t size, ResultFacts facts,
    std::stop_token stop)
{
    if (!m_fetched.insert(path).second || !hasRoom(size))
        return;
    const auto name = safeFileName(shownPath(path));
    facts.from = ResultFacts::From::File;
    if (facts.title.empty())
        facts.title = shownPath(path).substr(0, kMaxTitleBytes);
    if (size > ArtifactStore::kMaxArtifactBytes)
        return refuse(
            name, "larger than " + formatSize(ArtifactStore::kMaxArtifactBytes) + ", not fetched",
            std::move(facts));
    auto bytes = files.read(path, ArtifactStore::kMaxArtifactBytes, stop, Links::Refuse);
    if (bytes)
        return store(name, mimeOfName(name), *bytes, {}, std::move(facts));
    if (bytes.error().code() != ErrorCode::Cancelled)
        refuse(name, bytes.error().message(), std::move(facts));
}

void ArtifactCollector::store(
    std::string_view name, std::string_view mime, std::string_view bytes, PixelSize size,
    ResultFacts facts)
{
    if (!hasRoom(bytes.size()))
        return;
    auto stored = m_store.add(uniqueName(safeFileName(name)), mime, bytes);
    if (!stored)
        return refuse(name, stored.error().message(), std::move(facts));
    m_storedBytes += bytes.size();
    if (stored->width == 0 && stored->height == 0) {
        stored->width = size.width;
        stored->height = size.height;
    }
    if (facts.dpi == 0)
        facts.dpi = stored->facts.dpi;
    stored->facts = std::move(facts);
    add(std::move(*stored));
}

void ArtifactCollector::refuse(std::string_view name, std::string why, ResultFacts facts)
{
    if (!hasRoom(0))
        return;
    Artifact artifact;
    artifact.name = uniqueName(safeFileName(name));
    artifact.mime = "application/octet-stream";
    artifact.note = std::move(why);
    artifact.facts = std::move(facts);
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
