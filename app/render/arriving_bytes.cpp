// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/arriving_bytes.h"

#include <cerrno>
#include <new>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace sandbench::render {

ArrivingBytes::ArrivingBytes(std::string_view bytes)
    : m_size(bytes.size())
    , m_bytes(bytes.data())
    , m_there(bytes.size())
    , m_isOver(true)
{
}

ArrivingBytes::ArrivingBytes(int fd, std::size_t size)
    : m_size(size)
{
    void* const memory
        = mmap(nullptr, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::bad_alloc();
    madvise(memory, size, MADV_HUGEPAGE); // 50 MB in small pages cost 20 ms
    m_bytes = m_memory = static_cast<char*>(memory);
    try {
        m_thread = std::thread([this, fd] { receive(fd); });
    } catch (const std::system_error&) {
        receive(fd);
    }
}

ArrivingBytes::~ArrivingBytes()
{
    if (m_thread.joinable())
        m_thread.join();
    if (m_memory)
        munmap(m_memory, m_size + 1);
}

void ArrivingBytes::receive(int fd)
{
    std::size_t there = 0;
    for (bool isOver = false; !isOver;) {
        const ssize_t got = there < m_size ? read(fd, m_memory + there, m_size - there) : 0;
        if (got < 0 && errno == EINTR)
            continue;
        isOver = got <= 0;
        there += static_cast<std::size_t>(isOver ? 0 : got);
        const std::lock_guard lock(m_mutex);
        m_there = there;
        m_isOver = isOver;
        m_came.notify_all();
    }
}

std::string_view ArrivingBytes::first(std::size_t count) const
{
    std::unique_lock lock(m_mutex);
    m_came.wait(lock, [this, count] { return m_there >= count || m_isOver; });
    return {m_bytes, m_there};
}

} // namespace sandbench::render
