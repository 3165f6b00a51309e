// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sandbench {

/// Whether @p engine makes every sandbox of its machine's own files, without images, networks and
/// mounts: this machine's or, behind ssh, another one's.
inline bool isEmbedded(std::string_view engine)
{
    return engine == "local" || engine == "ssh";
}

} // namespace sandbench
