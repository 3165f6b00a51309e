// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/members.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QToolButton;

namespace sandbench::ui {

/// A line for each member of a sandbox that has no picker of its own, from the one table of them.
/// Folded away while nothing is said there. Thread: GUI.
class MemberForm : public QWidget
{
    Q_OBJECT

public:
    explicit MemberForm(QWidget* parent = nullptr);

    /// Shows what @p engine knows; of a pod that is there already only what can be said of it.
    void setEngine(const std::string& engine, bool isNew);
    /// What of @p said it has lines for.
    void setSaid(const Json& said);
    /// What the engine tells of, to choose from; anything else can be typed. See
    /// EngineStatus::offered.
    void setOffered(const std::map<std::string, std::vector<std::string>>& offered);
    /// Puts what stands in the visible lines into @p said.
    void addTo(Json& said) const;

signals:
    void changed();

private:
    struct Line
    {
        const MemberGroup* group = nullptr;
        const Member* member = nullptr;
        QLineEdit* field = nullptr; ///< Null where it is said by the box.
        QCheckBox* box = nullptr;
        bool isShown = false;

        QWidget* widget() const;
        bool isSet() const;
    };
    void addLine(const MemberGroup& group, const Member& member);
    QLineEdit* addField(const Member& member, const QString& said);
    QCheckBox* addBox(const Member& member, const QString& said);
    void fold(bool open);
    void countLines();

    QToolButton* m_head = nullptr;
    QWidget* m_body = nullptr;
    QFormLayout* m_rows = nullptr;
    std::vector<Line> m_lines;
};

} // namespace sandbench::ui
