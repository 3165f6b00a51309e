// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/fast_api.h"

namespace sandbench::rest {

Answer fastApiInvalid(const std::string& detail)
{
    const auto member = detail.substr(0, detail.find(": "));
    auto place = Json::array({"body"});
    if (member.size() < detail.size() && member.find(' ') == std::string::npos)
        place.push_back(member);
    const Json problem = {{"loc", std::move(place)}, {"msg", detail}, {"type", "value_error"}};
    return jsonAnswer({{"detail", Json::array({problem})}}, 422);
}

Answer fastApiProblem(int status, const std::string& detail)
{
    return jsonAnswer({{"detail", detail}}, status);
}

Fields fastApiProblemFields()
{
    return {{"detail", FieldType::Any, "[{loc, msg, type}] of 422, else a text", true}};
}

} // namespace sandbench::rest
