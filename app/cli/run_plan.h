// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/language/language.h"
#include "core/session/session.h"
#include "core/workspace/sandbox_request.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::cli {

/// RunOptions::stdinPath of a program that shall read nothing.
inline constexpr const char* kNoInput = "none";

/// The program of an answer, see takeProgram().
struct AnswerProgram
{
    std::string code;
    std::vector<InputFile> files; ///< Beside it.
    std::string origin; ///< A sentence for the record.
};

/// `sandbenchctl run` as it was typed; empty text = not given.
struct RunOptions
{
    std::string program; ///< A path, or "-" for standard input; in the project where there is one.
    std::vector<std::string> morePrograms; ///< Run after it, in the same sandbox.
    std::string projectFolder;
    std::string apply; ///< What of its changes: "all", "ask", "none"; see applyChoiceOf().
    std::vector<std::string> arguments; ///< Of the program.
    /// A program of the sandbox, with its arguments, instead of one of ours.
    std::vector<std::string> command;
    Json sandbox = Json::object(); ///< What was typed of it, see workspace::readSandbox().
    std::string language;
    std::string context; ///< Of an interpreter; see settleContexts().
    std::vector<std::string> env; ///< NAME=VALUE
    std::vector<std::string> files; ///< SRC[:DEST]
    std::vector<std::string> gets; ///< PATH[:DEST]
    std::string stdinPath; ///< A path, "-" for our own, or "none"; see settleInput().
    bool terminal = false; ///< The program gets one, as ours.
    std::string outFolder;
    std::string policy; ///< Id, or the path of a file.
    bool yes = false; ///< To what the policy asks.
    bool checkImports = false; ///< Before anything runs.
    bool json = false;
    bool verbose = false;
    bool report = false; ///< What the program did, on stderr.
    bool isAnswer = false; ///< The file, whatever it is called.
    bool listsBlocks = false; ///< Of the answer; nothing runs.
    std::string block; ///< Of the answer: its number or name.
    std::optional<AnswerProgram> answer; ///< Instead of the program's file.
};

/// What to do, checked. The program's text and files are in it once loadInputs() has run.
struct RunInvocation
{
    workspace::SandboxRequest sandbox;
    RunRequest request;
};

/// One `--file`.
struct FileSpec
{
    std::string source;
    std::string destination;
};

/// Splits SRC[:DEST]; without DEST a relative SRC keeps its folders. A whole @p text that names an
/// existing file (@p exists) is a source, colon or not. Errors: InvalidArgument.
Result<FileSpec>
parseFileSpec(const std::string& text, bool exists, std::string_view option = "--file");

/// `run --context` means the cluster's context with Kubernetes, and an interpreter's with other
/// engines, as --interpreter-context does. Errors: InvalidArgument for two names of one thing.
Result<void> settleContexts(RunOptions& options);

/// Without --stdin the program reads our own standard input, where nothing else comes from there.
/// Before loadManifest(). Errors: InvalidArgument for several that read it.
Result<void> settleInput(RunOptions& options);

/// The manifest in @p options is its text already. Errors: those of workspace::readSandbox().
Result<RunInvocation> planRun(const RunOptions& options, const Composition& parts);

/// Reads the program and the files into @p plan. Errors: InvalidArgument, NotFound,
/// PermissionDenied, ResourceExhausted, Cancelled (while the program is read from standard input).
Result<void> loadInputs(const RunOptions& options, RunInvocation& plan, std::stop_token stop);

/// Puts the text of the file that --manifest names in its place. Errors: as loadInputs().
Result<void> loadManifest(RunOptions& options, std::stop_token stop);

/// Of a program's text.
inline constexpr std::size_t kMaxProgramBytes = 64U << 20;
/// A program's text from a file, or from standard input for "-". Errors: as loadInputs().
Result<std::string> readProgram(const std::string& path, std::stop_token stop);

} // namespace sandbench::cli
