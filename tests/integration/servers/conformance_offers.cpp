// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/conformance_offers.h"

#include "app/mcp/conversation.h"
#include "core/base/stoppable_condition.h"

#include <chrono>

namespace sandbench::test {
namespace {

using namespace mcp;

constexpr const char* kPng
    = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5Erk"
      "Jggg==";
/// A head without samples.
constexpr const char* kWav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

Json image()
{
    return {{"type", "image"}, {"data", kPng}, {"mimeType", "image/png"}};
}

Json embedded(const std::string& uri, const char* type, const char* text)
{
    return {{"type", "resource"}, {"resource", {{"uri", uri}, {"mimeType", type}, {"text", text}}}};
}

ToolResult resultOf(Json content)
{
    ToolResult result;
    result.content = std::move(content);
    return result;
}

Tool tool(
    std::string_view name, std::string_view description,
    std::function<Result<ToolResult>(const ToolCall&)> handler)
{
    return {.name = name, .title = name, .description = description, .handler = std::move(handler)};
}

Tool answering(std::string_view name, std::string_view description, Json content)
{
    return tool(name, description, [content](const ToolCall&) -> Result<ToolResult> {
        return resultOf(content);
    });
}

/// The suite wants to see that a call goes on in between.
void pause(const ToolCall& call)
{
    // More than what our progress is bounded to, five a second.
    restFor(std::chrono::milliseconds(220), call.stop);
}

Result<ToolResult> logs(const ToolCall& call)
{
    for (const auto* text :
         {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
        call.log(kLogInfo, text);
        pause(call);
    }
    return resultOf(Json::array({textBlock("It was logged.")}));
}

Result<ToolResult> progresses(const ToolCall& call)
{
    for (const auto* text : {"0 of 100", "50 of 100", "100 of 100"}) {
        if (call.onProgress)
            call.onProgress(text);
        pause(call);
    }
    return resultOf(Json::array({textBlock("It went on.")}));
}

std::vector<Tool> tools()
{
    return {
        answering(
            "test_simple_text", "Gives text",
            Json::array({textBlock("This is a simple text response for testing.")})),
        answering("test_image_content", "Gives a picture", Json::array({image()})),
        answering(
            "test_audio_content", "Gives a sound",
            Json::array({{{"type", "audio"}, {"data", kWav}, {"mimeType", "audio/wav"}}})),
        answering(
            "test_embedded_resource", "Gives a resource",
            Json::array({embedded(
                "test://embedded-resource", "text/plain",
                "This is an embedded resource content.")})),
        answering(
            "test_multiple_content_types", "Gives one of each",
            Json::array(
                {textBlock("Multiple content types test:"), image(),
                 embedded(
                     "test://mixed-content-resource", "application/json",
                     R"({"test":"data","value":123})")})),
        tool("test_tool_with_logging", "Logs", logs),
        tool("test_tool_with_progress", "Tells how far it is", progresses),
        tool("test_error_handling", "Fails", [](const ToolCall&) -> Result<ToolResult> {
            return Error(
                ErrorCode::Unavailable, "This tool intentionally returns an error for testing");
        })};
}

Result<Json> read(const workspace::Caller&, const std::string& uri, std::stop_token)
{
    constexpr std::string_view kBefore = "test://template/", kAfter = "/data";
    if (uri == "test://static-text")
        return Json{
            {"uri", uri},
            {"mimeType", "text/plain"},
            {"text", "This is the content of the static text resource."}};
    if (uri == "test://static-binary")
        return Json{{"uri", uri}, {"mimeType", "image/png"}, {"blob", kPng}};
    if (uri.starts_with(kBefore) && uri.ends_with(kAfter)) {
        const auto id = uri.substr(kBefore.size(), uri.size() - kBefore.size() - kAfter.size());
        return Json{
            {"uri", uri},
            {"mimeType", "application/json"},
            {"text", writeJson({{"id", id}, {"templateTest", true}})}};
    }
    return Error(ErrorCode::NotFound, "there is no resource " + uri);
}

Resources resources()
{
    Resources all;
    all.list = [](const workspace::Caller&) -> Json {
        return {
            {{"uri", "test://static-text"}, {"name", "text"}, {"description", "A text"}},
            {{"uri", "test://static-binary"}, {"name", "binary"}, {"description", "A picture"}}};
    };
    all.templates = Json::array(
        {{{"uriTemplate", "test://template/{id}/data"},
          {"name", "template"},
          {"description", "Says its id"}}});
    all.read = read;
    all.stamp = [](const workspace::Caller&, const std::string&,
                   std::stop_token) -> Result<std::string> { return std::string(); };
    return all;
}

Json said(Json content)
{
    return {{"role", "user"}, {"content", std::move(content)}};
}

using Given = std::map<std::string, std::string>;

Prompt prompt(
    std::string_view name, std::vector<Prompt::Argument> arguments,
    std::function<Json(const Given&)> make)
{
    return {
        .name = name,
        .title = name,
        .description = "Of the suite",
        .arguments = std::move(arguments),
        .make
        = [make = std::move(make)](const workspace::Caller&, const Given& given) -> Result<Json> {
            return make(given);
        }};
}

std::vector<Prompt> prompts()
{
    return {
        prompt(
            "test_simple_prompt", {},
            [](const Given&) {
                return Json::array({said(textBlock("This is a simple prompt for testing."))});
            }),
        prompt(
            "test_prompt_with_arguments", {{"arg1", "First", true}, {"arg2", "Second", true}},
            [](const Given& given) {
                return Json::array({said(textBlock(
                    "Prompt with arguments: arg1='" + given.at("arg1") + "', arg2='"
                    + given.at("arg2") + "'"))});
            }),
        prompt(
            "test_prompt_with_embedded_resource", {{"resourceUri", "To embed", true}},
            [](const Given& given) {
                return Json::array(
                    {said(embedded(
                         given.at("resourceUri"), "text/plain",
                         "Embedded resource content for testing.")),
                     said(textBlock("Please process the embedded resource above."))});
            }),
        prompt("test_prompt_with_image", {}, [](const Given&) {
            return Json::array({said(image()), said(textBlock("Please analyze the image above."))});
        })};
}

} // namespace

mcp::Offers conformanceOffers()
{
    return {
        .tools = tools(),
        .resources = resources(),
        .prompts = prompts(),
        .complete = [](const Completing&, std::stop_token) -> std::vector<std::string> {
            return {"paris", "park", "party"};
        }};
}

} // namespace sandbench::test
