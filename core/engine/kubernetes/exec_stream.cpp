// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/exec_stream.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench::kubernetes {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kInputBytes = 256U << 10; ///< Of a message.

char byteOf(ExecChannel channel)
{
    return static_cast<char>(channel);
}

} // namespace

Result<std::unique_ptr<ExecStream>> ExecStream::open(
    const KubeApi& api, const ExecTarget& target, const std::vector<std::string>& command,
    std::stop_token stop)
{
    Query query;
    for (const auto& word : command)
        query.emplace_back("command", word);
    for (const char* stream : {"stdin", "stdout", "stderr"})
        query.emplace_back(stream, "true");
    query.emplace_back("tty", "false");
    if (!target.container.empty())
        query.emplace_back("container", target.container);
    const auto path = "/api/v1/namespaces/" + net::percentEncode(target.namespaceName) + "/pods/"
        + net::percentEncode(target.pod) + "/exec";
    SANDBENCH_TRY(
        auto socket,
        api.webSocket(
            path, query, {std::string(kChannelProtocol5), std::string(kChannelProtocol4)},
            std::move(stop)));
    if (socket->protocol().empty())
        return Error(
            ErrorCode::Unsupported,
            "the cluster knows neither version 4 nor 5 of exec's channels; it must be Kubernetes "
            "1.20 or later");
    return std::make_unique<ExecStream>(std::move(socket));
}

ExecStream::ExecStream(std::unique_ptr<net::WebSocketStream> socket, milliseconds silence)
    : m_socket(std::move(socket))
    , m_silence(silence)
{
    noteSent();
}

ExecStream::~ExecStream()
{
    m_socket->close();
}

std::optional<ExecStatus> ExecStream::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_receiver.status();
}

std::string ExecStream::complaint() const
{
    const std::lock_guard lock(m_mutex);
    return m_receiver.complaint();
}

ExecStream::Clock::time_point ExecStream::silentUntil() const
{
    return Clock::time_point(Clock::duration(m_lastSent)) + m_silence;
}

Result<std::size_t> ExecStream::read(std::span<char> into, milliseconds wait)
{
    const auto until = Clock::now() + wait;
    for (bool isLate = false;;) {
        if (!m_output.empty()) {
            const auto n = m_output.copy(into.data(), into.size());
            m_output.remove_prefix(n);
            return n;
        }
        if (m_end)
            return *m_end;
        if (isLate)
            return Error(ErrorCode::Timeout, "the sandbox sent nothing");
        isLate = Clock::now() >= until;
        SANDBENCH_TRY_VOID(readMessage(until));
    }
}

/// One message, or nothing where it is time to break the silence.
Result<void> ExecStream::readMessage(Clock::time_point until)
{
    breakSilence();
    const auto next = std::min(until, std::max(silentUntil(), Clock::now()));
    const auto left = std::chrono::ceil<milliseconds>(next - Clock::now());
    auto message = m_socket->read(std::max(left, milliseconds(0)));
    if (message.failedAs(ErrorCode::Cancelled))
        return message.error();
    if (!message && message.error().code() != ErrorCode::Timeout)
        m_end = brokenOff(message.error());
    if (!message)
        return {};
    if (message->isText) {
        m_end = Error(ErrorCode::Protocol, "the cluster sent text in place of a channel's bytes");
        return {};
    }
    m_message = std::move(message->payload);
    if (auto taken = takeMessage(); !taken)
        m_end = taken.error();
    return {};
}

Result<void> ExecStream::takeMessage()
{
    const std::lock_guard lock(m_mutex);
    SANDBENCH_TRY(m_output, m_receiver.take(m_message));
    const auto& status = m_receiver.status();
    if (!status)
        return {};
    if (status->isSuccess || status->exitCode)
        m_end = std::size_t{0};
    else
        m_end = Error(
            ErrorCode::Unavailable,
            "the cluster could not start a program in the pod: "
                + (status->message.empty() ? "it does not say why" : status->message));
    return {};
}

Error ExecStream::brokenOff(const Error& why) const
{
    const auto& words = m_receiver.brokenStatus();
    if (words.empty())
        return why;
    return {
        ErrorCode::Protocol,
        "the cluster ended a program's connection with words that are no status: "
            + oneLine(words, 200)};
}

/// A message to standard output's channel: servers read it and throw it away. One to the resize
/// channel would be parsed, but where there is no terminal, Kubernetes 1.30 and later never take
/// the result, so that the second one blocks the connection until its end.
void ExecStream::breakSilence()
{
    if (Clock::now() < silentUntil())
        return;
    // Whoever writes is not silent; and a reader must not wait for a writer.
    const std::unique_lock lock(m_writeMutex, std::try_to_lock);
    if (lock && m_socket->isWritable()) {
        const char message = byteOf(ExecChannel::Output);
        // A connection that broke is told to whoever reads.
        [[maybe_unused]] const auto written = m_socket->write({&message, 1});
    }
    noteSent();
}

Result<void> ExecStream::write(std::string_view bytes)
{
    const std::lock_guard lock(m_writeMutex);
    while (!bytes.empty()) {
        const auto part = bytes.substr(0, kInputBytes);
        m_input.assign(1, byteOf(ExecChannel::Input));
        m_input += part;
        SANDBENCH_TRY_VOID(m_socket->write(m_input));
        noteSent();
        bytes.remove_prefix(part.size());
    }
    return {};
}

Result<void> ExecStream::closeInput()
{
    if (m_socket->protocol() != kChannelProtocol5)
        return Error(
            ErrorCode::Unsupported, "this cluster is too old to end a program's input alone");
    const std::lock_guard lock(m_writeMutex);
    const char message[] = {byteOf(ExecChannel::Close), byteOf(ExecChannel::Input)};
    return m_socket->write({message, sizeof message});
}

} // namespace sandbench::kubernetes
