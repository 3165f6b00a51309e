// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/needs.h"

#include <QFile>
#include <QString>

namespace sandbench::test {

/// The file of the test cluster's administrator.
inline QString kubeconfig()
{
    return qEnvironmentVariable("KUBECONFIG");
}

/// The file of a user without rights in that cluster.
inline QString limitedKubeconfig()
{
    return kubeconfig() + ".limited";
}

} // namespace sandbench::test

#define REQUIRE_CLUSTER()                                                                          \
    do {                                                                                           \
        if (!QFile::exists(sandbench::test::kubeconfig()))                                         \
            SKIP_WITHOUT("kubernetes", "needs a Kubernetes cluster: set KUBECONFIG");              \
    } while (false)

#define REQUIRE_LIMITED_USER()                                                                     \
    do {                                                                                           \
        if (!QFile::exists(sandbench::test::limitedKubeconfig()))                                  \
            SKIP_WITHOUT(                                                                          \
                "kubernetes",                                                                      \
                "needs the kubeconfig of a user without rights beside KUBECONFIG: NAME.limited");  \
    } while (false)
