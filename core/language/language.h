// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// What a language needs to run, read from resources/languages/<id>.json.
struct Language
{
    std::string id; ///< "python"
    std::string name; ///< "Python"
    std::vector<std::string> extensions; ///< ".py"
    std::string defaultFileName; ///< "main.py"
    std::vector<std::string>
        run; ///< argv; {file} and {args} are replaced: ["python3", "{file}", "{args}"]
    std::map<std::string, std::string> env;
    std::string probe; ///< Program that must exist: "python3".
    std::string installHint; ///< "apt install python3"
    /// Interpreter kernel; empty source name = none.
    std::string kernelSource; ///< Embedded name: "guest/python_kernel.py"
    std::vector<std::string> kernelArgv; ///< ["python3", "-s"]
    std::vector<std::string> kernelPreload; ///< ["numpy", …]
    bool contexts = false;
    /// What engines with images make its sandboxes from; empty = kDefaultImage.
    std::string image;
};

/// The image with every language of ours that packaging/images/build makes.
inline constexpr const char* kDefaultImage = "sandbench-python:1";

/// The image for sandboxes in which @p language (null = any) shall run.
std::string defaultImage(const Language* language);

/// All languages, embedded ones first, overridden by the user's files of the same id.
/// Thread: any (immutable).
class LanguageCatalog
{
public:
    /// @p userFolder may be empty or missing. Errors: InvalidArgument naming file and field.
    static Result<LanguageCatalog> load(const std::string& userFolder = {});

    /// This one and @p language, which replaces one of the same id.
    LanguageCatalog with(Language language) const;

    const std::vector<Language>& all() const { return m_languages; }
    /// Errors: NotFound with the known ids.
    Result<Language> find(std::string_view id) const;
    /// By extension; Errors: NotFound saying how to name the language.
    Result<Language> findByFileName(std::string_view fileName) const;

private:
    std::vector<Language> m_languages;
};

/// Checks and converts one language file. No I/O. Errors: InvalidArgument naming the field.
Result<Language> parseLanguage(std::string_view json);

} // namespace sandbench
