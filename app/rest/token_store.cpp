// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/token_store.h"

#include "app/rest/late_openssl.h"
#include "core/base/base64.h"
#include "core/base/part_file.h"
#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::rest {

namespace {

constexpr std::size_t kSecretBytes = 32;
constexpr std::int64_t kUseInterval = 60; ///< How exactly lastUsedAt is kept. Units: seconds.
constexpr std::string_view kPrefix = "sbt_";

std::string hashOf(std::string_view secret)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest = {};
    unsigned size = 0;
    if (EVP_Digest(secret.data(), secret.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
        return {}; // Matches nothing: parseTokens() takes no empty hash.
    return toHex({reinterpret_cast<const char*>(digest.data()), size});
}

std::string newSecret(SecretForm form)
{
    if (form == SecretForm::E2b)
        return "e2b_" + randomHex(kSecretBytes);
    auto secret = std::string(kPrefix) + toBase64(randomBytes(kSecretBytes), "-_");
    while (secret.ends_with('='))
        secret.pop_back();
    return secret;
}

Result<std::vector<Token>> readTokens(const std::string& path)
{
    SANDBENCH_TRY(const auto text, readFile(path, kMostTokenBytes));
    auto tokens = parseTokens(text);
    if (!tokens)
        return std::move(tokens.error()).within(path);
    return tokens;
}

Result<void> writeTokens(const std::string& path, const std::vector<Token>& tokens)
{
    SANDBENCH_TRY(auto file, PartFile::beside(path));
    SANDBENCH_TRY_VOID(file.write(tokensText(tokens)));
    SANDBENCH_TRY_VOID(file.sync());
    return file.keep(0600);
}

/// Keeps other processes from changing the file. @p how: LOCK_EX, and LOCK_NB for Errors:
/// Unavailable instead of waiting.
Result<UniqueFd> lockFile(const std::string& path, int how)
{
    if (const auto parent = std::filesystem::path(path).parent_path(); !parent.empty()) {
        std::error_code ignored;
        if (std::filesystem::create_directories(parent, ignored))
            ::chmod(parent.c_str(), 0700);
    }
    const auto name = path + ".lock";
    UniqueFd held(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!held || ::flock(held.get(), how) != 0)
        return Error::fromErrno(errno, "cannot lock " + name);
    return held;
}

} // namespace

TokenStore::TokenStore(std::string path)
    : m_path(std::move(path))
{
}

Result<void> TokenStore::refresh()
{
    if (m_path.empty())
        return Error(
            ErrorCode::InvalidArgument,
            "there is no place for tokens: neither XDG_STATE_HOME nor HOME is an absolute path");
    struct stat facts = {};
    if (::stat(m_path.c_str(), &facts) != 0) {
        if (errno != ENOENT)
            return Error::fromErrno(errno, "cannot read " + m_path);
        m_tokens.clear();
        m_version.reset();
        return {};
    }
    const Version version
        = {facts.st_ino, facts.st_size,
           std::int64_t{facts.st_ctim.tv_sec} * 1'000'000'000 + facts.st_ctim.tv_nsec};
    if (m_version == version)
        return {};
    SANDBENCH_TRY(m_tokens, readTokens(m_path));
    m_version = version;
    return {};
}

Result<UniqueFd> TokenStore::lock()
{
    SANDBENCH_TRY(auto held, lockFile(m_path, LOCK_EX));
    SANDBENCH_TRY_VOID(refresh());
    return held;
}

Result<void> TokenStore::write()
{
    m_version.reset();
    return writeTokens(m_path, m_tokens);
}

Result<std::string> TokenStore::create(Token token, SecretForm form)
{
    const std::scoped_lock mine(m_mutex);
    if (m_path.empty())
        return refresh().error();
    if (token.name.empty() || token.scopes.empty())
        return Error(ErrorCode::InvalidArgument, "a token needs a name and at least one scope");
    SANDBENCH_TRY(const auto held, lock());
    for (const auto& other : m_tokens)
        if (other.name == token.name)
            return Error(
                ErrorCode::AlreadyExists,
                "there is a token named '" + token.name + "' already; revoke it first");
    const auto secret = newSecret(form);
    token.id = std::string(kTokenIdPrefix) + randomHex(6);
    token.hash = hashOf(secret);
    token.createdAt = std::time(nullptr);
    token.lastUsedAt = 0;
    m_tokens.push_back(std::move(token));
    SANDBENCH_TRY_VOID(write());
    return secret;
}

Result<std::vector<Token>> TokenStore::list()
{
    const std::scoped_lock mine(m_mutex);
    SANDBENCH_TRY_VOID(refresh());
    return m_tokens;
}

Result<void> TokenStore::revoke(const std::string& idOrName)
{
    const std::scoped_lock mine(m_mutex);
    SANDBENCH_TRY_VOID(refresh());
    const auto isMeant
        = [&](const Token& token) { return token.id == idOrName || token.name == idOrName; };
    if (std::none_of(m_tokens.begin(), m_tokens.end(), isMeant))
        return Error(ErrorCode::NotFound, "there is no token '" + idOrName + "'");
    SANDBENCH_TRY(const auto held, lock());
    std::erase_if(m_tokens, isMeant);
    return write();
}

Result<Token> TokenStore::check(std::string_view secret)
{
    const auto hash = hashOf(secret);
    const auto now = std::time(nullptr);
    bool isToBeNoted = false;
    Token token;
    {
        const std::scoped_lock mine(m_mutex);
        SANDBENCH_TRY_VOID(refresh());
        // What could be timed is a comparison of hashes, which nobody can steer.
        const auto at = std::find_if(m_tokens.begin(), m_tokens.end(), [&](const Token& known) {
            return known.hash == hash;
        });
        if (at == m_tokens.end() || (at->expiresAt != 0 && at->expiresAt <= now))
            return Error(ErrorCode::NotFound, "the token is unknown, was revoked or has expired");
        isToBeNoted = now - at->lastUsedAt >= kUseInterval;
        // Where it cannot be written, it is known for as long as this program runs.
        at->lastUsedAt = isToBeNoted ? now : at->lastUsedAt;
        token = *at;
    }
    if (isToBeNoted)
        noteUse(token.id, now);
    return token;
}

Result<Token> TokenStore::find(std::string_view id)
{
    const std::scoped_lock mine(m_mutex);
    SANDBENCH_TRY_VOID(refresh());
    for (const auto& known : m_tokens)
        if (known.id == id && (known.expiresAt == 0 || known.expiresAt > std::time(nullptr)))
            return known;
    return Error(ErrorCode::NotFound, "the token was revoked or has expired");
}

// Best effort, and outside of m_mutex: neither a slow disk nor whoever holds the lock may keep
// callers from being known.
void TokenStore::noteUse(const std::string& id, std::int64_t now) const
{
    const auto held = lockFile(m_path, LOCK_EX | LOCK_NB);
    if (!held)
        return;
    auto tokens = readTokens(m_path);
    if (!tokens)
        return;
    for (auto& token : *tokens)
        if (token.id == id)
            token.lastUsedAt = now;
    (void)writeTokens(m_path, *tokens);
}

} // namespace sandbench::rest
