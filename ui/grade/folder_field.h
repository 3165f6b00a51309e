// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QWidget>

class QMimeData;

namespace sandbench::ui {

/// A path of this machine: typed, chosen in a dialog, or dropped. Thread: GUI.
class FolderField : public QWidget
{
    Q_OBJECT

public:
    enum class Kind { Folder, ResultsFile };

    /// @p name: for tests; @p title: for people.
    FolderField(
        Kind kind, const char* name, const QString& title, const QString& placeholder,
        QWidget* parent);

    QString path() const { return m_path->text().trimmed(); }
    void setPath(const QString& path) { m_path->setText(path); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose();
    QString droppedPath(const QMimeData& dropped) const;

    const Kind m_kind;
    const QString m_title;
    QLineEdit* m_path = nullptr;
};

} // namespace sandbench::ui
