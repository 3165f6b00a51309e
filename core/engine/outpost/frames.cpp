// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/frames.h"

#include "core/engine/far_words.h"

namespace sandbench::outpost {

std::string frame(FrameKind kind, std::string_view bytes)
{
    std::string whole;
    whole.reserve(kFrameHeadBytes + bytes.size());
    for (const int shift : {24, 16, 8, 0})
        whole += static_cast<char>((bytes.size() >> shift) & 0xff);
    whole += static_cast<char>(kind);
    return whole.append(bytes);
}

Result<FrameHead> parseFrameHead(std::string_view bytes)
{
    if (bytes.size() < kFrameHeadBytes)
        return far::broken("half a frame");
    FrameHead head;
    for (std::size_t at = 0; at < 4; ++at)
        head.length = (head.length << 8) | static_cast<unsigned char>(bytes[at]);
    const auto kind = static_cast<unsigned char>(bytes[4]);
    if (head.length > kLongestFrame || kind > static_cast<unsigned char>(FrameKind::Answer))
        return far::broken("no frame");
    head.kind = static_cast<FrameKind>(kind);
    return head;
}

} // namespace sandbench::outpost
