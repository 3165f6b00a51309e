// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/matrix_run.h"

#include "core/artifact/artifact_store.h"
#include "core/base/fd.h"
#include "core/base/sha256.h"
#include "core/engine/container_options.h"
#include "core/workspace/members.h"

#include <algorithm>

namespace sandbench::check {

static constexpr std::size_t kHashedAtOnce = 1U << 20;
static constexpr std::uint64_t kMostPlannedBytes = 512U << 20;

bool takesImages(const std::string& engine)
{
    const auto& groups = workspace::memberGroups();
    return std::any_of(groups.begin(), groups.end(), [&](const MemberGroup* group) {
        return group->isKnownTo(engine)
            && std::any_of(group->members.begin(), group->members.end(), [](const Member& member) {
                   return member.field.name == "image";
               });
    });
}

std::vector<MatrixSpot> spotsOf(
    const std::vector<std::string>& engines, const std::vector<std::string>& images,
    const std::vector<std::string>& sizes, const Json& said)
{
    const std::vector<std::string> none(1);
    const bool namesImages = images.size() > 1 || !images.front().empty();
    const auto put = [](Json& into, const char* member, const std::string& value) {
        if (!value.empty())
            into[member] = value;
    };
    std::vector<MatrixSpot> spots;
    for (const auto& typed : engines) {
        const auto at = typed.find('@');
        const auto engine = typed.substr(0, at);
        const auto connection = at == std::string::npos ? "" : typed.substr(at + 1);
        const bool isWithout = namesImages && !engine.empty() && !takesImages(engine);
        for (const auto& image : isWithout ? none : images)
            for (const auto& size : sizes) {
                MatrixSpot spot = {{engine, image, size, connection}, said};
                put(spot.said, "engine", engine);
                put(spot.said, "connection", connection);
                put(spot.said, "image", image);
                put(spot.said, "size", size);
                spots.push_back(std::move(spot));
            }
    }
    return spots;
}

namespace {

/// Errors: Cancelled, those of reading it.
Result<std::string> digestOfFile(const std::string& path, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto bytes, readFile(path, ArtifactStore::kMaxArtifactBytes));
    Sha256 hash;
    for (std::size_t at = 0; at < bytes.size(); at += kHashedAtOnce) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while its results were compared");
        hash.add(std::string_view(bytes).substr(at, kHashedAtOnce));
    }
    return hash.finish();
}

/// Of what a run made. Errors: Cancelled.
Result<std::vector<MatrixResult>> resultsOf(const RunRecord& record, const std::stop_token& stop)
{
    std::vector<MatrixResult> results;
    for (const auto& artifact : record.artifacts) {
        auto digest = artifact.storedPath.empty() ? Result<std::string>(artifact.note)
                                                  : digestOfFile(artifact.storedPath, stop);
        if (digest.failedAs(ErrorCode::Cancelled))
            return std::move(digest.error());
        results.push_back({artifact.name, digest ? *std::move(digest) : digest.error().text()});
    }
    return results;
}

Result<void>
checkMatrixSize(const std::vector<MatrixProgram>& programs, std::size_t lines, std::size_t places)
{
    const auto tooLarge = [](const std::string& what) {
        return Error(
            ErrorCode::InvalidArgument, "the matrix is too large (" + what + "); split it");
    };
    if (programs.size() * lines > kMostMatrixCells / places)
        return tooLarge("more than " + std::to_string(kMostMatrixCells) + " cells");
    std::size_t bytes = 0;
    for (const auto& program : programs) {
        bytes += program.request.code.size();
        for (const auto& file : program.request.files)
            bytes += file.bytes.size();
    }
    return bytes > kMostPlannedBytes / places
        ? tooLarge("its programs and their files, once for each place")
        : Result<void>();
}

} // namespace

Result<MatrixRun> MatrixRun::planned(
    const std::vector<MatrixProgram>& programs, const Lines& lines,
    const std::vector<MatrixSpot>& spots, const Composition& parts)
{
    SANDBENCH_TRY_VOID(checkMatrixSize(programs, lines.size(), spots.size()));
    MatrixRun run;
    run.m_plan.isFresh = true;
    for (const auto& line : lines) {
        run.m_plan.checks.emplace_back();
        run.m_plan.checks.back().arguments = line;
    }
    std::vector<MatrixCase> cases;
    for (const auto& program : programs)
        for (const auto& line : lines)
            cases.push_back({program.name, line});
    std::vector<MatrixPlace> places;
    for (const auto& spot : spots)
        places.push_back(spot.place);
    run.m_matrix = RunMatrix(std::move(cases), std::move(places));
    for (std::size_t i = 0; i < programs.size(); ++i)
        SANDBENCH_TRY_VOID(run.addProgram(programs[i], i, spots, parts));
    return run;
}

Result<void> MatrixRun::addProgram(
    const MatrixProgram& program, std::size_t index, const std::vector<MatrixSpot>& spots,
    const Composition& parts)
{
    const auto first = index * m_plan.checks.size();
    for (std::size_t place = 0; place < spots.size(); ++place) {
        if (!program.problem.empty()) {
            const auto refused
                = matrixCell(notRun(Error(ErrorCode::InvalidArgument, program.problem)));
            for (std::size_t line = 0; line < m_plan.checks.size(); ++line)
                m_matrix.set(first + line, place, refused);
            continue;
        }
        auto said = spots[place].said;
        said["language"] = program.request.language;
        SANDBENCH_TRY(auto sandbox, workspace::readSandbox(parts, said));
        if (!containerOf(sandbox.session.sandbox).existing.empty())
            return Error(
                ErrorCode::InvalidArgument,
                std::string(sandbox.engine == "kubernetes" ? "--pod" : "--container")
                    + ": each run has a fresh sandbox; leave it out");
        auto request = program.request;
        request.limits = sandbox.runLimits;
        m_plan.answers.push_back(
            {program.name, std::move(request), std::move(sandbox), spots[place].place.connection});
        m_cellsOf.emplace_back(first, place);
    }
    return {};
}

void MatrixRun::run(
    workspace::Workspace& workspace,
    const std::function<void(std::size_t oneCase, std::size_t place)>& onCell,
    const std::stop_token& stop)
{
    m_ended.resize(m_plan.answers.size());
    m_plan.onRecord = [this, &stop](std::size_t answer, std::size_t, const RunRecord& record) {
        auto results = resultsOf(record, stop);
        m_ended[answer] = results ? matrixCell(record, *std::move(results))
                                  : matrixCell(notRun(results.error()));
    };
    (void)runChecks(
        workspace, m_plan,
        [&](std::size_t answer, std::size_t line, const Outcome& outcome) {
            if (!isOver(outcome.state))
                return;
            keep(answer, line, outcome);
            if (onCell)
                onCell(m_cellsOf[answer].first + line, m_cellsOf[answer].second);
        },
        stop);
    m_plan.onRecord = {};
    m_matrix.isPartial = stop.stop_requested();
}

void MatrixRun::keep(std::size_t answer, std::size_t line, const Outcome& outcome)
{
    const auto [first, place] = m_cellsOf[answer];
    auto ended = std::exchange(m_ended[answer], std::nullopt);
    if (outcome.problem && !m_problem)
        m_problem = outcome.problem;
    m_hasRun = m_hasRun || !outcome.problem;
    m_matrix.set(first + line, place, ended ? *std::move(ended) : matrixCell(outcome));
}

} // namespace sandbench::check
