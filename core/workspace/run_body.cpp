// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "core/base/text.h"
#include "core/workspace/member_names.h"
#include "core/workspace/members.h"
#include "core/workspace/requests.h"

#include <algorithm>
#include <deque>

namespace sandbench::workspace {

namespace {

constexpr unsigned kProgramMode = 0755;

Result<std::vector<InputFile>> readFiles(const Json& list)
{
    std::vector<InputFile> files;
    for (const auto& entry : list.is_array() ? list : Json::array()) {
        InputFile file;
        file.destination = jsonString(entry, "path");
        file.bytes = jsonString(entry, "content");
        const auto place = "files[" + std::to_string(files.size()) + "]";
        if (jsonString(entry, "encoding") == "base64") {
            auto bytes = fromBase64(file.bytes);
            if (!bytes)
                return Error(ErrorCode::InvalidArgument, place + ".content: is no base64");
            file.bytes = *std::move(bytes);
        }
        if (jsonBool(entry, "executable"))
            file.mode = kProgramMode;
        files.push_back(std::move(file));
    }
    return files;
}

Result<void> readLimits(const Json& body, RunLimits& limits)
{
    for (const auto& member : runMembers())
        if (auto read = readMember(member, jsonField(body, member.field.name), limits); !read)
            return inMemberNames(read.error());
    return {};
}

Fields fieldsOfLimits()
{
    static std::deque<std::string> texts; // fields keep views
    Fields fields;
    for (const auto& member : runMembers()) {
        fields.push_back(member.field);
        fields.back().description = texts.emplace_back(
            std::string(member.field.description) + " (default: the session's)");
    }
    return fields;
}

Result<void> checkContext(const Language& language, const std::string& context)
{
    if (context.empty())
        return {};
    SANDBENCH_TRY_VOID(checkContextName("context", context));
    if (!language.contexts)
        return Error(
            ErrorCode::InvalidArgument,
            "context: " + language.name + " programs cannot share one; leave it out");
    return {};
}

/// Of what execve(2) is given: one text, and all of them together.
class StartWords
{
public:
    Result<void> add(const std::string& member, std::size_t bytes)
    {
        m_bytes += bytes;
        if (bytes <= kLongest && m_bytes <= kMost)
            return {};
        return Error(
            ErrorCode::InvalidArgument,
            member + ": no program can be given so much; hand it over in a file or as stdin");
    }

private:
    // Linux takes 128 KiB with the end's zero (MAX_ARG_STRLEN), and of a usual stack 2 MiB, which
    // the session's own environment and pointers to all of them are part of.
    static constexpr std::size_t kLongest = (128U << 10) - 1, kMost = 1U << 20;
    std::size_t m_bytes = 0;
};

Fields fieldsOfTheProgram()
{
    using enum FieldType;
    static const Fields kFiles = {
        {"path", Text, "Where programs find it: relative to the working folder, or absolute", true},
        {"content", Text, "Its text, or its bytes in base64", true},
        {"encoding", Text, "Of the content (default: utf-8)", false, {"utf-8", "base64"}},
        {"executable", Boolean, "Default: false"}};
    static const Fields kTerminal
        = {{"rows", Integer, "Lines", false, {}, 1, 4096},
           {"columns", Integer, "Characters of a line", false, {}, 1, 4096}};
    return {
        {"code", Text, "The program"},
        {"language", Text, "Of the program (default: the session's)"},
        {"lang", Text, "The same as language"},
        {"context",
         Text,
         "Run it in this interpreter, whose variables stay; it is opened when "
         "it is not there",
         false,
         {},
         0,
         0,
         {},
         kLongestContextName},
        {"libraries",
         TextList,
         "Packages of the language, installed before",
         false,
         {},
         0,
         0,
         {},
         500},
        {"stdin", Text, "What it reads, and then the end"},
        {"live_input", Boolean,
         "Its input stays open for more (default: true with a terminal and without stdin)"},
        {"terminal", Object, "It gets a terminal", false, {}, 0, 0, kTerminal},
        {"files", ObjectList, "Put there before", false, {}, 0, 0, kFiles, 1000},
        {"file_name", Text, "How the program's file is called"},
        {"arguments", TextList, "Of the program", false, {}, 0, 0, {}, 1000},
        {"command",
         TextList,
         "A program of the sandbox and its arguments, instead of code",
         false,
         {},
         0,
         0,
         {},
         1000},
        {"folder", Text, "Where it starts, absolute"},
        {"env", TextMap, "Environment variables", false, {}, 0, 0, {}, 500},
        {"confirmed", Boolean, "A person says yes to what the policy asks about"},
        {"events", Boolean, "Answer with a stream of events"}};
}

} // namespace

Result<void> checkWords(
    const std::map<std::string, std::string>& env, const std::vector<std::string>& command,
    const std::vector<std::string>& arguments)
{
    StartWords words;
    for (const auto& [name, value] : env)
        SANDBENCH_TRY_VOID(words.add("env." + oneLine(name, 80), name.size() + 1 + value.size()));
    for (const auto& word : command)
        SANDBENCH_TRY_VOID(words.add("command", word.size()));
    for (const auto& word : arguments)
        SANDBENCH_TRY_VOID(words.add("arguments", word.size()));
    return {};
}

Result<void> checkContextName(std::string_view member, const std::string& name)
{
    const bool isPlain = std::none_of(name.begin(), name.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '/';
    });
    if (isPlain && !name.empty() && name.size() <= kLongestContextName && name != "."
        && name != "..")
        return {};
    return Error(
        ErrorCode::InvalidArgument,
        std::string(member) + ": must be a plain name of at most "
            + std::to_string(kLongestContextName) + " bytes, without a slash");
}

const Fields& runFields()
{
    static const auto kFields = [] {
        auto fields = fieldsOfTheProgram();
        const auto limits = fieldsOfLimits();
        fields.insert(fields.end(), limits.begin(), limits.end());
        return fields;
    }();
    return kFields;
}

Result<RunBody> readRun(const Composition& parts, const SandboxRequest& sandbox, const Json& body)
{
    SANDBENCH_TRY_VOID(checkFields(body, runFields()));
    RunBody asked;
    auto& request = asked.request;
    SANDBENCH_TRY(const auto language, languageIn(parts.languages(), body, sandbox.language));
    request.language = language.id;
    request.code = jsonString(body, "code");
    request.command = jsonTexts(body, "command");
    request.context = jsonString(body, "context");
    if (!jsonField(body, "code").is_string() && request.command.empty())
        return Error(ErrorCode::InvalidArgument, "code: is missing");
    if (!request.command.empty() && !request.code.empty())
        return Error(
            ErrorCode::InvalidArgument, "command: there is code as well; leave one of them out");
    SANDBENCH_TRY_VOID(checkContext(language, request.context));
    request.limits = sandbox.runLimits;
    SANDBENCH_TRY_VOID(readLimits(body, request.limits));
    SANDBENCH_TRY(request.files, readFiles(jsonField(body, "files")));
    request.fileName = jsonString(body, "file_name");
    request.arguments = jsonTexts(body, "arguments");
    request.folder = jsonString(body, "folder");
    request.env = textMapIn(body, "env");
    SANDBENCH_TRY_VOID(checkWords(request.env, request.command, request.arguments));
    request.stdinBytes = jsonString(body, "stdin");
    request.gateConfirmed = jsonBool(body, "confirmed");
    if (const auto& terminal = jsonField(body, "terminal"); terminal.is_object())
        request.terminal = TerminalSize{
            static_cast<unsigned>(jsonInt(terminal, "rows", 24)),
            static_cast<unsigned>(jsonInt(terminal, "columns", 80))};
    // Who asks for a terminal means to type, unless all that is read is there already.
    const bool isTyped = request.terminal && !jsonField(body, "stdin").is_string();
    request.liveInput = jsonBool(body, "live_input", isTyped);
    asked.libraries = jsonTexts(body, "libraries");
    asked.wantsEvents = jsonBool(body, "events");
    return asked;
}

} // namespace sandbench::workspace
