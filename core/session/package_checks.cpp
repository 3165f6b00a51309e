// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/package_checks.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/package/imports.h"
#include "core/package/requirements.h"

#include <algorithm>

namespace sandbench {

namespace {

constexpr double kCheckSeconds = 60;
constexpr std::uint64_t kMaxAnswer = 4U << 20;
constexpr std::size_t kLongestVersion = 100;
constexpr std::size_t kLongestName = 200;

/// The names among its arguments that cannot be imported, as JSON.
constexpr const char* kPythonMissing = R"(
import importlib.util, json, sys
def missing(name):
    try:
        return importlib.util.find_spec(name) is None
    except Exception:
        return False
print(json.dumps([n for n in sys.argv[1:] if missing(n)]))
)";
constexpr const char* kNodeMissing = R"(
const builtin = new Set(require('module').builtinModules);
const here = require('module').createRequire(process.cwd() + '/main.js');
const missing = name => {
  if (builtin.has(name)) return false;
  try { here.resolve(name); return false; } catch (e) { return e.code === 'MODULE_NOT_FOUND'; }
};
console.log(JSON.stringify(process.argv.slice(1).filter(missing)));
)";

/// [{requirement, name, specifier, marker}] on stdin; [{requirement, version, satisfied}] back.
constexpr const char* kPythonCompliance = R"(
import json, sys
import importlib.metadata as metadata
try:
    from packaging import markers, specifiers
except ImportError:
    try:
        from pip._vendor.packaging import markers, specifiers
    except ImportError:
        markers = specifiers = None
def check(line):
    try:
        version = metadata.version(line["name"]) or ""
    except Exception:
        version = ""
    satisfied = bool(version)
    if line["marker"]:
        if not markers or not markers.Marker(line["marker"]).evaluate({"extra": ""}):
            satisfied = None
    if satisfied and line["specifier"]:
        satisfied = specifiers.SpecifierSet(line["specifier"]).contains(version, True) if specifiers else None
    return {"requirement": line["requirement"], "version": version, "satisfied": satisfied}
print(json.dumps([check(line) for line in json.load(sys.stdin)]))
)";
constexpr const char* kNodeCompliance = R"(
const fs = require('fs');
const here = require('module').createRequire(process.cwd() + '/main.js');
let semver = null;
for (const path of ['semver', '/usr/lib/node_modules/npm/node_modules/semver',
                    '/usr/local/lib/node_modules/npm/node_modules/semver', '/usr/share/nodejs/semver'])
  try { semver = semver || require(path); } catch (e) { }
const versionOf = name => {
  for (const folder of here.resolve.paths(name) || [])
    try { return JSON.parse(fs.readFileSync(folder + '/' + name + '/package.json')).version || ''; }
    catch (e) { }
  return '';
};
const check = line => {
  const version = versionOf(line.name);
  const satisfied = !version ? false : semver ? semver.satisfies(version, line.specifier)
    : line.specifier === version ? true : null;
  return {requirement: line.requirement, version, satisfied};
};
console.log(JSON.stringify(JSON.parse(fs.readFileSync(0)).map(check)));
)";

class Ask
{
public:
    Ask(Session& session, std::stop_token stop)
        : m_session(session)
        , m_stop(std::move(stop))
    {
    }

    /// What the program prints is JSON of the sandbox's: untrusted.
    Result<Json> operator()(std::vector<std::string> command, std::string input = {})
    {
        RunRequest request;
        request.language.clear();
        const auto program = command.front();
        request.command = std::move(command);
        request.stdinBytes = std::move(input);
        request.limits.wallSeconds = kCheckSeconds;
        request.limits.outputBytes = kMaxAnswer;
        RunSink ignored;
        auto record = m_session.run(request, ignored, m_stop);
        if (record.failedAs(ErrorCode::NotFound))
            return Error(ErrorCode::Unavailable, program + " is not in this sandbox");
        if (!record)
            return std::move(record.error());
        if (record->verdict == Verdict::Cancelled)
            return Error(ErrorCode::Cancelled, "stopped while packages were looked for");
        if (record->verdict != Verdict::Exited || record->exitCode != 0)
            return Error(
                ErrorCode::Unavailable,
                program + " could not say which packages there are: " + verdictSentence(*record));
        auto answer = parseJson(record->stdoutBytes, kMaxAnswer);
        if (!answer || !answer->is_array())
            return Error(ErrorCode::Protocol, program + " gave an answer that is no list");
        return answer;
    }

private:
    Session& m_session;
    const std::stop_token m_stop;
};

Json linesOfRequirements(const std::vector<Requirement>& list)
{
    auto lines = Json::array();
    for (const auto& requirement : list)
        lines.push_back(
            {{"requirement", requirement.package.text},
             {"name", requirement.package.name},
             {"specifier", requirement.package.version},
             {"marker", requirement.marker}});
    return lines;
}

Json linesOfPackageJson(const Json& object)
{
    auto lines = Json::array();
    for (const auto* field : {"dependencies", "devDependencies"}) {
        const Json& table = jsonField(object, field);
        if (!table.is_object())
            continue;
        for (const auto& [name, range] : table.items())
            lines.push_back(
                {{"requirement", name + "@" + (range.is_string() ? range.get<std::string>() : "")},
                 {"name", name},
                 {"specifier", range}});
    }
    return lines;
}

/// Whether a file or a folder on the path is called as the module: "pkg/helper.py" for "helper".
bool isCalled(std::string_view path, std::string_view module)
{
    while (!path.empty()) {
        const auto slash = std::min(path.find('/'), path.size());
        const auto part = path.substr(0, slash);
        if (part.substr(0, part.find('.')) == module)
            return true;
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return false;
}

bool isBrought(const RunRequest& request, const std::string& module)
{
    const auto called = [&](std::string_view path) { return isCalled(path, module); };
    return std::any_of(request.projectFiles.begin(), request.projectFiles.end(), called)
        || std::any_of(request.files.begin(), request.files.end(), [&](const InputFile& file) {
               return called(file.destination);
           });
}

Result<std::vector<MissingImport>> findMissing(
    Session& session, const std::string& language, const std::vector<std::string>& modules,
    std::stop_token stop)
{
    std::vector<MissingImport> missing;
    if (modules.empty())
        return missing;
    const bool isPython = language == "python";
    std::vector<std::string> command = {isPython ? "python3" : "node"};
    if (isPython)
        command.insert(command.end(), {"-c", kPythonMissing});
    else
        command.insert(command.end(), {"-e", kNodeMissing, "--"});
    command.insert(command.end(), modules.begin(), modules.end());
    SANDBENCH_TRY(const auto answer, Ask(session, std::move(stop))(std::move(command)));
    for (const auto& module : modules)
        if (std::find(answer.begin(), answer.end(), Json(module)) != answer.end())
            missing.push_back({module, packageOfModule(language, module)});
    return missing;
}

} // namespace

Result<std::vector<MissingImport>> findMissingImports(
    Session& session, const std::string& language, const std::string& code, std::stop_token stop)
{
    return findMissing(session, language, importedPackages(language, code), std::move(stop));
}

Result<std::vector<MissingImport>>
ImportChecker::missingImports(const RunRequest& request, std::stop_token stop)
{
    auto modules = importedPackages(request.language, request.code);
    std::erase_if(modules, [&](const std::string& module) {
        return m_present.contains({request.language, module}) || isBrought(request, module);
    });
    SANDBENCH_TRY(auto missing, findMissing(m_session, request.language, modules, std::move(stop)));
    for (auto& module : modules)
        if (std::none_of(missing.begin(), missing.end(), [&](const MissingImport& other) {
                return other.module == module;
            }))
            m_present.emplace(request.language, std::move(module));
    return missing;
}

std::string missingSentence(const std::vector<MissingImport>& missing)
{
    const auto nameOf
        = [](const MissingImport& import) { return oneLine(import.module, kLongestName); };
    return listed(missing, nameOf) + (missing.size() == 1 ? " is" : " are")
        + " not in this sandbox";
}

Result<std::vector<ComplianceLine>>
checkCompliance(Session& session, const InputFile& manifest, std::stop_token stop)
{
    Json lines;
    const bool isNode = manifest.destination == "package.json";
    SANDBENCH_TRY_VOID(readManifest(
        isNode ? NameGrammar::Npm : NameGrammar::Pip,
        isNode ? manifest.destination : "requirements.txt", manifest.bytes));
    if (isNode) {
        SANDBENCH_TRY(const auto object, parseJson(manifest.bytes));
        lines = linesOfPackageJson(object);
    } else {
        SANDBENCH_TRY(const auto requirements, parseRequirements(manifest.bytes));
        lines = linesOfRequirements(requirements.list);
    }
    Ask ask(session, std::move(stop));
    SANDBENCH_TRY(
        const auto answer,
        ask(isNode ? std::vector<std::string>{"node", "-e", kNodeCompliance}
                   : std::vector<std::string>{"python3", "-c", kPythonCompliance},
            writeJson(lines)));
    if (answer.size() != lines.size())
        return Error(ErrorCode::Protocol, "the sandbox gave an answer about other packages");
    std::vector<ComplianceLine> result;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        ComplianceLine line{
            jsonString(lines[i], "requirement"),
            oneLine(jsonString(answer[i], "version"), kLongestVersion), std::nullopt};
        if (const Json& satisfied = jsonField(answer[i], "satisfied"); satisfied.is_boolean())
            line.satisfied = satisfied.get<bool>();
        result.push_back(std::move(line));
    }
    return result;
}

} // namespace sandbench
