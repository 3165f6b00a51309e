// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/batch_fields.h"

#include "ui/common/path_field.h"
#include "ui/common/run_fields.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QSettings>
#include <QSpinBox>

namespace sandbench::ui {

static constexpr int kLongestBatchPlaces = 1000, kLongestBatchWord = 500, kMostBatchJobs = 1024;
static constexpr auto kBatchFileKey = "batch/file", kBatchFolderKey = "batch/folder",
                      kBatchFilesKey = "batch/files";

static Error wrongPlace(const QString& sentence, const QString& place)
{
    return Error(ErrorCode::InvalidArgument, toStd(sentence.arg(SafeText::elidedName(place, 60))));
}

QString BatchWish::results() const
{
    if (!folder.isEmpty() || file.isEmpty())
        return folder;
    const QFileInfo info(file);
    return info.path() + u'/' + info.completeBaseName() + QStringLiteral("-results");
}

static Result<std::vector<std::string>> enginesOf(const BatchWish& wish, const QStringList& engines)
{
    std::vector<std::string> places;
    for (const QString& typed : wish.places.split(u',', Qt::SkipEmptyParts)) {
        const QString place = typed.trimmed();
        const QString engine = place.section(u'@', 0, 0);
        if (!engines.contains(engine))
            return wrongPlace(
                BatchFields::tr("No engine is called so: %1. There are %2.")
                    .arg(QStringLiteral("%1"), engines.join(QStringLiteral(", "))),
                engine);
        if (!wish.image.isEmpty() && !check::takesImages(toStd(engine)))
            return wrongPlace(BatchFields::tr("This engine takes no image: %1"), engine);
        places.push_back(toStd(place));
    }
    return places;
}

Result<BatchSpots>
readBatchPlaces(const BatchWish& wish, const QStringList& engines, const Json& said)
{
    BatchSpots spots;
    SANDBENCH_TRY(auto places, enginesOf(wish, engines));
    for (const QString& typed : wish.servers.split(u',', Qt::SkipEmptyParts))
        spots.servers.push_back(toStd(typed.trimmed()));
    spots.tokenFile = toStd(wish.tokenFile);
    if (places.empty() && spots.servers.empty())
        places.push_back(toStd(engines.value(0)));
    spots.said = said;
    if (wish.seconds > 0)
        spots.said["timeout"] = wish.seconds;
    if (!places.empty())
        spots.engines = check::spotsOf(places, {toStd(wish.image)}, {std::string()}, spots.said);
    if (!wish.image.isEmpty())
        spots.said["image"] = toStd(wish.image);
    return spots;
}

BatchFields::BatchFields(const QStringList& engines, QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true); // a small window must not grow by them
    setFrameShape(QFrame::NoFrame);
    auto* fields = new QWidget(this);
    auto* form = new QFormLayout(fields);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    buildPaths(*form);
    buildHow(*form, engines);
    setWidget(fields);
    setFocusProxy(m_file);
    const QSettings settings;
    m_file->setPath(settings.value(QLatin1String(kBatchFileKey)).toString());
    m_folder->setPath(settings.value(QLatin1String(kBatchFolderKey)).toString());
    m_filesFolder->setPath(settings.value(QLatin1String(kBatchFilesKey)).toString());
    followFile();
}

void BatchFields::buildPaths(QFormLayout& form)
{
    using Kind = PathField::Kind;
    m_file = new PathField(
        Kind::File, "batchFile", tr("File of programs"), tr("A JSON object on each line"), this);
    m_file->setToolTip(
        tr("Each line has a program as code, and may have stdin, expected, tests and "
           "more; the shapes of HumanEval and MBPP are understood"));
    m_folder = new PathField(Kind::Folder, "batchFolder", tr("Folder for results"), {}, this);
    m_folder->setToolTip(tr("A new folder, or that of a batch of the same file, which goes on"));
    m_filesFolder = new PathField(
        Kind::Folder, "batchFiles", tr("Folder of files"), tr("None; where lines name files"),
        this);
    connect(m_file, &PathField::pathChanged, this, &BatchFields::followFile);
    form.addRow(tr("&Programs"), m_file);
    form.addRow(tr("Res&ults"), m_folder);
    form.addRow(tr("&Files"), m_filesFolder);
}

void BatchFields::buildHow(QFormLayout& form, const QStringList& engines)
{
    m_places = textField(this, "batchPlaces", tr("Engines"), engines.value(0), kLongestBatchPlaces);
    m_places->setToolTip(tr("Engines with commas between, also by a connection: docker, "
                            "docker@lab. Lines go where they are over soonest."));
    m_servers = textField(this, "batchServers", tr("Servers"), tr("None"), kLongestBatchPlaces);
    m_servers->setToolTip(tr("Addresses of sandbenchctl serve with commas between: "
                             "https://one:8900. They share the lines with the engines."));
    connect(
        m_servers, &QLineEdit::textChanged, this,
        [this, usual = engines.value(0)](const QString& servers) {
            m_places->setPlaceholderText(servers.trimmed().isEmpty() ? usual : tr("None"));
        });
    m_token = new PathField(
        PathField::Kind::File, "batchToken", tr("File of the servers' token"), tr("None"), this);
    m_token->setToolTip(tr("What all of these servers want to be shown"));
    m_image = textField(this, "batchImage", tr("Image"), tr("The usual one"), kLongestBatchWord);
    m_language = textField(this, "batchLanguage", tr("Language"), tr("python"), kLongestBatchWord);
    m_language->setToolTip(tr("Of lines that name none"));
    m_seconds = RunFields::seconds(this, "batchSeconds");
    m_atOnce = RunFields::atOnce(this, "batchAtOnce", tr("Lines at once"), kMostBatchJobs);
    m_shares = new QCheckBox(tr("S&hare sandboxes between lines"), this);
    m_shares->setObjectName(QStringLiteral("batchShares"));
    m_shares->setToolTip(
        tr("Faster, and less isolated: lines follow each other in a sandbox, whose "
           "folders are emptied in between. Rows of such lines say so."));
    form.addRow(tr("E&ngines"), m_places);
    form.addRow(tr("Ser&vers"), m_servers);
    form.addRow(tr("To&ken"), m_token);
    form.addRow(tr("&Image"), m_image);
    form.addRow(tr("Lan&guage"), m_language);
    form.addRow(tr("Time &limit"), m_seconds);
    form.addRow(tr("At &once"), m_atOnce);
    form.addRow(QString(), m_shares);
}

// What an empty field means is there to read.
void BatchFields::followFile()
{
    BatchWish wish;
    wish.file = m_file->path();
    const QString results = wish.results();
    m_folder->setPlaceholder(
        results.isEmpty() ? tr("A new folder beside the programs") : SafeText::display(results));
}

BatchWish BatchFields::wish() const
{
    BatchWish wish;
    wish.file = m_file->path();
    wish.folder = m_folder->path();
    wish.filesFolder = m_filesFolder->path();
    wish.places = m_places->text().trimmed();
    wish.servers = m_servers->text().trimmed();
    wish.tokenFile = m_token->path();
    wish.image = m_image->text().trimmed();
    wish.language = m_language->text().trimmed();
    wish.seconds = m_seconds->value();
    wish.atOnce = static_cast<std::size_t>(m_atOnce->value());
    wish.sharesSandboxes = m_shares->isChecked();
    return wish;
}

void BatchFields::setFile(const QString& path)
{
    m_file->setPath(path);
}

void BatchFields::remember() const
{
    QSettings settings;
    settings.setValue(QLatin1String(kBatchFileKey), m_file->path());
    settings.setValue(QLatin1String(kBatchFolderKey), m_folder->path());
    settings.setValue(QLatin1String(kBatchFilesKey), m_filesFolder->path());
}

} // namespace sandbench::ui
