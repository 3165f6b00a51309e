// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/image_fixture.h"
#include "tests/support/sandbenchctl_runner.h"

#include <QJsonObject>

#include <string>

/// What tests of `sandbenchctl` with engines that have images share: the engines are those of
/// DOCKER_HOST and SANDBENCH_TEST_PODMAN.
namespace ctl {

/// How the environment says that the engine is reached; empty = not at all.
QString addressOf(const QString& engine);
/// Where the client certificates of Docker are: named, or beside its socket; empty = nowhere.
std::string dockerCertificates();

/// The default image, as the engine's own command line calls it.
QString imageOf(const QString& engine);

/// The referee: whether the engine's own command line did these words with success.
bool ask(const QString& engine, const QStringList& words);
/// What it printed then, without the line's end.
QByteArray answer(const QString& engine, const QStringList& words);

/// Runs @p code as a Python program in a sandbox of @p engine.
Outcome runIn(
    const QString& engine, const QByteArray& code, const QStringList& options = {},
    const QStringList& arguments = {});

/// The same with --json: the record, of which what is none is told.
QJsonObject recordIn(
    const QString& engine, const QByteArray& code, const QStringList& options = {},
    const QStringList& arguments = {});

QString relaxationsOf(const QJsonObject& record);

} // namespace ctl

/// REQUIRE_ENGINE where a test needs the engine's command line as well.
#define REQUIRE_REFEREE(engine)                                                                    \
    do {                                                                                           \
        REQUIRE_ENGINE(engine);                                                                    \
        if (!ctl::ask(engine, QStringList{"version"}))                                             \
            SKIP_WITHOUT(engine.toStdString(), "the engine's own command line is not here");       \
    } while (false)
