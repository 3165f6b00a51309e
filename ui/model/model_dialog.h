// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace sandbench::ui {

class ModelDesk;
struct ModelKey;

/// What is to be sent to a model, to whom, and with which key. Nothing is sent before Send is
/// pressed. Closing it stops nothing, and its text stays. Thread: GUI.
class ModelDialog : public QDialog
{
    Q_OBJECT

public:
    /// @p desk outlives it.
    ModelDialog(ModelDesk& desk, QWidget* parent);

    /// Shows it, and puts @p text where it is to be read before it is sent; empty = as it was.
    void showText(const QString& text = {});

signals:
    void settingsWanted();

private:
    QBoxLayout* buildModelRow();
    QBoxLayout* buildKeyRow();
    QBoxLayout* buildButtons();
    QPushButton* addButton(QBoxLayout& row, const char* name, const QString& text);
    void describe();
    void refresh();
    void send();
    void tell(const QString& sentence, bool wantsKey);
    ModelKey takeKey();

    ModelDesk& m_desk;
    QLabel* m_goesTo = nullptr;
    QComboBox* m_model = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLineEdit* m_key = nullptr;
    QComboBox* m_keeping = nullptr;
    QLabel* m_told = nullptr;
    QPushButton *m_list = nullptr, *m_forget = nullptr, *m_send = nullptr, *m_stop = nullptr;
};

} // namespace sandbench::ui
