// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/matrix_axes.h"

#include "core/base/command_words.h"
#include "core/base/option_values.h"
#include "core/base/text.h"

#include <algorithm>

namespace sandbench::cli {
namespace {

/// The names of one axis, each once; @p member: what one of them is called where there is no axis.
Result<std::vector<std::string>>
axisOf(const std::string& option, const std::string& list, const char* member, const Json& typed)
{
    const auto single = jsonString(typed, member);
    if (list.empty())
        return std::vector<std::string>{single};
    if (!single.empty())
        return optionError(option, "leave --" + std::string(member) + " out, or this one");
    std::vector<std::string> names;
    std::string_view rest = list;
    for (bool hasMore = true; hasMore;) {
        hasMore = rest.find(',') != std::string_view::npos;
        std::string name(takeUpTo(rest, ','));
        name.erase(0, name.find_first_not_of(' '));
        name.erase(name.find_last_not_of(' ') + 1); // npos + 1 = 0
        if (name.empty())
            return optionError(option, "names with commas between them, and none of them empty");
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

} // namespace

Result<std::vector<check::MatrixSpot>> spotsOf(const MatrixAxes& axes, const Json& typed)
{
    SANDBENCH_TRY(const auto engines, axisOf("--engines", axes.engines, "engine", typed));
    SANDBENCH_TRY(const auto images, axisOf("--images", axes.images, "image", typed));
    SANDBENCH_TRY(const auto sizes, axisOf("--sizes", axes.sizes, "size", typed));
    return check::spotsOf(engines, images, sizes, typed);
}

Result<std::vector<std::vector<std::string>>> argumentsOf(const MatrixAxes& axes)
{
    std::vector<std::vector<std::string>> all;
    for (const auto& line : axes.lines) {
        auto words = commandWords(line);
        if (!words)
            return optionError("--args", inQuotes(line) + ": " + words.error().text());
        all.push_back(*std::move(words));
    }
    if (all.empty())
        all.emplace_back();
    return all;
}

} // namespace sandbench::cli
