// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/get_files.h"

#include "app/cli/text.h"
#include "core/base/option_values.h"

#include <filesystem>
#include <set>

namespace sandbench::cli {
namespace {

Result<GetSpec> parseGet(const std::string& text, std::string_view option)
{
    const auto colon = text.find(':');
    GetSpec get = {text.substr(0, colon), {}};
    const auto name = std::filesystem::path(get.source).filename().string();
    if (name.empty() || name == "." || name == "..")
        return optionError(option, "'" + text + "' names no file; write PATH or PATH:DEST");
    if (colon == std::string::npos) {
        get.destination = name;
        return get;
    }
    get.destination = text.substr(colon + 1);
    if (get.destination.empty())
        return optionError(option, "'" + text + "' has nothing behind its colon");
    std::error_code ignored;
    if (get.destination.ends_with('/') || std::filesystem::is_directory(get.destination, ignored))
        get.destination = (std::filesystem::path(get.destination) / name).string();
    return get;
}

Result<void> getOne(Session& session, const GetSpec& get, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(makeFolderOf(get));
    return session.copyOut(get.source, get.destination, std::move(stop));
}

} // namespace

Result<void> makeFolderOf(const GetSpec& get)
{
    std::error_code failure;
    if (const auto folder = std::filesystem::path(get.destination).parent_path(); !folder.empty())
        std::filesystem::create_directories(folder, failure);
    if (failure)
        return Error(
            ErrorCode::Io,
            "cannot make the folder of " + get.destination + ": " + failure.message());
    return {};
}

Result<std::vector<GetSpec>>
parseGets(const std::vector<std::string>& texts, std::string_view option)
{
    std::vector<GetSpec> gets;
    std::set<std::string> taken;
    for (const auto& text : texts) {
        SANDBENCH_TRY(auto get, parseGet(text, option));
        if (!taken.insert(std::filesystem::path(get.destination).lexically_normal()).second)
            return optionError(
                option, "two files would go to " + get.destination + "; write PATH:DEST");
        gets.push_back(std::move(get));
    }
    return gets;
}

Result<void>
getFiles(Session& session, const std::vector<GetSpec>& gets, bool say, const std::stop_token& stop)
{
    Result<void> all;
    for (const auto& get : gets) {
        auto got = getOne(session, get, stop).within("--get");
        if (got && say)
            note("saved " + printable(get.destination));
        if (!got && all)
            all = std::move(got);
        else if (!got)
            note(got.error().text());
    }
    return all;
}

} // namespace sandbench::cli
