// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/member_form.h"

#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"

#include <QAction>
#include <QCheckBox>
#include <QCompleter>
#include <QFormLayout>
#include <QLabel>
#include <QStringListModel>
#include <QToolButton>

#include <algorithm>
#include <iterator>

namespace sandbench::ui {

namespace {

constexpr int kLongestText = 4000;
/// Those that the dialog has a picker for.
constexpr std::string_view kPicked[]
    = {"memory", "cpus", "pids",   "disk",      "image",    "container", "network",
       "root",   "user", "mounts", "namespace", "manifest", "pod",       "timeout"};

bool hasLine(const Member& member)
{
    const auto name = member.field.name;
    const bool isPicked
        = std::find(std::begin(kPicked), std::end(kPicked), name) != std::end(kPicked);
    // A box that is not checked says nothing.
    const bool isOnByDefault
        = member.field.type == FieldType::Boolean && !member.typed.standard.empty();
    return !isPicked && !member.typed.option.empty() && !isOnByDefault
        && !std::holds_alternative<std::monostate>(member.slot);
}

/// "Agent image"
QString titleOf(const Member& member)
{
    QString title = toQString(std::string(member.field.name)).replace(u'_', u' ');
    title[0] = title[0].toUpper();
    return title;
}

bool isList(const Member& member)
{
    using enum FieldType;
    const auto type = member.field.type;
    return type == TextList || type == TextMap || type == ObjectList;
}

/// As it is typed: a list's entries with spaces between.
QString typedText(const Json& value)
{
    if (!value.is_structured())
        return toQString(value.is_string() ? value.get<std::string>() : writeJson(value));
    QStringList words;
    for (const auto& [key, entry] : value.items())
        if (entry.is_string())
            words << (value.is_object() ? toQString(key) + u'=' : QString())
                    + toQString(entry.get<std::string>());
    return words.join(u' ');
}

/// Lets @p field offer @p names: while something is typed those that begin so, at its arrow all.
void offer(QLineEdit& field, const QStringList& names)
{
    auto* completer = field.completer();
    auto* list = completer ? qobject_cast<QStringListModel*>(completer->model()) : nullptr;
    if (list && list->stringList() == names)
        return;
    if (names.isEmpty()) {
        for (QAction* arrow : field.actions())
            delete arrow;
        field.setCompleter(nullptr);
        return;
    }
    completer = new QCompleter(names, &field);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    field.setCompleter(completer);
    if (!field.actions().isEmpty())
        return;
    auto* arrow = field.addAction(glyphIcon(Glyph::Down), QLineEdit::TrailingPosition);
    arrow->setText(MemberForm::tr("What there is to choose from"));
    arrow->setToolTip(plainToolTip(arrow->text()));
    arrow->setShortcut(Qt::ALT | Qt::Key_Down);
    arrow->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(arrow, &QAction::triggered, &field, [&field] {
        field.setFocus();
        field.completer()->setCompletionPrefix(QString());
        field.completer()->complete();
    });
}

} // namespace

QWidget* MemberForm::Line::widget() const
{
    return field ? static_cast<QWidget*>(field) : box;
}

bool MemberForm::Line::isSet() const
{
    return field ? !field->text().trimmed().isEmpty() : box->isChecked();
}

MemberForm::MemberForm(QWidget* parent)
    : QWidget(parent)
    , m_head(new QToolButton(this))
    , m_body(new QWidget(this))
    , m_rows(new QFormLayout(m_body))
{
    m_head->setObjectName(QStringLiteral("moreOptions"));
    m_head->setAutoRaise(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setFocusPolicy(Qt::StrongFocus);
    m_head->setToolTip(tr("Shows or hides what else a sandbox can be asked for"));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const MemberGroup* group : workspace::memberGroups())
        for (const Member& member : group->members)
            if (hasLine(member))
                addLine(*group, member);
    auto* column = columnOf(this);
    column->addWidget(m_head, 0, Qt::AlignLeft);
    column->addWidget(m_body);
    setFocusProxy(m_head);
    connect(m_head, &QToolButton::clicked, this, [this] { fold(m_body->isHidden()); });
    fold(false);
    countLines();
}

void MemberForm::addLine(const MemberGroup& group, const Member& member)
{
    const QString said = toQString(workspace::memberNamesIn(std::string(member.field.description)));
    Line line{&group, &member};
    if (member.field.type == FieldType::Boolean)
        line.box = addBox(member, said);
    else
        line.field = addField(member, said);
    m_rows->addRow(titleOf(member), line.widget());
    m_lines.push_back(line);
}

QLineEdit* MemberForm::addField(const Member& member, const QString& said)
{
    const std::string name(member.field.name);
    QString placeholder = toQString(std::string(member.typed.standard));
    if (placeholder.isEmpty())
        placeholder = toQString(std::string(member.typed.value));
    auto* field = textField(m_body, name.c_str(), titleOf(member), placeholder, kLongestText);
    field->setToolTip(
        plainToolTip(isList(member) ? tr("%1; several with spaces").arg(said) : said));
    field->setAccessibleDescription(said);
    connect(field, &QLineEdit::textChanged, this, [this] {
        countLines();
        emit changed();
    });
    return field;
}

QCheckBox* MemberForm::addBox(const Member& member, const QString& said)
{
    auto* box = new QCheckBox(m_body);
    box->setObjectName(
        QLatin1String(member.field.name.data(), qsizetype(member.field.name.size())));
    box->setAccessibleName(titleOf(member));
    box->setToolTip(plainToolTip(said));
    box->setAccessibleDescription(said);
    connect(box, &QCheckBox::toggled, this, [this] {
        countLines();
        emit changed();
    });
    return box;
}

void MemberForm::setEngine(const std::string& engine, bool isNew)
{
    for (Line& line : m_lines) {
        line.isShown = line.group->isKnownTo(engine) && (isNew || line.member->isForExisting);
        line.widget()->setVisible(line.isShown);
        m_rows->labelForField(line.widget())->setVisible(line.isShown);
    }
    const bool isEmpty = std::none_of(
        m_lines.begin(), m_lines.end(), [](const Line& line) { return line.isShown; });
    setVisible(!isEmpty);
    countLines();
}

void MemberForm::setSaid(const Json& said)
{
    bool isAnySaid = false;
    for (const Line& line : m_lines) {
        const Json& value = jsonField(said, line.member->field.name);
        if (line.box)
            line.box->setChecked(value == Json(true));
        else
            line.field->setText(isSaid(*line.member, value) ? typedText(value) : QString());
        isAnySaid |= line.isSet();
    }
    fold(isAnySaid);
}

void MemberForm::setOffered(const std::map<std::string, std::vector<std::string>>& offered)
{
    for (const Line& line : m_lines) {
        if (!line.field)
            continue;
        QStringList names;
        for (const auto value : line.member->field.values)
            names << toQString(std::string(value));
        const auto told = offered.find(std::string(line.member->field.name));
        if (told != offered.end())
            for (const auto& name : told->second)
                names << SafeText::display(name);
        offer(*line.field, names);
    }
}

void MemberForm::addTo(Json& said) const
{
    for (const Line& line : m_lines) {
        if (!line.isShown || !line.isSet())
            continue;
        if (line.box) {
            said[std::string(line.member->field.name)] = true;
            continue;
        }
        const QString text = line.field->text().trimmed();
        Json& value = said[std::string(line.member->field.name)];
        if (!isList(*line.member)) {
            const auto number = parseJson(toStd(text));
            const bool isNumber = line.member->field.type != FieldType::Text && number;
            value = isNumber && number->is_number() ? *number : Json(toStd(text));
            continue;
        }
        const bool isMap = line.member->field.type == FieldType::TextMap;
        value = isMap ? Json::object() : Json::array();
        for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
            if (isMap)
                value[toStd(word.section(u'=', 0, 0))] = toStd(word.section(u'=', 1));
            else
                value.push_back(toStd(word));
        }
    }
}

void MemberForm::fold(bool open)
{
    m_body->setVisible(open);
    m_head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
}

void MemberForm::countLines()
{
    const auto count = std::count_if(m_lines.begin(), m_lines.end(), [](const Line& line) {
        return line.isShown && line.isSet();
    });
    m_head->setText(count == 0 ? tr("None") : tr("%n set", nullptr, static_cast<int>(count)));
    m_head->setAccessibleName(tr("More options: %1").arg(m_head->text()));
}

} // namespace sandbench::ui
