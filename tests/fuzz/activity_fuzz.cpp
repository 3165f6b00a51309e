// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/session/activity.h"
#include "core/session/activity_words.h"
#include "tests/fuzz/require.h"

using namespace sandbench;

/// Input: an agent's Reply. Whatever it says, the record is what its schema says, and bounded.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto reply = parseJson({reinterpret_cast<const char*>(data), size});
    if (!reply)
        return 0;
    const auto activity = toJson(readActivity(*reply, "x86_64"));
    require(checkFields(activity, activityFields()).has_value());
    const auto again = parseJson(writeJson(activity), 64U << 20);
    require(again.has_value() && activityLines({{"activity", *again}}).size() <= 5000);
    return 0;
}
