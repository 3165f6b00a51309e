// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/outpost/frames.h"
#include "core/engine/outpost/outpost_protocol.h"
#include "core/engine/ssh/kept_place.h"
#include "core/engine/ssh/ssh_address.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace sandbench;

/// A line that an outpost said, or that one was told, the name of a kept sandbox, and what ssh
/// printed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (const auto request = outpost::readOpenRequest(text)) {
        auto line = outpost::writeOpenRequest(*request);
        line.pop_back();
        const auto again = outpost::readOpenRequest(line);
        require(again && again->spec.limits == request->spec.limits);
    }
    if (const auto greeting = outpost::readGreeting(text))
        require(greeting->pid > 0);
    if (const auto answer = far::readAnswer(text)) {
        (void)far::readCounters(*answer);
        if (const auto placed = outpost::readPlaced(*answer)) {
            require(!placed->isolation.layers.empty());
            require(outpost::readPlaced(outpost::placedJson(*placed)).has_value());
        }
    } else {
        require(answer.error().message().find('\n') == std::string::npos);
    }
    if (const auto head = outpost::parseFrameHead(text))
        require(head->length <= outpost::kLongestFrame);
    if (const auto place = ssh::parseKeptPlace(text))
        require(place->text() == text);
    const auto problem = ssh::connectionProblem(net::Endpoint(), text);
    require(isValidUtf8(problem.message()) && problem.message().find('\n') == std::string::npos);
    return 0;
}
