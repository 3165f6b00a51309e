// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// The packages whose modules a program imports by name, each once, in their order: what the gate's
/// scanner reads (importedModules()), cut to a package's own part, without those that each sandbox
/// has. Languages: "python",
/// "javascript", "typescript"; nothing for others. Linear. No I/O.
std::vector<std::string> importedPackages(std::string_view language, std::string_view code);

/// The package that has the module: "sklearn" is in scikit-learn, PHP's class "Carbon\\Carbon" in
/// nesbot/carbon. The module's own name where nothing else is known.
std::string packageOfModule(std::string_view language, const std::string& module);

} // namespace sandbench
