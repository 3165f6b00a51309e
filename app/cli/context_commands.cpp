// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/context_commands.h"

#include "app/cli/text.h"

#include <algorithm>
#include <sstream>

namespace sandbench::cli {

namespace {

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
    const ContextCommand& command, Session& session, RunRequest& request, std::stop_token stop)
{
    using Verb = ContextCommand::Verb;
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
    case Verb::Use:
        break;
    }
    const auto open = std::find_if(contexts->begin(), contexts->end(), [&](const auto& context) {
        return context.name == command.name;
    });
    const auto language = !command.language.empty() ? command.language
        : open != contexts->end()                   ? open->language
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
