// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// C and C++, Go, Rust, Java: languages whose imports are statements of their own.
#include "core/policy/gate/readers.h"

#include <algorithm>

namespace sandbench::gate {
namespace {

constexpr unsigned kDeepestUse = 16;

/// C and C++.
class CReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        // "#" and its other spelling "%:"
        const bool directive = isPunct(i, '#') || (isPunct(i, '%') && isPunct(i + 1, ':'));
        if (directive && startsLine(i)) {
            const auto word = isPunct(i, '#') ? i + 1 : i + 2;
            if (isWordIn(word, {"include", "include_next", "import", "embed"}))
                return headerAt(word + 1);
        }
        if (isWord(i, "import")
            && (i == 0 || startsLine(i) || isPunct(i - 1, ';') || isWord(i - 1, "export")))
            return isWord(i + 1) ? moduleAt(i + 1) : headerAt(i + 1);
        if (!isWord(i))
            return i + 1;
        assignAt(i);
        return useAt(i);
    }

    std::string rootOf(std::string name) const override
    {
        return name.starts_with("std.") ? name.substr(4) : name;
    }

    std::span<const std::string_view> machinery() const override
    {
        static constexpr std::string_view kNames[] = {"std"};
        return kNames;
    }

    bool resolveCall(Chain& chain, unsigned depth) override
    {
        if (chain.name == "system" || chain.name == "popen")
            addProgram("bash", constantAt(chain.end + 1, depth));
        return false;
    }

private:
    std::size_t headerAt(std::size_t i)
    {
        if (isString(i)) {
            addImport(std::string(textOf(i)), {token(i).begin, token(i).end});
            return i + 1;
        }
        if (!isPunct(i, '<'))
            return i;
        auto end = i + 1;
        while (end < count() && !startsLine(end) && !isPunct(end, '>'))
            ++end;
        if (!isPunct(end, '>') || end == i + 1)
            return i + 1;
        const Range at = {token(i).end, token(end).begin};
        if (at.end - at.begin <= kLongestPath)
            addImport(sourceText(at), at);
        return end + 1;
    }

    std::size_t moduleAt(std::size_t i)
    {
        std::string name = nameOf(i);
        auto end = i + 1;
        while ((isPunct(end, '.') || isPunct(end, ':')) && isWord(end + 1)
               && name.size() < kLongestPath) {
            name += "." + nameOf(end + 1);
            end += 2;
        }
        if (isPunct(end, ';'))
            addImport(name, rangeOf(i, end));
        return end;
    }
};

/// Go.
class GoReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        if (isWord(i, "import") && (isString(i + 1) || isPunct(i + 1, '(') || isString(i + 2)))
            return importAt(i + 1);
        return isWord(i) ? useAt(i) : i + 1;
    }

    std::string rootOf(std::string name) const override { return name; }

private:
    std::size_t importAt(std::size_t i)
    {
        const bool grouped = isPunct(i, '(');
        for (i += grouped ? 1 : 0; i < count(); ++i) {
            std::string alias;
            if (isWord(i) || isPunct(i, '.'))
                alias = isWord(i) ? nameOf(i++) : textOf(i++);
            if (!isString(i))
                return i;
            addPackage(i, alias);
            if (!grouped)
                return i + 1;
            while (isPunct(i + 1, ';'))
                ++i;
        }
        return i;
    }

    void addPackage(std::size_t i, const std::string& alias)
    {
        const std::string path(textOf(i).substr(0, kLongestPath));
        addImport(path, {token(i).begin, token(i).end});
        auto dotted = path;
        std::replace(dotted.begin(), dotted.end(), '/', '.');
        if (alias == "." && isFirstPass() && m_starModules.size() < 8)
            m_starModules.push_back(dotted);
        else
            bind(alias.empty() ? path.substr(path.rfind('/') + 1) : alias, dotted);
    }
};

/// Rust.
class RustReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        if (isWord(i, "extern") && isWord(i + 1, "crate") && isWord(i + 2)) {
            addImport(nameOf(i + 2), rangeOf(i + 2, i + 3));
            bind(
                isWord(i + 3, "as") && isWord(i + 4) ? nameOf(i + 4) : nameOf(i + 2),
                nameOf(i + 2));
            return i + 3;
        }
        if (isWord(i, "use"))
            return treeAt(i + 1, {}, 0);
        if (!isWord(i))
            return i + 1;
        // std::process::Command without a use
        const bool path = isPunct(i + 1, ':') && isPunct(i + 2, ':')
            && !(i > 2 && isPunct(i - 1, ':') && isWord(i - 3));
        if (path)
            addPath(i);
        return useAt(i);
    }

private:
    // a::b::{c, d as e, f::*}
    std::size_t treeAt(std::size_t i, std::string path, unsigned depth)
    {
        const auto first = i;
        i += isPunct(i, ':') && isPunct(i + 1, ':') ? 2 : 0;
        while (isWord(i) && path.size() < kLongestPath) {
            path += (path.empty() ? "" : ".") + nameOf(i);
            ++i;
            if (!(isPunct(i, ':') && isPunct(i + 1, ':')))
                return leafAt(first, i, path);
            i += 2;
        }
        if (isPunct(i, '*')) {
            addImport(path, rangeOf(first, i + 1));
            if (isFirstPass() && m_starModules.size() < 8 && wanted().leadsTo(path))
                m_starModules.push_back(path);
            return i + 1;
        }
        if (!isPunct(i, '{') || depth >= kDeepestUse)
            return i;
        do
            i = isPunct(i + 1, '}') ? i + 1 : treeAt(i + 1, path, depth + 1);
        while (isPunct(i, ','));
        return isPunct(i, '}') ? i + 1 : i;
    }

    std::size_t leafAt(std::size_t first, std::size_t i, const std::string& path)
    {
        const bool itself = path.ends_with(".self");
        const auto name = itself ? path.substr(0, path.size() - 5) : path;
        addImport(name, rangeOf(first, i));
        addUse(name, rangeOf(first, i));
        const bool renamed = isWord(i, "as") && isWord(i + 1);
        bind(renamed ? nameOf(i + 1) : name.substr(name.rfind('.') + 1), name);
        return renamed ? i + 2 : i;
    }

    void addPath(std::size_t i)
    {
        std::string path = nameOf(i);
        auto end = i + 1;
        while (isPunct(end, ':') && isPunct(end + 1, ':') && isWord(end + 2)
               && path.size() < kLongestPath) {
            path += "." + nameOf(end + 2);
            end += 3;
        }
        addImport(path, rangeOf(i, end));
    }
};

/// Java.
class JavaReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        if (isWord(i, "import") && !(i > 0 && isPunct(i - 1, '.')))
            return importAt(isWord(i + 1, "static") || isWord(i + 1, "module") ? i + 2 : i + 1);
        if (isWord(i, "package"))
            return i + 2;
        if (!isWord(i))
            return i + 1;
        const bool first = !(i > 0 && isPunct(i - 1, '.'));
        // java.net.Socket without an import
        if (first && isPunct(i + 1, '.') && isWord(i + 2) && isPunct(i + 3, '.'))
            addPath(i);
        if (first)
            assignAt(i);
        return useAt(i);
    }

    std::string rootOf(std::string name) const override
    {
        return name.starts_with("java.lang.") ? name.substr(10) : name;
    }

    std::span<const std::string_view> machinery() const override
    {
        static constexpr std::string_view kNames[] = {"java", "java.lang"};
        return kNames;
    }

private:
    std::size_t importAt(std::size_t i)
    {
        if (!isWord(i))
            return i;
        const auto path = pathAt(i, '.');
        addImport(path.name, rangeOf(i, path.end));
        const bool star = isPunct(path.end, '.') && isPunct(path.end + 1, '*');
        const auto dot = path.name.rfind('.');
        if (!star && dot != std::string::npos)
            bind(path.name.substr(dot + 1), rootOf(path.name));
        if (star && isFirstPass() && m_starModules.size() < 8 && wanted().leadsTo(path.name))
            m_starModules.push_back(path.name);
        return star ? path.end + 2 : path.end;
    }

    void addPath(std::size_t i)
    {
        const auto path = pathAt(i, '.');
        addImport(path.name, rangeOf(i, path.end));
    }
};

} // namespace

std::unique_ptr<FactReader>
makeCompiledReader(const LexedSource& source, std::string_view language, const WantedNames& wanted)
{
    if (language == "go")
        return std::make_unique<GoReader>(source, language, wanted);
    if (language == "rust")
        return std::make_unique<RustReader>(source, language, wanted);
    if (language == "java")
        return std::make_unique<JavaReader>(source, language, wanted);
    return std::make_unique<CReader>(source, language, wanted);
}

} // namespace sandbench::gate
