// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/channel.h"
#include "tests/fuzz/require.h"

#include <string>

using namespace sandbench;
using namespace sandbench::kubernetes;

/// Each line of the input is a message.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    ExecReceiver receiver;
    bool isBroken = false;
    while (!bytes.empty()) {
        const auto message = bytes.substr(0, bytes.find('\n'));
        bytes.remove_prefix(std::min(bytes.size(), message.size() + 1));
        const auto output = receiver.take(message);
        require(!isBroken || !output);
        isBroken = !output;
        if (output && !output->empty())
            require(message.front() == 1 && *output == message.substr(1));
        require(receiver.complaint().size() <= ExecReceiver::kMaxComplaint);
        require(receiver.brokenStatus().size() <= ExecReceiver::kMaxStatus);
        if (const auto& status = receiver.status()) {
            require(!status->exitCode || (*status->exitCode >= 0 && *status->exitCode <= 255));
            require(status->message.size() <= 600);
            require(status->message.find('\n') == std::string::npos);
        }
    }
    return 0;
}
