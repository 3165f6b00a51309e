// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/language/java_names.h"

#include <algorithm>

namespace sandbench {

namespace {

constexpr std::size_t kMaxNameBytes = 200;

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool isNameByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z')
        || (byte >= 'a' && byte <= 'z') || byte == '_' || byte == '$' || byte >= 0x80;
}

/// Names and single other characters, without comments, strings and characters.
class JavaTokens
{
public:
    explicit JavaTokens(std::string_view source)
        : m_rest(source)
    {
    }

    /// Empty at the end.
    std::string_view next()
    {
        while (!m_rest.empty()) {
            if (isSpace(m_rest[0]))
                m_rest.remove_prefix(1);
            else if (m_rest.starts_with("//"))
                skipPast("\n", 2);
            else if (m_rest.starts_with("/*"))
                skipPast("*/", 2);
            else if (m_rest.starts_with("\"\"\""))
                skipLiteral("\"\"\"");
            else if (m_rest[0] == '"' || m_rest[0] == '\'')
                skipLiteral(m_rest.substr(0, 1));
            else
                return take();
        }
        return {};
    }

private:
    std::string_view take()
    {
        const auto end = std::find_if_not(m_rest.begin(), m_rest.end(), isNameByte);
        const auto length = std::max<std::ptrdiff_t>(1, end - m_rest.begin());
        const auto token = m_rest.substr(0, static_cast<std::size_t>(length));
        m_rest.remove_prefix(token.size());
        return token;
    }

    void skipPast(std::string_view end, std::size_t from)
    {
        const auto at = m_rest.find(end, from);
        m_rest.remove_prefix(at == std::string_view::npos ? m_rest.size() : at + end.size());
    }

    // One that does not end on its line is the compiler's to complain about.
    void skipLiteral(std::string_view quote)
    {
        auto at = quote.size();
        while (at < m_rest.size() && !m_rest.substr(at).starts_with(quote)) {
            if (quote.size() == 1 && m_rest[at] == '\n')
                break;
            at += m_rest[at] == '\\' ? 2 : 1;
        }
        m_rest.remove_prefix(std::min(m_rest.size(), at + quote.size()));
    }

    std::string_view m_rest;
};

class JavaScanner
{
public:
    explicit JavaScanner(std::string_view source)
        : m_tokens(source)
    {
    }

    JavaNames scan()
    {
        for (auto token = m_tokens.next(); !token.empty(); token = m_tokens.next()) {
            if (token == "{")
                ++m_depth;
            else if (token == "}")
                m_depth -= m_depth > 0 ? 1 : 0;
            else if (m_depth == 0)
                topLevel(token);
            else if (m_depth == 1)
                member(token);
            m_last = token;
        }
        JavaNames names;
        names.publicClass = m_public;
        const auto main = !m_main.empty() ? m_main : !m_public.empty() ? m_public : m_first;
        if (!main.empty())
            names.mainClass = m_package + (m_package.empty() ? "" : ".") + std::string(main);
        return names;
    }

private:
    void topLevel(std::string_view token)
    {
        const bool isType
            = m_last == "class" || m_last == "interface" || m_last == "enum" || m_last == "record";
        if (m_last == "package" || m_inPackage) {
            m_inPackage = token != ";" && m_package.size() < kMaxNameBytes;
            if (m_inPackage)
                m_package += token;
        } else if (token == "public") {
            m_isPublic = true;
        } else if (token == ";") {
            m_isPublic = false;
        } else if (isType && isNameByte(token[0]) && token.size() <= kMaxNameBytes) {
            m_type = token;
            if (m_first.empty())
                m_first = token;
            if (m_isPublic && m_public.empty())
                m_public = token;
            m_isPublic = false;
        }
    }

    void member(std::string_view token)
    {
        if (token == "(" && m_last == "main" && m_main.empty())
            m_main = m_type;
    }

    JavaTokens m_tokens;
    std::string m_package;
    std::string_view m_last, m_type, m_first, m_public, m_main;
    std::size_t m_depth = 0;
    bool m_isPublic = false;
    bool m_inPackage = false;
};

} // namespace

JavaNames javaNames(std::string_view source)
{
    return JavaScanner(source).scan();
}

} // namespace sandbench
