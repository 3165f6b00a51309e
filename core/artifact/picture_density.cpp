// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/picture_density.h"

#include <cmath>
#include <cstdint>

namespace sandbench {

namespace {

constexpr double kMetersPerInch = 0.0254;
constexpr double kMaxDensity = 100'000;

std::uint64_t bigEndian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (const char c : bytes)
        value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

double sane(double density)
{
    // Whole dots per metre are not quite those per inch that were meant.
    return density <= kMaxDensity ? std::round(density * 10) / 10 : 0;
}

double pngDensity(std::string_view bytes)
{
    constexpr std::size_t kSignature = 8;
    constexpr int kMaxChunks = 64;
    constexpr std::uint64_t kDensityBytes = 9;
    if (bytes.size() < kSignature)
        return 0;
    bytes.remove_prefix(kSignature);
    for (int i = 0; i < kMaxChunks && bytes.size() >= 8; ++i) {
        const auto length = bigEndian(bytes.substr(0, 4));
        const auto type = bytes.substr(4, 4);
        bytes.remove_prefix(8);
        if (type == "IDAT" || length + 4 > bytes.size())
            return 0;
        if (type == "pHYs" && length == kDensityBytes)
            return bytes[8] == 1
                ? sane(static_cast<double>(bigEndian(bytes.substr(0, 4))) * kMetersPerInch)
                : 0;
        bytes.remove_prefix(length + 4);
    }
    return 0;
}

double jpegDensity(std::string_view bytes)
{
    constexpr std::size_t kNeeded = 18;
    if (bytes.size() < kNeeded || bytes.substr(2, 2) != "\xff\xe0" || bytes.substr(6, 4) != "JFIF")
        return 0;
    const auto across = static_cast<double>(bigEndian(bytes.substr(14, 2)));
    constexpr double kCentimetresPerInch = 2.54;
    if (bytes[13] == 1)
        return sane(across);
    return bytes[13] == 2 ? sane(across * kCentimetresPerInch) : 0;
}

} // namespace

double pictureDensity(std::string_view bytes, std::string_view mime)
{
    if (mime == "image/png")
        return pngDensity(bytes);
    return mime == "image/jpeg" ? jpegDensity(bytes) : 0;
}

} // namespace sandbench
