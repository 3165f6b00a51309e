// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/image_check/image_spec.h"
#include "core/image_check/yaml_node.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::image_check {

/// Values of a file of checks. Errors: InvalidArgument, naming the line and the key.

Error specError(const YamlNode& at, std::string_view key, const std::string& problem);

/// One map of the file, of which every key must be known.
class SpecMap
{
public:
    /// @p what: "a file", for errors.
    static Result<SpecMap>
    of(const YamlNode& node, std::string_view what, std::initializer_list<std::string_view> known);

    /// For a reader that looks at all keys itself. @p node is a map.
    static SpecMap ofAnyKeys(const YamlNode& node) { return SpecMap(node); }

    const YamlNode& node() const { return *m_node; }
    /// Null where it is absent or empty.
    const YamlNode* find(std::string_view key) const;

    // What is absent leaves @p into as it is.
    Result<void> text(std::string_view key, std::string& into) const;
    Result<void> flag(std::string_view key, bool& into) const;
    Result<void> whole(std::string_view key, std::optional<std::int64_t>& into) const;
    Result<void> words(std::string_view key, std::vector<std::string>& into) const;
    Result<void> texts(std::string_view key, std::map<std::string, std::string>& into) const;
    /// A text, or a list of texts, each read by @p read.
    using ReadExpectation
        = std::function<Result<Expectation>(const YamlNode&, std::string_view key)>;
    Result<void> expectations(
        std::string_view key, std::vector<Expectation>& into, const ReadExpectation& read) const;
    /// "0644"
    Result<void> mode(std::string_view key, std::optional<unsigned>& into) const;

private:
    explicit SpecMap(const YamlNode& node)
        : m_node(&node)
    {
    }
    const YamlNode* m_node;
};

/// "text" is contained, "/text/" is a regular expression, "!" before either negates it; "\!" and
/// "\/" begin a plain text.
Result<Expectation> readPattern(const YamlNode& node, std::string_view key);
/// A regular expression, as it stands.
Result<Expectation> readRegex(const YamlNode& node, std::string_view key, bool isNegated);
/// As readPattern(), but a plain text must be all of it.
Result<Expectation> readExact(const YamlNode& node, std::string_view key);

/// Of a list of texts.
Result<std::vector<std::string>> wordsOf(const YamlNode& node, std::string_view key);

/// "0644" or "-rw-r--r--", without the type.
std::optional<unsigned> modeOfText(std::string_view text);

/// Every map of the list @p key is read by @p read. Errors: those of @p read, a value of another
/// kind.
Result<void> eachItem(
    const YamlNode& node, std::string_view key,
    const std::function<Result<void>(const YamlNode&)>& read);

/// The readers that readImageSpec() chooses from.
Result<ImageSpec> readOwnSpec(const YamlNode& root);
Result<ImageSpec> readGossSpec(const YamlNode& root);
Result<ImageSpec> readStructureTests(const YamlNode& root);

} // namespace sandbench::image_check
