// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "core/engine/kubernetes/kube_api.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace sandbench::test {

/// A program run to its end, one minute at most: what it printed on both streams, and behind it
/// how it ended unless that was well.
QByteArray
outputOf(const QString& program, const QStringList& arguments, const QByteArray& input = {});

/// A namespace of the test cluster with what packaging/kubernetes puts there; goes, with everything
/// in it, at the end. Thread: one.
class KubeLab
{
public:
    /// The folder packaging/kubernetes.
    static QString folder();
    /// Why there can be none, or empty.
    static std::string whyNot();

    KubeLab();
    ~KubeLab();
    KubeLab(const KubeLab&) = delete;
    KubeLab& operator=(const KubeLab&) = delete;

    const std::string& name() const { return m_name; }
    /// May do everything.
    const kubernetes::KubeApi& admin() const { return *m_admin; }
    /// With the administrator's rights, in this namespace.
    QByteArray kubectl(const QStringList& arguments, const QByteArray& input = {}) const;
    /// Applies a file of packaging/kubernetes to this namespace: "role.yaml".
    QByteArray apply(const QString& file) const;
    /// Rights of the service account's role, instead of those in role.yaml.
    Result<void> setRights(const std::vector<kubernetes::Right>& rights) const;
    /// The connection of a kubeconfig that has the service account's token.
    Result<kubernetes::KubeConnection> serviceAccount() const;
    /// The administrator's, with this namespace.
    Result<kubernetes::KubeConnection> administrator() const;
    /// Paths of the API in this namespace.
    std::string pods() const { return "/api/v1/namespaces/" + m_name + "/pods"; }
    std::string roles() const;
    /// Pods, Jobs and network policies of ours in it, by name.
    std::vector<std::string> left() const;

private:
    std::string m_name;
    std::shared_ptr<kubernetes::KubeApi> m_admin;
    QTemporaryDir m_folder;
};

/// An engine with this connection, and the test's image.
std::unique_ptr<Engine> engineWith(const Result<kubernetes::KubeConnection>& connection);

} // namespace sandbench::test
