// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/image_store.h"

#include <QTimer>
#include <QWidget>

#include <stop_token>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace sandbench::ui {

class ImagePull;
class JobRunner;

/// Names an image: one of the engine's, or any other, which can be fetched right here. Asks the
/// engine in the background whether it has what the field says. Thread: GUI.
class ImagePicker : public QWidget
{
    Q_OBJECT

public:
    /// @p jobs outlives it.
    explicit ImagePicker(JobRunner& jobs, QWidget* parent = nullptr);
    ~ImagePicker() override;

    /// Whose images are offered, null = nobody's for now; @p standard comes first. Lists anew and
    /// gives up a pull of another engine's.
    void setStore(ImageStore* store, const std::string& standard);
    /// What is said of an image while nobody's are offered.
    void setNote(const QString& note);
    void setImage(const std::string& image);
    std::string image() const;
    /// Why no session can be opened with it; empty = nothing is known against it.
    QString problem() const;
    bool isPulling() const;

signals:
    void changed();

private:
    /// What is used: the standard image where none is named.
    std::string meant() const { return image().empty() ? m_standard : image(); }
    void list();
    void fill(const std::vector<ImageInfo>& images);
    void nameChanged();
    void inspect();
    void showFound(const Result<ImageInfo>& found);
    void showState(const QString& text, bool missing);

    JobRunner& m_jobs;
    ImageStore* m_store = nullptr;
    std::string m_standard;
    QString m_note;
    QComboBox* m_name = nullptr;
    QPushButton* m_pullButton = nullptr;
    QLabel* m_state = nullptr;
    ImagePull* m_pull = nullptr;
    QTimer m_typing; ///< Asks only when the typing pauses.
    std::stop_source m_listStop, m_inspectStop;
    bool m_missing = false;
    int m_round = 0; ///< Of what is asked about the name.
    int m_listRound = 0;
};

} // namespace sandbench::ui
