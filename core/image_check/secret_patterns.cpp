// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/secret_patterns.h"

#include "core/base/text.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>

namespace sandbench::image_check {

namespace {

struct SecretForm
{
    const char* what;
    const char* pattern;
};

// Source: the forms that their services document for scanners.
constexpr std::array<SecretForm, 11> kForms = {{
    {"a private key", "-----BEGIN ([A-Z0-9]+ )*PRIVATE KEY( BLOCK)?-----"},
    {"an access key of AWS", "\\b(AKIA|ASIA)[0-9A-Z]{16}\\b"},
    {"a token of GitHub", "\\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50})"},
    {"a token of GitLab", "\\bglpat-[A-Za-z0-9_-]{20}"},
    {"a token of Slack", "\\bxox[abprs]-[A-Za-z0-9-]{10}"},
    {"a key of Google", "\\bAIza[0-9A-Za-z_-]{35}\\b"},
    {"a key of Stripe", "\\b[rs]k_live_[0-9A-Za-z]{20}"},
    {"a token of npm", "(:_authToken\\s*=\\s*[^\\s$]|\\bnpm_[A-Za-z0-9]{36})"},
    {"a login at a registry", "\"auth\"\\s*:\\s*\"[A-Za-z0-9+/=]{8}"},
    {"a password in an address", "\\b[a-z][a-z0-9+.-]*://[^/\\s:@]+:[^/\\s:@$]+@[a-z0-9]"},
    {"an AWS secret", "(?i)aws_secret_access_key\\s*[=:]\\s*[\"']?[A-Za-z0-9/+=]{40}"},
}};

bool endsWithAny(std::string_view text, std::initializer_list<std::string_view> ends)
{
    return std::any_of(
        ends.begin(), ends.end(), [&](std::string_view end) { return text.ends_with(end); });
}

} // namespace

std::string secretIn(std::string_view text)
{
    using Compiled = std::array<std::unique_ptr<re2::RE2>, kForms.size()>;
    static const Compiled compiled = [] {
        Compiled all;
        re2::RE2::Options options(re2::RE2::Quiet);
        options.set_encoding(re2::RE2::Options::EncodingLatin1);
        for (std::size_t i = 0; i < kForms.size(); ++i)
            all[i] = std::make_unique<re2::RE2>(kForms[i].pattern, options);
        return all;
    }();
    for (std::size_t i = 0; i < kForms.size(); ++i)
        if (re2::RE2::PartialMatch({text.data(), text.size()}, *compiled[i]))
            return kForms[i].what;
    return {};
}

bool mayHoldSecrets(std::string_view path, std::uint64_t bytes)
{
    if (bytes == 0 || bytes > kMostSecretFile)
        return false;
    // What comes with packages has keys for their own tests, and certificates.
    for (const std::string_view own :
         {"/usr/share/", "/usr/lib", "/lib", "/var/lib/dpkg/", "/etc/ssl/certs/", "/usr/include/",
          "/usr/bin/", "/bin/", "/sbin/", "/usr/sbin/", "/etc/alternatives/"})
        if (path.starts_with(own))
            return false;
    if (path.find("/site-packages/") != path.npos || path.find("/node_modules/") != path.npos
        || path.find("/dist-packages/") != path.npos)
        return false;
    const auto name = path.substr(path.rfind('/') + 1);
    if (name.starts_with("id_") || name.starts_with(".env") || name == "credentials")
        return true;
    return endsWithAny(
        name,
        {".pem",
         ".key",
         ".env",
         ".json",
         ".yaml",
         ".yml",
         ".ini",
         ".conf",
         ".cfg",
         ".toml",
         ".sh",
         ".txt",
         ".properties",
         ".npmrc",
         ".pypirc",
         ".netrc",
         ".git-credentials",
         ".p8",
         ".dockercfg",
         ".py",
         ".js",
         ".tfvars",
         "kubeconfig",
         "/config",
         "config",
         "_history",
         ".xml"});
}

bool isSecretName(std::string_view name)
{
    const auto lower = lowerCase(name);
    return endsWithAny(
        lower,
        {"password", "passwd", "secret", "token", "api_key", "apikey", "access_key", "private_key",
         "secret_key"});
}

} // namespace sandbench::image_check
