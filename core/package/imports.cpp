// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/imports.h"

#include "core/base/embedded.h"
#include "core/base/json.h"
#include "core/policy/gate/scan.h"

#include <algorithm>

namespace sandbench {

namespace {

constexpr std::size_t kMostModules = 1000;
constexpr std::size_t kLongestModule = 200;

class Modules
{
public:
    void add(std::string_view module)
    {
        if (module.empty() || module.size() > kLongestModule || m_list.size() == kMostModules
            || std::find(m_list.begin(), m_list.end(), module) != m_list.end())
            return;
        m_list.emplace_back(module);
    }
    std::vector<std::string> take() { return std::move(m_list); }

private:
    std::vector<std::string> m_list;
};

/// "lodash/fp" is of lodash, "@a/b/c" of @a/b; files and what node has itself are of nobody.
std::string_view packageOfPath(std::string_view path)
{
    if (path.empty() || path.front() == '.' || path.front() == '/' || path.starts_with("node:")
        || path.find(':') != std::string_view::npos)
        return {};
    auto end = path.find('/');
    if (path.front() == '@' && end != std::string_view::npos)
        end = path.find('/', end + 1);
    return path.substr(0, end);
}

// What the guest kernel brings where IPython is not installed; see
// resources/guest/python/45-ipython.py.
bool isBroughtAlong(std::string_view module)
{
    return module == "IPython" || module == "IPython.display" || module == "IPython.core"
        || module == "IPython.core.display";
}

} // namespace

std::vector<std::string> importedPackages(std::string_view language, std::string_view code)
{
    const bool isPython = language == "python";
    if (!isPython && language != "javascript" && language != "typescript")
        return {};
    Modules modules;
    for (const std::string_view module : importedModules(code, language)) {
        if (!isPython)
            modules.add(packageOfPath(module));
        else if (!isBroughtAlong(module))
            modules.add(module.substr(0, module.find('.')));
    }
    return modules.take();
}

std::string packageOfModule(std::string_view language, const std::string& module)
{
    const auto file = embeddedFile("imports/" + std::string(language) + ".json");
    const auto table = file ? parseJson(*file) : Result<Json>(Json::object());
    if (!table)
        return module;
    // PHP's classes are in namespaces, which packages have whole.
    for (auto name = module; !name.empty();) {
        if (auto package = jsonString(*table, name); !package.empty())
            return package;
        const auto cut = name.rfind('\\');
        name.resize(cut == std::string::npos ? 0 : cut);
    }
    return module;
}

} // namespace sandbench
