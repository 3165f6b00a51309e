// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QWidget>

class QMimeData;

namespace sandbench::ui {

/// A path of this machine: typed, chosen in a dialog, or dropped. Thread: GUI.
class PathField : public QWidget
{
    Q_OBJECT

public:
    enum class Kind {
        Folder, ///< It may also be made, in the dialog.
        File, ///< That is there.
        ResultsFile ///< New, or one to go on with.
    };

    /// @p name: for tests; @p title: for people.
    PathField(
        Kind kind, const char* name, const QString& title, const QString& placeholder,
        QWidget* parent);

    QString path() const { return m_path->text().trimmed(); }
    void setPath(const QString& path) { m_path->setText(path); }
    /// What stands there while nothing is typed.
    void setPlaceholder(const QString& text) { m_path->setPlaceholderText(text); }

signals:
    void pathChanged();

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
