// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QStringList>

#include <cstddef>
#include <string>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace sandbench::ui {

class PathField;

/// What a person wants to have graded, and how.
struct GradeWish
{
    std::string tests, submissions; ///< Folders.
    std::string calledAs; ///< Empty = each program has its own name.
    std::string results; ///< A file; empty = none.
    std::string engine, image; ///< No image = the engine's usual one.
    double seconds = 0; ///< Of each test; 0 = as usual.
    std::size_t atOnce = 0; ///< 0 = as many as there are processors.
    bool isFresh = false;
};

/// Where that is typed; keeps folders and the program's name from start to start. Thread: GUI.
class GradeFields : public QScrollArea
{
    Q_OBJECT

public:
    explicit GradeFields(const QStringList& engines, QWidget* parent = nullptr);

    GradeWish wish() const;
    void setFolders(const QString& tests, const QString& submissions);
    void remember() const;

private:
    void buildFolders(QFormLayout& form);
    void buildHow(QFormLayout& form, const QStringList& engines);
    void followEngine();

    PathField *m_tests = nullptr, *m_submissions = nullptr, *m_results = nullptr;
    QLineEdit *m_calledAs = nullptr, *m_image = nullptr;
    QComboBox* m_engine = nullptr;
    QDoubleSpinBox* m_seconds = nullptr;
    QSpinBox* m_atOnce = nullptr;
    QCheckBox* m_isFresh = nullptr;
};

} // namespace sandbench::ui
