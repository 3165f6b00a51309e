// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/root_picker.h"

#include "ui/common/column.h"
#include "ui/common/text.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QRegularExpression>

namespace sandbench::ui {

static constexpr int kLongestUser = 100;

RootPicker::RootPicker(QWidget* parent)
    : QWidget(parent)
    , m_user(new QLineEdit(this))
    , m_writable(new QCheckBox(tr("Programs may change the image's fi&les"), this))
{
    m_user->setObjectName(QStringLiteral("user"));
    m_user->setAccessibleName(tr("User"));
    m_user->setPlaceholderText(tr("The image's own, or nobody"));
    m_user->setMaxLength(kLongestUser);
    m_writable->setObjectName(QStringLiteral("writableRoot"));
    auto* column = columnOf(this);
    column->addWidget(m_user);
    column->addWidget(m_writable);
    setFocusProxy(m_user);
    connect(m_user, &QLineEdit::textChanged, this, &RootPicker::changed);
    connect(m_writable, &QCheckBox::toggled, this, &RootPicker::changed);
}

void RootPicker::setPods(bool pods, bool isNew)
{
    m_pods = pods;
    m_user->setPlaceholderText(
        !isNew     ? tr("The container's own")
            : pods ? tr("A number of its own")
                   : tr("The image's own, or nobody"));
    m_writable->setVisible(isNew);
}

QString RootPicker::problem() const
{
    static const QRegularExpression numbers(QStringLiteral("^[0-9]{1,10}(:[0-9]{1,10})?$"));
    const QString text = m_user->text().trimmed();
    if (!m_pods || text.isEmpty() || numbers.match(text).hasMatch())
        return {};
    return tr("A pod knows its user by number only: write 1000 or 1000:1000.");
}

void RootPicker::setRoot(bool writable, const std::string& user)
{
    m_writable->setChecked(writable);
    m_user->setText(toQString(user));
}

bool RootPicker::isWritable() const
{
    return m_writable->isChecked();
}

std::string RootPicker::user() const
{
    return toStd(m_user->text().trimmed());
}

} // namespace sandbench::ui
