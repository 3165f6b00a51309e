// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/literal.h"
#include "core/policy/gate/readers.h"

#include <charconv>

namespace sandbench::gate {
namespace {

constexpr std::string_view kBuiltins[] = {"builtins.", "__builtins__.", "__builtin__."};
constexpr std::size_t kMostImported = 4096; // names in one import statement

/// Python: import statements, the functions that import by name, and what runs text.
class PythonReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        if (!isWord(i))
            return i + 1;
        const bool member = i > 0 && isPunct(i - 1, '.');
        if (!member && isWord(i, "import"))
            return importAt(i + 1);
        if (!member && isWord(i, "from"))
            return fromAt(i);
        if (!member)
            assignAt(i);
        return useAt(i);
    }

    std::span<const std::string_view> machinery() const override
    {
        static constexpr std::string_view kNames[]
            = {"importlib",
               "importlib.import_module",
               "importlib.__import__",
               "__import__",
               "getattr",
               "vars",
               "globals",
               "locals",
               "sys",
               "sys.modules",
               "runpy",
               "runpy.run_module",
               "pkgutil",
               "pkgutil.resolve_name",
               "eval",
               "exec",
               "compile",
               "builtins",
               "__builtins__",
               "__builtin__",
               "base64",
               "base64.b64decode",
               "os",
               "os.system",
               "os.popen",
               "subprocess",
               "subprocess.getoutput",
               "subprocess.getstatusoutput",
               "imp",
               "imp.load_module"};
        return kNames;
    }

    std::string rootOf(std::string name) const override
    {
        for (const auto prefix : kBuiltins)
            if (name.starts_with(prefix))
                return name.substr(prefix.size());
        if (name.starts_with("sys.modules."))
            return name.substr(std::string_view("sys.modules.").size());
        return name;
    }

    bool resolveCall(Chain& chain, unsigned depth) override
    {
        const auto open = chain.end;
        const std::string_view name = chain.name;
        if (name == "__import__" || name == "importlib.import_module"
            || name == "importlib.__import__" || name == "runpy.run_module"
            || name == "pkgutil.resolve_name")
            return importCall(chain, open, depth);
        if (name == "getattr")
            return attributeCall(chain, open, depth);
        if (name == "globals" || name == "locals" || (name == "vars" && isPunct(open + 1, ')'))) {
            chain.name.clear();
            chain.end = behindCall(open);
            return chain.end > open;
        }
        if (name == "vars" && isWord(open + 1)) {
            auto inner = chainAt(open + 1, depth);
            if (inner.name.empty() || !isPunct(inner.end, ')'))
                return false;
            chain = {inner.name, inner.end + 1, chain.at};
            return true;
        }
        if (name == "eval" || name == "exec" || name == "compile")
            addProgram("python", constantAt(open + 1, depth));
        else if (
            name == "os.system" || name == "os.popen" || name.starts_with("subprocess.getoutput")
            || name == "subprocess.getstatusoutput")
            addProgram("bash", constantAt(open + 1, depth));
        return false;
    }

    Constant computedText(std::size_t i, unsigned depth) override
    {
        if (isWord(i, "chr") && isPunct(i + 1, '('))
            return characterAt(i + 2);
        if (isWord(i, "str") && isPunct(i + 1, '(')) {
            auto inner = constantAt(i + 2, depth);
            inner.end = behindCall(i + 1);
            return inner;
        }
        // base64.b64decode, bytes.fromhex, codecs.decode(…, "hex")
        auto name = i;
        while (isPunct(name + 1, '.') && isWord(name + 2) && name < i + 4)
            name += 2;
        if (!isPunct(name + 1, '('))
            return {};
        const bool base64 = isWordIn(
            name, {"b64decode", "urlsafe_b64decode", "standard_b64decode", "a2b_base64"});
        const bool hex = isWordIn(name, {"fromhex", "unhexlify", "a2b_hex"});
        if (!base64 && !hex)
            return {};
        const auto text = constantAt(name + 2, depth);
        if (!text.value)
            return {};
        const auto end = behindCall(name + 1);
        return {base64 ? decodeBase64(*text.value) : decodeHex(*text.value), end, text.at, false};
    }

private:
    // chr(0x6f)
    Constant characterAt(std::size_t i) const
    {
        if (i >= count() || token(i).kind != TokenKind::Number || !isPunct(i + 1, ')'))
            return {};
        auto text = textOf(i);
        const int base = text.starts_with("0x") ? 16 : 10;
        text.remove_prefix(base == 16 ? 2 : 0);
        std::uint32_t codePoint = 0;
        const auto [end, problem]
            = std::from_chars(text.data(), text.data() + text.size(), codePoint, base);
        if (problem != std::errc() || end != text.data() + text.size())
            return {};
        std::string value;
        appendUtf8(value, codePoint);
        return {std::move(value), i + 2, rangeOf(i, i + 1), false};
    }

    std::size_t importAt(std::size_t i)
    {
        for (std::size_t listed = 0; listed < kMostImported; ++listed) {
            const auto module = pathAt(i, '.');
            if (module.name.empty())
                return i;
            addImport(module.name, rangeOf(i, module.end));
            i = module.end;
            if (isWord(i, "as") && isWord(i + 1)) {
                bind(nameOf(i + 1), module.name);
                i += 2;
            } else {
                const auto top = module.name.substr(0, module.name.find('.'));
                bind(top, top);
            }
            if (!isPunct(i, ','))
                return i;
            ++i;
        }
        return i;
    }

    // from a.b import c as d, e — also with leading dots, whose modules are meant all the same.
    std::size_t fromAt(std::size_t i)
    {
        auto at = i + 1;
        while (isPunct(at, '.'))
            ++at;
        const bool relative = at > i + 1;
        // "from .import x" and "from . import x"
        const auto module = isWord(at, "import") ? Path{{}, at} : pathAt(at, '.');
        if (!isWord(module.end, "import") || (module.name.empty() && !relative))
            return i + 1;
        addImport(module.name, rangeOf(at, module.end), 0, relative);
        return membersAt(module.end + 1, module.name, relative);
    }

    std::size_t membersAt(std::size_t i, const std::string& module, bool relative)
    {
        if (isPunct(i, '*')) {
            if (isFirstPass() && m_starModules.size() < 8
                && (wanted().leadsTo(module) || isMachinery(module)))
                m_starModules.push_back(module);
            return i + 1;
        }
        std::size_t known = 0;
        for (std::size_t at = 0; at < module.size(); ++at)
            known += at == 0 || module[at] == '.' ? 1 : 0;
        i += isPunct(i, '(') ? 1 : 0;
        while (isWord(i)) {
            const auto name = nameOf(i);
            const auto full = module.empty() ? name : module + "." + name;
            addImport(full, rangeOf(i, i + 1), known, relative);
            addUse(full, rangeOf(i, i + 1));
            const bool renamed = isWord(i + 1, "as") && isWord(i + 2);
            bind(renamed ? nameOf(i + 2) : name, full);
            i += renamed ? 3 : 1;
            if (!isPunct(i, ','))
                break;
            ++i;
        }
        return i;
    }

    bool importCall(Chain& chain, std::size_t open, unsigned depth)
    {
        auto first = open + 1;
        if (isWord(first, "name") && isPunct(first + 1, '='))
            first += 2;
        const auto module = constantAt(first, depth);
        if (!module.value)
            return false;
        auto name = *module.value;
        name.erase(0, name.find_first_not_of('.'));
        addImport(name, module.at);
        chain.name = chain.name == "__import__" ? name.substr(0, name.find('.')) : name;
        chain.end = behindCall(open);
        return chain.end > open;
    }

    bool attributeCall(Chain& chain, std::size_t open, unsigned depth)
    {
        auto object = isWord(open + 1) ? chainAt(open + 1, depth) : Chain{{}, open + 1, {}};
        if (object.end <= open + 1 || !isPunct(object.end, ','))
            return false;
        const auto name = constantAt(object.end + 1, depth);
        // Of an unknown object only what nothing else is called.
        if (!name.value || (object.name.empty() && *name.value != "__import__"))
            return false;
        chain.name = rootOf(object.name.empty() ? *name.value : object.name + "." + *name.value);
        chain.end = behindCall(open);
        return chain.end > open;
    }
};

} // namespace

std::unique_ptr<FactReader>
makePythonReader(const LexedSource& source, std::string_view language, const WantedNames& wanted)
{
    return std::make_unique<PythonReader>(source, language, wanted);
}

} // namespace sandbench::gate
