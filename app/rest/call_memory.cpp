// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/call_memory.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

namespace sandbench::rest {

struct CallMemory::Book
{
    std::mutex mutex;
    std::map<std::string, std::size_t> byCaller; ///< Nobody without a byte.
    std::size_t all = 0;
};

CallMemory::CallMemory()
    : m_book(std::make_shared<Book>())
{
}

std::shared_ptr<MemoryShare> CallMemory::share(const std::string& caller) const
{
    return std::make_shared<MemoryShare>(m_book, caller);
}

MemoryShare::MemoryShare(std::shared_ptr<CallMemory::Book> book, std::string caller)
    : m_book(std::move(book))
    , m_caller(std::move(caller))
{
}

MemoryShare::~MemoryShare()
{
    (void)resize(0);
}

Result<void> MemoryShare::charge(std::size_t bytes)
{
    return resize(m_bytes + std::min(bytes, SIZE_MAX - m_bytes));
}

Result<void> MemoryShare::resize(std::size_t bytes)
{
    const std::scoped_lock lock(m_book->mutex);
    const auto at = m_book->byCaller.find(m_caller);
    const auto others = (at == m_book->byCaller.end() ? 0 : at->second) - m_bytes;
    const auto allOthers = m_book->all - m_bytes;
    const auto most = others == 0 ? CallMemory::kMostBytes : CallMemory::kMostOfOne;
    if (bytes > m_bytes
        && (bytes > CallMemory::kMostBytes - allOthers || bytes > most - std::min(others, most)))
        return Error(
            ErrorCode::ResourceExhausted,
            "other calls, and answers that were not read yet, take the memory that there is for "
            "them; try it again later");
    m_book->all = allOthers + bytes;
    if (others + bytes > 0)
        m_book->byCaller[m_caller] = others + bytes;
    else if (at != m_book->byCaller.end())
        m_book->byCaller.erase(at);
    m_bytes = bytes;
    return {};
}

std::shared_ptr<MemoryShare> MemoryShare::sibling() const
{
    return std::make_shared<MemoryShare>(m_book, m_caller);
}

} // namespace sandbench::rest
