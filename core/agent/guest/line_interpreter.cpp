// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/line_interpreter.h"

#include "core/agent/guest/named_pipe.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

LineInterpreter::LineInterpreter(Services& services, SpawnSpec spawn)
    : m_services(services)
    , m_spawn(std::move(spawn))
{
}

LineInterpreter::~LineInterpreter()
{
    stopListening();
}

Result<std::unique_ptr<LineInterpreter>>
LineInterpreter::start(Services& services, SpawnSpec spawn, int source)
{
    std::unique_ptr<LineInterpreter> made(new LineInterpreter(services, std::move(spawn)));
    SANDBENCH_TRY(PipeEnds orders, makePipe());
    SANDBENCH_TRY(PipeEnds answers, makePipe());
    const UniqueFd nowhere = openNowhere();
    const int null = nowhere.get();
    made->m_spawn.argv.emplace_back("/proc/self/fd/5");
    made->m_spawn.fds = {null, null, null, orders.read.get(), answers.write.get(), source};
    SANDBENCH_TRY(Spawned child, spawnProcess(made->m_spawn));
    made->m_pid = child.pid;
    made->m_report = std::move(child.report);
    made->m_orders = std::move(orders.write);
    made->m_answers = std::move(answers.read);
    ::fcntl(made->m_orders.get(), F_SETFL, O_NONBLOCK);
    ::fcntl(made->m_answers.get(), F_SETFL, O_NONBLOCK);
    services.loop.watch(made->m_answers.get(), EPOLLIN, [self = made.get()](std::uint32_t) {
        self->readAnswers();
    });
    return made;
}

void LineInterpreter::stopListening()
{
    if (m_answers)
        m_services.loop.forget(m_answers.get());
    m_answers.reset();
}

std::optional<Error> LineInterpreter::failure() const
{
    return readSpawnFailure(m_report.get(), m_spawn);
}

Result<void> LineInterpreter::sendCell(CellOrder order)
{
    order.token = randomToken();
    SANDBENCH_TRY(const std::string text, encodeCellOrder(order));
    const auto sent = ::write(m_orders.get(), text.data(), text.size());
    if (sent < 0 && errno != EAGAIN)
        return Error::fromErrno(errno, "cannot reach the interpreter");
    if (sent != static_cast<ssize_t>(text.size()))
        return Error(ErrorCode::ConnectionLost, "the interpreter does not listen");
    m_token = std::move(order.token);
    return {};
}

void LineInterpreter::readAnswers()
{
    char bytes[4 << 10];
    const auto n = ::read(m_answers.get(), bytes, sizeof bytes);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    // Its end alone says nothing: a cell may have closed all that it found open. The reaper tells.
    if (n <= 0)
        return stopListening();
    const auto answers = m_reader.read({bytes, static_cast<std::size_t>(n)});
    if (!answers) {
        stopListening();
        return m_listener.onBroken();
    }
    for (const KernelAnswer& answer : *answers)
        tell(answer);
}

void LineInterpreter::tell(const KernelAnswer& answer)
{
    if (answer.kind == KernelAnswer::Kind::Ready)
        return m_listener.onReady();
    // Of no cell, or of one that is over: something that it left behind.
    if (m_token.empty() || answer.token != m_token)
        return;
    if (answer.kind == KernelAnswer::Kind::Begun)
        return m_listener.onBegun();
    m_token.clear();
    m_listener.onDone(answer.code);
}

} // namespace sandbench::guest
