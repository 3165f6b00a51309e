// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/apptainer/container_mounts.h"
#include "core/engine/apptainer/image_build.h"
#include "core/engine/apptainer/image_cache.h"
#include "core/engine/apptainer/image_name.h"
#include "core/engine/apptainer/messages.h"
#include "core/engine/apptainer/program.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace sandbench;
using namespace sandbench::apptainer;

/// What Apptainer prints, what /proc says of its container, a name that a user typed, and the facts
/// of a cached image.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const auto& error : {startProblem(text), buildProblem(text)}) {
        require(!error.message().empty());
        require(isValidUtf8(error.message()));
        require(error.message().find('\n') == std::string::npos);
    }
    if (const auto version = readVersion(text))
        require(version->size() < 100);
    if (const auto name = parseImageName(text))
        require(!name->text.starts_with('-') && name->text == text);
    (void)parseContainerInit(text);
    if (const auto info = parseImageFacts(text))
        require(parseImageFacts(writeImageFacts(*info)).has_value());
    return 0;
}
