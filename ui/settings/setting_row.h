// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/setting_table.h"

#include <QWidget>

#include <functional>

class QGridLayout;
class QLabel;
class QToolButton;

namespace sandbench::ui {

class SettingsStore;

/// One setting: what it is called, what it does, its value and the way back to the usual one.
/// What is changed counts at once. Thread: GUI.
class SettingRow : public QWidget
{
    Q_OBJECT

public:
    SettingRow(const Setting& setting, SettingsStore& store, QWidget* parent);

    const Setting& setting() const { return m_setting; }
    /// Each word of @p text stands in its title, help, id or group.
    bool matches(const QString& text) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* make(const SettingSwitch& kind);
    QWidget* make(const SettingNumber& kind);
    QWidget* make(const SettingChoice& kind);
    QWidget* make(const SettingFont& kind);
    QWidget* make(const SettingLine& kind);
    void takeLine(const QString& line);
    QWidget* makeCombo(const QList<QPair<QString, QString>>& options);
    void refresh();

    const Setting& m_setting;
    SettingsStore& m_store;
    std::function<void()> m_show; ///< The value, in the control.
    QLabel* m_help; ///< Or what is wrong with what was typed.
    QToolButton* m_reset;
};

} // namespace sandbench::ui
