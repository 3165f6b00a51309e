// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/package_folder.h"

#include "core/archive/tar_writer.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace sandbench::test {

namespace {

void put(std::string& bytes, std::uint32_t value, int size)
{
    for (int i = 0; i < size; ++i)
        bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

std::uint32_t crc32(const std::string& bytes)
{
    std::uint32_t crc = 0xffffffff;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/// What the local header and the directory have in common.
std::string entryFacts(const std::string& name, const std::string& bytes)
{
    constexpr std::uint32_t kFirstDay = 0x21; // 1 January 1980
    const auto size = static_cast<std::uint32_t>(bytes.size());
    std::string facts;
    put(facts, 20, 2); // version 2.0
    put(facts, 0, 2);
    put(facts, 0, 2); // stored
    put(facts, 0, 2);
    put(facts, kFirstDay, 2);
    put(facts, crc32(bytes), 4);
    put(facts, size, 4);
    put(facts, size, 4);
    put(facts, static_cast<std::uint32_t>(name.size()), 2);
    put(facts, 0, 2);
    return facts;
}

} // namespace

// Source: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
std::string makeZip(const PackageFolder::Files& files)
{
    std::string zip;
    std::string directory;
    for (const auto& [name, bytes] : files) {
        const auto at = static_cast<std::uint32_t>(zip.size());
        const auto facts = entryFacts(name, bytes);
        put(zip, 0x04034b50, 4);
        zip += facts + name + bytes;
        put(directory, 0x02014b50, 4);
        put(directory, 20, 2);
        directory += facts;
        put(directory, 0, 2); // comment
        put(directory, 0, 2); // disk
        put(directory, 0, 2); // internal attributes
        put(directory, 0100644U << 16, 4);
        put(directory, at, 4);
        directory += name;
    }
    const auto begin = static_cast<std::uint32_t>(zip.size());
    const auto count = static_cast<std::uint32_t>(files.size());
    zip += directory;
    put(zip, 0x06054b50, 4);
    put(zip, 0, 4);
    put(zip, count, 2);
    put(zip, count, 2);
    put(zip, static_cast<std::uint32_t>(directory.size()), 4);
    put(zip, begin, 4);
    put(zip, 0, 2);
    return zip;
}

PackageFolder::PackageFolder()
{
    auto name = (std::filesystem::temp_directory_path() / "sandbench-packages-XXXXXX").string();
    if (::mkdtemp(name.data()))
        m_path = name;
}

PackageFolder::~PackageFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

void PackageFolder::clear() const
{
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(m_path, ignored))
        std::filesystem::remove_all(entry.path(), ignored);
}

void PackageFolder::write(const std::string& name, const std::string& bytes) const
{
    const auto file = std::filesystem::path(m_path) / name;
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    std::ofstream(file, std::ios::binary) << bytes;
}

void PackageFolder::addWheel(
    const std::string& name, const std::string& version, const Files& files,
    const std::vector<std::string>& requirements) const
{
    const auto info = name + "-" + version + ".dist-info/";
    auto content = files;
    std::string metadata = "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n";
    for (const auto& requirement : requirements)
        metadata += "Requires-Dist: " + requirement + "\n";
    content[info + "METADATA"] = metadata;
    content[info + "WHEEL"]
        = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
    std::string record;
    for (const auto& [path, bytes] : content)
        record += path + ",,\n";
    content[info + "RECORD"] = record + info + "RECORD,,\n";
    write(name + "-" + version + "-py3-none-any.whl", makeZip(content));
}

void PackageFolder::addSource(
    const std::string& name, const std::string& version, const std::string& setup) const
{
    const auto stem = name + "-" + version;
    write(
        stem + ".zip",
        makeZip(
            {{stem + "/setup.py", setup},
             {stem + "/PKG-INFO",
              "Metadata-Version: 1.0\nName: " + name + "\nVersion: " + version + "\n"}}));
}

void PackageFolder::addNpm(
    const std::string& name, const std::string& version, const std::string& index,
    const std::string& dependencies) const
{
    const auto json = R"({"name": ")" + name + R"(", "version": ")" + version
        + R"(", "main": "index.js", "dependencies": )" + dependencies + "}";
    const TarEntry entries[]
        = {{"package/package.json", 0644, json}, {"package/index.js", 0644, index}};
    const auto tar = makeTar(entries);
    auto stem = name.starts_with('@') ? name.substr(1) : name;
    std::replace(stem.begin(), stem.end(), '/', '-');
    write(stem + "-" + version + ".tgz", tar ? *tar : std::string());
}

void PackageFolder::addCrate(
    const std::string& name, const std::string& version, const std::string& code,
    const std::string& dependencies) const
{
    write(
        name + "/Cargo.toml",
        "[package]\nname = \"" + name + "\"\nversion = \"" + version
            + "\"\nedition = \"2021\"\n[dependencies]\n" + dependencies);
    write(name + "/src/lib.rs", code);
    write(name + "/.cargo-checksum.json", R"({"files": {}, "package": null})");
}

void PackageFolder::addGoModule(
    const std::string& path, const std::string& version, const std::string& code) const
{
    const auto place = path + "/@v/";
    const auto text = "module " + path + "\n\ngo 1.18\n";
    write(place + "list", version + "\n");
    write(place + version + ".info", R"({"Version": ")" + version + "\"}");
    write(place + version + ".mod", text);
    const auto inside = path + "@" + version + "/";
    write(
        place + version + ".zip", makeZip({{inside + "go.mod", text}, {inside + "code.go", code}}));
}

} // namespace sandbench::test
