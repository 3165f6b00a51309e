// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/hello.h"

#include "core/agent/guest/process_table.h"
#include "core/agent/protocol.h"

#include <sys/utsname.h>
#include <unistd.h>

namespace sandbench::guest {

Json describeGuest(int landlockVersion)
{
    utsname system = {};
    ::uname(&system);
    Json capabilities = Json::array({"kernels", "setup", "watch"});
    if (::access("/dev/ptmx", F_OK) == 0)
        capabilities.push_back("pty");
    if (!readProcessTable().empty())
        capabilities.push_back("process_tree");
    return {
        {"protocol", agent::kProtocolVersion},
        {"version", SANDBENCH_VERSION},
        {"arch", system.machine},
        {"pid", ::getpid()},
        {"uid", ::getuid()},
        {"kernel", system.release},
        {"landlock", landlockVersion},
        {"capabilities", capabilities}};
}

} // namespace sandbench::guest
