// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// How a program's file must be called.
enum class FileNameRule {
    None, ///< As the user says.
    JavaPublicClass, ///< After its public class: core/language/java_names.h.
};

/// Which files of a project are built together with the program.
enum class SourceScope {
    Program, ///< None; what the program imports is found by its compiler or interpreter.
    Folder, ///< Those beside it.
    Project, ///< All of its language.
};

/// What a language needs to run, read from resources/languages/<id>.json. The placeholders in its
/// commands: core/language/command_words.h.
struct Language
{
    std::string id; ///< "python"
    std::string name; ///< "Python"
    std::vector<std::string> extensions; ///< ".py"
    std::string defaultFileName; ///< "main.py"
    FileNameRule fileNameRule = FileNameRule::None;
    SourceScope sources = SourceScope::Program;
    std::vector<std::string> sourceExcludes; ///< Ends of names: "_test.go"
    /// argv of each step before the program; the first that fails is the end of the run.
    std::vector<std::vector<std::string>> compile;
    /// What compilers find in {build}: text by relative path.
    std::map<std::string, std::string> buildFiles;
    std::vector<std::string> run; ///< argv: ["python3", "{file}", "{args}"]
    std::map<std::string, std::string> env; ///< {home}, {tmp} and {work} are replaced.
    std::vector<std::string> probe; ///< Programs that must exist: "python3".
    std::string installHint; ///< "apt install python3"
    std::string packages; ///< Its package manager: one of packageManagerIds(), or empty.
    /// Interpreter kernel; empty source name = none.
    std::string kernelSource; ///< Embedded name: "guest/python_kernel.py"
    std::vector<std::string> kernelArgv; ///< ["python3", "-s"]
    std::vector<std::string> kernelPreload; ///< ["numpy", …]
    /// Contexts are interpreters that take lines, started one by one; else a fork server.
    bool kernelSpeaksLines = false;
    /// What its programs load first, so that they can show things; empty = nothing.
    std::string hookSource; ///< Embedded name: "guest/javascript_preload.cjs"
    std::string hookEnv; ///< The variable that names the file: "NODE_OPTIONS"
    std::string hookPrefix; ///< Before the file's path there: "--require="
    bool contexts = false;
    /// What engines with images make its sandboxes from; empty = kDefaultImage.
    std::string image;
};

/// The images that packaging/images/build makes; no registry has them.
inline constexpr const char* kDefaultImage = "sandbench-python:1";
inline constexpr const char* kLanguagesImage = "sandbench-languages:1";
bool isOwnImage(std::string_view name);

/// pip, npm, gem, go, cargo, cran, composer, apt.
std::span<const std::string_view> packageManagerIds();

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
    /// By what a program's first line names: "#!/usr/bin/env python3". Errors: NotFound.
    Result<Language> findByFirstLine(std::string_view text) const;

private:
    std::vector<Language> m_languages;
};

/// Checks and converts one language file. No I/O. Errors: InvalidArgument naming the field.
Result<Language> parseLanguage(std::string_view json);

} // namespace sandbench
