// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/engines/binfmt_entry.h"

#include "core/base/fd.h"
#include "tests/support/needs.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/mount.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace sandbench::test {

namespace {

const std::string kFolder = "/proc/sys/fs/binfmt_misc";
constexpr const char* kName = "sandbench-test";
// The first bytes of a static or dynamic ELF program of 64 bits for machine 183.
constexpr const char* kAarch64
    = ":M::"
      R"(\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00)"
      R"(\x02\x00\xb7\x00:)"
      R"(\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff)"
      R"(\xfe\xff\xff\xff:)";

Result<void> writeTo(const std::string& path, const std::string& text)
{
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file || ::write(file.get(), text.data(), text.size()) < 0)
        return Error::fromErrno(errno, path);
    return {};
}

} // namespace

BinfmtEntry::BinfmtEntry(const std::string& machine)
{
    if (isThere(machine))
        return;
    if (!isRequired("binfmt")) {
        m_problem = "this machine does not emulate " + machine;
        return;
    }
    if (!fs::exists(kFolder + "/register"))
        m_isMounted = ::mount("binfmt_misc", kFolder.c_str(), "binfmt_misc", 0, nullptr) == 0;
    const auto emulator = "/usr/bin/qemu-" + machine + "-static";
    // F: it is opened now, not in a container that does not have it.
    const auto made
        = writeTo(kFolder + "/register", ":" + std::string(kName) + kAarch64 + emulator + ":F");
    m_isOurs = made.has_value();
    if (!made)
        m_problem = "this machine cannot emulate " + machine + ": " + made.error().text();
}

BinfmtEntry::~BinfmtEntry()
{
    if (m_isOurs)
        (void)writeTo(kFolder + "/" + kName, "-1").has_value();
    if (m_isMounted)
        (void)::umount(kFolder.c_str());
}

bool BinfmtEntry::isThere(const std::string& machine)
{
    std::error_code failure;
    for (fs::directory_iterator it(kFolder, failure), end; !failure && it != end;
         it.increment(failure)) {
        const auto text = readFile(it->path().string(), 4096).value_or("");
        if (text.starts_with("enabled") && text.find(machine) != std::string::npos)
            return true;
    }
    return false;
}

} // namespace sandbench::test
