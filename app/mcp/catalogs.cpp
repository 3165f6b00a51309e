// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/catalogs.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace sandbench::mcp {
namespace {

constexpr std::chrono::seconds kPatience(10);

} // namespace

Json languagesJson(const LanguageCatalog& languages)
{
    auto list = Json::array();
    for (const auto& language : languages.all())
        list.push_back(
            {{"id", language.id},
             {"name", language.name},
             {"extensions", language.extensions},
             {"contexts", language.contexts},
             {"compiled", !language.compile.empty()},
             {"packages", language.packages}});
    return list;
}

Json enginesJson(const EngineRegistry& engines, bool isWhole, const std::stop_token& stop)
{
    const auto all = engines.all();
    std::vector<EngineStatus> found(all.size());
    std::mutex mutex;
    std::condition_variable_any changed;
    std::size_t left = all.size();
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < all.size(); ++i)
            threads.emplace_back([&, i](const std::stop_token& own) {
                found[i] = all[i]->look(own);
                const std::lock_guard lock(mutex);
                --left;
                changed.notify_all();
            });
        std::unique_lock lock(mutex);
        changed.wait_for(lock, stop, kPatience, [&left] { return left == 0; });
    } // Those that have not answered are stopped here.
    auto list = Json::array();
    for (std::size_t i = 0; i < all.size(); ++i) {
        Json engine = {
            {"engine", all[i]->name()}, {"usable", found[i].usable}, {"version", found[i].version}};
        if (isWhole) {
            engine["problem"] = found[i].problem;
            engine["remedy"] = found[i].remedy;
        }
        list.push_back(std::move(engine));
    }
    return list;
}

} // namespace sandbench::mcp
