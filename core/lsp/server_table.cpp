// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lsp/server_table.h"

#include <cstdlib>
#include <memory>
#include <unistd.h>

namespace sandbench::lsp {

namespace {

constexpr std::string_view kProgramFolders[] = {"/usr/local/bin/", "/usr/bin/"};
constexpr std::string_view kShownFolder = "/usr/";

bool isThere(const std::string& path, int mode)
{
    const std::unique_ptr<char, decltype(&std::free)> real(
        ::realpath(path.c_str(), nullptr), &std::free);
    return real && std::string_view(real.get()).starts_with(kShownFolder)
        && ::access(real.get(), mode) == 0;
}

std::string findProgram(const std::string& name)
{
    if (name.starts_with('/'))
        return isThere(name, X_OK) ? name : std::string();
    for (const auto folder : kProgramFolders)
        if (auto path = std::string(folder) + name; isThere(path, X_OK))
            return path;
    return {};
}

ServerCandidate languageServerOfR(std::string library)
{
    return {{"R", "--no-echo", "-e", "languageserver::run()"}, library + "/languageserver"};
}

} // namespace

const ServerTable& usualServers()
{
    static const ServerTable kServers = {
        {"python",
         "python",
         ".py",
         {{{"pylsp"}},
          {{"basedpyright-langserver", "--stdio"}},
          {{"pyright-langserver", "--stdio"}},
          {{"jedi-language-server"}}}},
        {"c", "c", ".c", {{{"clangd"}}}},
        {"cpp", "cpp", ".cpp", {{{"clangd"}}}},
        {"r",
         "r",
         ".R",
         {languageServerOfR("/usr/local/lib/R/site-library"),
          languageServerOfR("/usr/lib/R/site-library"), languageServerOfR("/usr/lib/R/library")}},
        {"go", "go", ".go", {{{"gopls"}}}},
        {"rust", "rust", ".rs", {{{"rust-analyzer"}}}},
        {"typescript", "typescript", ".ts", {{{"typescript-language-server", "--stdio"}}}},
        {"javascript", "javascript", ".js", {{{"typescript-language-server", "--stdio"}}}},
        {"bash", "shellscript", ".sh", {{{"bash-language-server", "start"}}}}};
    return kServers;
}

std::vector<std::string> findServer(std::span<const ServerCandidate> candidates)
{
    for (const auto& [command, needs] : candidates) {
        if (!needs.empty() && !isThere(needs, R_OK))
            continue;
        auto program = findProgram(command.front());
        if (program.empty())
            continue;
        auto found = command;
        found.front() = std::move(program);
        return found;
    }
    return {};
}

} // namespace sandbench::lsp
