// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/context_commands.h"

#include "app/cli/text.h"
#include "app/cli/variable_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace sandbench::cli {

const char* const kContextCommands = R"(  %contexts                  which interpreters there are
  %context NAME [LANGUAGE]   inputs go to this one from now on; a new name opens another: one that is
                             a language, such as bash, an interpreter of it
  %reset                     its variables are gone
  %close [NAME]              it ends
  %steps                     which inputs of a Python interpreter can be undone, the last ten
  %undo [N]                  back to before the last input, or before input N of %steps
  %branch NAME [N]           another interpreter that is as this one is, or was before input N;
                             inputs go to it
  %whos                      the variables of a Python interpreter: types, sizes, values
  %show NAME                 all of one variable
  %help                      these lines
)";

namespace {

constexpr const char* kNotebookCommands
    = R"(A Python interpreter also has what notebooks have: !COMMAND, NAME?, await outside of functions,
%pip install, %time, %timeit, %who, %run, %cd, %env, and %%bash, %%time, %%timeit, %%capture,
%%writefile above a whole input.
Ctrl-C interrupts what runs, Ctrl-D or exit() ends.
)";

std::string listed(const std::vector<Session::ContextInfo>& contexts, const std::string& used)
{
    std::string text;
    for (const auto& context : contexts)
        text += (context.name == used ? "* " : "  ") + printable(context.name) + " ("
            + context.language + (context.isBusy ? ", busy" : "") + ")\n";
    return text.empty() ? "no context is open yet: the first input opens one\n" : text;
}

/// What the copy from before a cell cannot bring back; empty where it is all there.
std::string lackOf(const Session::ContextStep& step)
{
    std::string text;
    if (step.threads > 0)
        text = "threads that will not run: " + std::to_string(step.threads);
    if (step.sockets > 0)
        text += (text.empty() ? "" : ", ") + std::string("sockets that stay as they are now: ")
            + std::to_string(step.sockets);
    if (step.filesLeft > 0)
        text += (text.empty() ? "" : ", ") + std::string("files that stay as they are now: ")
            + std::to_string(step.filesLeft);
    if (!step.filesKnown)
        text += (text.empty() ? "" : ", ") + std::string("files that nobody watched stay");
    return text;
}

std::string listed(const std::vector<Session::ContextStep>& steps)
{
    std::string text;
    for (const auto& step : steps) {
        const auto lack = lackOf(step);
        text += "  " + std::to_string(step.number) + "  " + printable(step.text)
            + (lack.empty() ? "" : "  (" + lack + ")") + "\n";
    }
    return text.empty() ? "nothing can be undone\n" : text;
}

std::string undone(
    const ContextCommand& command, Session& session, const std::string& context,
    std::stop_token stop)
{
    const auto steps = session.listContextSteps(context, stop);
    // Said before it is done; with its number it was asked for by somebody who has read it.
    if (command.step == 0 && steps && !steps->empty())
        if (const auto lack = lackOf(steps->back()); !lack.empty())
            return lack + "; %undo " + std::to_string(steps->back().number) + " does it\n";
    const auto step = session.undoContext(context, command.step, stop);
    if (!step)
        return step.error().text() + "\n";
    auto text
        = "back to before " + std::to_string(step->number) + "  " + printable(step->text) + "\n";
    if (step->filesBack > 0)
        text += "files that came back: " + std::to_string(step->filesBack) + "\n";
    if (step->filesLeft > 0)
        text += "files that stay as they are: " + std::to_string(step->filesLeft) + "\n";
    for (const auto& path : step->pathsLeft)
        text += "  " + printable(path) + "\n";
    return text;
}

std::string obeyStepCommand(
    const ContextCommand& command, Session& session, RunRequest& request, std::stop_token stop)
{
    if (command.verb == ContextCommand::Verb::Undo)
        return undone(command, session, request.context, stop);
    if (command.verb == ContextCommand::Verb::Steps) {
        const auto steps = session.listContextSteps(request.context, stop);
        return steps ? listed(*steps) : steps.error().text() + "\n";
    }
    const auto opened = session.branchContext(request.context, command.name, command.step, stop);
    if (!opened)
        return opened.error().text() + "\n";
    request.context = command.name;
    return "inputs go to " + printable(command.name) + "\n";
}

std::string shownVariables(
    const ContextCommand& command, Session& session, const std::string& context,
    std::stop_token stop)
{
    if (command.verb == ContextCommand::Verb::Show) {
        const auto details = session.showVariable(context, command.name, stop);
        return details ? variableText(*details) : details.error().text() + "\n";
    }
    const auto list = session.listVariables(context, stop);
    return list ? variableLines(*list) : list.error().text() + "\n";
}

/// "", or a number from 1.
std::optional<int> stepIn(const std::string& word)
{
    int step = 0;
    if (word.empty())
        return step;
    const auto end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, step);
    return error == std::errc() && stopped == end && step > 0 ? std::optional(step) : std::nullopt;
}

} // namespace

std::optional<ContextCommand> parseContextCommand(std::string_view line)
{
    using Verb = ContextCommand::Verb;
    std::istringstream words{std::string(line)};
    std::string verb, name, language, more;
    words >> verb >> name >> language >> more;
    if (!more.empty())
        return std::nullopt;
    if (verb == "%help" && name.empty())
        return ContextCommand{Verb::Help, {}, {}};
    if (verb == "%steps" && name.empty())
        return ContextCommand{Verb::Steps, {}, {}};
    if (verb == "%whos" && name.empty())
        return ContextCommand{Verb::Variables, {}, {}};
    if (verb == "%show" && !name.empty() && language.empty())
        return ContextCommand{Verb::Show, name, {}};
    if (const auto step = stepIn(name); verb == "%undo" && step && language.empty())
        return ContextCommand{Verb::Undo, {}, {}, *step};
    if (const auto step = stepIn(language); verb == "%branch" && step && !name.empty())
        return ContextCommand{Verb::Branch, name, {}, *step};
    if (verb == "%contexts" && name.empty())
        return ContextCommand{Verb::List, {}, {}};
    if (verb == "%context" && !name.empty())
        return ContextCommand{Verb::Use, name, language};
    if (verb == "%reset" && name.empty())
        return ContextCommand{Verb::Reset, {}, {}};
    if (verb == "%close" && language.empty())
        return ContextCommand{Verb::Close, name, {}};
    return std::nullopt;
}

std::string obeyContextCommand(
    const ContextCommand& command, const LanguageCatalog& languages, Session& session,
    RunRequest& request, std::stop_token stop)
{
    using Verb = ContextCommand::Verb;
    if (command.verb == Verb::Help)
        return std::string(kContextCommands) + kNotebookCommands;
    if (command.verb == Verb::Undo || command.verb == Verb::Steps || command.verb == Verb::Branch)
        return obeyStepCommand(command, session, request, stop);
    if (command.verb == Verb::Variables || command.verb == Verb::Show)
        return shownVariables(command, session, request.context, stop);
    const auto contexts = session.listContexts(stop);
    if (!contexts)
        return contexts.error().text() + "\n";
    const auto told = [](const Result<void>& done, const std::string& text) {
        return done ? text + "\n" : done.error().text() + "\n";
    };
    switch (command.verb) {
    case Verb::List:
        return listed(*contexts, request.context);
    case Verb::Reset:
        return told(
            session.resetContext(request.context, stop),
            "the variables of " + request.context + " are gone");
    case Verb::Close: {
        const auto& name = command.name.empty() ? request.context : command.name;
        return told(session.closeContext(name, stop), printable(name) + " is closed");
    }
    default:
        break;
    }
    const auto open = std::find_if(contexts->begin(), contexts->end(), [&](const auto& context) {
        return context.name == command.name;
    });
    const auto asNamed = languages.find(lowerCase(command.name));
    const auto language = !command.language.empty() ? lowerCase(command.language)
        : open != contexts->end()                   ? open->language
        : asNamed                                   ? asNamed->id
                                                    : request.language;
    if (open == contexts->end())
        if (const auto opened = session.openContext(command.name, language, stop); !opened)
            return opened.error().text() + "\n";
    if (open != contexts->end() && open->language != language)
        return printable(command.name) + " speaks " + open->language + "\n";
    request.context = command.name;
    request.language = language;
    return "inputs go to " + printable(command.name) + " (" + language + ")\n";
}

} // namespace sandbench::cli
