// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/grade/grade_fields.h"

#include "core/check/matrix_run.h"
#include "ui/common/path_field.h"
#include "ui/common/run_fields.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QSettings>
#include <QSpinBox>

namespace sandbench::ui {

static constexpr int kLongestCalledAs = 100, kLongestImage = 500, kMostGradedAtOnce = 256;
static constexpr auto kTestsKey = "grade/tests", kSubmissionsKey = "grade/submissions",
                      kCalledAsKey = "grade/calledAs";

GradeFields::GradeFields(const QStringList& engines, QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true); // a small window must not grow by them
    setFrameShape(QFrame::NoFrame);
    auto* fields = new QWidget(this);
    auto* form = new QFormLayout(fields);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    buildFolders(*form);
    buildHow(*form, engines);
    setWidget(fields);
    setFocusProxy(m_tests);
    const QSettings settings;
    m_tests->setPath(settings.value(QLatin1String(kTestsKey)).toString());
    m_submissions->setPath(settings.value(QLatin1String(kSubmissionsKey)).toString());
    m_calledAs->setText(settings.value(QLatin1String(kCalledAsKey)).toString());
}

void GradeFields::buildFolders(QFormLayout& form)
{
    using Kind = PathField::Kind;
    m_tests = new PathField(
        Kind::Folder, "gradeTests", tr("Folder of tests"),
        tr("A folder of checks and test programs"), this);
    m_submissions = new PathField(
        Kind::Folder, "gradeSubmissions", tr("Folder of submissions"),
        tr("Each file or folder in it is one"), this);
    m_calledAs = textField(
        this, "gradeCalledAs", tr("What the program is called"), tr("Its own name"),
        kLongestCalledAs);
    m_calledAs->setToolTip(tr("What every program is called in its sandbox, and what test programs "
                              "import"));
    m_results = new PathField(
        Kind::ResultsFile, "gradeResults", tr("File of results"), tr("None; to go on later"), this);
    m_results->setToolTip(tr("Each result is added to this file, and what is in it already is not "
                             "run again"));
    form.addRow(tr("&Tests"), m_tests);
    form.addRow(tr("Sub&missions"), m_submissions);
    form.addRow(tr("Called &as"), m_calledAs);
    form.addRow(tr("Res&ults"), m_results);
}

void GradeFields::buildHow(QFormLayout& form, const QStringList& engines)
{
    m_engine = new QComboBox(this);
    m_engine->setObjectName(QStringLiteral("gradeEngine"));
    m_engine->setAccessibleName(tr("Engine"));
    m_engine->addItems(engines);
    m_image = textField(this, "gradeImage", tr("Image"), tr("The usual one"), kLongestImage);
    connect(m_engine, &QComboBox::currentTextChanged, this, &GradeFields::followEngine);
    m_seconds = RunFields::seconds(this, "gradeSeconds");
    m_atOnce = RunFields::atOnce(this, "gradeAtOnce", tr("Submissions at once"), kMostGradedAtOnce);
    m_isFresh = new QCheckBox(tr("Fresh sand&box for each test"), this);
    m_isFresh->setObjectName(QStringLiteral("gradeFresh"));
    form.addRow(tr("E&ngine"), m_engine);
    form.addRow(tr("&Image"), m_image);
    form.addRow(tr("Time &limit"), m_seconds);
    form.addRow(tr("At &once"), m_atOnce);
    form.addRow(QString(), m_isFresh);
    followEngine();
}

void GradeFields::followEngine()
{
    const bool takes = check::takesImages(toStd(m_engine->currentText()));
    m_image->setEnabled(takes);
    m_image->setPlaceholderText(takes ? tr("The usual one") : tr("This engine has no images"));
}

GradeWish GradeFields::wish() const
{
    GradeWish wish;
    wish.tests = toStd(m_tests->path());
    wish.submissions = toStd(m_submissions->path());
    wish.calledAs = toStd(m_calledAs->text().trimmed());
    wish.results = toStd(m_results->path());
    wish.engine = toStd(m_engine->currentText());
    if (m_image->isEnabled())
        wish.image = toStd(m_image->text().trimmed());
    wish.seconds = m_seconds->value();
    wish.atOnce = static_cast<std::size_t>(m_atOnce->value());
    wish.isFresh = m_isFresh->isChecked();
    return wish;
}

void GradeFields::setFolders(const QString& tests, const QString& submissions)
{
    m_tests->setPath(tests);
    m_submissions->setPath(submissions);
}

void GradeFields::remember() const
{
    QSettings settings;
    settings.setValue(QLatin1String(kTestsKey), m_tests->path());
    settings.setValue(QLatin1String(kSubmissionsKey), m_submissions->path());
    settings.setValue(QLatin1String(kCalledAsKey), m_calledAs->text());
}

} // namespace sandbench::ui
