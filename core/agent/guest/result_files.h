// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/folder_snapshot.h"
#include "core/agent/guest/run_spec.h"
#include "core/agent/guest/stream.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::guest {

/// The files that a run makes or changes and that people look at. Thread: one.
class ResultFiles
{
public:
    static constexpr std::size_t kMostTold = 1000;

    explicit ResultFiles(ResultPlaces places)
        : m_places(std::move(places))
    {
    }

    /// Looks at the files before the run.
    void remember();
    /// When remember() looked. Units: seconds since 1970.
    double begin() const { return m_begin; }
    /// Looks again, and tells of what is new or changed as Event files, the first first. Nothing
    /// without remember().
    void tell(Stream& stream) const;

private:
    struct File
    {
        std::string path; ///< Absolute.
        FolderSnapshot::Entry entry;

        bool operator<(const File& other) const;
    };

    /// The output folder first, which has a bound of its own.
    std::vector<std::string> folders() const;
    /// @p name: as in the snapshot.
    bool isOther(const FolderSnapshot& before, const File& file, std::string_view name) const;
    bool mayBeResult(const std::string& folder, const File& file) const;
    /// Of one of folders(): what can be a result.
    FolderSnapshot take(const std::string& folder) const;
    Json describe(const File& file) const;

    const ResultPlaces m_places;
    double m_begin = 0;
    std::vector<FolderSnapshot> m_before; // of folders()
};

} // namespace sandbench::guest
