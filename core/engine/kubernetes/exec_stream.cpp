// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/exec_stream.h"

#include "core/base/text.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace sandbench::kubernetes {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kInputBytes = 256U << 10; ///< Of a message.

char byteOf(ExecChannel channel)
{
    return static_cast<char>(channel);
}

} // namespace

class ExecStream::Impl
{
public:
    Impl(std::unique_ptr<net::WebSocketStream> connection, milliseconds silence)
        : socket(std::move(connection))
        , m_silence(silence)
    {
        noteSent();
    }

    Result<std::size_t> read(std::span<char> into, milliseconds wait);
    Result<void> write(std::string_view bytes);
    Result<void> closeInput();
    std::optional<ExecStatus> status() const
    {
        const std::lock_guard lock(m_mutex);
        return m_receiver.status();
    }
    std::string complaint() const
    {
        const std::lock_guard lock(m_mutex);
        return m_receiver.complaint();
    }

    const std::unique_ptr<net::WebSocketStream> socket;

private:
    Result<void> readMessage(steady_clock::time_point until);
    Result<void> takeMessage();
    Error brokenOff(const Error& why) const;
    void breakSilence();
    steady_clock::time_point silentUntil() const
    {
        return steady_clock::time_point(steady_clock::duration(m_lastSent)) + m_silence;
    }
    void noteSent() { m_lastSent = steady_clock::now().time_since_epoch().count(); }

    const milliseconds m_silence;
    std::atomic<steady_clock::rep> m_lastSent = 0;
    // The reader's.
    std::string m_message;
    std::string_view m_output; ///< Of the message, not yet handed out.
    std::optional<Result<std::size_t>> m_end;
    mutable std::mutex m_mutex; ///< Of the receiver, which anybody may ask.
    ExecReceiver m_receiver;
    std::mutex m_writeMutex;
    std::string m_input;
};

Result<std::size_t> ExecStream::Impl::read(std::span<char> into, milliseconds wait)
{
    const auto until = steady_clock::now() + wait;
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
        isLate = steady_clock::now() >= until;
        SANDBENCH_TRY_VOID(readMessage(until));
    }
}

/// One message, or nothing where it is time to break the silence.
Result<void> ExecStream::Impl::readMessage(steady_clock::time_point until)
{
    breakSilence();
    const auto next = std::min(until, std::max(silentUntil(), steady_clock::now()));
    const auto left = std::chrono::ceil<milliseconds>(next - steady_clock::now());
    auto message = socket->read(std::max(left, milliseconds(0)));
    if (!message && message.error().code() == ErrorCode::Cancelled)
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

Result<void> ExecStream::Impl::takeMessage()
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

Error ExecStream::Impl::brokenOff(const Error& why) const
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
/// the result, so that the second one blocks the connection for good.
void ExecStream::Impl::breakSilence()
{
    if (steady_clock::now() < silentUntil())
        return;
    // Whoever writes is not silent; and a reader must not wait for a writer.
    const std::unique_lock lock(m_writeMutex, std::try_to_lock);
    if (lock && socket->isWritable()) {
        const char message = byteOf(ExecChannel::Output);
        // A connection that broke is told to whoever reads.
        [[maybe_unused]] const auto written = socket->write({&message, 1});
    }
    noteSent();
}

Result<void> ExecStream::Impl::write(std::string_view bytes)
{
    const std::lock_guard lock(m_writeMutex);
    while (!bytes.empty()) {
        const auto part = bytes.substr(0, kInputBytes);
        m_input.assign(1, byteOf(ExecChannel::Input));
        m_input += part;
        SANDBENCH_TRY_VOID(socket->write(m_input));
        noteSent();
        bytes.remove_prefix(part.size());
    }
    return {};
}

Result<void> ExecStream::Impl::closeInput()
{
    if (socket->protocol() != kChannelProtocol5)
        return Error(
            ErrorCode::Unsupported, "this cluster is too old to end a program's input alone");
    const std::lock_guard lock(m_writeMutex);
    const char message[] = {byteOf(ExecChannel::Close), byteOf(ExecChannel::Input)};
    return socket->write({message, sizeof message});
}

ExecStream::ExecStream(
    std::unique_ptr<net::WebSocketStream> socket, std::chrono::milliseconds silence)
    : m_impl(std::make_unique<Impl>(std::move(socket), silence))
{
}

ExecStream::~ExecStream()
{
    close();
}

Result<std::size_t> ExecStream::read(std::span<char> into, milliseconds wait)
{
    return m_impl->read(into, wait);
}

Result<void> ExecStream::write(std::string_view bytes)
{
    return m_impl->write(bytes);
}

bool ExecStream::isWritable() const
{
    return m_impl->socket->isWritable();
}

void ExecStream::wake()
{
    m_impl->socket->wake();
}

void ExecStream::close()
{
    m_impl->socket->close();
}

Result<void> ExecStream::closeInput()
{
    return m_impl->closeInput();
}

std::optional<ExecStatus> ExecStream::status() const
{
    return m_impl->status();
}

std::string ExecStream::complaint() const
{
    return m_impl->complaint();
}

} // namespace sandbench::kubernetes
