// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/docker/connections.h"

#include <QTimer>
#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLineEdit;

namespace sandbench::ui {

/// One of the ways to an engine that were found, or an address typed by hand. Thread: GUI.
class ConnectionPicker : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectionPicker(QWidget* parent = nullptr);

    /// @p wanted as connectionKey() says it, or an address; it is kept where it was not found. What
    /// an address is depends on @p engine: of an engine, a machine behind ssh, the path of a
    /// program or its configuration; the contexts of a cluster have names only.
    void setConnections(
        const std::string& engine, const std::vector<docker::Connection>& connections,
        const std::string& wanted);
    /// Empty = the engine's default.
    std::string key() const;
    /// Why it is no way to an engine; empty = nothing is known against it.
    QString problem() const;

signals:
    void changed();
    /// Somebody decided for key(), and a typed one is not being typed any more.
    void chosen();

private:
    bool isTyped() const;
    void refresh();

    QComboBox* m_found = nullptr;
    QLineEdit* m_address = nullptr;
    QTimer m_typing;
    enum class Address { None, Engine, Machine, Path };
    static Address addressOf(const std::string& engine);
    struct Words
    {
        QString another; ///< What is chosen to type one.
        QString missing; ///< What is wrong where none is typed.
    };
    static Words wordsOf(Address address);
    static QString placeholderFor(const std::string& engine);
    Address m_takes = Address::Engine;
};

} // namespace sandbench::ui
