// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/engines/cluster_under_test.h"

#include <QByteArray>
#include <QProcess>

#include <cstdlib>
#include <unistd.h>

namespace sandbench::test {

std::optional<std::string> kubectl(const QStringList& arguments)
{
    QProcess process;
    process.start("kubectl", arguments);
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0)
        return std::nullopt;
    return process.readAllStandardOutput().trimmed().toStdString();
}

std::optional<ClusterUnderTest> ClusterUnderTest::find()
{
    if (std::getenv("KUBECONFIG") == nullptr)
        return std::nullopt;
    const auto part = [](const QString& path) {
        return kubectl({"config", "view", "--raw", "--minify", "-o", "jsonpath={" + path + "}"});
    };
    const auto server = part(".clusters[0].cluster.server");
    const auto authority = part(".clusters[0].cluster.certificate-authority-data");
    const auto token = part(".users[0].user.token");
    if (!server || !authority || !token)
        return std::nullopt;
    auto endpoint = net::parseEndpoint(*server);
    if (!endpoint)
        return std::nullopt;
    endpoint->tls.ca = QByteArray::fromBase64(QByteArray::fromStdString(*authority)).toStdString();
    return ClusterUnderTest{std::move(*endpoint), *token};
}

net::HttpRequest ClusterUnderTest::request(const std::string& target) const
{
    net::HttpRequest made;
    made.target = target;
    made.headers = {{"Authorization", "Bearer " + token}};
    return made;
}

SleepingPod::SleepingPod()
{
    static int number = 0;
    m_name = "sandbench-test-" + std::to_string(::getpid()) + "-" + std::to_string(++number);
    const auto name = QString::fromStdString(m_name);
    m_isReady = kubectl(
                    {"run", name, "--image=sandbench-python:1", "--image-pull-policy=IfNotPresent",
                     "--restart=Never", "--command", "--", "sleep", "3600"})
        && kubectl({"wait", "--for=condition=Ready", "pod/" + name, "--timeout=60s"});
}

SleepingPod::~SleepingPod()
{
    (void)kubectl({"delete", "pod", QString::fromStdString(m_name), "--grace-period=0", "--force"});
}

std::string SleepingPod::execTarget(const std::vector<std::string>& command) const
{
    auto target = "/api/v1/namespaces/default/pods/" + m_name
        + "/exec?stdin=true&stdout=true&stderr=true&tty=false";
    for (const auto& word : command)
        target += "&command=" + net::percentEncode(word);
    return target;
}

} // namespace sandbench::test
