// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/image_store.h"

#include <QString>

#include <string>
#include <vector>

namespace sandbench::ui {

class EngineSource;

/// An engine with images, over one of the ways to it.
struct ImagePlace
{
    std::string engine; ///< "docker"
    std::string connection; ///< As EngineSource::find() takes it; empty = the default one.
    QString title; ///< "Docker", "Docker · lab"; safe to show.
    ImageStore* store = nullptr; ///< Lives as long as the EngineSource.
};

/// Every engine with images over every connection that is known, the usual ones first. Reads files
/// and connects nowhere. Thread: any.
std::vector<ImagePlace> findImagePlaces(EngineSource& source);

/// Whether an engine that lists @p listed means that by @p asked: "busybox" is
/// "docker.io/library/busybox:latest", and to Podman also "localhost/busybox:latest".
bool isSameImage(const std::string& listed, const std::string& asked);

/// What one place has.
struct PlaceImages
{
    std::vector<ImageInfo> images;
    ImageUsers users;
};
Result<PlaceImages> readPlace(ImageStore& store, std::stop_token stop);

/// The same images with what only inspect() tells, as far as it does. Those that vanish meanwhile
/// are left as they are.
std::vector<ImageInfo>
describeImages(ImageStore& store, std::vector<ImageInfo> images, std::stop_token stop);

} // namespace sandbench::ui
