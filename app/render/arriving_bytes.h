// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string_view>
#include <thread>

namespace sandbench::render {

/// The bytes of a picture, of which the first are read while the last are on their way.
/// Thread: any.
class ArrivingBytes
{
public:
    /// All are there. @p bytes: outlives it.
    explicit ArrivingBytes(std::string_view bytes);
    /// Takes @p size bytes from @p fd in a thread, or now where no thread can be had. Its end waits
    /// for the last of them. Throws std::bad_alloc.
    ArrivingBytes(int fd, std::size_t size);
    ~ArrivingBytes();
    ArrivingBytes(const ArrivingBytes&) = delete;
    ArrivingBytes& operator=(const ArrivingBytes&) = delete;

    /// How many there are to be. Units: bytes.
    std::size_t size() const { return m_size; }
    /// Waits until there are @p count. Returns all that are there: fewer only where their sender
    /// ended too early, or where so many are not to be.
    std::string_view first(std::size_t count) const;
    std::string_view all() const { return first(m_size); }

private:
    void receive(int fd);

    std::size_t m_size;
    char* m_memory = nullptr; ///< Of its own.
    const char* m_bytes;
    std::size_t m_there = 0; ///< Guarded, as the next.
    bool m_isOver = false; ///< No more come.
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_came;
    std::thread m_thread;
};

} // namespace sandbench::render
