// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/context_commands.h"

#include "app/cli/text.h"
#include "core/base/text.h"

#include <algorithm>
#include <sstream>

namespace sandbench::cli {

const char* const kContextCommands = R"(  %contexts                  which interpreters there are
  %context NAME [LANGUAGE]   inputs go to this one from now on; a new name opens another: one that is
                             a language, such as bash, an interpreter of it
  %reset                     its variables are gone
  %close [NAME]              it ends
  %help                      these lines
)";

namespace {

constexpr const char* kNotebookCommands
    = R"(A Python interpreter also has what notebooks have: !COMMAND, NAME?, await outside of functions,
%pip install, %time, %timeit, %who, %whos, %run, %cd, %env, and %%bash, %%time, %%timeit, %%capture,
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
    case Verb::Help:
    case Verb::Use:
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
