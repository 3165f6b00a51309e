// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/profiles.h"
#include "ui/session/session_choice.h"

#include <QWidget>

#include <optional>
#include <string>

class QComboBox;
class QLabel;

namespace sandbench::ui {

/// One word for what a session may: choosing it sets the other fields, which can then be changed by
/// hand. Shows each difference from the default. Thread: GUI.
class ProfilePicker : public QWidget
{
    Q_OBJECT

public:
    explicit ProfilePicker(QWidget* parent = nullptr);

    void setProfile(const std::string& name);
    /// Empty = the standard one, which changes nothing.
    std::string profile() const;
    /// What would be opened now. @p hasContainers: see applyProfile().
    void showDifferences(const SandboxSpec& spec, bool hasContainers);
    QString text() const;

signals:
    void chosen(const sandbench::RuntimeProfile& profile);

private:
    std::optional<RuntimeProfile> current() const;

    std::optional<ProfileCatalog> m_profiles;
    QComboBox* m_name = nullptr;
    QLabel* m_text = nullptr;
};

} // namespace sandbench::ui
