// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/transport/connection.h"
#include "app/rest/wire/body_decoder.h"

namespace sandbench::rest {

/// The body of one request on a connection. Says "100 Continue" when it is first asked for.
/// Thread: the handler's.
class ClientBody : public BodySource
{
public:
    ClientBody(
        Connection& connection, const RequestHead& head, std::chrono::milliseconds stall,
        std::stop_token stop);

    Result<std::string> readAll(std::size_t limit) override;
    Result<void> stream(const OnPart& onPart, const Consume& consume) override;

    /// Throws away what nobody read, as far as it has come. True = the next request begins behind
    /// it; false = nobody knows where.
    bool skipRest();

private:
    /// Replaces @p into by the next contents. False = that was all.
    Result<bool> next(std::string& into);

    Connection& m_connection;
    const RequestHead& m_head;
    const std::chrono::milliseconds m_stall;
    const std::stop_token m_stop;
    BodyDecoder m_decoder;
    Patience m_patience;
    bool m_owesContinue;
};

} // namespace sandbench::rest
