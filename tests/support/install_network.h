// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/test_engine.h"

#include <string>
#include <unistd.h>

namespace sandbench::test {

/// Why no sandbox of this machine's can have slirp4netns; null = it can.
inline const char* whyNoInstallNetwork()
{
    if (::access("/usr/bin/slirp4netns", X_OK) != 0)
        return "slirp4netns is not installed";
    return ::access("/dev/net/tun", R_OK | W_OK) != 0 ? "this user may not open /dev/net/tun"
                                                      : nullptr;
}

/// What a session says of its network, and the devices that a program finds in it, before and after
/// the network is dropped.
inline std::string installNetworkStory(Session& session)
{
    const auto look = [&session] {
        return session.network() + ": "
            + runIn(session, "bash", "grep -o '[a-z0-9]*:' /proc/net/dev | sort | xargs")
                  .stdoutBytes;
    };
    const auto before = look();
    return session.dropNetwork({}) ? before + look() : before + "not dropped\n";
}

/// As it has to be.
inline constexpr auto kInstallNetworkStory = "slirp4netns: lo: tap0:\nslirp4netns (dropped): lo:\n";

} // namespace sandbench::test
