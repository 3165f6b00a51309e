// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/language/language.h"

#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <span>

namespace sandbench {
namespace {

constexpr std::string_view kIdCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-_+";

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

Result<std::vector<std::string>>
readTexts(const Json& object, std::string_view field, std::string_view shownAs)
{
    const Json& list = jsonField(object, field);
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

Result<void>
checkKeys(const Json& object, std::span<const std::string_view> known, std::string_view prefix)
{
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        std::string names;
        for (const auto name : known)
            names += (names.empty() ? "" : ", ") + std::string(name);
        return fieldError(std::string(prefix) + key, "is not known; the known ones are " + names);
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
    static constexpr std::array<std::string_view, 3> kKnown = {"source", "argv", "preload"};
    SANDBENCH_TRY_VOID(checkKeys(kernel, kKnown, "kernel."));
    auto source = readText(kernel, "source");
    if (!source)
        return fieldError("kernel.source", "is missing or is not a non-empty text");
    language.kernelSource = *std::move(source);
    SANDBENCH_TRY(language.kernelArgv, readTexts(kernel, "argv", "kernel.argv"));
    if (kernel.contains("preload")) {
        SANDBENCH_TRY(language.kernelPreload, readTexts(kernel, "preload", "kernel.preload"));
    }
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

Result<void> checkRun(const Language& language)
{
    if (std::count(language.run.begin(), language.run.end(), "{file}") != 1)
        return fieldError("run", "must hold \"{file}\" exactly once");
    if (std::count(language.run.begin(), language.run.end(), "{args}") > 1)
        return fieldError("run", "must not hold \"{args}\" more than once");
    if (language.run[0] == "{args}")
        return fieldError("run", "must not begin with \"{args}\"");
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
    static constexpr std::array<std::string_view, 11> kKnown
        = {"id",    "name",         "extensions", "default_file_name", "run",  "env",
           "probe", "install_hint", "kernel",     "contexts",          "image"};
    SANDBENCH_TRY_VOID(checkKeys(object, kKnown, ""));
    Language language;
    SANDBENCH_TRY(language.id, readText(object, "id"));
    SANDBENCH_TRY_VOID(checkId(language));
    SANDBENCH_TRY(language.name, readText(object, "name"));
    SANDBENCH_TRY(language.extensions, readTexts(object, "extensions", "extensions"));
    SANDBENCH_TRY_VOID(checkExtensions(language));
    SANDBENCH_TRY(language.defaultFileName, readText(object, "default_file_name"));
    SANDBENCH_TRY_VOID(checkFileName(language));
    SANDBENCH_TRY(language.run, readTexts(object, "run", "run"));
    SANDBENCH_TRY_VOID(checkRun(language));
    SANDBENCH_TRY_VOID(readEnv(object, language));
    SANDBENCH_TRY(language.probe, readText(object, "probe"));
    SANDBENCH_TRY(language.installHint, readText(object, "install_hint"));
    SANDBENCH_TRY_VOID(readKernel(object, language));
    const Json& contexts = jsonField(object, "contexts");
    if (!contexts.is_null() && !contexts.is_boolean())
        return fieldError("contexts", "is not true or false");
    language.contexts = contexts.is_boolean() && contexts.get<bool>();
    if (object.contains("image")) {
        SANDBENCH_TRY(language.image, readText(object, "image"));
        if (language.image.find_first_of(" \t\n") != std::string::npos)
            return fieldError("image", "is no name of an image such as \"python:3.12\"");
    }
    if (language.contexts && language.kernelSource.empty())
        return fieldError("contexts", "is true, but the language has no kernel to keep them");
    return language;
}

std::string defaultImage(const Language* language)
{
    return language && !language->image.empty() ? language->image : kDefaultImage;
}

} // namespace sandbench
