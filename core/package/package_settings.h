// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"

#include <map>
#include <string>

namespace sandbench {

/// Where packages come from, as a user's settings say:
/// `"packages": {"index": {"pip": "https://pypi.lab.example/simple"}, "proxy":
/// "http://proxy:3128", "wheels": "/srv/wheels", "certificates": "/etc/ssl/lab.pem"}`.
struct PackageSettings
{
    std::map<std::string, std::string> index; ///< By manager.
    std::string proxy;
    /// A folder of this machine with packages, instead of any index; absolute.
    std::string offlineFolder;
    /// A PEM file of this machine with the authorities that an index's certificate may come from;
    /// absolute.
    std::string certificates;
};

/// No I/O; null is empty settings. Errors: InvalidArgument naming the field.
Result<PackageSettings> readPackageSettings(const Json& object);

} // namespace sandbench
