// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/context.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

// How a Context tells of its variables.
namespace sandbench::guest {

using namespace std::chrono_literals;

// The interpreter gives up by itself before (LOOK_SECONDS).
static constexpr auto kLookPatience = 5s;
static constexpr std::size_t kMostLooks = 16;

/// For so many bytes and no more, whoever writes. Behind what was written are zeros.
static Result<UniqueFd> makeAnswerFile()
{
    UniqueFd file(::memfd_create("sandbench-variables", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file || ::ftruncate(file.get(), Context::kMostAnswer) != 0
        || ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW) != 0)
        return Error::fromErrno(errno, "cannot ask for the variables");
    return file;
}

/// It may still be written to. Never blocks: it is our own memory.
static Result<std::string> readAnswer(int file)
{
    std::string text;
    std::array<char, 64U << 10> part = {};
    while (text.size() < Context::kMostAnswer) {
        const auto n = ::pread(file, part.data(), part.size(), static_cast<off_t>(text.size()));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return Error::fromErrno(errno, "cannot read the variables");
        const std::string_view read(part.data(), static_cast<std::size_t>(n));
        text += read.substr(0, read.find('\0'));
        if (read.find('\0') != std::string_view::npos)
            break;
    }
    return text;
}

void Context::look(const std::string& variable, LookHandler handler)
{
    if (m_looks.size() >= kMostLooks)
        return handler(Error(ErrorCode::Unavailable, "the context is busy"));
    auto answer = makeAnswerFile();
    if (!answer)
        return handler(answer.error());
    agent::KernelMessage message;
    message.op = "look";
    message.add("name", variable);
    if (auto sent = agent::sendKernelMessage(m_control.get(), message, {answer->get()}); !sent)
        return handler(sent.error());
    m_looks.push_back({std::move(handler), std::move(*answer), 0});
    // It may come late: the answers come in the order of the questions.
    m_looks.back().timer = m_services.loop.after(kLookPatience, [&look = m_looks.back()] {
        look.timer = 0;
        if (const auto tell = std::exchange(look.handler, nullptr))
            tell(Error(ErrorCode::Timeout, "the interpreter does not tell its variables"));
    });
}

static Result<std::string> answerOf(const agent::KernelMessage& message, int file)
{
    switch (message.number("code")) {
    case 0:
        return readAnswer(file);
    case 1:
        return Error(ErrorCode::Timeout, "the variables take too long to be read");
    case 2:
        return Error(ErrorCode::ResourceExhausted, "there is no process left to read them");
    default:
        return Error(ErrorCode::Io, "the variables could not be read");
    }
}

void Context::takeLook(const agent::KernelMessage& message)
{
    if (m_looks.empty())
        return;
    const Look look = std::move(m_looks.front());
    m_looks.pop_front();
    m_services.loop.cancel(look.timer);
    if (look.handler)
        look.handler(answerOf(message, look.answer.get()));
}

void Context::endLooks()
{
    for (const Look& look : std::exchange(m_looks, {})) {
        m_services.loop.cancel(look.timer);
        if (look.handler)
            look.handler(Error(ErrorCode::ConnectionLost, "the interpreter ended"));
    }
}

} // namespace sandbench::guest
