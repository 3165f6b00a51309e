// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/language/language.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/language/command_words.h"

#include <algorithm>
#include <array>
#include <span>

namespace sandbench {
namespace {

constexpr std::string_view kIdCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-_+";
constexpr std::size_t kMaxSteps = 8;
constexpr std::array<std::string_view, 8> kPackageManagers
    = {"pip", "npm", "gem", "go", "cargo", "cran", "composer", "apt"};

Error fieldError(std::string_view field, std::string_view expected)
{
    return Error(
        ErrorCode::InvalidArgument, "field '" + std::string(field) + "' " + std::string(expected));
}

// A NUL would silently cut what the kernel sees of an argument or a name.
bool hasNul(std::string_view text)
{
    return text.find('\0') != std::string_view::npos;
}

Result<std::string> readText(const Json& object, std::string_view field)
{
    const Json& value = jsonField(object, field);
    if (!value.is_string() || value.get_ref<const std::string&>().empty())
        return fieldError(field, "is missing or is not a non-empty text");
    auto text = value.get<std::string>();
    if (hasNul(text))
        return fieldError(field, "holds a NUL character");
    return text;
}

Result<std::vector<std::string>> textsIn(const Json& list, std::string_view shownAs)
{
    if (!list.is_array() || list.empty())
        return fieldError(shownAs, "is missing or is not a non-empty list of texts");
    std::vector<std::string> texts;
    for (const Json& item : list) {
        if (!item.is_string() || item.get_ref<const std::string&>().empty()
            || hasNul(item.get_ref<const std::string&>()))
            return fieldError(shownAs, "holds something that is not a non-empty text");
        texts.push_back(item.get<std::string>());
    }
    return texts;
}

Result<std::vector<std::string>>
readTexts(const Json& object, std::string_view field, std::string_view shownAs)
{
    return textsIn(jsonField(object, field), shownAs);
}

Result<void>
checkKeys(const Json& object, std::span<const std::string_view> known, std::string_view prefix)
{
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        return fieldError(
            std::string(prefix) + key, "is not known; the known ones are " + listed(known));
    }
    return {};
}

Result<void> readKernel(const Json& object, Language& language)
{
    const Json& kernel = jsonField(object, "kernel");
    if (kernel.is_null())
        return {};
    if (!kernel.is_object())
        return fieldError("kernel", "is not an object");
    static constexpr std::array<std::string_view, 4> kKnown
        = {"source", "argv", "preload", "protocol"};
    SANDBENCH_TRY_VOID(checkKeys(kernel, kKnown, "kernel."));
    auto source = readText(kernel, "source");
    if (!source)
        return fieldError("kernel.source", "is missing or is not a non-empty text");
    language.kernelSource = *std::move(source);
    SANDBENCH_TRY(language.kernelArgv, readTexts(kernel, "argv", "kernel.argv"));
    if (kernel.contains("protocol")) {
        SANDBENCH_TRY(const auto protocol, readText(kernel, "protocol"));
        if (protocol != "seats" && protocol != "lines")
            return fieldError("kernel.protocol", "is neither \"seats\" nor \"lines\"");
        language.kernelSpeaksLines = protocol == "lines";
    }
    if (kernel.contains("preload")) {
        SANDBENCH_TRY(language.kernelPreload, readTexts(kernel, "preload", "kernel.preload"));
    }
    return {};
}

Result<void> readHook(const Json& object, Language& language)
{
    const Json& hook = jsonField(object, "hook");
    if (hook.is_null())
        return {};
    if (!hook.is_object())
        return fieldError("hook", "is not an object");
    static constexpr std::array<std::string_view, 3> kKnown = {"source", "env", "prefix"};
    SANDBENCH_TRY_VOID(checkKeys(hook, kKnown, "hook."));
    SANDBENCH_TRY(language.hookSource, readText(hook, "source"));
    SANDBENCH_TRY(language.hookEnv, readText(hook, "env"));
    if (hook.contains("prefix")) {
        SANDBENCH_TRY(language.hookPrefix, readText(hook, "prefix"));
    }
    if (language.hookEnv.find('=') != std::string::npos)
        return fieldError("hook.env", "is no name that an environment variable can have");
    return {};
}

Result<void> readEnv(const Json& object, Language& language)
{
    const Json& env = jsonField(object, "env");
    if (env.is_null())
        return {};
    if (!env.is_object())
        return fieldError("env", "is not an object of texts");
    for (const auto& [key, value] : env.items()) {
        if (key.empty() || key.find('=') != std::string::npos || hasNul(key))
            return fieldError("env", "holds a name that no environment variable can have");
        if (!value.is_string() || hasNul(value.get_ref<const std::string&>()))
            return fieldError("env." + key, "is not a text");
        const auto checked
            = checkCommandWord(value.get_ref<const std::string&>(), CommandPlace::Environment);
        if (!checked)
            return fieldError("env." + key, checked.error().message());
        language.env[key] = value.get<std::string>();
    }
    return {};
}

Result<void> checkId(const Language& language)
{
    if (language.id.size() <= 40
        && language.id.find_first_not_of(kIdCharacters) == std::string::npos)
        return {};
    return fieldError("id", "may hold only a-z, 0-9, '-', '_' and '+', at most 40 of them");
}

Result<void> checkExtensions(const Language& language)
{
    for (const auto& extension : language.extensions) {
        if (extension.size() < 2 || extension[0] != '.' || extension.find('/') != std::string::npos)
            return fieldError("extensions", "holds '" + extension + "', which is not like \".py\"");
    }
    return {};
}

Result<void>
checkWords(const std::vector<std::string>& words, std::string_view field, CommandPlace place)
{
    if (words[0] == "{args}" || words[0] == "{files}")
        return fieldError(field, "must not begin with '" + words[0] + "'");
    for (const auto& word : words)
        if (auto checked = checkCommandWord(word, place); !checked)
            return fieldError(field, checked.error().message());
    return {};
}

Result<void> checkRun(const Language& language)
{
    const auto& run = language.run;
    SANDBENCH_TRY_VOID(checkWords(run, "run", CommandPlace::Run));
    if (std::count(run.begin(), run.end(), "{args}") > 1)
        return fieldError("run", "must not hold \"{args}\" more than once");
    const auto files = std::count(run.begin(), run.end(), "{file}");
    if (language.compile.empty() && files != 1)
        return fieldError("run", "must hold \"{file}\" exactly once");
    if (language.compile.empty() && usesPlaceholder(run, "{build}"))
        return fieldError("run", "holds \"{build}\", but nothing is compiled");
    if (!language.compile.empty() && !usesPlaceholder(run, "{build}"))
        return fieldError("run", "must hold \"{build}\", where the compiled program is");
    if (usesPlaceholder(run, "{class}") && language.fileNameRule != FileNameRule::JavaPublicClass)
        return fieldError(
            "run", "holds \"{class}\", which needs \"file_name_rule\": \"java_public_class\"");
    return {};
}

Result<void> readCompile(const Json& object, Language& language)
{
    const Json& steps = jsonField(object, "compile");
    if (steps.is_null())
        return {};
    if (!steps.is_array() || steps.empty() || steps.size() > kMaxSteps)
        return fieldError(
            "compile",
            "is not a list of 1 to " + std::to_string(kMaxSteps)
                + " commands, each a list of texts");
    bool usesFile = false;
    for (const Json& step : steps) {
        const auto shownAs = "compile[" + std::to_string(language.compile.size()) + "]";
        SANDBENCH_TRY(auto words, textsIn(step, shownAs));
        SANDBENCH_TRY_VOID(checkWords(words, shownAs, CommandPlace::Compile));
        usesFile
            = usesFile || usesPlaceholder(words, "{file}") || usesPlaceholder(words, "{files}");
        language.compile.push_back(std::move(words));
    }
    return usesFile ? Result<void>() : fieldError("compile", "must hold \"{file}\" or \"{files}\"");
}

bool isPlainPath(std::string_view path)
{
    const auto framed = "/" + std::string(path) + "/";
    return !path.empty() && !hasNul(path) && framed.find("//") == std::string::npos
        && framed.find("/./") == std::string::npos && framed.find("/../") == std::string::npos;
}

Result<void> readBuildFiles(const Json& object, Language& language)
{
    const Json& files = jsonField(object, "build_files");
    if (files.is_null())
        return {};
    if (!files.is_object() || language.compile.empty())
        return fieldError("build_files", "is not an object of texts beside \"compile\"");
    for (const auto& [path, text] : files.items()) {
        if (!isPlainPath(path) || !text.is_string())
            return fieldError(
                "build_files", "holds something else than texts by relative path, \"types/a.txt\"");
        language.buildFiles[path] = text.get<std::string>();
    }
    return {};
}

Result<std::string>
readChoice(const Json& object, std::string_view field, std::span<const std::string_view> choices)
{
    const Json& value = jsonField(object, field);
    if (value.is_null())
        return std::string();
    if (value.is_string())
        for (const auto choice : choices)
            if (value.get_ref<const std::string&>() == choice)
                return std::string(choice);
    return fieldError(field, "is none of " + listed(choices));
}

Result<void> readSources(const Json& object, Language& language)
{
    static constexpr std::array<std::string_view, 1> kRules = {"java_public_class"};
    SANDBENCH_TRY(const auto rule, readChoice(object, "file_name_rule", kRules));
    language.fileNameRule = rule.empty() ? FileNameRule::None : FileNameRule::JavaPublicClass;
    static constexpr std::array<std::string_view, 3> kScopes = {"program", "folder", "project"};
    SANDBENCH_TRY(const auto scope, readChoice(object, "sources", kScopes));
    if (scope == "folder")
        language.sources = SourceScope::Folder;
    if (scope == "project")
        language.sources = SourceScope::Project;
    if (object.contains("source_excludes")) {
        SANDBENCH_TRY(
            language.sourceExcludes, readTexts(object, "source_excludes", "source_excludes"));
    }
    return {};
}

Result<void> checkFileName(const Language& language)
{
    const auto& name = language.defaultFileName;
    if (name.find('/') == std::string::npos && name[0] != '.' && name[0] != '-')
        return {};
    return fieldError("default_file_name", "must be a plain file name such as \"main.py\"");
}

} // namespace

Result<Language> parseLanguage(std::string_view json)
{
    SANDBENCH_TRY(const Json object, parseJson(json, 64U << 10, 8));
    if (!object.is_object())
        return Error(ErrorCode::InvalidArgument, "a language file must hold one JSON object");
    static constexpr std::array<std::string_view, 18> kKnown
        = {"id",
           "name",
           "extensions",
           "default_file_name",
           "sources",
           "file_name_rule",
           "source_excludes",
           "compile",
           "run",
           "build_files",
           "env",
           "probe",
           "kernel",
           "install_hint",
           "contexts",
           "image",
           "packages",
           "hook"};
    SANDBENCH_TRY_VOID(checkKeys(object, kKnown, ""));
    Language language;
    SANDBENCH_TRY(language.id, readText(object, "id"));
    SANDBENCH_TRY_VOID(checkId(language));
    SANDBENCH_TRY(language.name, readText(object, "name"));
    SANDBENCH_TRY(language.extensions, readTexts(object, "extensions", "extensions"));
    SANDBENCH_TRY_VOID(checkExtensions(language));
    SANDBENCH_TRY(language.defaultFileName, readText(object, "default_file_name"));
    SANDBENCH_TRY_VOID(checkFileName(language));
    SANDBENCH_TRY_VOID(readSources(object, language));
    SANDBENCH_TRY_VOID(readCompile(object, language));
    SANDBENCH_TRY_VOID(readBuildFiles(object, language));
    SANDBENCH_TRY(language.run, readTexts(object, "run", "run"));
    SANDBENCH_TRY_VOID(checkRun(language));
    SANDBENCH_TRY_VOID(readEnv(object, language));
    SANDBENCH_TRY(language.probe, readTexts(object, "probe", "probe"));
    SANDBENCH_TRY(language.installHint, readText(object, "install_hint"));
    SANDBENCH_TRY_VOID(readKernel(object, language));
    SANDBENCH_TRY_VOID(readHook(object, language));
    const Json& contexts = jsonField(object, "contexts");
    if (!contexts.is_null() && !contexts.is_boolean())
        return fieldError("contexts", "is not true or false");
    language.contexts = contexts.is_boolean() && contexts.get<bool>();
    if (object.contains("image")) {
        SANDBENCH_TRY(language.image, readText(object, "image"));
        if (language.image.find_first_of(" \t\n") != std::string::npos)
            return fieldError("image", "is no name of an image such as \"python:3.12\"");
    }
    SANDBENCH_TRY(language.packages, readChoice(object, "packages", kPackageManagers));
    if (language.contexts && language.kernelSource.empty())
        return fieldError("contexts", "is true, but the language has no kernel to keep them");
    return language;
}

bool isOwnImage(std::string_view name)
{
    return name == kDefaultImage || name == kLanguagesImage;
}

std::span<const std::string_view> packageManagerIds()
{
    return kPackageManagers;
}

std::string defaultImage(const Language* language)
{
    return language && !language->image.empty() ? language->image : kDefaultImage;
}

} // namespace sandbench
