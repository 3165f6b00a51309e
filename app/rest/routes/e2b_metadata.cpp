// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_metadata.h"

#include "app/rest/wire/request_head.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

/// As it is where it is not encoded.
std::string decoded(std::string_view text)
{
    return decodePercent(text, true).value_or(std::string(text));
}

} // namespace

Result<E2bMetadata> readE2bMetadata(const Json& value)
{
    E2bMetadata metadata;
    std::size_t bytes = 0;
    if (value.is_null())
        return metadata;
    if (!value.is_object())
        return Error(ErrorCode::InvalidArgument, "metadata: must be an object");
    for (const auto& [name, text] : value.items()) {
        if (!text.is_string())
            return Error(ErrorCode::InvalidArgument, "metadata: its values must be texts");
        metadata[name] = text.get<std::string>();
        bytes += name.size() + metadata[name].size();
    }
    if (bytes > kMostE2bMetadata)
        return Error(
            ErrorCode::InvalidArgument,
            "metadata: more than " + std::to_string(kMostE2bMetadata) + " bytes");
    return metadata;
}

Result<E2bMetadata> e2bMetadataFilter(std::string_view text)
{
    E2bMetadata wanted;
    // Their clients encode names and values, then the query that those make, then its place in
    // this query, which is decoded already.
    const auto query = decoded(text);
    for (std::string_view rest = query; !rest.empty();) {
        const auto pair = rest.substr(0, rest.find('&'));
        const auto equals = pair.find('=');
        if (equals == 0 || equals == std::string_view::npos)
            return Error(ErrorCode::InvalidArgument, "metadata: must be name=value&…");
        wanted[decoded(pair.substr(0, equals))] = decoded(pair.substr(equals + 1));
        rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    }
    return wanted;
}

bool hasAll(const E2bMetadata& metadata, const E2bMetadata& wanted)
{
    return std::all_of(wanted.begin(), wanted.end(), [&](const auto& entry) {
        const auto at = metadata.find(entry.first);
        return at != metadata.end() && at->second == entry.second;
    });
}

} // namespace sandbench::rest
