// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/engines/kube_lab.h"

#include "core/engine/kubernetes/job.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "tests/support/source_file.h"
#include "tests/support/test_engine.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>

#include <map>
#include <unistd.h>

namespace sandbench::test {

namespace {

constexpr const char* kAccount = "sandbench";

QByteArray nextName()
{
    static int count = 0;
    return "sandbench-lab-" + QByteArray::number(::getpid()) + "-" + QByteArray::number(++count);
}

} // namespace

QByteArray outputOf(const QString& program, const QStringList& arguments, const QByteArray& input)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000))
        return "!" + process.errorString().toUtf8();
    auto out = process.readAll().trimmed();
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        out += "!" + QByteArray::number(process.exitCode());
    return out;
}

QString KubeLab::folder()
{
    return sourceFile("packaging/kubernetes");
}

std::string KubeLab::whyNot()
{
    const auto cluster = testCluster();
    if (!cluster)
        return cluster.error().text();
    if (const auto api = kubernetes::KubeApi::connect(*cluster, {}); !api)
        return api.error().text();
    if (QStandardPaths::findExecutable("kubectl").isEmpty())
        return "kubectl is not installed";
    return {};
}

KubeLab::KubeLab()
    : m_name(nextName().toStdString())
{
    if (const auto cluster = testCluster())
        if (auto api = kubernetes::KubeApi::connect(*cluster, {}))
            m_admin = std::move(*api);
    if (const auto made = apply("namespace.yaml"); made.contains('!'))
        qWarning("%s", made.constData());
}

KubeLab::~KubeLab()
{
    (void)m_admin->remove("/api/v1/namespaces/" + m_name, Json::object(), {}).has_value();
}

QByteArray KubeLab::kubectl(const QStringList& arguments, const QByteArray& input) const
{
    return outputOf(
        "kubectl", QStringList{"--namespace", QString::fromStdString(m_name)} + arguments, input);
}

QByteArray KubeLab::apply(const QString& file) const
{
    QFile source(folder() + "/" + file);
    if (!source.open(QIODevice::ReadOnly))
        return "!" + source.errorString().toUtf8();
    auto text = source.readAll();
    const auto name = QByteArray::fromStdString(m_name);
    text.replace("namespace: sandbench\n", "namespace: " + name + "\n");
    if (file == "namespace.yaml")
        text.replace("name: sandbench\n", "name: " + name + "\n");
    return outputOf("kubectl", {"apply", "--filename", "-"}, text);
}

std::string KubeLab::roles() const
{
    return "/apis/rbac.authorization.k8s.io/v1/namespaces/" + m_name + "/roles";
}

Result<void> KubeLab::setRights(const std::vector<kubernetes::Right>& rights) const
{
    auto rules = Json::array();
    for (const auto& right : rights)
        rules.push_back(
            {{"apiGroups", Json::array({right.group})},
             {"resources", Json::array({right.resource})},
             {"verbs", Json::array({right.verb})}});
    SANDBENCH_TRY_VOID(m_admin->patch(roles() + "/" + kAccount, {{"rules", std::move(rules)}}, {}));
    return {};
}

Result<kubernetes::KubeConnection> KubeLab::administrator() const
{
    SANDBENCH_TRY(auto connection, testCluster());
    connection.namespaceName = m_name;
    return connection;
}

Result<kubernetes::KubeConnection> KubeLab::serviceAccount() const
{
    const auto path = "/api/v1/namespaces/" + m_name + "/serviceaccounts/" + kAccount + "/token";
    const Json request
        = {{"apiVersion", "authentication.k8s.io/v1"},
           {"kind", "TokenRequest"},
           {"spec", {{"expirationSeconds", 3600}}}};
    SANDBENCH_TRY(const auto made, m_admin->post(path, request, {}));
    const auto text = outputOf("kubectl", {"config", "view", "--raw", "--output", "json"});
    SANDBENCH_TRY(auto config, parseJson(text.toStdString()));
    for (auto& context : config["contexts"]) {
        context["context"]["user"] = kAccount;
        context["context"]["namespace"] = m_name;
    }
    const Json user = {{"token", jsonString(jsonField(made, "status"), "token")}};
    config["users"] = Json::array({{{"name", kAccount}, {"user", user}}});
    const auto file = m_folder.filePath("kubeconfig");
    QFile target(file);
    if (!target.open(QIODevice::WriteOnly))
        return Error(ErrorCode::Io, "cannot write a kubeconfig");
    target.write(QByteArray::fromStdString(writeJson(config)));
    target.close();
    auto surroundings = kubernetes::KubeSurroundings::ofThisProcess();
    surroundings.env["KUBECONFIG"] = file.toStdString();
    return kubernetes::chooseContext({}, surroundings);
}

std::vector<std::string> KubeLab::left() const
{
    std::vector<std::string> names;
    for (const auto& path :
         {pods(), kubernetes::jobsPath(m_name), kubernetes::networkPoliciesPath(m_name)}) {
        const auto list
            = m_admin->get(path, {{"labelSelector", "app.kubernetes.io/managed-by=sandbench"}}, {});
        if (!list)
            return {list.error().text()};
        for (const auto& item : jsonField(*list, "items"))
            names.push_back(jsonString(jsonField(item, "metadata"), "name"));
    }
    return names;
}

std::unique_ptr<Engine> engineWith(const Result<kubernetes::KubeConnection>& connection)
{
    KubernetesEngine::Options options;
    options.choose = [connection] { return connection; };
    options.defaultImage = testImage();
    return std::make_unique<KubernetesEngine>(std::move(options));
}

} // namespace sandbench::test
