// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench::rest {

/// A key for each sandbox, which opens nothing else: of those who are given it in place of a token,
/// and for what they sign with it. Nobody keeps keys: they are made anew from a secret of this
/// object's, so that they are good as long as it, its copies, the sandbox and its caller's token
/// are. Thread: any.
class SandboxKeys
{
public:
    SandboxKeys();

    /// "t-0123456789ab.4f…": @p caller, to whom it gives what that one may do in @p sandbox.
    std::string of(std::string_view caller, std::string_view sandbox) const;
    /// Whose key of @p sandbox @p key is; empty = it is none. Untrusted.
    std::string callerOf(std::string_view key, std::string_view sandbox) const;

private:
    const std::string m_secret;
};

/// Whether E2B's clients sign an address of a file so: @p text is "path:operation:user:key", with
/// ":expiration" where there is one. Untrusted. Source: e2b 2.51, src/sandbox/signature.ts.
bool isE2bSignature(std::string_view signature, std::string_view text);

} // namespace sandbench::rest
