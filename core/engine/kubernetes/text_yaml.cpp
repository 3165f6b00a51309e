// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/text_yaml.h"

#include "core/base/text.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

#include <initializer_list>

namespace sandbench::kubernetes {

namespace {

constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxValues = 100'000;
constexpr std::size_t kMaxExpanded = 4; ///< Times the allowed size of the text.

Error tooLarge()
{
    return {ErrorCode::ResourceExhausted, "YAML text is larger or deeper than its limit"};
}

bool isOneOf(const std::string& text, std::initializer_list<const char*> words)
{
    for (const auto* word : words)
        if (text == word)
            return true;
    return false;
}

/// Aliases are shared nodes: what they would become is counted before it is made.
class Converter
{
public:
    explicit Converter(std::size_t maxBytes)
        : m_bytesLeft(maxBytes * kMaxExpanded)
    {
    }

    Result<Json> convert(const YAML::Node& node, int depth)
    {
        if (depth > kMaxDepth || m_valuesLeft == 0)
            return tooLarge();
        --m_valuesLeft;
        switch (node.Type()) {
        case YAML::NodeType::Scalar:
            return scalar(node);
        case YAML::NodeType::Sequence: {
            Json list = Json::array();
            for (const auto& item : node) {
                SANDBENCH_TRY(auto value, convert(item, depth + 1));
                list.push_back(std::move(value));
            }
            return list;
        }
        case YAML::NodeType::Map:
            return map(node, depth);
        default:
            return Json();
        }
    }

private:
    Result<Json> scalar(const YAML::Node& node)
    {
        const auto& text = node.Scalar();
        if (text.size() > m_bytesLeft)
            return tooLarge();
        m_bytesLeft -= text.size();
        if (!isValidUtf8(text))
            return Error(ErrorCode::Protocol, "YAML text holds bytes that are not UTF-8");
        // yaml-cpp tags what was in quotes with "!".
        const bool isPlain = node.Tag().empty() || node.Tag() == "?";
        if (isPlain && isOneOf(text, {"", "~", "null", "Null", "NULL"}))
            return Json();
        return Json(text);
    }

    Result<Json> map(const YAML::Node& node, int depth)
    {
        Json object = Json::object();
        for (const auto& entry : node) {
            if (!entry.first.IsScalar())
                return Error(ErrorCode::Protocol, "a key of the YAML text is not plain text");
            SANDBENCH_TRY_VOID(scalar(entry.first));
            const auto& name = entry.first.Scalar();
            if (object.contains(name))
                return Error(
                    ErrorCode::Protocol,
                    "the YAML text has the key '" + oneLine(name, 60) + "' twice");
            SANDBENCH_TRY(object[name], convert(entry.second, depth + 1));
        }
        return object;
    }

    std::size_t m_bytesLeft;
    std::size_t m_valuesLeft = kMaxValues;
};

} // namespace

Result<Json> parseTextYaml(std::string_view text, std::size_t maxBytes)
{
    if (text.size() > maxBytes)
        return tooLarge();
    try {
        // Not LoadAll(): of a comma where none may be, 0.7 makes documents for ever.
        return Converter(maxBytes).convert(YAML::Load(std::string(text)), 0);
    } catch (const YAML::DeepRecursion&) {
        return tooLarge();
    } catch (const YAML::Exception& exception) {
        const auto line = exception.mark.is_null() ? 1 : exception.mark.line + 1;
        return Error(
            ErrorCode::Protocol,
            "line " + std::to_string(line) + " is no YAML: " + oneLine(exception.msg, 120));
    } catch (const std::exception& exception) {
        return Error(ErrorCode::Protocol, "it is no YAML: " + oneLine(exception.what(), 120));
    }
}

} // namespace sandbench::kubernetes
