// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/guest_files.h"
#include "app/rest/wire/header_text.h"
#include "app/rest/wire/multipart.h"
#include "core/base/text.h"

#include <utility>

namespace sandbench::rest {

namespace {

using workspace::Scope;

const Fields kEntry
    = {{"path", FieldType::Text, "Absolute, in the sandbox"},
       {"type", FieldType::Text, "file, directory, link or other"},
       {"bytes", FieldType::Integer, "Its size"},
       {"modified_at", FieldType::Number, "Seconds since 1970"},
       {"mode", FieldType::Text, "Octal: \"644\""}};

const Field kAbsolute
    = {"absolute", FieldType::Boolean,
       "The path begins at the sandbox's root, not its working "
       "folder"};
const Field kMode = {"mode", FieldType::Text, "Octal: \"644\""};

Result<std::string> pathIn(const Call& call)
{
    return guestPath(parameter(call, "path"), jsonBool(call.options, "absolute"));
}

Result<Answer> listFolder(UsedSandbox sandbox, const Call& call)
{
    SANDBENCH_TRY(
        const auto path,
        guestFolder(jsonString(call.options, "path"), jsonBool(call.options, "absolute")));
    const auto found = sandbox.session().listFiles(
        path, static_cast<int>(jsonInt(call.options, "depth", 1)),
        static_cast<std::size_t>(jsonInt(call.options, "limit", 1000)), call.stop);
    if (!found)
        return found.error();
    return jsonAnswer(
        {{"files", jsonList(found->entries, entryView)}, {"truncated", found->isTruncated}});
}

Result<Answer> download(UsedSandbox sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto path, pathIn(call));
    return downloadAnswer(std::move(sandbox), path, call.stop);
}

Result<Answer> writeFile(UsedSandbox sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto path, pathIn(call));
    SANDBENCH_TRY(const auto mode, readMode(jsonString(call.options, "mode", "644")));
    Upload upload(sandbox, call, mode);
    SANDBENCH_TRY_VOID(upload.begin(path));
    const auto refuseForm = [](const BodySource::Part&) -> Result<void> {
        return Error(
            ErrorCode::InvalidArgument, "the body is the file itself; forms go to …/files by POST");
    };
    if (call.body)
        SANDBENCH_TRY_VOID(call.body->stream(
            refuseForm, [&](std::string_view bytes) { return upload.add(bytes); }));
    SANDBENCH_TRY_VOID(upload.end());
    return jsonAnswer({{"files", upload.written()}}, 201);
}

/// The parts before the one that failed stay written, which their sender has to know.
Answer halfDone(const Error& error, const Json& written)
{
    auto answer = problemAnswer(error);
    if (auto problem = parseJson(answer.body)) {
        (*problem)["written"] = written;
        answer.body = writeJson(*problem) + "\n";
    }
    return answer;
}

/// The parts of a form: files, and "path", the folder of those after it.
class FormOfFiles
{
public:
    FormOfFiles(Upload& upload, std::string folder, bool isAbsolute)
        : m_upload(upload)
        , m_folder(std::move(folder))
        , m_isAbsolute(isAbsolute)
    {
    }

    Result<void> begin(const BodySource::Part& part)
    {
        SANDBENCH_TRY_VOID(endPart());
        if (part.isField && part.name != "path")
            return Error(
                ErrorCode::InvalidArgument,
                oneLine(part.name, kLongestName)
                    + ": is not known; files have a file name, and the only field is path");
        if (part.isField)
            m_now = Now::Folder;
        if (part.isField || part.fileName.empty())
            return {};
        SANDBENCH_TRY(const auto relative, guestPath(part.fileName, false));
        m_now = Now::File;
        ++m_files;
        return m_upload.begin(m_folder == "." ? relative : m_folder + "/" + relative);
    }
    Result<void> add(std::string_view bytes)
    {
        if (m_now == Now::File)
            return m_upload.add(bytes);
        if (bytes.empty())
            return {};
        m_field += bytes;
        if (m_now == Now::Folder && m_field.size() <= kLongestPath)
            return {};
        return Error(
            ErrorCode::InvalidArgument,
            m_now == Now::Folder ? "path: is too long" : "a file has no name");
    }
    Result<void> end()
    {
        SANDBENCH_TRY_VOID(endPart());
        return m_files > 0 ? Result<void>()
                           : Error(ErrorCode::InvalidArgument, "the form has no file in it");
    }

private:
    static constexpr std::size_t kLongestName = 80, kLongestPath = 4096;
    enum class Now { Nothing, File, Folder };

    Result<void> endPart()
    {
        const auto was = std::exchange(m_now, Now::Nothing);
        if (was == Now::File)
            return m_upload.end();
        if (was == Now::Folder) {
            SANDBENCH_TRY(m_folder, guestFolder(std::exchange(m_field, {}), m_isAbsolute));
        }
        return {};
    }

    Upload& m_upload;
    std::string m_folder, m_field;
    const bool m_isAbsolute;
    std::size_t m_files = 0;
    Now m_now = Now::Nothing;
};

Result<Answer> writeForm(UsedSandbox sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto mode, readMode(jsonString(call.options, "mode", "644")));
    SANDBENCH_TRY(
        const auto folder,
        guestFolder(jsonString(call.options, "path"), jsonBool(call.options, "absolute")));
    if (mediaType(call.header("content-type")) != kFormType || !call.body)
        return problemAnswer(
            415, "unsupported_media_type",
            "files come as multipart/form-data, or one by PUT /sessions/{id}/files/{path}");
    Upload upload(sandbox, call, mode);
    FormOfFiles form(upload, folder, jsonBool(call.options, "absolute"));
    auto done = call.body->stream(
        [&](const BodySource::Part& part) { return form.begin(part); },
        [&](std::string_view bytes) { return form.add(bytes); });
    if (done)
        done = form.end();
    if (!done)
        return halfDone(done.error(), upload.written());
    return jsonAnswer({{"files", upload.written()}}, 201);
}

Result<Answer> removeFile(UsedSandbox sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto path, pathIn(call));
    const auto removed
        = sandbox.session().removeFile(path, jsonBool(call.options, "recursive"), call.stop);
    if (removed)
        return Answer{.status = 204};
    if (removed.error().code() == ErrorCode::AlreadyExists)
        return problemAnswer(
            409, "not_empty", "the folder is not empty; recursive=true removes what is in it too");
    return removed.error();
}

Result<Answer> makeFolder(UsedSandbox sandbox, const Call& call)
{
    SANDBENCH_TRY(
        const auto path, guestPath(jsonString(call.json, "path"), jsonBool(call.json, "absolute")));
    SANDBENCH_TRY_VOID(onDisk(sandbox.session().makeFolder(path, call.stop)));
    return jsonAnswer({{"path", path}}, 201);
}

Result<Answer> rename(UsedSandbox sandbox, const Call& call)
{
    const bool absolute = jsonBool(call.json, "absolute");
    SANDBENCH_TRY(const auto from, guestPath(jsonString(call.json, "from"), absolute));
    SANDBENCH_TRY(const auto to, guestPath(jsonString(call.json, "to"), absolute));
    SANDBENCH_TRY_VOID(onDisk(sandbox.session().renameFile(from, to, call.stop)));
    return jsonAnswer({{"path", to}});
}

void addChanges(Routes& routes, ServerParts& parts)
{
    auto& folder = add(
        routes, "files", "POST /sessions/{id}/folders", "makeFolder",
        "Makes a folder and those above it", inSandbox(parts, makeFolder));
    folder.body = {{"path", FieldType::Text, "Of the folder", true}, kAbsolute};
    folder.answer = {{"path", FieldType::Text, "Of the folder"}};
    folder.goodStatus = 201;
    auto& move = add(
        routes, "files", "POST /sessions/{id}/rename", "renameFile", "Gives a file another name",
        inSandbox(parts, rename));
    move.body
        = {{"from", FieldType::Text, "Its name", true},
           {"to", FieldType::Text, "Its new name", true},
           kAbsolute};
    move.answer = {{"path", FieldType::Text, "The new one"}};
    auto& removal = add(
        routes, "files", "DELETE /sessions/{id}/files/{path...}", "deleteFile",
        "Removes a file or folder", inSandbox(parts, removeFile));
    removal.query = {kAbsolute, {"recursive", FieldType::Boolean, "A folder with all in it"}};
    removal.goodStatus = 204;
}

} // namespace

void addFiles(Routes& routes, ServerParts& parts)
{
    const Fields written = {{"files", FieldType::ObjectList, "What was written"}};
    auto& listing = add(
        routes, "files", "GET /sessions/{id}/files", "listFiles",
        "What is in a folder of the sandbox", inSandbox(parts, listFolder));
    listing.query
        = {{"path", FieldType::Text, "The folder; absent = the working folder"},
           kAbsolute,
           {"depth", FieldType::Integer, "1 = its own entries", false, {}, 1, kDeepest},
           {"limit", FieldType::Integer, "Most entries", false, {}, 1, kMostEntries}};
    listing.answer
        = {{"files", FieldType::ObjectList, "The entries", true, {}, 0, 0, kEntry},
           {"truncated", FieldType::Boolean, "There were more"}};
    auto& form = add(
        routes, "files", "POST /sessions/{id}/files", "uploadFiles",
        "Writes files into a folder: parts of the form that have a file name",
        inSandbox(parts, writeForm));
    form.query
        = {{"path", FieldType::Text, "The folder; absent = the working folder"}, kAbsolute, kMode};
    form.bodyType = "multipart/form-data";
    form.answer = written;
    form.goodStatus = 201;
    auto& reading = add(
        routes, "files", "GET /sessions/{id}/files/{path...}", "downloadFile", "A file's bytes",
        inSandbox(parts, download));
    reading.query = {kAbsolute};
    reading.answerType = "*/*";
    auto& writing = add(
        routes, "files", "PUT /sessions/{id}/files/{path...}", "writeFile",
        "Writes a file and makes the folders above it", inSandbox(parts, writeFile));
    writing.query = {kAbsolute, kMode};
    writing.bodyType = "application/octet-stream";
    writing.answer = written;
    writing.goodStatus = 201;
    addChanges(routes, parts);
}

} // namespace sandbench::rest
