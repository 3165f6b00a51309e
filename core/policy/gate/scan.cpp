// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/scan.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/policy/gate/lexer.h"
#include "core/policy/gate/places.h"
#include "core/policy/gate/rule_index.h"
#include "core/policy/gate/views.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

namespace sandbench {
namespace {

using namespace gate;

constexpr std::size_t kMostFindings = 500;
constexpr std::size_t kMostHits = 200000;
constexpr int kMostMatches = 200; // of one pattern in one text
constexpr unsigned kDeepestProgram = 4; // programs in programs
constexpr std::size_t kInnerBytes = 64U << 10; // and as much as the program itself

const Rule& obscureRule()
{
    static const Rule rule = [] {
        Rule made;
        made.id = "gate.obscure";
        made.description = "Is written so that a scan cannot follow it";
        made.severity = Severity::High;
        made.why = "Texts are nested or computed further than the scan goes, so it may have missed "
                   "something.";
        made.suggestion = "Write it plainly, or review it by hand.";
        return made;
    }();
    return rule;
}

const Rule& tooLargeRule()
{
    static const Rule rule = [] {
        Rule made;
        made.id = "gate.too-large";
        made.description = "Is larger than the scan reads (16 MiB)";
        made.severity = Severity::High;
        made.why = "What is behind this place was not looked at.";
        made.suggestion = "Move data out of the program into a file of its own.";
        return made;
    }();
    return rule;
}

struct Hit
{
    const Rule* rule = nullptr;
    Range at;
};

/// One scan: the program, the programs in it, and what was hit.
class Scanner
{
public:
    Scanner(std::string_view code, std::string_view language, const CodePolicy& policy)
        : m_code(code)
        , m_language(language)
        , m_policy(policy)
        , m_innerLeft(code.size() + kInnerBytes)
    {
    }

    GateReport report();

private:
    /// Where bytes of a text are in the whole program.
    struct Origin
    {
        Range at;
        bool exact = true;
        Range map(Range range) const
        {
            return exact ? Range{range.begin + at.begin, range.end + at.begin} : at;
        }
    };

    const RuleIndex& indexOf(std::string_view language);
    void scan(std::string_view text, std::string_view language, Origin origin, unsigned depth);
    void scanInner(std::string_view text, std::string_view language, Origin origin, unsigned depth);
    bool matchPattern(const Rule& rule, std::string_view view, Origin origin);
    void noteWhatCodeHides(const Rule& rule, Views& views);
    void hit(const Rule& rule, Range at);
    void writeFindings(GateReport& report);

    const std::string_view m_code;
    const std::string_view m_language;
    const CodePolicy& m_policy;
    std::map<std::string, RuleIndex, std::less<>> m_indexes;
    std::vector<Hit> m_hits;
    std::size_t m_innerLeft;
    bool m_more = false;
    std::set<std::string> m_notices;
};

GateReport Scanner::report()
{
    GateReport report = {m_policy.id, std::string(m_language), {}, {}, 0, false, {}};
    const auto end = static_cast<std::uint32_t>(std::min(m_code.size(), kMaxSourceBytes));
    scan(m_code.substr(0, end), m_language, {{0, end}, true}, 0);
    if (m_code.size() > kMaxSourceBytes)
        hit(tooLargeRule(), {end, end});
    writeFindings(report);
    report.notices.assign(m_notices.begin(), m_notices.end());
    return report;
}

const RuleIndex& Scanner::indexOf(std::string_view language)
{
    auto found = m_indexes.find(language);
    if (found == m_indexes.end())
        found = m_indexes.try_emplace(std::string(language), m_policy, language).first;
    return found->second;
}

void Scanner::scan(std::string_view text, std::string_view language, Origin origin, unsigned depth)
{
    const auto& index = indexOf(language);
    const auto source = lex(text, language);
    const auto facts = collectFacts(source, language, index.wanted());
    for (const auto& import : facts.imports)
        for (const auto* rule : index.rulesFor(import))
            hit(*rule, origin.map(import.at));
    for (const auto& use : facts.uses)
        for (const auto* rule : index.rulesFor(use))
            hit(*rule, origin.map(use.at));
    Views views(source);
    for (const auto* rule : index.patterns())
        if (!matchPattern(*rule, views.of(rule->place), origin) && rule->isPlaceAssumed)
            noteWhatCodeHides(*rule, views);
    for (const auto& range : source.obscure)
        hit(obscureRule(), origin.map(range));
    for (const auto& range : facts.obscure)
        hit(obscureRule(), origin.map(range));
    for (const auto& range : source.doubtful)
        scanInner(
            text.substr(range.begin, range.end - std::min(range.begin, range.end)), language,
            {origin.map(range), origin.exact}, depth);
    std::unordered_set<std::uint32_t> seen; // a text may be reached in several ways
    for (const auto& inner : facts.programs)
        if (seen.insert(inner.at.begin).second)
            scanInner(
                inner.text, inner.language, {origin.map(inner.at), origin.exact && inner.exact},
                depth);
}

void Scanner::scanInner(
    std::string_view text, std::string_view language, Origin origin, unsigned depth)
{
    if (depth >= kDeepestProgram || text.size() > m_innerLeft)
        return hit(obscureRule(), origin.at);
    m_innerLeft -= text.size();
    scan(text, language, origin, depth + 1);
}

bool Scanner::matchPattern(const Rule& rule, std::string_view view, Origin origin)
{
    const re2::StringPiece text(view.data(), view.size());
    std::size_t at = 0;
    for (int matches = 0; at <= view.size(); ++matches) {
        re2::StringPiece match;
        if (!rule.compiled->Match(text, at, view.size(), re2::RE2::UNANCHORED, &match, 1))
            return matches > 0;
        if (matches == kMostMatches) {
            m_more = true;
            return true;
        }
        const auto begin = static_cast<std::size_t>(match.data() - view.data());
        hit(rule,
            origin.map(
                {static_cast<std::uint32_t>(begin),
                 static_cast<std::uint32_t>(begin + match.size())}));
        at = begin + std::max<std::size_t>(match.size(), 1);
    }
    return true;
}

/// Who writes a pattern for an address or a password means the strings of a program.
void Scanner::noteWhatCodeHides(const Rule& rule, Views& views)
{
    for (const auto& [place, name] :
         {std::pair(Rule::Place::Strings, "strings"), std::pair(Rule::Place::Comments, "comments")})
        if (const auto view = views.of(place);
            re2::RE2::PartialMatch(re2::StringPiece(view.data(), view.size()), *rule.compiled))
            m_notices.insert(
                "rule '" + rule.id + "' looks at code alone, and its pattern is in " + name
                + " here: add \"in\": \"" + name + "\" to it, or \"all\"");
}

void Scanner::hit(const Rule& rule, Range at)
{
    if (m_hits.size() < kMostHits)
        m_hits.push_back({&rule, at});
    else
        m_more = true;
}

void Scanner::writeFindings(GateReport& report)
{
    const auto place
        = [](const Hit& hit) { return std::tie(hit.at.begin, hit.at.end, hit.rule->id); };
    std::sort(m_hits.begin(), m_hits.end(), [&](const Hit& a, const Hit& b) {
        return place(a) < place(b);
    });
    m_hits.erase(
        std::unique(
            m_hits.begin(), m_hits.end(),
            [&](const Hit& a, const Hit& b) { return place(a) == place(b); }),
        m_hits.end());
    std::optional<Severity> worst;
    for (const auto& found : m_hits)
        worst = std::max(worst, std::optional(found.rule->severity));
    report.decision = m_policy.decide(worst);
    report.omittedMore = m_more;
    if (m_hits.size() > kMostFindings) {
        report.omitted = m_hits.size() - kMostFindings;
        std::stable_sort(m_hits.begin(), m_hits.end(), [](const Hit& a, const Hit& b) {
            return a.rule->severity > b.rule->severity;
        });
        m_hits.resize(kMostFindings);
        std::sort(m_hits.begin(), m_hits.end(), [&](const Hit& a, const Hit& b) {
            return place(a) < place(b);
        });
    }
    PlaceFinder places(m_code);
    for (const auto& [rule, at] : m_hits) {
        const auto begin = places.at(at.begin);
        const auto bytes
            = m_code.substr(at.begin, std::min<std::size_t>(at.end - at.begin, kLongestMeasured));
        report.findings.push_back(
            {{},
             rule->id,
             rule->severity,
             rule->description,
             rule->why,
             rule->suggestion,
             begin.line,
             begin.column,
             countCharacters(bytes),
             at.begin,
             bytes.size()});
    }
}

} // namespace

GateReport scanCode(std::string_view code, std::string_view language, const CodePolicy& policy)
{
    return Scanner(code, language, policy).report();
}

void addReport(GateReport& to, GateReport from, const std::string& file)
{
    to.decision = std::max(to.decision, from.decision);
    to.omitted += from.omitted;
    to.omittedMore = to.omittedMore || from.omittedMore;
    for (auto& notice : from.notices)
        if (std::find(to.notices.begin(), to.notices.end(), notice) == to.notices.end())
            to.notices.push_back(std::move(notice));
    for (auto& finding : from.findings) {
        finding.file = file;
        if (to.findings.size() < kMostFindings)
            to.findings.push_back(std::move(finding));
        else
            ++to.omitted;
    }
}

std::vector<std::string> importedModules(std::string_view code, std::string_view language)
{
    const auto source = lex(code, language);
    const auto facts = collectFacts(source, language, {});
    std::unordered_set<std::string> seen;
    std::vector<std::string> modules;
    for (const auto& import : facts.imports)
        if (import.known == 0 && !import.isOwn && seen.insert(import.module).second)
            modules.push_back(import.module);
    return modules;
}

Json toJson(const GateReport& report)
{
    auto findings = Json::array();
    for (const auto& finding : report.findings)
        findings.push_back(
            {{"file", replaceInvalidUtf8(finding.file)},
             {"rule", finding.rule},
             {"severity", severityName(finding.severity)},
             {"description", finding.description},
             {"line", finding.line},
             {"column", finding.column},
             {"length", finding.length},
             {"offset", finding.offset},
             {"bytes", finding.bytes},
             {"why", finding.why},
             {"suggestion", finding.suggestion}});
    return {
        {"policy", report.policy},
        {"language", report.language},
        {"decision", gateDecisionName(report.decision)},
        {"findings", std::move(findings)},
        {"omitted", report.omitted},
        {"omitted_more", report.omittedMore},
        {"notices", report.notices}};
}

std::string gateSentence(const GateReport& report)
{
    if (report.findings.empty())
        return "nothing found";
    const auto worst = std::max_element(
        report.findings.begin(), report.findings.end(),
        [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
    const auto count = report.findings.size() + report.omitted;
    return (report.omittedMore ? "more than " : "") + std::to_string(count)
        + (count == 1 ? " finding: " : " findings, the worst: ") + worst->description + " (line "
        + std::to_string(worst->line) + ", " + std::string(severityName(worst->severity)) + ")";
}

} // namespace sandbench
