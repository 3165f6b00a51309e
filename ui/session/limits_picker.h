// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/sizes.h"

#include <QWidget>

#include <string>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace sandbench::ui {

/// What a sandbox may use: a size by name, or figures of one's own. What the engine's machine does
/// not have cannot be chosen, and says so. Thread: GUI.
class LimitsPicker : public QWidget
{
    Q_OBJECT

public:
    /// @p sizes outlives it.
    explicit LimitsPicker(const SizeCatalog& sizes, QWidget* parent = nullptr);

    /// @p size: of the catalog; empty = the limits as they are.
    void setLimits(const std::string& size, const SandboxLimits& limits);
    std::string size() const;
    SandboxLimits limits() const;
    /// The machine that the limits have to fit.
    void setHost(const HostCapacity& host);
    /// Why the limits cannot be had; empty = they can.
    QString problem() const;

signals:
    void changed();

private:
    /// Of a size by its name; empty = of none. Errors: NotFound.
    Result<SandboxLimits> meaningOf(const std::string& name) const;
    void addSizes();
    void addFigures();
    void sizeChosen();
    void showFigures(const SandboxLimits& limits);
    void markSizes();
    void refresh();

    const SizeCatalog& m_sizes;
    HostCapacity m_host;
    QComboBox* m_size = nullptr;
    QWidget* m_figures = nullptr;
    QSpinBox* m_memory = nullptr;
    QDoubleSpinBox* m_cpus = nullptr;
    QSpinBox* m_pids = nullptr;
    QSpinBox* m_disk = nullptr;
};

} // namespace sandbench::ui
