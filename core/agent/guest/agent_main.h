// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sandbench::guest {

/// The agent as a program. Without arguments the host is at the standard streams. `hold [NAME
/// [kept|awaited]]`: it comes through `attach [NAME [unlink]]`, again and again; `awaited`: says so
/// on standard output once it can. `lent FD`: as without arguments, and kernels come through that
/// inherited file (see LentKernel). `place PATH`: puts this program there. `keep SECONDS`: no
/// agent, but what keeps a sandbox alive for so long. Returns an exit status. Thread: the only one.
int agentMain(int argc, char** argv);

} // namespace sandbench::guest
