// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/ignore_rules.h"
#include "core/engine/docker/build_context.h"
#include "core/engine/docker/image_json.h"
#include "core/engine/docker/progress_parser.h"
#include "core/engine/docker/registry_auth.h"
#include "tests/fuzz/require.h"

using namespace sandbench;
using namespace sandbench::docker;

namespace {

// In one piece or byte by byte: the same in the end, and bounded.
void checkProgress(std::string_view text, ProgressParser::Stream stream)
{
    ProgressParser whole(stream), drip(stream);
    bool wholeTaken = whole.feed(text).has_value();
    bool dripTaken = true;
    for (const char& c : text)
        dripTaken = drip.feed({&c, 1}).has_value();
    require(wholeTaken == dripTaken);
    require(whole.finish().has_value() == drip.finish().has_value());
    require(whole.takeText() == drip.takeText());
    require(whole.imageId() == drip.imageId());
    require(whole.layers().size() == drip.layers().size() && whole.layers().size() <= 512);
    require(whole.doneBytes() == drip.doneBytes() && whole.totalBytes() == drip.totalBytes());
}

void checkNames(std::string_view text)
{
    const auto reference = parseImageReference(text);
    if (!reference)
        return;
    require(reference->text() == text);
    const auto whole = inRegistry(*reference);
    const auto again = parseImageReference(whole.text());
    require(again && again->registry == whole.registry && again->path == whole.path);
    require(text.find_first_of(" \n?#%&\\\"'") == std::string_view::npos);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    checkProgress(text, ProgressParser::Stream::Pull);
    checkProgress(text, ProgressParser::Stream::Log);
    checkNames(text);
    for (const auto& image : baseImagesOf(text))
        require(!image.empty());
    (void)credentialsIn(text, inRegistry(*parseImageReference("r.test/team/x"))).has_value();
    (void)parseHelperAnswer(text).has_value();
    if (const auto json = parseJson(text)) {
        require(imageOfSummary(*json).tags.size() <= size);
        (void)imageOfInspect(*json);
        (void)diskUseOf(*json);
    }
    if (size < 4096) {
        if (const auto rules = IgnoreRules::parse(text))
            (void)rules->excludes("some/folder/with/a file.txt");
    }
    return 0;
}
