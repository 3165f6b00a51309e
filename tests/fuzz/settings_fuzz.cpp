// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/config/settings.h"
#include "core/engine/docker/docker_contexts.h"
#include "core/engine/docker/podman_destinations.h"
#include "tests/fuzz/require.h"

using namespace sandbench;

/// Settings that are taken can be used; the files of other programs never bring this one down.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto settings = parseSettings(text);
    if (settings) {
        for (const auto& profile : settings->connections) {
            require(isPlainName(profile.name));
            require(profile.engine == "docker" || profile.engine == "podman");
            require(net::parseEndpoint(profile.endpoint.text()).has_value());
            require(profile.endpoint.tls.cert.empty() == profile.endpoint.tls.key.empty());
        }
        require(SizeCatalog::load(settings->sizes).has_value());
    } else {
        require(settings.error().code() == ErrorCode::InvalidArgument);
        require(settings.error().text().find('\0') == std::string::npos);
    }
    if (const auto context = docker::parseContext(text, {}))
        require(!context->name.empty());
    (void)docker::parsePodmanConnections(text).has_value();
    (void)docker::parseContainersConf(text).has_value();
    return 0;
}
