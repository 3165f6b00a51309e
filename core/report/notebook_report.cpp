// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/notebook_report.h"

#include "core/base/base64.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/report/html_text.h"
#include "core/report/markdown_report.h"

namespace sandbench::report {

namespace {

/// Reads results as long as there is room for them.
class ResultReader
{
public:
    ResultReader(
        const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
        const ReportBounds& bounds)
        : m_results(results)
        , m_bytesOf(bytesOf)
        , m_room(bounds.resultBytes)
    {
    }

    Result<std::string> read(std::size_t index)
    {
        const auto& result = m_results[index];
        if (!result.note.empty())
            return Error(ErrorCode::NotFound, result.note);
        if (result.bytes > m_room)
            return Error(ErrorCode::ResourceExhausted, "left out: the report would be too large");
        m_room -= result.bytes;
        return m_bytesOf(index);
    }

private:
    const std::vector<Artifact>& m_results;
    const BytesOfResult& m_bytesOf;
    std::uint64_t m_room;
};

Json markdownCell(const char* id, const std::string& text)
{
    return {{"cell_type", "markdown"}, {"id", id}, {"metadata", Json::object()}, {"source", text}};
}

Json streamOutput(const char* name, const std::string& text)
{
    return {{"output_type", "stream"}, {"name", name}, {"text", text}};
}

/// What a notebook has as text, and what as JSON; all else is base64.
bool isTextOutput(std::string_view mime)
{
    return mime.starts_with("text/") || mime == "image/svg+xml" || mime.ends_with("+xml");
}

Json dataOf(std::string_view mime, const std::string& bytes)
{
    if (mime == "application/json" || mime.ends_with("+json"))
        if (auto json = parseJson(bytes, bytes.size() + 1))
            return *std::move(json);
    return isTextOutput(mime) ? Json(replaceInvalidUtf8(bytes)) : Json(toBase64(bytes));
}

Json resultOutput(const Artifact& result, const Result<std::string>& bytes)
{
    const auto name = replaceInvalidUtf8(result.name);
    auto data = Json::object();
    data["text/plain"] = bytes ? name : name + ": " + replaceInvalidUtf8(bytes.error().text());
    if (bytes)
        data[replaceInvalidUtf8(result.mime)] = dataOf(result.mime, *bytes);
    return {
        {"output_type", "display_data"}, {"data", std::move(data)}, {"metadata", Json::object()}};
}

void addError(Json& outputs, const Json& record)
{
    const auto& error = jsonField(record, "error");
    if (!error.is_object())
        return;
    auto lines = Json::array();
    const auto traceback = jsonString(error, "traceback");
    for (std::string_view rest = traceback; !rest.empty();)
        lines.push_back(std::string(takeUpTo(rest, '\n')));
    outputs.push_back(
        {{"output_type", "error"},
         {"ename", jsonString(error, "name")},
         {"evalue", jsonString(error, "value")},
         {"traceback", std::move(lines)}});
}

Json outputsOf(
    const Json& record, const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
    const ReportBounds& bounds)
{
    auto outputs = Json::array();
    for (const auto* stream : {"stdout", "stderr"})
        if (const auto text = jsonString(record, stream); !text.empty())
            outputs.push_back(
                streamOutput(stream, std::string(cutAtCharacter(text, bounds.textBytes))));
    ResultReader reader(results, bytesOf, bounds);
    for (std::size_t i = 0; i < std::min(results.size(), bounds.results); ++i)
        outputs.push_back(resultOutput(results[i], reader.read(i)));
    if (const auto value = jsonString(record, "result"); !value.empty())
        outputs.push_back(
            {{"output_type", "execute_result"},
             {"execution_count", 1},
             {"data", {{"text/plain", value}}},
             {"metadata", Json::object()}});
    addError(outputs, record);
    return outputs;
}

} // namespace

std::string notebookReport(
    const Json& record, const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
    const ReportBounds& bounds)
{
    const auto& program = jsonField(record, "program");
    Json code
        = {{"cell_type", "code"},
           {"id", "program"},
           {"execution_count", 1},
           {"metadata", Json::object()},
           {"source", jsonString(program, "code")}};
    code["outputs"] = outputsOf(record, results, bytesOf, bounds);
    const auto language = jsonString(record, "language");
    Json metadata = {{"language_info", {{"name", language}}}};
    if (language == "python")
        metadata["kernelspec"]
            = {{"name", "python3"}, {"display_name", "Python 3"}, {"language", "python"}};
    return writeJson(
               Json{
                   {"nbformat", 4},
                   {"nbformat_minor", 5},
                   {"metadata", std::move(metadata)},
                   {"cells",
                    Json::array(
                        {markdownCell("report", markdownSummary(record)), std::move(code)})}},
               1)
        + "\n";
}

std::string jsonReport(
    const Json& record, const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
    const ReportBounds& bounds)
{
    ResultReader reader(results, bytesOf, bounds);
    auto list = Json::array();
    for (std::size_t i = 0; i < std::min(results.size(), bounds.results); ++i) {
        Json entry
            = {{"index", i},
               {"name", replaceInvalidUtf8(results[i].name)},
               {"mime", replaceInvalidUtf8(results[i].mime)},
               {"bytes", results[i].bytes}};
        if (const auto bytes = reader.read(i))
            entry["base64"] = toBase64(*bytes);
        else
            entry["note"] = replaceInvalidUtf8(bytes.error().text());
        list.push_back(std::move(entry));
    }
    return writeJson(
               Json{
                   {"schema", "sandbench.report/1"},
                   {"record", record},
                   {"results", std::move(list)}},
               1)
        + "\n";
}

} // namespace sandbench::report
