// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <cstddef>
#include <functional>
#include <string>

namespace sandbench::rest {

/// Takes clients from listening sockets. Thread: one.
class Acceptor
{
public:
    using OnClient = std::function<void(UniqueFd socket, std::string peer)>;

    /// @p refusal: what clients are told for whom there is no descriptor; empty = they are closed.
    explicit Acceptor(std::string refusal);

    /// Those who wait at @p listening, without waiting for more: some of them where they are many.
    /// Their sockets do not block. Returns how many were refused.
    std::size_t accept(int listening, const OnClient& onClient);

private:
    bool refuseOne(int listening);

    const std::string m_refusal;
    UniqueFd m_spare; ///< Given up to refuse with, when there is no other.
};

} // namespace sandbench::rest
