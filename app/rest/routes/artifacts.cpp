// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/running.h"

#include "core/artifact/chart_json.h"
#include "core/artifact/chart_table.h"
#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/table/delimited_text.h"

#include <array>
#include <charconv>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::rest {

namespace {

using workspace::Scope;

/// Of a chart's value, as it is and while it is written. Units: bytes.
constexpr std::size_t kMostOfValue = 1024;

/// The artifact that the path numbers: never a name, so that none can lead elsewhere.
Result<std::shared_ptr<const Artifact>> artifactOf(const ServerParts& parts, const Call& call)
{
    const auto text = parameter(call, "index");
    std::size_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || rest != end)
        return Error(ErrorCode::NotFound, "artifacts of a run are numbered from 0");
    return parts.workspace.artifact(call.caller, parameter(call, "run"), number);
}

void copyTo(BodySink& sink, int file)
{
    std::array<char, 64U << 10> buffer{};
    for (;;) {
        const auto count = ::read(file, buffer.data(), buffer.size());
        if (count <= 0 || !sink.write({buffer.data(), static_cast<std::size_t>(count)}))
            return;
    }
}

Result<Answer> bytes(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto artifact, artifactOf(parts, call));
    SANDBENCH_TRY(auto file, openArtifact(*artifact));
    Answer answer;
    answer.headers = untrustedHeaders(artifact->mime, artifact->name);
    answer.contentType = contentTypeOf(artifact->mime);
    answer.streamBytes = artifact->bytes;
    if (artifact->bytes == 0)
        return answer;
    answer.stream = [held = std::make_shared<UniqueFd>(std::move(file))](BodySink& sink) {
        copyTo(sink, held->get());
    };
    return answer;
}

Result<Answer> listArtifacts(const ServerParts& parts, const Call& call)
{
    const auto id = parameter(call, "run");
    SANDBENCH_TRY(const auto artifacts, parts.workspace.artifacts(call.caller, id));
    return jsonAnswer({{"artifacts", workspace::artifactViews(artifacts, artifactPrefix(id))}});
}

} // namespace

Result<UniqueFd> openArtifact(const Artifact& artifact)
{
    if (artifact.storedPath.empty())
        return Error(
            ErrorCode::NotFound,
            artifact.note.empty() ? "the artifact's bytes were not kept" : artifact.note);
    UniqueFd file(::open(artifact.storedPath.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    struct stat facts = {};
    if (!file || ::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)
        || static_cast<std::uint64_t>(facts.st_size) != artifact.bytes)
        return Error(ErrorCode::NotFound, "the artifact's bytes are gone");
    return file;
}

Result<std::string> artifactBytes(const Artifact& artifact, std::uint64_t limit)
{
    if (artifact.bytes > limit)
        return Error(
            ErrorCode::ResourceExhausted,
            "the result has more than " + std::to_string(limit) + " bytes");
    SANDBENCH_TRY(const auto file, openArtifact(artifact));
    std::string bytes(artifact.bytes, 0);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count = ::read(file.get(), bytes.data() + done, bytes.size() - done);
        if (count <= 0)
            return Error(ErrorCode::NotFound, "the artifact's bytes are gone");
        done += static_cast<std::size_t>(count);
    }
    return bytes;
}

Result<Answer> chart(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto artifact, artifactOf(parts, call));
    if (!artifact->facts.chart)
        return Error(ErrorCode::NotFound, "the artifact is no chart whose numbers are known");
    SANDBENCH_TRY_VOID(call.charge(kMostOfValue * valueCount(*artifact->facts.chart)));
    const auto format = jsonString(call.options, "format", "json");
    if (format == "json")
        return jsonAnswer(toJson(*artifact->facts.chart));
    Answer answer;
    answer.headers = untrustedHeaders("text/csv", artifact->name + ".csv");
    answer.contentType = "text/csv; charset=utf-8";
    answer.body = table::csvOf(tableOf(*artifact->facts.chart));
    return answer;
}

void addArtifacts(Routes& routes, ServerParts& parts)
{
    add(routes, "artifacts", "GET /runs/{run}/artifacts", "listArtifacts",
        "What a run made: pictures, charts, tables and files", with(parts, listArtifacts))
        .answer
        = {{"artifacts",
            FieldType::ObjectList,
            "In their order",
            true,
            {},
            0,
            0,
            {{"index", FieldType::Integer, "Its place, from 0"},
             {"name", FieldType::Text, "As the program called it"},
             {"mime", FieldType::Text, "By its bytes"},
             {"bytes", FieldType::Integer, "Its size"},
             {"width", FieldType::Integer, "Pixels; 0 = unknown"},
             {"height", FieldType::Integer, "Pixels; 0 = unknown"},
             {"title", FieldType::Text, "Of the figure or chart, or the file's path; may be empty"},
             {"time_ms", FieldType::Integer, "When it was made, after the begin of the run"},
             {"dpi", FieldType::Number, "Dots per inch; 0 = unknown"},
             {"source", FieldType::Object, "file and line that made it; null = unknown"},
             {"from", FieldType::Text, "file: the run left it; call: it was shown"},
             {"form_of", FieldType::Text, "The result before it that shows the same; null = none"},
             {"process", FieldType::Integer, "The child that showed it; null = the program"},
             {"has_chart", FieldType::Boolean, "Its numbers are at url/chart"},
             {"url", FieldType::Text, "Where its bytes are"}}}};
    add(routes, "artifacts", "GET /runs/{run}/artifacts/{index}", "getArtifact",
        "An artifact's bytes; a browser may show pictures, and saves all else", with(parts, bytes))
        .answerType
        = "*/*";
    auto& numbers = add(
        routes, "artifacts", "GET /runs/{run}/artifacts/{index}/chart", "getChart",
        "What a figure of matplotlib or Plotly shows: titles, axes, series", with(parts, chart));
    numbers.query
        = {{"format",
            FieldType::Text,
            "json (default), or csv: a row for each point",
            false,
            {"json", "csv"}}};
    numbers.answer
        = {{"title", FieldType::Text, "Of the whole figure; may be empty", true},
           {"panels",
            FieldType::ObjectList,
            "One for each coordinate system",
            true,
            {},
            0,
            0,
            {{"title", FieldType::Text, "May be empty"},
             {"x", FieldType::Object, "label, scale, ticks, tick_labels"},
             {"y", FieldType::Object, "The same"},
             {"series", FieldType::ObjectList,
              "kind, label, horizontal, points, columns of name and values"},
             {"others", FieldType::Integer, "Things in it that have no numbers here"}}},
           {"cut", FieldType::Boolean, "Some series has more points than are here", true}};
}

} // namespace sandbench::rest
