// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;

namespace sandbench {
class Session;
}
namespace sandbench::workspace {
struct SandboxRequest;
}

namespace sandbench::ui {

class ElidedLabel;
class SessionController;

/// Where the open session is and what it was made from: engine, connection, image, size, network,
/// folders. What was relaxed is marked. Thread: GUI.
class SessionFacts : public QWidget
{
    Q_OBJECT

public:
    explicit SessionFacts(QWidget* parent = nullptr);

    /// Of the controller's open session.
    void showSession(const SessionController& controller);
    void showReady(const SessionController& controller);
    /// "Image: python:3.12", one fact a line, as far as they are shown.
    QString text() const;

private:
    struct Fact
    {
        QLabel* name = nullptr;
        ElidedLabel* value = nullptr;
        void set(const QString& text, const QString& more = {}) const;
    };
    void showConnection(const SessionController& controller);
    void showRelaxations(const Session& session, const workspace::SandboxRequest& request);
    Fact addFact(QGridLayout* grid, const QString& name);

    Fact m_engine, m_connection, m_namespace, m_image, m_size, m_network, m_folders, m_profile, m_ready;
};

/// "python:3.12" of "docker.io/library/python:3.12 (sha256:1f0…)".
QString shortImageName(const QString& image);

} // namespace sandbench::ui
