// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

#include <concepts>
#include <string>
#include <utility>

namespace sandbench {

/// A value or an Error. tl::expected with a class-level [[nodiscard]], so that a dropped failure is
/// a compile error in our presets.
template <typename T> class [[nodiscard]] Result : public tl::expected<T, Error>
{
public:
    using Base = tl::expected<T, Error>;
    using Base::Base;
    Result(Error error)
        : Base(tl::unexpect, std::move(error))
    {
    }

    /// Whether it is an error with one of @p codes.
    template <std::same_as<ErrorCode>... Codes> bool failedAs(Codes... codes) const
    {
        return !this->has_value() && ((this->error().code() == codes) || ...);
    }

    /// The same; an error has also what was being done, see Error::within().
    Result within(std::string doing) &&
    {
        if (!this->has_value())
            this->error() = std::move(this->error()).within(std::move(doing));
        return std::move(*this);
    }
};

/// Of what is only done, not for what it returns.
template <typename T> Result<void> withoutValue(Result<T> result)
{
    return result ? Result<void>() : std::move(result.error());
}

} // namespace sandbench

#define SANDBENCH_CAT2(a, b) a##b
#define SANDBENCH_CAT(a, b) SANDBENCH_CAT2(a, b)

/// `SANDBENCH_TRY(auto fd, openFile(path));` binds the value or returns the error from this
/// function.
#define SANDBENCH_TRY(declaration, ...)                                                            \
    SANDBENCH_TRY_IMPL(SANDBENCH_CAT(result_, __COUNTER__), declaration, __VA_ARGS__)
#define SANDBENCH_TRY_IMPL(name, declaration, ...)                                                 \
    auto name = (__VA_ARGS__);                                                                     \
    if (!name)                                                                                     \
        return std::move(name.error());                                                            \
    declaration = std::move(*name)

/// The same for Result<void>.
#define SANDBENCH_TRY_VOID(...)                                                                    \
    do {                                                                                           \
        if (auto resultOfTry = (__VA_ARGS__); !resultOfTry)                                        \
            return std::move(resultOfTry.error());                                                 \
    } while (false)
