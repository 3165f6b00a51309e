// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/image_reference.h"

#include "core/base/text.h"
#include "core/language/language.h"

#include <algorithm>

namespace sandbench::docker {
namespace {

constexpr std::size_t kLongestReference = 512;
constexpr std::size_t kMaxName = 255;
constexpr std::size_t kMaxTag = 128;

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view kWord
    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

bool onlyOf(std::string_view text, std::string_view allowed)
{
    return text.find_first_not_of(allowed) == std::string_view::npos;
}

Error refusal(std::string_view text, const std::string& why)
{
    std::string shown(text.substr(0, 80));
    std::replace_if(
        shown.begin(), shown.end(), [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
    return {ErrorCode::InvalidArgument, "'" + shown + "' is no name of an image: " + why};
}

bool isRegistry(std::string_view first)
{
    return first.find_first_of(".:[") != std::string_view::npos || first == "localhost";
}

bool isPort(std::string_view text)
{
    return !text.empty() && text.size() <= 5 && onlyOf(text, kDigits);
}

bool isHostWithPort(std::string_view host)
{
    if (host.starts_with('[')) {
        const auto end = host.find(']');
        if (end == std::string_view::npos
            || !onlyOf(host.substr(1, end - 1), "0123456789abcdefABCDEF:"))
            return false;
        const auto rest = host.substr(end + 1);
        return end > 1 && (rest.empty() || (rest[0] == ':' && isPort(rest.substr(1))));
    }
    const auto colon = host.find(':');
    if (colon != std::string_view::npos && !isPort(host.substr(colon + 1)))
        return false;
    const auto name = host.substr(0, colon);
    if (name.empty() || name.front() == '-' || name.back() == '-' || name.front() == '.')
        return false;
    return name.find("..") == std::string_view::npos && name.find('_') == std::string_view::npos
        && onlyOf(name, std::string(kWord) + ".-");
}

// Words of a-z and digits between '.', '_', '__' or any number of '-'.
bool isPathPart(std::string_view part)
{
    while (true) {
        const auto word = std::min(part.find_first_not_of(kLower), part.size());
        if (word == 0)
            return false;
        part.remove_prefix(word);
        if (part.empty())
            return true;
        const auto separator = part.substr(0, std::min(part.find_first_of(kLower), part.size()));
        if (separator != "." && separator != "_" && separator != "__"
            && separator.find_first_not_of('-') != std::string_view::npos)
            return false;
        part.remove_prefix(separator.size());
    }
}

bool isPath(std::string_view path)
{
    while (true) {
        const auto slash = path.find('/');
        if (!isPathPart(path.substr(0, slash)))
            return false;
        if (slash == std::string_view::npos)
            return true;
        path.remove_prefix(slash + 1);
    }
}

bool isDigest(std::string_view digest)
{
    const auto colon = digest.find(':');
    if (colon == std::string_view::npos || colon == 0)
        return false;
    const auto hex = digest.substr(colon + 1);
    return onlyOf(digest.substr(0, colon), std::string(kLower) + "+._-") && hex.size() >= 32
        && onlyOf(hex, kHexDigits);
}

bool isTag(std::string_view tag)
{
    return !tag.empty() && tag.size() <= kMaxTag && kWord.find(tag[0]) != std::string_view::npos
        && onlyOf(tag, std::string(kWord) + ".-");
}

} // namespace

std::string ImageReference::name() const
{
    return registry.empty() ? path : registry + "/" + path;
}

std::string ImageReference::text() const
{
    return name() + (tag.empty() ? "" : ":" + tag) + (digest.empty() ? "" : "@" + digest);
}

Result<ImageReference> parseImageReference(std::string_view text)
{
    if (text.empty())
        return Error(ErrorCode::InvalidArgument, "an image has a name such as python:3.12");
    if (text.size() > kLongestReference)
        return refusal(text, "it is too long");
    if (text.find("://") != std::string_view::npos)
        return refusal(text, "leave the scheme out, as in registry.example/team/tool:1");
    ImageReference reference;
    auto rest = text;
    if (const auto at = rest.find('@'); at != std::string_view::npos) {
        reference.digest = std::string(rest.substr(at + 1));
        rest = rest.substr(0, at);
        if (!isDigest(reference.digest))
            return refusal(text, "behind @ belongs a digest such as sha256: and 64 digits");
    }
    // A colon before the last slash is the registry's port.
    const auto colon = rest.rfind(':');
    if (colon != std::string_view::npos && rest.find('/', colon) == std::string_view::npos
        && rest.find(']', colon) == std::string_view::npos) {
        reference.tag = std::string(rest.substr(colon + 1));
        rest = rest.substr(0, colon);
        if (!isTag(reference.tag))
            return refusal(text, "a tag has letters, digits, '.', '_' and '-', at most 128");
    }
    if (const auto slash = rest.find('/');
        slash != std::string_view::npos && isRegistry(rest.substr(0, slash))) {
        reference.registry = std::string(rest.substr(0, slash));
        rest = rest.substr(slash + 1);
        if (!isHostWithPort(reference.registry))
            return refusal(text, "its registry is no host with a port");
    }
    if (rest.size() > kMaxName || !isPath(rest))
        return refusal(text, "it has small letters and digits, between them '.', '_', '-' and '/'");
    reference.path = std::string(rest);
    return reference;
}

ImageReference inRegistry(ImageReference reference)
{
    if (reference.registry.empty() || reference.registry == "index.docker.io")
        reference.registry = "docker.io";
    if (reference.registry == "docker.io" && reference.path.find('/') == std::string::npos)
        reference.path = "library/" + reference.path;
    if (reference.tag.empty() && reference.digest.empty())
        reference.tag = "latest";
    return reference;
}

ImageReference asLocal(ImageReference reference, bool podman)
{
    if (podman && reference.registry.empty())
        reference.registry = "localhost";
    if (reference.tag.empty())
        reference.tag = "latest";
    return reference;
}

Result<ImageReference> localTag(const std::string& name, bool podman)
{
    SANDBENCH_TRY(auto reference, parseImageReference(name));
    if (!reference.digest.empty())
        return Error(
            ErrorCode::InvalidArgument, "'" + name + "' has a digest, which nobody can choose");
    return asLocal(std::move(reference), podman);
}

bool isImageId(std::string_view text)
{
    constexpr std::string_view kAlgorithm = "sha256:";
    if (text.starts_with(kAlgorithm)) {
        text.remove_prefix(kAlgorithm.size());
        return text.size() == 64 && onlyOf(text, kHexDigits);
    }
    return text.size() >= 12 && text.size() <= 64 && onlyOf(text, kHexDigits);
}

Error missingImage(std::string_view image)
{
    const auto name = oneLine(image, 200);
    const bool isOurs = isOwnImage(name);
    return Error(
        ErrorCode::NotFound,
        "the engine does not have the image " + name + "; get it with '"
            + (isOurs ? "packaging/images/build" : "sandbenchctl images pull " + name) + "'");
}

} // namespace sandbench::docker
