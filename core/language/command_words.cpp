// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/language/command_words.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sandbench {

namespace {

constexpr std::array<std::string_view, 9> kInCompile
    = {"file", "files", "root", "build", "stem", "module", "home", "tmp", "work"};
constexpr std::array<std::string_view, 10> kInRun
    = {"file", "args", "root", "build", "stem", "module", "class", "home", "tmp", "work"};
constexpr std::array<std::string_view, 3> kInEnvironment = {"home", "tmp", "work"};

std::span<const std::string_view> known(CommandPlace place)
{
    switch (place) {
    case CommandPlace::Compile:
        return kInCompile;
    case CommandPlace::Run:
        return kInRun;
    case CommandPlace::Environment:
        break;
    }
    return kInEnvironment;
}

struct Placeholder
{
    std::size_t at;
    std::string_view name;
    std::size_t end() const { return at + name.size() + 2; }
};

std::optional<Placeholder> nextPlaceholder(std::string_view word, std::size_t from)
{
    for (auto at = word.find('{', from); at != std::string_view::npos;
         at = word.find('{', at + 1)) {
        const auto rest = word.substr(at + 1);
        const auto length
            = std::find_if_not(
                  rest.begin(), rest.end(), [](char c) { return c >= 'a' && c <= 'z'; })
            - rest.begin();
        const auto size = static_cast<std::size_t>(length);
        if (size > 0 && size < rest.size() && rest[size] == '}')
            return Placeholder{at, rest.substr(0, size)};
    }
    return std::nullopt;
}

std::string_view withoutExtension(std::string_view path)
{
    const auto slash = path.rfind('/');
    const auto nameAt = slash == std::string_view::npos ? 0 : slash + 1;
    const auto dot = path.rfind('.');
    return dot == std::string_view::npos || dot <= nameAt ? path : path.substr(0, dot);
}

std::string_view valueOf(std::string_view name, const CommandValues& values)
{
    if (name == "file")
        return values.file;
    if (name == "root")
        return values.root;
    if (name == "build")
        return values.build;
    if (name == "stem")
        return values.stem();
    if (name == "module")
        return values.module();
    if (name == "class")
        return values.mainClass;
    if (name == "home")
        return values.home;
    return name == "tmp" ? values.temporary : values.work;
}

} // namespace

std::string_view CommandValues::stem() const
{
    const auto path = withoutExtension(file);
    return path.substr(path.rfind('/') + 1);
}

std::string_view CommandValues::module() const
{
    const auto path = withoutExtension(file);
    const bool isBelow
        = path.size() > root.size() && path.starts_with(root) && path[root.size()] == '/';
    return isBelow ? path.substr(root.size() + 1) : stem();
}

Result<void> checkCommandWord(std::string_view word, CommandPlace place)
{
    const auto names = known(place);
    for (auto found = nextPlaceholder(word, 0); found;
         found = nextPlaceholder(word, found->end())) {
        const auto shown = "\"{" + std::string(found->name) + "}\"";
        if (std::find(names.begin(), names.end(), found->name) == names.end()) {
            std::string list;
            for (const auto name : names)
                list += (list.empty() ? "{" : ", {") + std::string(name) + "}";
            return Error(
                ErrorCode::InvalidArgument,
                "holds " + shown + ", which is no placeholder here; the known ones are " + list);
        }
        const bool isList = found->name == "files" || found->name == "args";
        if (isList && word.size() != found->name.size() + 2)
            return Error(
                ErrorCode::InvalidArgument,
                "holds " + shown + " as part of a word; it must be a word of its own");
    }
    return {};
}

bool usesPlaceholder(std::span<const std::string> words, std::string_view placeholder)
{
    return std::any_of(words.begin(), words.end(), [placeholder](const std::string& word) {
        return word.find(placeholder) != std::string::npos;
    });
}

std::string fillIn(std::string_view word, const CommandValues& values)
{
    std::string out;
    std::size_t done = 0;
    for (auto found = nextPlaceholder(word, 0); found;
         found = nextPlaceholder(word, found->end())) {
        out += word.substr(done, found->at - done);
        out += valueOf(found->name, values);
        done = found->end();
    }
    return out += word.substr(done);
}

std::vector<std::string> fillIn(std::span<const std::string> words, const CommandValues& values)
{
    std::vector<std::string> out;
    for (const auto& word : words) {
        if (word == "{files}")
            out.insert(out.end(), values.files.begin(), values.files.end());
        else if (word == "{args}")
            out.insert(out.end(), values.arguments.begin(), values.arguments.end());
        else
            out.push_back(fillIn(std::string_view(word), values));
    }
    return out;
}

} // namespace sandbench
