// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::guest {

/// What an interpreter that speaks lines says. See kernel_protocol.md.
struct KernelAnswer
{
    enum class Kind { Ready, Begun, Done };
    Kind kind = Kind::Ready;
    std::string token; ///< Of the cell; empty for Ready.
    int code = 0; ///< Done: 0-255.

    bool operator==(const KernelAnswer&) const = default;
};

/// Cuts what an interpreter writes into answers; the bytes may be anything. Lines that are none are
/// passed over: what a cell starts may have inherited the descriptor.
class KernelAnswerReader
{
public:
    static constexpr std::size_t kMostLineBytes = 256;

    /// Errors: Protocol (a line without an end; nothing can be read after that).
    Result<std::vector<KernelAnswer>> read(std::string_view bytes);

private:
    std::string m_rest;
};

/// A cell that such an interpreter is told to run.
struct CellOrder
{
    std::string token;
    std::vector<std::string> env; ///< "K=V", set before it.
    std::vector<std::string> files; ///< stdin, stdout, stderr, display: paths to open.
    std::string path;
    std::string name;
    bool isCheck = false; ///< Only asked whether it is complete; nothing of it runs.
};

/// Errors: ResourceExhausted (more than an idle interpreter's pipe is sure to take).
Result<std::string> encodeCellOrder(const CellOrder& order);

} // namespace sandbench::guest
