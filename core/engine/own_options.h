// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <any>
#include <map>
#include <typeindex>
#include <utility>

namespace sandbench {

/// What engines know beyond SandboxSpec: at most one object of each of their types, which is as a
/// T() until something is asked for. Each T can be copied and compared.
class OwnOptions
{
public:
    template <class T> T& of()
    {
        auto& entry = m_entries[typeid(T)];
        if (!entry.value.has_value())
            entry = {
                T(), [](const std::any& value) { return std::any_cast<const T&>(value) == T(); }};
        return std::any_cast<T&>(entry.value);
    }
    template <class T> const T& of() const
    {
        static const T kNothing;
        const auto found = m_entries.find(typeid(T));
        return found == m_entries.end() ? kNothing : std::any_cast<const T&>(found->second.value);
    }
    /// Whether nothing is asked for that none of @p Known is about.
    template <class... Known> bool isEmptyBut() const
    {
        return std::all_of(m_entries.begin(), m_entries.end(), [](const auto& entry) {
            return ((entry.first == typeid(Known)) || ...)
                || entry.second.isNothing(entry.second.value);
        });
    }

private:
    struct Entry
    {
        std::any value;
        bool (*isNothing)(const std::any&) = nullptr;
    };

    std::map<std::type_index, Entry> m_entries;
};

} // namespace sandbench
