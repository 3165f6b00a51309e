// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/manifest.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <exception>
#include <locale>
#include <optional>
#include <sstream>
#include <vector>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kMostBytes = 1U << 20;
constexpr std::size_t kMostLevels = 64;
constexpr std::size_t kMostValues = 50'000;
constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";

Error atLine(const YAML::Mark& mark, const std::string& what)
{
    return Error(
        ErrorCode::InvalidArgument,
        "the manifest, line " + std::to_string(mark.line + 1) + ": " + what);
}

template <std::size_t N>
bool isOneOf(std::string_view text, const std::array<std::string_view, N>& words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

std::optional<Json> asInteger(std::string_view text)
{
    const bool isNegative = text.starts_with('-');
    if (isNegative || text.starts_with('+'))
        text.remove_prefix(1);
    int base = 10;
    const auto prefixed = [&](std::string_view prefix) {
        if (!text.starts_with(prefix))
            return false;
        text.remove_prefix(prefix.size());
        return true;
    };
    if (prefixed("0x"))
        base = 16;
    else if (prefixed("0b"))
        base = 2;
    else if (prefixed("0o") || (text.size() > 1 && prefixed("0")))
        base = 8;
    std::uint64_t value = 0;
    const auto [end, problem]
        = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || problem != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    constexpr std::uint64_t kMost = 1ULL << 63;
    if (!isNegative)
        return Json(value);
    if (value > kMost)
        return std::nullopt;
    return Json(static_cast<std::int64_t>(0 - value));
}

std::optional<Json> asNumber(std::string_view text)
{
    if (text.empty() || text.find_first_not_of("+-.0123456789eE") != std::string_view::npos
        || text.find_first_of("0123456789") == std::string_view::npos)
        return std::nullopt;
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return Json(value);
}

/// What a word without quotes means.
Json plainValue(const std::string& text)
{
    static constexpr std::array<std::string_view, 5> kNulls = {"", "~", "null", "Null", "NULL"};
    static constexpr std::array<std::string_view, 9> kTrue
        = {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"};
    static constexpr std::array<std::string_view, 9> kFalse
        = {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"};
    if (isOneOf(text, kNulls))
        return nullptr;
    if (isOneOf(text, kTrue))
        return true;
    if (isOneOf(text, kFalse))
        return false;
    if (auto integer = asInteger(text))
        return std::move(*integer);
    if (auto number = asNumber(text))
        return std::move(*number);
    return text;
}

/// A null value: the tag does not fit, or is not known.
std::optional<Json> taggedValue(std::string_view tag, const std::string& text)
{
    if (tag == "?" || tag.empty())
        return plainValue(text);
    if (tag == "!")
        return Json(text);
    if (!tag.starts_with(kTagPrefix))
        return std::nullopt;
    tag.remove_prefix(kTagPrefix.size());
    if (tag == "str")
        return Json(text);
    auto value = plainValue(text);
    const bool fits = (tag == "int" && value.is_number_integer())
        || (tag == "float" && value.is_number()) || (tag == "bool" && value.is_boolean())
        || (tag == "null" && value.is_null());
    return fits ? std::optional<Json>(std::move(value)) : std::nullopt;
}

/// Builds the value while the text is read. After the first refusal it only lets the rest pass.
class Builder final : public YAML::EventHandler
{
public:
    bool isDone() const { return m_isDone; }
    std::optional<Error> failure;
    Json value;

    void OnDocumentStart(const YAML::Mark&) override { }
    void OnDocumentEnd() override { m_isDone = true; }
    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { add(mark, nullptr); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override
    {
        refuse(mark, "aliases (*name) are not read; write the value out");
    }
    void OnScalar(
        const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
        const std::string& text) override
    {
        if (failure)
            return;
        if (!isValidUtf8(text) || text.find('\0') != std::string::npos)
            return refuse(mark, "a value is not UTF-8 text");
        if (expectsKey())
            return takeKey(mark, tag, text);
        auto read = taggedValue(tag, text);
        if (!read)
            return refuse(mark, "'" + oneLine(text, 60) + "' does not fit its tag");
        add(mark, std::move(*read));
    }
    void OnSequenceStart(
        const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
        YAML::EmitterStyle::value) override
    {
        open(mark, tag, Json::array());
    }
    void OnSequenceEnd() override { shut(); }
    void OnMapStart(
        const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
        YAML::EmitterStyle::value) override
    {
        open(mark, tag, Json::object());
    }
    void OnMapEnd() override { shut(); }

private:
    struct Level
    {
        Json value;
        std::optional<std::string> key;
    };

    void refuse(const YAML::Mark& mark, const std::string& what)
    {
        if (!failure)
            failure = atLine(mark, what);
    }
    bool expectsKey() const
    {
        return !m_levels.empty() && m_levels.back().value.is_object() && !m_levels.back().key;
    }

    void takeKey(const YAML::Mark& mark, const std::string& tag, const std::string& text)
    {
        auto& level = m_levels.back();
        if (tag != "!" && text == "<<")
            return refuse(mark, "merge keys (<<) are not read; write the fields out");
        if (level.value.contains(text))
            return refuse(mark, "the field " + oneLine(text, 60) + " is there twice");
        level.key = text;
    }

    void open(const YAML::Mark& mark, const std::string& tag, Json empty)
    {
        if (failure)
            return;
        if (expectsKey())
            return refuse(mark, "a list or an object cannot be the name of a field");
        if (m_levels.size() >= kMostLevels)
            return refuse(mark, "it is nested deeper than 64 levels");
        const auto wanted = std::string(kTagPrefix) + (empty.is_array() ? "seq" : "map");
        if (!tag.empty() && tag != "?" && tag != "!" && tag != wanted)
            return refuse(mark, "the tag " + oneLine(tag, 60) + " is not known");
        if (!countOne(mark))
            return;
        m_levels.push_back({std::move(empty), std::nullopt});
    }

    void shut()
    {
        if (failure || m_levels.empty())
            return;
        auto done = std::move(m_levels.back().value);
        m_levels.pop_back();
        put(std::move(done));
    }

    void add(const YAML::Mark& mark, Json scalar)
    {
        if (failure)
            return;
        if (expectsKey())
            return refuse(mark, "a field has no name");
        if (countOne(mark))
            put(std::move(scalar));
    }

    bool countOne(const YAML::Mark& mark)
    {
        if (++m_values > kMostValues)
            refuse(mark, "it has more than 50000 values");
        return !failure;
    }

    void put(Json done)
    {
        if (m_levels.empty()) {
            value = std::move(done);
            return;
        }
        auto& [into, key] = m_levels.back();
        if (into.is_array()) {
            into.push_back(std::move(done));
        } else if (key) {
            into[*key] = std::move(done);
            key.reset();
        }
    }

    std::vector<Level> m_levels;
    std::size_t m_values = 0;
    bool m_isDone = false;
};

Result<Json> parseYaml(const std::string& text)
{
    try {
        std::istringstream stream(text);
        stream.imbue(std::locale::classic());
        YAML::Parser parser(stream);
        Builder builder;
        parser.HandleNextDocument(builder);
        if (builder.failure)
            return *std::move(builder.failure);
        // An empty document follows a last "---" or "...": that is none.
        Builder second;
        if (parser.HandleNextDocument(second) && (second.failure || !second.value.is_null()))
            return Error(
                ErrorCode::InvalidArgument,
                "the manifest has several documents; a sandbox is one Pod");
        return std::move(builder.value);
    } catch (const YAML::Exception& problem) {
        return atLine(problem.mark, oneLine(problem.msg, 200));
    } catch (const std::exception&) {
        return Error(ErrorCode::InvalidArgument, "the manifest is not YAML");
    }
}

} // namespace

Result<Json> parseManifest(std::string_view text)
{
    if (text.size() > kMostBytes)
        return Error(ErrorCode::InvalidArgument, "the manifest is larger than 1 MiB");
    if (!isValidUtf8(text) || text.find('\0') != std::string_view::npos)
        return Error(ErrorCode::InvalidArgument, "the manifest is not UTF-8 text");
    // JSON is YAML, too, but has tabs and escapes that YAML readers do not take.
    const auto start = text.find_first_not_of(" \t\r\n");
    if (start != std::string_view::npos && text[start] == '{') {
        auto json = parseJson(text, kMostBytes, static_cast<int>(kMostLevels));
        if (json)
            return json;
        if (json.error().code() == ErrorCode::ResourceExhausted)
            return Error(
                ErrorCode::InvalidArgument, "the manifest is nested deeper than 64 levels");
    }
    return parseYaml(std::string(text));
}

} // namespace sandbench::kubernetes
