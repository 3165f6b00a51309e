// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/model_dialog.h"

#include "core/base/units.h"
#include "ui/common/code_font.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"
#include "ui/model/model_desk.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace sandbench::ui {

static constexpr QSize kSize{760, 560};
static constexpr int kLongestKey = 4096, kLongestModel = 300;

ModelDialog::ModelDialog(ModelDesk& desk, QWidget* parent)
    : QDialog(parent)
    , m_desk(desk)
{
    setWindowTitle(tr("Ask a Model"));
    setObjectName(QStringLiteral("modelDialog"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_goesTo = wrappedLabel(this));
    m_goesTo->setObjectName(QStringLiteral("modelGoesTo"));
    QFont bold = m_goesTo->font();
    bold.setBold(true);
    m_goesTo->setFont(bold);
    column->addLayout(buildModelRow());
    column->addWidget(m_text = new QPlainTextEdit(this), 1);
    m_text->setObjectName(QStringLiteral("modelText"));
    m_text->setAccessibleName(tr("What is sent"));
    m_text->setPlaceholderText(
        tr("What the model is to do. This text is sent, and nothing else, when you press Send."));
    m_text->setFont(codeFont());
    m_text->setTabChangesFocus(true);
    column->addLayout(buildKeyRow());
    column->addWidget(m_told = wrappedLabel(this));
    m_told->setObjectName(QStringLiteral("modelTold"));
    m_told->setAccessibleName(tr("What came of it"));
    column->addLayout(buildButtons());
    connect(m_text, &QPlainTextEdit::textChanged, this, &ModelDialog::refresh);
    connect(m_model, &QComboBox::currentTextChanged, this, &ModelDialog::refresh);
    connect(&desk, &ModelDesk::serverChanged, this, &ModelDialog::describe);
    connect(&desk, &ModelDesk::busyChanged, this, &ModelDialog::refresh);
    connect(&desk, &ModelDesk::told, this, &ModelDialog::tell);
    connect(&desk, &ModelDesk::modelsListed, this, [this](const QStringList& models) {
        const QString now = m_model->currentText();
        m_model->clear();
        for (const QString& model : models)
            m_model->addItem(SafeText::withoutControls(model));
        m_model->setEditText(now.isEmpty() ? m_model->itemText(0) : now);
        m_told->setText(tr("These are its models; choose one above."));
    });
    resize(kSize);
    describe();
}

QBoxLayout* ModelDialog::buildModelRow()
{
    auto* row = new QHBoxLayout;
    auto* label = new QLabel(tr("&Model:"), this);
    row->addWidget(label);
    row->addWidget(m_model = new QComboBox(this), 1);
    label->setBuddy(m_model);
    m_model->setObjectName(QStringLiteral("modelName"));
    m_model->setAccessibleName(tr("Model"));
    m_model->setEditable(true);
    m_model->setInsertPolicy(QComboBox::NoInsert);
    m_model->lineEdit()->setMaxLength(kLongestModel);
    m_model->lineEdit()->setPlaceholderText(tr("the one that the server chooses"));
    m_list = addButton(*row, "modelList", tr("&List Models"));
    m_list->setToolTip(tr("Asks the server which models it has; no text is sent."));
    connect(m_list, &QPushButton::clicked, this, [this] { m_desk.listModels(takeKey()); });
    return row;
}

QBoxLayout* ModelDialog::buildKeyRow()
{
    auto* row = new QHBoxLayout;
    auto* label = new QLabel(tr("&Key:"), this);
    row->addWidget(label);
    m_key = textField(
        this, "modelKey", tr("Key of the server"), tr("the one that is kept, or none"),
        kLongestKey);
    m_key->setEchoMode(QLineEdit::Password);
    label->setBuddy(m_key);
    row->addWidget(m_key, 1);
    row->addWidget(m_keeping = new QComboBox(this));
    m_keeping->setObjectName(QStringLiteral("modelKeeping"));
    m_keeping->setAccessibleName(tr("How long the key is kept"));
    m_keeping->addItem(tr("Keep in the keyring"), static_cast<int>(KeyKeeping::Service));
    m_keeping->addItem(tr("Keep until the window closes"), static_cast<int>(KeyKeeping::Window));
    m_keeping->addItem(tr("Use once"), static_cast<int>(KeyKeeping::Once));
    m_forget = addButton(*row, "modelForget", tr("&Forget Key"));
    m_forget->setToolTip(tr("Removes this server's key from the keyring and from memory."));
    connect(m_forget, &QPushButton::clicked, this, [this] {
        m_key->clear();
        m_desk.forgetKey();
    });
    return row;
}

QBoxLayout* ModelDialog::buildButtons()
{
    auto* row = new QHBoxLayout;
    auto* settings = addButton(*row, "modelSettings", tr("Se&ttings…"));
    connect(settings, &QPushButton::clicked, this, &ModelDialog::settingsWanted);
    row->addStretch(1);
    m_stop = addButton(*row, "modelStop", tr("St&op"));
    connect(m_stop, &QPushButton::clicked, &m_desk, &ModelDesk::stop);
    m_send = addButton(*row, "modelSend", tr("&Send"));
    m_send->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
    connect(m_send, &QPushButton::clicked, this, &ModelDialog::send);
    return row;
}

// None of them is the default: Enter in a field must not send.
QPushButton* ModelDialog::addButton(QBoxLayout& row, const char* name, const QString& text)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    row.addWidget(button);
    return button;
}

void ModelDialog::showText(const QString& text)
{
    if (!text.isEmpty()) {
        m_text->setPlainText(text);
        m_told->clear();
    }
    show();
    raise();
    activateWindow();
    m_text->setFocus(Qt::OtherFocusReason);
}

void ModelDialog::describe()
{
    if (const auto server = m_desk.server())
        m_model->setEditText(toQString(server->name));
    refresh();
}

void ModelDialog::refresh()
{
    const auto server = m_desk.server();
    const QString model = m_model->currentText().trimmed();
    const QString size = toQString(formatSize(m_text->toPlainText().toUtf8().size()));
    if (!server)
        m_goesTo->setText(tr("No server is set up. Name one in the settings."));
    else if (model.isEmpty())
        m_goesTo->setText(tr("Goes to %1, whichever model it has (%2)")
                              .arg(SafeText::display(server->host()), size));
    else
        m_goesTo->setText(
            tr("Goes to %1, model %2 (%3)")
                .arg(SafeText::display(server->host()), SafeText::display(model), size));
    const bool isReady = server && !m_desk.isBusy();
    m_send->setEnabled(isReady && !m_text->document()->isEmpty());
    m_list->setEnabled(isReady);
    m_forget->setEnabled(isReady);
    m_stop->setEnabled(m_desk.isBusy());
}

void ModelDialog::send()
{
    m_told->setText(tr("Waiting for the answer, which opens as a document of its own."));
    m_desk.ask(m_text->toPlainText(), m_model->currentText(), takeKey());
}

ModelKey ModelDialog::takeKey()
{
    ModelKey key{
        toStd(m_key->text().trimmed()), static_cast<KeyKeeping>(m_keeping->currentData().toInt())};
    m_key->clear(); // it is not to be seen by whoever comes next
    return key;
}

void ModelDialog::tell(const QString& sentence, bool wantsKey)
{
    m_told->setText(sentence);
    if (wantsKey)
        m_key->setFocus(Qt::OtherFocusReason);
}

} // namespace sandbench::ui
