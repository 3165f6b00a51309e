// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/packages/package_words.h"

#include "core/base/fd.h"
#include "core/package/manifest_file.h"
#include "core/package/package_manager.h"
#include "core/package/requirements.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"

#include <QRegularExpression>

#include <filesystem>

namespace sandbench::ui {

static constexpr std::size_t kMaxManifestBytes = 16U << 20;

PackageWords readPackageWords(const std::string& manager, const QString& text)
{
    PackageWords words;
    const auto known = findPackageManager(manager);
    if (!known) {
        words.problem = SafeText::display(known.error().message());
        return words;
    }
    // A comma inside a word belongs to it: "pandas>=2,<3".
    static const QRegularExpression kBetween(QStringLiteral(",?\\s+|,$"));
    for (const QString& word : text.split(kBetween, Qt::SkipEmptyParts)) {
        const auto name = parsePackageName(known->names, toStd(word));
        if (!name) {
            words.problem = SafeText::display(name.error().message());
            words.names.clear();
            return words;
        }
        words.names.push_back(name->text);
    }
    return words;
}

Result<InstallRequest> readRequirementsFile(const std::string& path)
{
    const auto name = std::filesystem::path(path).filename().string();
    const auto known = manifestFile(name);
    if (!known)
        return Error(
            ErrorCode::InvalidArgument,
            "no package manager reads '" + name
                + "'; choose a requirements.txt, a package.json, a package-lock.json or one of the "
                  "language's own");
    SANDBENCH_TRY(const auto manager, findPackageManager(known->manager));
    SANDBENCH_TRY(auto bytes, readFile(path, kMaxManifestBytes));
    if (auto read = readManifest(manager.names, known->name, bytes); !read)
        return std::move(read.error()).within(name);
    InstallRequest request;
    request.manager = manager.id;
    request.manifests = {{known->name, std::move(bytes)}};
    return request;
}

} // namespace sandbench::ui
