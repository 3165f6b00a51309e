// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_item.h"

#include "core/base/fields.h"
#include "core/base/text.h"
#include "core/engine/members.h"

#include <algorithm>
#include <set>

namespace sandbench::batch {
namespace {

constexpr int kDeepestItem = 16;
constexpr std::size_t kLongestMember = 80;

const Fields& fileFields()
{
    static const Fields fields
        = {{.name = "path", .isRequired = true},
           {.name = "content", .isRequired = true},
           {.name = "encoding", .values = {"utf-8", "base64"}},
           {.name = "executable", .type = FieldType::Boolean}};
    return fields;
}

const Fields& itemFields()
{
    using enum FieldType;
    static const Fields fields = {
        {.name = "id", .type = Any},
        {.name = "language"},
        {.name = "code"},
        {.name = "file"},
        {.name = "file_name"},
        {.name = "files", .type = ObjectList, .fields = fileFields(), .longest = 1000},
        {.name = "env", .type = TextMap, .longest = 500},
        {.name = "args", .type = TextList, .longest = 1000},
        {.name = "stdin", .type = Any},
        {.name = "expected", .type = Any},
        {.name = "match", .values = {std::begin(check::kMatchNames), std::end(check::kMatchNames)}},
        {.name = "tolerance", .type = Number},
        {.name = "exit", .type = Integer},
        {.name = "tests", .type = Any},
        {.name = "checker", .type = Any},
        {.name = "timeout", .type = Number, .least = 0.001, .most = kLongestSeconds},
        {.name = "cpu_time", .type = Number, .least = 0.001, .most = kLongestSeconds},
        {.name = "output_limit", .type = Any}};
    return fields;
}

/// Those that stand in a line without tests, and what checks call them.
constexpr std::pair<const char*, const char*> kOfCheck[]
    = {{"stdin", "stdin"}, {"args", "args"},           {"expected", "expect"},
       {"match", "match"}, {"tolerance", "tolerance"}, {"exit", "exit"}};
/// What the program's run is told as it stands.
constexpr const char* kOfProgram[]
    = {"code", "file_name", "files", "env", "timeout", "cpu_time", "output_limit"};

Error wrong(const std::string& message)
{
    return Error(ErrorCode::InvalidArgument, message);
}

/// Leaves in @p line what is known, and says what else there was.
std::vector<std::string> takeUnused(Json& line)
{
    std::vector<std::string> unused;
    for (auto at = line.begin(); at != line.end();) {
        if (at->is_null()) { // as if it were not given
            at = line.erase(at);
            continue;
        }
        const auto isIt = [&](const Field& field) { return field.name == at.key(); };
        if (std::any_of(itemFields().begin(), itemFields().end(), isIt)) {
            ++at;
            continue;
        }
        unused.push_back(oneLine(at.key(), kLongestMember));
        at = line.erase(at);
    }
    return unused;
}

Result<std::string> readId(const Json& line, std::uint64_t number)
{
    const auto& said = jsonField(line, "id");
    if (said.is_null())
        return std::to_string(number);
    if (said.is_number_integer())
        return said.dump();
    if (!said.is_string())
        return wrong("id: must be a text or a whole number");
    auto id = said.get<std::string>();
    if (id.empty() || id.size() > kLongestId || oneLine(id, 2 * kLongestId) != id)
        return wrong(
            "id: must be one line of at most " + std::to_string(kLongestId)
            + " bytes, without blanks at its ends");
    return id;
}

Result<void> checkLimits(const Json& line, const RunLimits& most)
{
    auto asked = most;
    for (const auto& member : runMembers())
        if (const auto& value = jsonField(line, member.field.name); !value.is_null())
            SANDBENCH_TRY_VOID(readMember(member, value, asked));
    const auto isMore
        = [](auto value, auto limit) { return limit != 0 && (value == 0 || value > limit); };
    const auto more = [](const char* member, const char* option) {
        return wrong(
            std::string(member) + ": is more than " + option + " allows; give that option more");
    };
    if (isMore(asked.wallSeconds, most.wallSeconds))
        return more("timeout", "--timeout");
    if (isMore(asked.cpuSeconds, most.cpuSeconds))
        return more("cpu_time", "--cpu-time");
    if (isMore(asked.outputBytes, most.outputBytes))
        return more("output_limit", "--output-limit");
    return {};
}

Result<void> readTests(const Json& line, const RunLimits& most, Item& item)
{
    const auto& tests = line["tests"];
    if (!tests.is_array() || tests.empty() || tests.size() > check::kMostChecks)
        return wrong(
            "tests: must be a list of 1 to " + std::to_string(check::kMostChecks) + " tests");
    for (const auto& [own, theirs] : kOfCheck)
        if (line.contains(own))
            return wrong(std::string(own) + ": belongs to each of the tests, where there are any");
    std::set<std::string> names;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const auto place = "tests[" + std::to_string(i) + "]";
        auto read = check::readCheck(tests[i], i + 1);
        if (!read)
            return std::move(read.error()).within(place);
        if (read->test)
            return wrong(place + ".test: is not for a batch");
        if (!names.insert(read->name).second)
            return wrong(place + ".name: another test is called " + inQuotes(read->name));
        if (most.wallSeconds > 0 && read->timeout.value_or(0) > most.wallSeconds)
            return wrong(place + ".timeout: is more than --timeout allows");
        item.checks.push_back(*std::move(read));
    }
    item.hasTests = true;
    return {};
}

Result<void> readOne(const Json& line, Item& item)
{
    Json one = Json::object();
    for (const auto& [own, theirs] : kOfCheck)
        if (line.contains(own))
            one[theirs] = line[own];
    SANDBENCH_TRY(auto read, check::readCheck(one, 1));
    item.checks.push_back(std::move(read));
    return {};
}

Result<void> readChecker(const Json& line, Item& item)
{
    const auto& said = jsonField(line, "checker");
    if (said.is_null())
        return {};
    item.checker = Checker{"python", {}};
    if (said.is_string()) {
        item.checker->code = said.get<std::string>();
    } else {
        static const Fields kFields = {{.name = "language"}, {.name = "code", .isRequired = true}};
        SANDBENCH_TRY_VOID(checkFields(said, kFields).within("checker"));
        item.checker->language = jsonString(said, "language", "python");
        item.checker->code = jsonString(said, "code");
    }
    return item.checker->code.empty() ? wrong("checker: is empty") : Result<void>();
}

} // namespace

Result<Item> readItem(std::string_view text, std::uint64_t number, const ItemRules& rules)
{
    auto parsed = parseJson(text, kLongestLine, kDeepestItem);
    if (!parsed)
        return wrong(
            parsed.failedAs(ErrorCode::Protocol) ? "it is not JSON" : parsed.error().message());
    if (!parsed->is_object())
        return wrong("it is no JSON object");
    auto line = inOwnNames(*std::move(parsed));
    Item item;
    item.line = number;
    item.unused = takeUnused(line);
    SANDBENCH_TRY_VOID(checkFields(line, itemFields()));
    SANDBENCH_TRY(item.id, readId(line, number));
    item.file = jsonString(line, "file");
    if (!item.file.empty() == line.contains("code"))
        return wrong(
            item.file.empty() ? "code: is missing"
                              : "file: there is code as well; leave one of them out");
    if (!item.file.empty() && !rules.hasFiles)
        return wrong("file: say where such files are with --files DIR");
    SANDBENCH_TRY_VOID(checkLimits(line, rules.most));
    item.namesLanguage = line.contains("language");
    item.program = {{"language", jsonString(line, "language", rules.language)}};
    for (const auto* member : kOfProgram)
        if (line.contains(member))
            item.program[member] = line[member];
    SANDBENCH_TRY_VOID(
        line.contains("tests") ? readTests(line, rules.most, item) : readOne(line, item));
    SANDBENCH_TRY_VOID(readChecker(line, item));
    return item;
}

} // namespace sandbench::batch
