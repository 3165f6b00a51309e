// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/workspace/caller.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::rest {

/// A token as it is kept: never its secret.
struct Token
{
    std::string id, name;
    std::string hash; ///< SHA-256 of the secret, hex. It has 256 random bits, so no salt is needed.
    std::set<workspace::Scope> scopes;
    workspace::Quotas quotas;
    LayerNames requiredLayers; ///< Of every sandbox that is opened with it.
    std::int64_t createdAt = 0, expiresAt = 0, lastUsedAt = 0; ///< Units: seconds since 1970; 0 =
                                                               ///< never.
};

/// How a secret looks: "sbt_…", or as E2B's clients want it, "e2b_" and hexadecimal digits.
enum class SecretForm { Ours, E2b };

/// `sandbenchctl token`'s, in the user's state folder (0600): a file of JSON that is made when the
/// first one is created. Processes may share it, and a change counts at once in a server that runs.
/// One that cannot be written (a mounted secret) still counts. Thread: any.
class TokenStore
{
public:
    explicit TokenStore(std::string path);
    /// Takes name, scopes, quotas, layers and expiresAt of @p token and returns what the user
    /// keeps, said once. Errors: AlreadyExists (the name), InvalidArgument (no name, no scopes),
    /// Io, PermissionDenied.
    Result<std::string> create(Token token, SecretForm form = SecretForm::Ours);
    /// The oldest first. Errors: Io, PermissionDenied, InvalidArgument (a spoiled file).
    Result<std::vector<Token>> list();
    /// Errors: NotFound.
    Result<void> revoke(const std::string& idOrName);
    /// Errors: NotFound for an unknown, revoked or expired one; the file's own.
    Result<Token> check(std::string_view secret);
    /// The same by its id.
    Result<Token> find(std::string_view id);

private:
    /// Tells one version of the file from another: a replaced file is another inode.
    struct Version
    {
        std::uint64_t inode = 0;
        std::int64_t size = 0;
        std::int64_t changed = 0; ///< Units: ns.
        bool operator==(const Version&) const = default;
    };

    Result<void> refresh();
    /// And reads it again.
    Result<UniqueFd> lock();
    Result<void> write();
    void noteUse(const std::string& id, std::int64_t now) const;

    const std::string m_path;
    std::mutex m_mutex;
    std::optional<Version> m_version; ///< Of what m_tokens was read from.
    std::vector<Token> m_tokens;
};

/// How the ids of tokens begin, and no other caller's.
inline constexpr std::string_view kTokenIdPrefix = "t-";
/// More no file of tokens has. Units: bytes.
inline constexpr std::size_t kMostTokenBytes = 4U << 20;
/// Untrusted, no I/O. Errors: InvalidArgument.
Result<std::vector<Token>> parseTokens(std::string_view json);
std::string tokensText(const std::vector<Token>& tokens);

} // namespace sandbench::rest
