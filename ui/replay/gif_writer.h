// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QImage>

#include <memory>
#include <string>

struct GifFileType;

namespace sandbench::ui {

/// Makes an animated GIF of frames: of each only what differs from the one before, and none for one
/// that differs in nothing. A frame has 256 colours of its own, see gifPalette(). Source: giflib,
/// GIF89a. No I/O. Thread: one at a time.
class GifWriter
{
public:
    GifWriter();
    ~GifWriter();

    /// All frames have the size of the first. @p milliseconds: how long it stays; rounded to 10.
    /// Errors: InvalidArgument for another size, Internal where giflib fails.
    Result<void> add(const QImage& frame, int milliseconds);
    /// The file. Nothing is added after it. Errors: as add(), and InvalidArgument without a frame.
    Result<std::string> finish();

    int frames() const { return m_frames; }
    /// Of the file so far.
    std::size_t bytes() const { return m_file.size(); }

private:
    Result<void> begin();
    Result<void> writePending();
    bool writeControl() const;
    bool writePixels(const QImage& indexed, const QRect& where) const;

    std::string m_file;
    GifFileType* m_gif = nullptr;
    QImage m_shown; ///< With the pending part.
    QRect m_pending; ///< Of m_shown: not written before its time is known.
    int m_pendingMs = 0;
    int m_frames = 0; ///< Written.
};

} // namespace sandbench::ui
