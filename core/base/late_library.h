// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace sandbench {

/// A shared library that is loaded when it is first needed: most runs never are, and with what it
/// needs itself it can take longer to load than a program takes to run. Thread: any.
class LateLibrary
{
public:
    constexpr explicit LateLibrary(const char* name)
        : m_name(name)
    {
    }

    /// Ends the program where the library or the function is missing, as a start would have.
    void* find(const char* function)
    {
        // Loading it twice gives the same handle.
        void* handle = m_handle.load();
        if (!handle)
            m_handle = handle = ::dlopen(m_name, RTLD_NOW | RTLD_LOCAL);
        void* found = handle ? ::dlsym(handle, function) : nullptr;
        if (!found) {
            std::fprintf(stderr, "%s\n", ::dlerror());
            std::abort();
        }
        return found;
    }

private:
    const char* m_name;
    std::atomic<void*> m_handle = nullptr;
};

template <typename Function> class LateAddress
{
public:
    constexpr LateAddress(LateLibrary& library, const char* name)
        : m_library(library)
        , m_name(name)
    {
    }

protected:
    Function* address()
    {
        auto* function = m_function.load();
        if (!function)
            m_function = function = reinterpret_cast<Function*>(m_library.find(m_name));
        return function;
    }

private:
    LateLibrary& m_library;
    const char* m_name;
    std::atomic<Function*> m_function = nullptr;
};

/// Called like the function of the same name. This one takes any number of arguments.
template <typename Function> class LateFunction : public LateAddress<Function>
{
public:
    using LateAddress<Function>::LateAddress;

    template <typename... Arguments> auto operator()(Arguments... arguments)
    {
        return this->address()(arguments...);
    }
};

template <typename Result, typename... Arguments>
class LateFunction<Result(Arguments...)> : public LateAddress<Result(Arguments...)>
{
public:
    using LateAddress<Result(Arguments...)>::LateAddress;

    Result operator()(Arguments... arguments) { return this->address()(arguments...); }
};

/// Inside a namespace: hides the function that a header declares outside of it.
#define SANDBENCH_LATE_FUNCTION(library, name)                                                     \
    inline constinit LateFunction<decltype(::name)> name                                           \
    {                                                                                              \
        library, #name                                                                             \
    }

} // namespace sandbench
