// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session_choice.h"

#include <QDialog>

class QCheckBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace sandbench {
struct RuntimeProfile;
}

namespace sandbench::ui {

class ConnectionPicker;
class EngineList;
class EngineSource;
class FolderPicker;
class ImagePicker;
class JobRunner;
class LimitsPicker;
class MemberForm;
class MessageBar;
class NetworkPicker;
class PodPicker;
class PodPreview;
class ProfilePicker;
class RootPicker;

/// Chooses what a session is opened with: probes every engine in the background and says in plain
/// words what a sandbox there would be. Show it with open(). Thread: GUI.
class NewSessionDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Purpose {
        Open, ///< A session now.
        Remember, ///< Only what the next ones are opened with.
    };

    /// @p standardImage is what an empty image means; @p source and @p jobs outlive the dialog.
    NewSessionDialog(
        EngineSource& source, JobRunner& jobs, const SessionChoice& start,
        const std::string& standardImage, Purpose purpose, QWidget* parent);

    /// Why the dialog is there when nobody asked for it.
    void explain(const QString& reason);
    SessionChoice choice() const;
    bool asksNextTime() const;
    void setAsksNextTime(bool asks);
    /// Why it cannot be accepted now; empty = it can.
    QString problem() const;
    QString summaryText() const;

private:
    struct Row
    {
        QLabel* label = nullptr;
        QWidget* field = nullptr;
        void setVisible(bool visible) const;
    };
    Row addRow(QGridLayout* grid, const QString& title, QWidget* field);
    QWidget* buildForm(const SessionChoice& start);
    void setChoice(const SessionChoice& start);
    QWidget* buildSummary();
    void buildFoot();
    void explainFields();
    void followEngine();
    void fillConnections();
    void connectionChosen();
    void takeProfile(const RuntimeProfile& profile);
    void refresh();
    void showRows();
    void showSummary();
    void clusterAnswered();
    /// It can be asked; a cluster also where its user may do nothing in the context's namespace.
    bool isReachable() const;
    void addLimits(SessionChoice& choice) const;
    QString imageProblem() const;
    QString requestProblem() const;
    QString podProblem() const;
    bool usesContainers() const;
    bool usesCluster() const;

    EngineSource& m_source;
    JobRunner& m_jobs;
    std::string m_standardImage;
    Purpose m_purpose;
    MessageBar* m_reason = nullptr;
    EngineList* m_engines = nullptr;
    Row m_connectionRow, m_imageRow, m_sizeRow, m_networkRow, m_rootRow, m_foldersRow, m_podRow,
        m_moreRow;
    ProfilePicker* m_profile = nullptr;
    ConnectionPicker* m_connection = nullptr;
    ImagePicker* m_image = nullptr;
    LimitsPicker* m_limits = nullptr;
    NetworkPicker* m_network = nullptr;
    RootPicker* m_root = nullptr;
    FolderPicker* m_folders = nullptr;
    PodPicker* m_pod = nullptr;
    MemberForm* m_more = nullptr;
    PodPreview* m_preview = nullptr;
    std::string m_shownEngine; ///< Whose connections are offered.
    QLabel* m_summary = nullptr;
    QCheckBox* m_skip = nullptr;
    QLabel* m_hint = nullptr;
    QPushButton* m_accept = nullptr;
};

} // namespace sandbench::ui
