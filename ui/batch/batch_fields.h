// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "ui/batch/batch_job.h"

#include <QScrollArea>
#include <QStringList>

#include <cstddef>
#include <vector>

class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace sandbench::ui {

class PathField;

/// What a person wants to have run as a batch, and how.
struct BatchWish
{
    QString file, folder, filesFolder; ///< Paths; no folder = one beside the file.
    QString places; ///< "docker, docker@lab"; empty = the first engine, or servers alone.
    QString servers, tokenFile; ///< Addresses with commas; what all of them want to be shown.
    QString image, language; ///< Empty = the usual ones.
    double seconds = 0; ///< Of each test at most; 0 = as usual.
    std::size_t atOnce = 0; ///< 0 = as many as there are processors, for each place.
    bool sharesSandboxes = false;

    /// Where its results go.
    QString results() const;
};

/// Where @p wish runs. @p said: of all sandboxes. Errors: InvalidArgument, one sentence in the
/// reader's language.
Result<BatchSpots>
readBatchPlaces(const BatchWish& wish, const QStringList& engines, const Json& said);

/// Where a wish is typed; keeps its paths from start to start. Thread: GUI.
class BatchFields : public QScrollArea
{
    Q_OBJECT

public:
    explicit BatchFields(const QStringList& engines, QWidget* parent = nullptr);

    BatchWish wish() const;
    void setFile(const QString& path);
    void remember() const;

private:
    void buildPaths(QFormLayout& form);
    void buildHow(QFormLayout& form, const QStringList& engines);
    void followFile();

    PathField *m_file = nullptr, *m_folder = nullptr, *m_filesFolder = nullptr, *m_token = nullptr;
    QLineEdit *m_places = nullptr, *m_servers = nullptr, *m_image = nullptr, *m_language = nullptr;
    QDoubleSpinBox* m_seconds = nullptr;
    QSpinBox* m_atOnce = nullptr;
    QCheckBox* m_shares = nullptr;
};

} // namespace sandbench::ui
