// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/literal.h"
#include "core/policy/gate/readers.h"

#include <algorithm>

namespace sandbench::gate {
namespace {

constexpr std::size_t kMostInBraces = 4096; // names in one pair of braces
constexpr std::string_view kGlobals[] = {"globalThis.", "global.", "window.", "self."};

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// JavaScript and TypeScript: import and export, require in all its forms, and what runs text.
class ScriptReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        if (!isWord(i))
            return i + 1;
        const bool member = i > 0 && isPunct(i - 1, '.');
        if (!member && isWord(i, "import") && !isPunct(i + 1, '(') && !isPunct(i + 1, '.'))
            return importAt(i);
        if (!member && isWord(i, "export"))
            return exportAt(i);
        if (!member && isWordIn(i, {"const", "let", "var"}) && isPunct(i + 1, '{'))
            destructureAt(i + 1);
        if (!member)
            assignAt(i);
        return useAt(i);
    }

    std::span<const std::string_view> machinery() const override
    {
        static constexpr std::string_view kNames[]
            = {"require",
               "require.resolve",
               "module",
               "module.require",
               "import",
               "process",
               "process.binding",
               "process.mainModule",
               "process.mainModule.require",
               "process.getBuiltinModule",
               "createRequire",
               "module.createRequire",
               "eval",
               "Function",
               "globalThis",
               "global",
               "window",
               "self",
               "Reflect",
               "Reflect.get",
               "child_process",
               "child_process.exec",
               "child_process.execSync",
               "vm",
               "importScripts"};
        return kNames;
    }

    std::string rootOf(std::string name) const override
    {
        for (const auto prefix : kGlobals)
            if (name.starts_with(prefix))
                return name.substr(prefix.size());
        if (name == "module.require" || name == "process.mainModule.require"
            || name == "process.getBuiltinModule")
            return "require";
        return name;
    }

    bool resolveCall(Chain& chain, unsigned depth) override
    {
        const auto open = chain.end;
        const std::string_view name = chain.name;
        if (isOneOf(
                name,
                {"require", "import", "require.resolve", "process.binding", "importScripts"})) {
            const auto module = constantAt(open + 1, depth);
            if (!module.value)
                return false;
            addImport(*module.value, module.at);
            chain.name = moduleName(*module.value);
            chain.end = behindCall(open);
            return chain.end > open;
        }
        if (name == "createRequire" || name == "module.createRequire") {
            chain.name = "require";
            chain.end = behindCall(open);
            return chain.end > open;
        }
        if (name == "Reflect.get" && isWord(open + 1)) {
            const auto object = chainAt(open + 1, depth);
            const auto key = constantAt(object.end + 1, depth);
            if (object.name.empty() || !isPunct(object.end, ',') || !key.value)
                return false;
            chain.name = rootOf(object.name + "." + *key.value);
            chain.end = behindCall(open);
            return chain.end > open;
        }
        if (name == "eval" || name == "Function" || name == "setTimeout")
            addProgram("javascript", lastArgument(open, depth));
        if (name == "child_process.exec" || name == "child_process.execSync")
            addProgram("bash", constantAt(open + 1, depth));
        return false;
    }

    Constant computedText(std::size_t i, unsigned depth) override
    {
        // atob("…"), Buffer.from("…", "base64").toString(), String.fromCharCode(111, 115)
        if (isWord(i, "atob") && isPunct(i + 1, '(')) {
            const auto text = constantAt(i + 2, depth);
            return text.value
                ? Constant{decodeBase64(*text.value), behindCall(i + 1), text.at, false}
                : Constant();
        }
        if (isWord(i, "Buffer") && isPunct(i + 1, '.') && isWord(i + 2, "from")
            && isPunct(i + 3, '(')) {
            const auto text = constantAt(i + 4, depth);
            const auto kind = text.value && isPunct(text.end, ',') ? constantAt(text.end + 1, depth)
                                                                   : Constant();
            if (!text.value || !kind.value)
                return {};
            auto value = *kind.value == "hex" ? decodeHex(*text.value) : decodeBase64(*text.value);
            return {std::move(value), behindCall(i + 3), text.at, false};
        }
        if (isWord(i, "String") && isPunct(i + 1, '.') && isWord(i + 2, "fromCharCode")
            && isPunct(i + 3, '('))
            return charactersAt(i + 4);
        return {};
    }

private:
    static std::string moduleName(std::string name)
    {
        return name.starts_with("node:") ? name.substr(5) : name;
    }

    Constant charactersAt(std::size_t i) const
    {
        Constant text = {std::string(), i, {}, false};
        for (; i < count() && token(i).kind == TokenKind::Number && text.value->size() < 1000;
             i += 2) {
            std::uint32_t codePoint = 0;
            for (const char c : textOf(i))
                codePoint = c >= '0' && c <= '9' && codePoint < 1000000
                    ? codePoint * 10 + static_cast<std::uint32_t>(c - '0')
                    : 0xfffd;
            appendUtf8(*text.value, codePoint);
            text.end = i + 2;
            text.at = rangeOf(i, i + 1);
            if (isPunct(i + 1, ')'))
                return text;
        }
        return {};
    }

    Constant lastArgument(std::size_t open, unsigned depth)
    {
        auto argument = constantAt(open + 1, depth);
        for (int i = 0; i < 16 && argument.value && isPunct(argument.end, ','); ++i)
            argument = constantAt(argument.end + 1, depth);
        return argument;
    }

    // import "m"; import a, {b as c}, * as d from "m"; import x = require("m")
    std::size_t importAt(std::size_t i)
    {
        const auto from = fromBehind(i + 1);
        if (from >= count() || !isString(from)) {
            // TypeScript: import x = require("m")
            return i + 1;
        }
        const auto module = constantAt(from);
        if (!module.value)
            return i + 1;
        addImport(*module.value, module.at);
        bindNames(i + 1, from, moduleName(*module.value));
        return from + 1;
    }

    // export … from "m"
    std::size_t exportAt(std::size_t i)
    {
        if (!isPunct(i + 1, '*') && !isPunct(i + 1, '{') && !isWord(i + 1, "type"))
            return i + 1;
        const auto from = fromBehind(i + 1);
        if (!isString(from))
            return i + 1;
        addImport(std::string(textOf(from)), {token(from).begin, token(from).end});
        return from + 1;
    }

    // The module's text of an import clause that begins at @p i, or count().
    std::size_t fromBehind(std::size_t i) const
    {
        const auto last = std::min(count(), i + kMostInBraces);
        for (auto at = i; at < last; ++at) {
            if (isString(at) && (at == i || isWord(at - 1, "from")))
                return at;
            const bool clause = isWord(at) || isPunct(at, ',') || isPunct(at, '{')
                || isPunct(at, '}') || isPunct(at, '*') || isString(at);
            if (!clause)
                return count();
        }
        return count();
    }

    void bindNames(std::size_t i, std::size_t end, const std::string& module)
    {
        bool inBraces = false;
        for (auto at = i; at < end; ++at) {
            if (isPunct(at, '{') || isPunct(at, '}'))
                inBraces = isPunct(at, '{');
            if (!isWord(at) || isWordIn(at, {"from", "type", "as"}) || isWord(at - 1, "as"))
                continue;
            const auto name = nameOf(at);
            const bool renamed = isWord(at + 1, "as") && isWord(at + 2);
            bind(
                renamed ? nameOf(at + 2) : name,
                inBraces && name != "default" ? module + "." + name : module);
            if (inBraces)
                addUse(module + "." + name, rangeOf(at, at + 1));
        }
        for (auto at = i; at + 2 < end; ++at)
            if (isPunct(at, '*') && isWord(at + 1, "as") && isWord(at + 2))
                bind(nameOf(at + 2), module);
    }

    // const {exec, spawn: s} = require("child_process")
    void destructureAt(std::size_t i)
    {
        const auto close = behindCall(i);
        if (close == i || !isPunct(close, '=') || !isWord(close + 1))
            return;
        const auto value = chainAt(isWord(close + 1, "await") ? close + 2 : close + 1);
        if (value.name.empty())
            return;
        for (auto at = i + 1; at + 1 < close; ++at) {
            if (!isWord(at) || isPunct(at - 1, ':') || isPunct(at - 1, '='))
                continue;
            const auto name = nameOf(at);
            const bool renamed = isPunct(at + 1, ':') && isWord(at + 2);
            bind(renamed ? nameOf(at + 2) : name, rootOf(value.name + "." + name));
            addUse(value.name + "." + name, rangeOf(at, at + 1));
        }
    }
};

} // namespace

std::unique_ptr<FactReader>
makeScriptReader(const LexedSource& source, std::string_view language, const WantedNames& wanted)
{
    return std::make_unique<ScriptReader>(source, language, wanted);
}

} // namespace sandbench::gate
