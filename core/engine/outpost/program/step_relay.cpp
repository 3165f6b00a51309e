// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/program/step_relay.h"

#include "core/base/fd.h"
#include "core/engine/outpost/frames.h"
#include "core/engine/outpost/program/made_sandbox.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <poll.h>
#include <sys/signalfd.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace sandbench::outpost {

namespace {

constexpr std::size_t kChunkBytes = 256U << 10;

class Relay
{
public:
    Relay(Instance& instance, int signals)
        : m_instance(instance)
        , m_signals(signals)
    {
    }

    /// Until the end of the input, or a signal.
    void handOnInput();
    /// Until the agent ends, or finish() was called and nobody reads. Counters go before what they
    /// may explain: a run that ended because of its memory, for one.
    void handOnOutput();
    void finish() { m_finished.signal(); }

private:
    std::size_t readSome(std::span<char> into);
    bool readAll(std::span<char> into);
    bool handOn(std::size_t length);
    bool answer(std::size_t length);
    bool writeOut(std::string_view frames);

    Instance& m_instance;
    const int m_signals;
    const WakeEvent m_finished;
    std::vector<char> m_chunk = std::vector<char>(kChunkBytes); ///< Of the input.
    std::mutex m_writing;
};

/// 0 = the end, or a signal.
std::size_t Relay::readSome(std::span<char> into)
{
    for (;;) {
        pollfd polled[2] = {{STDIN_FILENO, POLLIN, 0}, {m_signals, POLLIN, 0}};
        if (::poll(polled, 2, -1) < 0 && errno != EINTR)
            return 0;
        if (polled[1].revents != 0)
            return 0;
        if (polled[0].revents == 0)
            continue;
        const auto size = ::read(STDIN_FILENO, into.data(), into.size());
        if (size >= 0)
            return static_cast<std::size_t>(size);
        if (errno != EINTR && errno != EAGAIN)
            return 0;
    }
}

bool Relay::readAll(std::span<char> into)
{
    while (!into.empty()) {
        const auto size = readSome(into);
        if (size == 0)
            return false;
        into = into.subspan(size);
    }
    return true;
}

bool Relay::handOn(std::size_t length)
{
    while (length > 0) {
        const auto size = readSome(std::span(m_chunk).first(std::min(length, m_chunk.size())));
        if (size == 0 || !m_instance.stream().write({m_chunk.data(), size}))
            return false;
        length -= size;
    }
    return true;
}

bool Relay::answer(std::size_t length)
{
    std::string question(length, '\0');
    if (!readAll(question))
        return false;
    const auto object = far::readObject(question);
    const auto what = object ? jsonString(*object, "ask") : std::string();
    return writeOut(frame(FrameKind::Answer, writeJson(answerAbout(m_instance, what))));
}

void Relay::handOnInput()
{
    char bytes[kFrameHeadBytes];
    while (readAll(bytes)) {
        const auto head = parseFrameHead({bytes, sizeof bytes});
        if (!head)
            return;
        if (head->kind == FrameKind::ForgetPeak && head->length == 0)
            m_instance.resetPeak();
        else if (head->kind == FrameKind::Data && handOn(head->length))
            continue;
        else if (head->kind != FrameKind::Ask || !answer(head->length))
            return;
    }
}

/// Gives up once nobody may read any more.
bool Relay::writeOut(std::string_view frames)
{
    const std::lock_guard lock(m_writing);
    while (!frames.empty()) {
        const auto size = ::write(STDOUT_FILENO, frames.data(), frames.size());
        if (size > 0) {
            frames.remove_prefix(static_cast<std::size_t>(size));
            continue;
        }
        if (size < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        pollfd polled[2] = {{STDOUT_FILENO, POLLOUT, 0}, {m_finished.fd(), POLLIN, 0}};
        if (::poll(polled, 2, -1) > 0 && polled[1].revents != 0)
            return false;
    }
    return true;
}

void Relay::handOnOutput()
{
    std::vector<char> chunk(kChunkBytes);
    std::string told;
    for (;;) {
        const auto size = m_instance.stream().read(chunk, std::chrono::hours(1));
        if (size.failedAs(ErrorCode::Timeout))
            continue;
        if (!size || *size == 0)
            return;
        std::string frames;
        if (auto now = writeJson(far::countersJson(m_instance.counters())); now != told) {
            frames = frame(FrameKind::Counters, now);
            told = std::move(now);
        }
        frames += frame(FrameKind::Data, {chunk.data(), *size});
        if (!writeOut(frames))
            return;
    }
}

} // namespace

sigset_t endingSignals()
{
    sigset_t set;
    ::sigemptyset(&set);
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&set, number);
    return set;
}

Result<void> relay(Instance& instance)
{
    const auto ends = endingSignals();
    const UniqueFd signals(::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals)
        return Error::fromErrno(errno, "cannot wait for signals");
    makeNonBlocking(STDOUT_FILENO);
    Relay relay(instance, signals.get());
    std::thread input([&] {
        relay.handOnInput();
        relay.finish();
        instance.stream().close();
    });
    relay.handOnOutput();
    // The other one may still wait for input.
    ::kill(::getpid(), SIGTERM);
    input.join();
    return instance.close();
}

} // namespace sandbench::outpost
