// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"

namespace sandbench {

namespace {

constexpr std::string_view kLettersAndDigits
    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

} // namespace

std::string toBase64(std::string_view bytes, std::string_view last)
{
    const std::string alphabet = std::string(kLettersAndDigits) + std::string(last);
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned value = 0;
        for (std::size_t k = 0; k < 3; ++k)
            value = value << 8
                | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : alphabet[value >> (18 - 6 * k) & 63U];
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text)
{
    const std::string alphabet = std::string(kLettersAndDigits) + "+/";
    std::string bytes;
    unsigned value = 0;
    int bits = 0;
    for (const char c : text.substr(0, text.find('='))) {
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
            continue;
        const auto digit = alphabet.find(c);
        if (digit == std::string::npos)
            return std::nullopt;
        value = value << 6 | static_cast<unsigned>(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>(value >> bits & 0xffU);
        }
    }
    return bytes;
}

std::string toHex(std::string_view bytes)
{
    constexpr const char* kHexDigits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes)
        (text += kHexDigits[byte >> 4]) += kHexDigits[byte & 15];
    return text;
}

} // namespace sandbench
