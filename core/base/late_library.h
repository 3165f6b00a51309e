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

/// Called like the function of the same name.
template <typename Function> class LateFunction
{
public:
    constexpr LateFunction(LateLibrary& library, const char* name)
        : m_library(library)
        , m_name(name)
    {
    }

    template <typename... Arguments> auto operator()(Arguments... arguments)
    {
        auto* function = m_function.load();
        if (!function)
            m_function = function = reinterpret_cast<Function*>(m_library.find(m_name));
        return function(arguments...);
    }

private:
    LateLibrary& m_library;
    const char* m_name;
    std::atomic<Function*> m_function = nullptr;
};

/// Inside a namespace: hides the function that a header declares outside of it.
#define SANDBENCH_LATE_FUNCTION(library, name)                                                     \
    inline constinit LateFunction<decltype(::name)> name{library, #name}

} // namespace sandbench
