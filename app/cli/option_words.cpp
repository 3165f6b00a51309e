// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/option_words.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {

OptionWords wordsOf(const CLI::Option& option)
{
    OptionWords words;
    for (const auto& longName : option.get_lnames())
        words.names.push_back("--" + longName);
    for (const auto& shortName : option.get_snames())
        words.names.push_back("-" + shortName);
    words.type = option.get_items_expected_max() > 0 ? option.get_type_name() : "";
    words.help = option.get_description();
    return words;
}

bool isShown(const CLI::App* command)
{
    return !command->get_group().empty();
}

} // namespace sandbench::cli
