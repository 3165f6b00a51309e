// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include <core/engine/registry.h>
#include <core/session/session.h>

#include <iostream>

using namespace sandbench;

int main()
{
    const auto engines = makeDefaultEngines();
    const auto languages = LanguageCatalog::load();
    const auto artifacts = ArtifactStore::create();
    if (!languages || !artifacts)
        return 1;
    const auto engine = engines.find("local");
    auto session = Session::open(**engine, {}, *languages, **artifacts, {});
    if (!session) {
        std::cerr << session.error().text() << "\n";
        return 1;
    }
    RunRequest request;
    request.code = "print(6 * 7)";
    RunSink sink;
    const auto record = (*session)->run(request, sink, {});
    std::cout << (record ? record->stdoutBytes : record.error().text()) << "\n";
}
