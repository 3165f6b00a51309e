// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sandbox_defaults.h"

namespace sandbench::cli {

Json openDefaults(const SandboxDefaults& options)
{
    Json body = Json::object();
    for (const auto& [name, value] :
         {std::pair<const char*, const std::string&>{"engine", options.engine},
          {"image", options.image},
          {"size", options.size},
          {"policy", options.policy}})
        if (!value.empty())
            body[name] = value;
    return body;
}

} // namespace sandbench::cli
