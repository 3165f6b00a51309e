// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/engine_survey.h"

#include "app/cli/text.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/engine/docker/connections.h"
#include "core/engine/image_store.h"
#include "core/engine/kubernetes/kube_engine.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace sandbench::cli {
namespace {

constexpr std::chrono::seconds kPatience(20);

/// Counts the engines that have answered.
class Countdown
{
public:
    explicit Countdown(std::size_t count)
        : m_left(count)
    {
    }
    void finish()
    {
        const std::scoped_lock lock(m_mutex);
        --m_left;
        m_changed.notify_all();
    }
    /// False = not all of them in time.
    bool wait(std::chrono::seconds patience)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, patience, [this] { return m_left == 0; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::size_t m_left;
};

std::vector<EngineReport::Image>
surveyImages(Engine& engine, const LanguageCatalog& languages, const std::stop_token& stop)
{
    std::vector<EngineReport::Image> images;
    ImageStore* store = engine.images();
    if (!store)
        return images;
    for (const auto& language : languages.all()) {
        const auto name = defaultImage(&language);
        const auto same = std::find_if(
            images.begin(), images.end(), [&](const auto& image) { return image.name == name; });
        if (same != images.end()) {
            same->languages.push_back(language.id);
            continue;
        }
        const auto there = store->inspect(name, stop);
        images.push_back(
            {name, {language.id}, there.has_value(), there ? "" : there.error().text()});
    }
    return images;
}

void surveyWays(EngineReport& report, const Settings& settings)
{
    if (report.status.engine == "kubernetes") {
        const auto found = kubernetes::findContexts(kubernetes::KubeSurroundings::ofThisProcess());
        if (found)
            for (const auto& way : *found)
                report.connections.push_back({way.context, way.address(), way.source, way.text()});
        return;
    }
    const auto found = docker::findConnections(
        report.status.engine, settings, docker::Surroundings::ofThisProcess());
    if (found)
        for (const auto& way : *found)
            report.connections.push_back({way.name, way.endpoint.text(), way.source, way.text()});
}

void surveyCluster(
    KubernetesEngine& cluster, const std::string& wanted, EngineReport& report,
    const std::stop_token& stop)
{
    const auto api = cluster.api(stop);
    if (!api)
        return;
    const auto& connection = (*api)->connection();
    report.warnings = connection.warnings;
    report.warnings.insert(
        report.warnings.end(), connection.advice.begin(), connection.advice.end());
    report.namespaceName = wanted.empty() ? connection.namespaceName : wanted;
    for (const auto* rights : {&kubernetes::rightsOfSandboxes(), &kubernetes::furtherRights()})
        if (auto missing = (*api)->missingRights(*rights, report.namespaceName, stop))
            report.missingRights.insert(
                report.missingRights.end(), missing->begin(), missing->end());
}

EngineReport survey(
    Engine& engine, const Composition& parts, const std::string& namespaceName,
    const std::stop_token& stop)
{
    EngineReport report;
    report.status = engine.probe(stop);
    if (engine.name() == "local")
        return report;
    surveyWays(report, parts.settings());
    if (auto* cluster = dynamic_cast<KubernetesEngine*>(&engine))
        surveyCluster(*cluster, namespaceName, report, stop);
    if (report.status.reachable && !stop.stop_requested())
        report.images = surveyImages(engine, parts.languages(), stop);
    return report;
}

Json imagesJson(const EngineReport& report)
{
    Json list = Json::array();
    for (const auto& image : report.images)
        list.push_back(
            {{"image", image.name},
             {"languages", image.languages},
             {"found", image.found},
             {"remedy", image.remedy}});
    return list;
}

Json connectionsJson(const EngineReport& report)
{
    Json list = Json::array();
    for (const auto& connection : report.connections)
        list.push_back(
            {{"name", connection.name},
             {"address", connection.address},
             {"source", connection.source}});
    return list;
}

Json rightsJson(const EngineReport& report)
{
    Json list = Json::array();
    for (const auto& right : report.missingRights)
        list.push_back({{"right", right.text()}, {"purpose", right.purpose}});
    return list;
}

std::string rightsText(const EngineReport& report)
{
    std::string text;
    for (const auto& right : report.missingRights)
        text += "      - may not " + right.text() + " in the namespace "
            + printable(report.namespaceName) + ", which is needed " + right.purpose + "\n";
    return text;
}

std::string hostText(const HostCapacity& host)
{
    if (host.memoryBytes == 0 && host.cpus == 0)
        return {};
    char cpus[32];
    std::snprintf(cpus, sizeof cpus, "%g", host.cpus);
    return "      machine: " + std::string(cpus) + " CPUs, " + formatSize(host.memoryBytes) + "\n";
}

std::string isolationText(const IsolationReport& isolation)
{
    std::string text;
    for (const auto& layer : isolation.layers)
        text += "      + " + layer + "\n";
    for (const auto& missing : isolation.missing)
        text += "      - " + missing.layer + ": " + missing.reason
            + (missing.remedy.empty() ? "" : "; " + missing.remedy) + "\n";
    return text;
}

} // namespace

std::vector<EngineReport>
surveyEngines(const Composition& parts, const std::string& namespaceName, std::stop_token stop)
{
    const auto engines = parts.engines().all();
    std::vector<EngineReport> reports(engines.size());
    Countdown countdown(engines.size());
    std::stop_source giveUp;
    const std::stop_callback forward(stop, [&giveUp] { giveUp.request_stop(); });
    bool inTime = true;
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < engines.size(); ++i)
            threads.emplace_back([&, i] {
                reports[i] = survey(*engines[i], parts, namespaceName, giveUp.get_token());
                countdown.finish();
            });
        inTime = countdown.wait(kPatience);
        if (!inTime)
            giveUp.request_stop();
    }
    for (auto& report : reports) {
        auto& status = report.status;
        if (inTime || status.usable || stop.stop_requested())
            continue;
        status.problem = "it did not answer within " + std::to_string(kPatience.count())
            + " seconds" + (status.problem.empty() ? "" : " (" + status.problem + ")");
        status.remedy = "see how its service is, and try again";
    }
    return reports;
}

Json toJson(const EngineReport& report)
{
    const auto& status = report.status;
    Json missing = Json::array();
    for (const auto& layer : status.isolation.missing)
        missing.push_back(
            {{"layer", layer.layer}, {"reason", layer.reason}, {"remedy", layer.remedy}});
    return {
        {"engine", status.engine},
        {"usable", status.usable},
        {"reachable", status.reachable},
        {"version", status.version},
        {"problem", status.problem},
        {"remedy", status.remedy},
        {"connection", status.connection},
        {"host", {{"memory_bytes", status.host.memoryBytes}, {"cpus", status.host.cpus}}},
        {"isolation", {{"layers", status.isolation.layers}, {"missing", std::move(missing)}}},
        {"images", imagesJson(report)},
        {"connections", connectionsJson(report)},
        {"warnings", report.warnings},
        {"namespace", report.namespaceName},
        {"missing_rights", rightsJson(report)}};
}

std::string reportText(const EngineReport& report)
{
    const auto& status = report.status;
    const char* state = status.usable ? "works"
        : status.reachable            ? "answers, but no sandbox is possible"
                                      : "does not work";
    std::string text = "  " + status.engine + "  " + state
        + (status.version.empty() ? "" : ", " + printable(status.version)) + "\n";
    if (!status.usable)
        text += "      problem: " + printable(status.problem) + "\n"
            + (status.remedy.empty() ? "" : "      next step: " + printable(status.remedy) + "\n");
    if (!status.connection.empty())
        text += "      reached by " + printable(status.connection) + "\n";
    for (const auto& warning : report.warnings)
        text += "      warning: " + printable(warning) + "\n";
    text += rightsText(report);
    text += hostText(status.host) + isolationText(status.isolation);
    for (const auto& image : report.images)
        text += "      image " + image.name
            + (image.found ? " is there\n" : ": " + printable(image.remedy) + "\n");
    for (const auto& connection : report.connections)
        if (connection.text != status.connection)
            text += (status.connection.empty() ? "      connection: " : "      other connection: ")
                + printable(connection.name + "  " + connection.text) + "\n";
    return text;
}

} // namespace sandbench::cli
