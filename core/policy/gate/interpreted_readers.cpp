// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Ruby, R, PHP: languages that import by calling a function.
#include "core/policy/gate/readers.h"

#include <algorithm>

namespace sandbench::gate {
namespace {

/// Ruby.
class RubyReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        if (isString(i) && token(i).has(kCommand)) {
            addUse("Kernel.system", {token(i).begin, token(i).end});
            addCommand(i);
            return i + 1;
        }
        if (!isWord(i))
            return i + 1;
        const bool symbol = i > 0 && isPunct(i - 1, ':') && !(i > 1 && isPunct(i - 2, ':'));
        const bool member = i > 0 && isPunct(i - 1, '.');
        const bool ofKernel = member && i > 1 && isWordIn(i - 2, {"Kernel", "self", "Object"});
        if ((!member || ofKernel)
            && isWordIn(i, {"require", "require_relative", "load", "autoload", "gem"}))
            return requireAt(i, symbol);
        if ((!member || ofKernel)
            && isWordIn(i, {"eval", "instance_eval", "class_eval", "system", "exec", "spawn"}))
            textCallAt(i);
        if (!member)
            assignAt(i);
        return useAt(i);
    }

    std::string rootOf(std::string name) const override
    {
        return name.starts_with("Kernel.") ? name.substr(7) : name;
    }

    std::span<const std::string_view> machinery() const override
    {
        static constexpr std::string_view kNames[] = {"Kernel"};
        return kNames;
    }

private:
    // require "m", require("m"), Kernel.send(:require, "m"), autoload :Name, "m"
    std::size_t requireAt(std::size_t i, bool symbol)
    {
        auto at = i + 1;
        at += isPunct(at, '(') || (symbol && isPunct(at, ',')) ? 1 : 0;
        if (isWord(i, "autoload") && isPunct(at, ':') && isWord(at + 1) && isPunct(at + 2, ','))
            at += 3;
        const auto module = constantAt(at);
        if (!module.value)
            return i + 1;
        auto name = *module.value;
        while (name.starts_with("./") || name.starts_with("../"))
            name.erase(0, name.find('/') + 1);
        addImport(std::move(name), module.at);
        return i + 1;
    }

    void textCallAt(std::size_t i)
    {
        const auto text = constantAt(isPunct(i + 1, '(') ? i + 2 : i + 1);
        addProgram(isWordIn(i, {"system", "exec", "spawn"}) ? "bash" : "ruby", text);
        if (text.value && !isPunct(i + 1, '('))
            addUse(nameOf(i), rangeOf(i, i + 1));
    }

    void addCommand(std::size_t i)
    {
        const auto text = constantAt(i);
        addProgram("bash", text);
    }
};

/// R.
class RReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        if (!isWord(i) && !(isString(i) && isPunct(i + 1, '(')))
            return i + 1;
        if (isPunct(i + 1, ':') && isPunct(i + 2, ':')) {
            addImport(std::string(textOf(i)), {token(i).begin, token(i).end});
            return i + 1;
        }
        const auto name = textOf(i);
        if (isPunct(i + 1, '('))
            callAt(i, name);
        return isWord(i) ? useAt(i) : i + 1;
    }

    bool resolveCall(Chain& chain, unsigned depth) override
    {
        if (chain.name == "system" || chain.name == "shell")
            addProgram("bash", constantAt(chain.end + 1, depth));
        return false;
    }

private:
    void callAt(std::size_t i, std::string_view name)
    {
        const bool one = name == "library" || name == "require" || name == "requireNamespace"
            || name == "loadNamespace" || name == "attachNamespace" || name == "use"
            || name == "source" || name == "getNamespace" || name == "asNamespace";
        const bool many = name == "p_load" || name == "install.packages";
        if (name == "parse" || name == "str2expression")
            parsedAt(i + 2);
        if (one)
            argumentAt(i + 2, name == "library" || name == "require");
        auto at = i + 2;
        for (int arguments = 0; many && arguments < 256; ++arguments) {
            at = argumentAt(at, true);
            if (!isPunct(at, ','))
                return;
            ++at;
        }
    }

    // A package by its bare name (@p bare) or a text, with or without `package =`.
    std::size_t argumentAt(std::size_t i, bool bare)
    {
        if (isWord(i) && isPunct(i + 1, '=') && !isPunct(i + 2, '='))
            i += 2;
        if (isWord(i, "c") && isPunct(i + 1, '('))
            i += 2;
        const auto text = constantAt(i);
        if (text.value) {
            addImport(*text.value, text.at);
            return text.end;
        }
        if (bare && isWord(i)) {
            addImport(std::string(textOf(i)), rangeOf(i, i + 1));
            return i + 1;
        }
        return i;
    }

    void parsedAt(std::size_t i)
    {
        if (isWord(i) && isPunct(i + 1, '='))
            i += 2;
        addProgram("r", constantAt(i));
    }
};

/// PHP.
class PhpReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        if (isString(i) && token(i).has(kCommand)) {
            addUse("shell_exec", {token(i).begin, token(i).end});
            addProgram("bash", constantAt(i));
            return i + 1;
        }
        if (!isWord(i))
            return i + 1;
        const bool member = i > 0 && (isPunct(i - 1, '>') || isPunct(i - 1, '$'));
        if (!member && isWordIn(i, {"include", "include_once", "require", "require_once"})) {
            const auto file = constantAt(isPunct(i + 1, '(') ? i + 2 : i + 1);
            if (file.value)
                addImport(*file.value, file.at);
            return i + 1;
        }
        if (!member && isWord(i, "use"))
            return useStatementAt(i + 1);
        if (isPunct(i + 1, '\\')
            && !(i > 1 && isPunct(i - 1, '\\') && isGlued(i - 1) && isWord(i - 2)))
            addPath(i);
        assignAt(i);
        return useAt(i);
    }

    bool resolveCall(Chain& chain, unsigned depth) override
    {
        static constexpr std::string_view kShells[]
            = {"system", "exec", "shell_exec", "passthru", "popen", "proc_open"};
        if (chain.name == "eval" || chain.name == "assert" || chain.name == "create_function") {
            auto text = constantAt(chain.end + 1, depth);
            if (text.value) {
                text.value->insert(0, "<?php ");
                text.exact = false;
            }
            addProgram("php", text);
        } else if (
            std::find(std::begin(kShells), std::end(kShells), chain.name) != std::end(kShells)) {
            addProgram("bash", constantAt(chain.end + 1, depth));
        }
        return false;
    }

    std::span<const std::string_view> machinery() const override
    {
        static constexpr std::string_view kNames[] = {"eval", "assert"};
        return kNames;
    }

private:
    Path nameAt(std::size_t i) const { return pathAt(i + (isPunct(i, '\\') ? 1 : 0), '\\'); }

    // use A\B as C, D\{E, F as G}; use function A\b;
    std::size_t useStatementAt(std::size_t i)
    {
        if (isWordIn(i, {"function", "const"}) && isWord(i + 1))
            ++i;
        for (int listed = 0; listed < 256; ++listed) {
            const auto path = nameAt(i);
            if (path.name.empty())
                return i;
            addImport(path.name, rangeOf(i, path.end));
            i = path.end;
            if (isPunct(i, '\\') && isPunct(i + 1, '{'))
                i = groupAt(i + 2, path.name);
            else if (isWord(i, "as"))
                i += 2;
            if (!isPunct(i, ','))
                return i;
            ++i;
        }
        return i;
    }

    std::size_t groupAt(std::size_t i, const std::string& prefix)
    {
        for (int listed = 0; listed < 256 && isWord(i); ++listed) {
            const auto path = nameAt(i);
            addImport(prefix + "." + path.name, rangeOf(i, path.end));
            i = path.end + (isWord(path.end, "as") ? 2 : 0);
            if (!isPunct(i, ','))
                break;
            ++i;
        }
        return isPunct(i, '}') ? i + 1 : i;
    }

    void addPath(std::size_t i)
    {
        const auto path = nameAt(i);
        addImport(path.name, rangeOf(i, path.end));
    }
};

} // namespace

std::unique_ptr<FactReader> makeInterpretedReader(
    const LexedSource& source, std::string_view language, const WantedNames& wanted)
{
    if (language == "ruby")
        return std::make_unique<RubyReader>(source, language, wanted);
    if (language == "r")
        return std::make_unique<RReader>(source, language, wanted);
    return std::make_unique<PhpReader>(source, language, wanted);
}

} // namespace sandbench::gate
