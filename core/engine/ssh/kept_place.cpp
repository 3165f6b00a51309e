// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ssh/kept_place.h"

#include "core/base/base64.h"
#include "core/engine/outpost/outpost_protocol.h"

#include <charconv>
#include <cstdint>

namespace sandbench::ssh {

std::string KeptPlace::text() const
{
    return name + "/" + toHex({token.data(), token.size()});
}

Result<KeptPlace> parseKeptPlace(std::string_view text)
{
    KeptPlace place;
    const auto slash = text.find('/');
    const auto digits = text.substr(slash == std::string_view::npos ? text.size() : slash + 1);
    const bool isToken = digits.size() == 2 * place.token.size()
        && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (!outpost::isPlaceName(text.substr(0, slash)) || !isToken)
        return Error(ErrorCode::InvalidArgument, "that is not the name of a sandbox that was kept");
    place.name = text.substr(0, slash);
    for (std::size_t i = 0; i < place.token.size(); ++i) {
        std::uint8_t byte = 0;
        std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, byte, 16);
        place.token[i] = static_cast<char>(byte);
    }
    return place;
}

} // namespace sandbench::ssh
