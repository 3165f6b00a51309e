// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/yaml_node.h"

#include "core/base/text.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>

namespace sandbench::image_check {

namespace {

constexpr int kMostDepth = 32;
constexpr std::size_t kMostNodes = 100'000;
constexpr std::size_t kMostExpanded = 4 * kMostSpecBytes;

Error tooMuch()
{
    return {ErrorCode::ResourceExhausted, "the YAML text is larger or deeper than its limit"};
}

int lineOf(const YAML::Mark& mark)
{
    return mark.is_null() ? 1 : mark.line + 1;
}

Error wrongAt(int line, const std::string& problem)
{
    return {ErrorCode::InvalidArgument, "line " + std::to_string(line) + ": " + problem};
}

bool isNull(const std::string& text)
{
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

/// Aliases are shared nodes: what they would become is counted before it is made.
class Reader
{
public:
    Result<YamlNode> read(const YAML::Node& node, int depth)
    {
        if (depth > kMostDepth || m_nodesLeft == 0)
            return tooMuch();
        --m_nodesLeft;
        YamlNode out;
        out.line = lineOf(node.Mark());
        if (node.IsScalar())
            return readText(node, std::move(out));
        if (node.IsSequence()) {
            out.kind = YamlNode::Kind::List;
            for (const auto& item : node) {
                SANDBENCH_TRY(auto value, read(item, depth + 1));
                out.items.push_back(std::move(value));
            }
        } else if (node.IsMap()) {
            SANDBENCH_TRY_VOID(readMap(node, depth, out));
        }
        return out;
    }

private:
    Result<YamlNode> readText(const YAML::Node& node, YamlNode out)
    {
        const auto& text = node.Scalar();
        if (text.size() > m_bytesLeft)
            return tooMuch();
        m_bytesLeft -= text.size();
        if (!isValidUtf8(text))
            return wrongAt(out.line, "it holds bytes that are not UTF-8");
        // yaml-cpp tags what was in quotes with "!".
        out.isQuoted = !node.Tag().empty() && node.Tag() != "?";
        if (!out.isQuoted && isNull(text))
            return out;
        out.kind = YamlNode::Kind::Text;
        out.text = text;
        return out;
    }

    Result<void> readMap(const YAML::Node& node, int depth, YamlNode& out)
    {
        out.kind = YamlNode::Kind::Map;
        std::set<std::string_view> names;
        for (const auto& entry : node) {
            if (!entry.first.IsScalar())
                return wrongAt(lineOf(entry.first.Mark()), "a key is not plain text");
            SANDBENCH_TRY(const auto key, read(entry.first, depth + 1));
            const auto& name = entry.first.Scalar();
            if (!names.insert(name).second)
                return wrongAt(key.line, "the key " + inQuotes(name) + " comes twice");
            SANDBENCH_TRY(auto value, read(entry.second, depth + 1));
            if (value.kind == YamlNode::Kind::Nothing)
                value.line = key.line;
            out.entries.push_back({name, std::move(value)});
        }
        return {};
    }

    std::size_t m_nodesLeft = kMostNodes;
    std::size_t m_bytesLeft = kMostExpanded;
};

} // namespace

const YamlNode* YamlNode::find(std::string_view key) const
{
    const auto found = std::find_if(
        entries.begin(), entries.end(), [&](const Entry& entry) { return entry.first == key; });
    return found == entries.end() ? nullptr : &found->second;
}

Result<YamlNode> parseYaml(std::string_view text)
{
    if (text.size() > kMostSpecBytes)
        return tooMuch();
    try {
        // Not LoadAll(): of a comma where none may be, 0.7 makes documents for ever.
        return Reader().read(YAML::Load(std::string(text)), 0);
    } catch (const YAML::DeepRecursion&) {
        return tooMuch();
    } catch (const YAML::Exception& exception) {
        return wrongAt(lineOf(exception.mark), "no YAML: " + oneLine(exception.msg, 120));
    } catch (const std::exception& exception) {
        return wrongAt(1, "no YAML: " + oneLine(exception.what(), 120));
    }
}

} // namespace sandbench::image_check
