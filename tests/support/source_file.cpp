// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/source_file.h"

QString sandbench::test::sourceFile(const QString& path)
{
    return QStringLiteral(SANDBENCH_SOURCE "/") + path;
}
