// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/prometheus.h"

#include <regex>
#include <set>
#include <sstream>

namespace sandbench::test {

namespace {

const std::regex kHelp("# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) [^\\n\\\\]*");
const std::regex kType("# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)");
const std::regex kSample(
    "([a-zA-Z_:][a-zA-Z0-9_:]*)"
    "(\\{[a-zA-Z_][a-zA-Z0-9_]*=\"[^\"\\\\\\n]*\"(,[a-zA-Z_][a-zA-Z0-9_]*=\"[^\"\\\\\\n]*\")*\\})?"
    " (-?[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]+)?)");

/// A histogram's family has samples of three names.
bool isOf(const std::string& family, const std::string& name)
{
    return name == family || name == family + "_bucket" || name == family + "_sum"
        || name == family + "_count";
}

} // namespace

Prometheus parsePrometheus(std::string_view text)
{
    Prometheus found;
    if (!text.ends_with('\n'))
        return {{}, "the last line has no end"};
    std::set<std::string> families;
    std::string helped, family;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        bool isGood = false;
        if (std::regex_match(line, match, kHelp)) {
            helped = match[1];
            isGood = families.insert(helped).second;
        } else if (std::regex_match(line, match, kType)) {
            family = match[1];
            isGood = family == helped && (match[2] == "counter") == family.ends_with("_total");
            helped.clear();
        } else if (std::regex_match(line, match, kSample)) {
            const auto value = std::stod(match[4]);
            isGood = isOf(family, match[1]) && helped.empty()
                && found.samples.emplace(match[1].str() + match[2].str(), value).second;
        }
        if (!isGood) {
            found.problem = line;
            return found;
        }
    }
    return found;
}

} // namespace sandbench::test
