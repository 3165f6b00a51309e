// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/sandbox_keys.h"

#include "app/rest/late_openssl.h"
#include "core/base/base64.h"
#include "core/base/random.h"

#include <array>

namespace sandbench::rest {

namespace {

constexpr std::size_t kKeySecretBytes = 32;

using Digest = std::array<unsigned char, EVP_MAX_MD_SIZE>;

/// In a time that says nothing of where they differ.
bool isSame(std::string_view one, std::string_view other)
{
    return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

const unsigned char* bytesOf(std::string_view text)
{
    return reinterpret_cast<const unsigned char*>(text.data());
}

} // namespace

SandboxKeys::SandboxKeys()
    : m_secret(randomBytes(kKeySecretBytes))
{
}

std::string SandboxKeys::of(std::string_view caller, std::string_view sandbox) const
{
    // Neither of them has a line's end.
    const auto text = std::string(caller) + '\n' + std::string(sandbox);
    Digest digest = {};
    unsigned size = 0;
    if (!HMAC(
            EVP_sha256(), m_secret.data(), static_cast<int>(m_secret.size()), bytesOf(text),
            text.size(), digest.data(), &size))
        return {};
    return std::string(caller) + '.' + toHex({reinterpret_cast<const char*>(digest.data()), size});
}

std::string SandboxKeys::callerOf(std::string_view key, std::string_view sandbox) const
{
    const auto caller = key.substr(0, key.find('.'));
    const auto known = of(caller, sandbox);
    return !known.empty() && isSame(known, key) ? std::string(caller) : std::string();
}

bool isE2bSignature(std::string_view signature, std::string_view text)
{
    Digest digest = {};
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
        return false;
    auto encoded = toBase64(std::string(digest.begin(), digest.begin() + size));
    while (encoded.ends_with('='))
        encoded.pop_back();
    return isSame("v1_" + encoded, signature);
}

} // namespace sandbench::rest
