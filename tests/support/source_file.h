// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace sandbench::test {

/// Where "packaging/systemd" or another @p path of the source tree is. Only this function's own
/// file is compiled with the tree's place in it: every other object serves all clones.
QString sourceFile(const QString& path);

} // namespace sandbench::test
