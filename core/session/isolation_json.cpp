// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/isolation_json.h"

#include "core/base/json.h"

namespace sandbench {

Json isolationJson(const IsolationReport& isolation)
{
    auto missing = Json::array();
    for (const auto& layer : isolation.missing)
        missing.push_back(
            {{"layer", layer.layer}, {"reason", layer.reason}, {"remedy", layer.remedy}});
    return {
        {"layers", isolation.layers},
        {"missing", std::move(missing)},
        {"relaxations", isolation.relaxations}};
}

} // namespace sandbench
