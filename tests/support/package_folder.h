// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sandbench::test {

/// A folder with packages that a test makes; it goes at the end.
class PackageFolder
{
public:
    PackageFolder();
    ~PackageFolder();
    PackageFolder(const PackageFolder&) = delete;
    PackageFolder& operator=(const PackageFolder&) = delete;

    const std::string& path() const { return m_path; }
    using Files = std::map<std::string, std::string>; ///< Text by path.

    /// A pure Python wheel that needs @p requirements ("late<2").
    void addWheel(
        const std::string& name, const std::string& version, const Files& files,
        const std::vector<std::string>& requirements = {}) const;
    /// A source distribution: what its setup.py says happens when somebody installs it.
    void
    addSource(const std::string& name, const std::string& version, const std::string& setup) const;
    /// As `npm pack` makes it; @p dependencies is a JSON object.
    void addNpm(
        const std::string& name, const std::string& version, const std::string& index,
        const std::string& dependencies = "{}") const;
    /// As `cargo vendor` leaves it. @p dependencies: lines of its Cargo.toml.
    void addCrate(
        const std::string& name, const std::string& version, const std::string& code,
        const std::string& dependencies = {}) const;
    /// As a module proxy has it.
    void
    addGoModule(const std::string& path, const std::string& version, const std::string& code) const;
    void clear() const;
    void write(const std::string& name, const std::string& bytes) const;

private:
    std::string m_path;
};

/// A ZIP archive without compression.
std::string makeZip(const PackageFolder::Files& files);

} // namespace sandbench::test
