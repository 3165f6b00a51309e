// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/failure.h"
#include "core/workspace/members.h"
#include "core/workspace/sandbox_request.h"

#include <string>

namespace sandbench::cli {

inline const Composition& parts()
{
    static const auto composition = Composition::create();
    return **composition;
}

inline Result<workspace::SandboxRequest> plan(const Json& said)
{
    return workspace::readSandbox(parts(), said);
}

/// What the command line says of options that are wrong usage; empty = they are right.
inline std::string problemOf(const Json& said)
{
    const auto request = plan(said);
    if (request)
        return {};
    return statusOf(request.error()) == 2 ? request.error().text() : "not wrong usage";
}

/// As the command line keeps what was typed for @p option.
inline void type(Json& said, const std::string& option, const std::string& value)
{
    if (option == "--no-keep-template") {
        said["keep_template"] = false;
        return;
    }
    const auto name = workspace::memberNamesIn(option == "--requirements" ? "" : option);
    const auto& member = *workspace::findMember(name.empty() ? "requirements" : name);
    const bool isText = member.field.type == FieldType::Text
        || member.field.type == FieldType::Number || member.field.type == FieldType::Integer
        || member.field.name == "entrypoint";
    if (isText)
        said[std::string(member.field.name)] = value;
    else
        said[std::string(member.field.name)].push_back(value);
}

} // namespace sandbench::cli
