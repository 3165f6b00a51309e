// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/apptainer/image_library.h"

#include <memory>

namespace sandbench::apptainer {

/// The images that were converted for Apptainer. @p library lives longer.
std::unique_ptr<ImageStore> makeImageStore(ImageLibrary& library);

} // namespace sandbench::apptainer
