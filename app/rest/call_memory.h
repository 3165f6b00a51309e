// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <string>

namespace sandbench::rest {

class MemoryShare;

/// What calls take of memory: the bodies of requests, what runs keep of them, answers that nobody
/// has read yet. All callers share a bound, and one of them may not take all of it. Thread: any.
class CallMemory
{
public:
    CallMemory();
    /// Nothing yet. It may outlive this.
    std::shared_ptr<MemoryShare> share(const std::string& caller) const;

    /// Units: bytes. One call alone may have more than kMostOfOne: a large answer must be possible.
    static constexpr std::size_t kMostBytes = 256U << 20, kMostOfOne = 128U << 20;

private:
    friend class MemoryShare;
    struct Book;
    const std::shared_ptr<Book> m_book;
};

/// One call's, run's or answer's, until it goes. Thread: one at a time.
class MemoryShare
{
public:
    MemoryShare(std::shared_ptr<CallMemory::Book> book, std::string caller);
    ~MemoryShare();
    MemoryShare(const MemoryShare&) = delete;
    MemoryShare& operator=(const MemoryShare&) = delete;

    /// That many more. Errors: ResourceExhausted; then it stays as it was.
    Result<void> charge(std::size_t bytes);
    /// That many in all; less always works. Errors: as charge().
    Result<void> resize(std::size_t bytes);
    /// Another one of the same caller.
    std::shared_ptr<MemoryShare> sibling() const;

private:
    const std::shared_ptr<CallMemory::Book> m_book;
    const std::string m_caller;
    std::size_t m_bytes = 0;
};

} // namespace sandbench::rest
