// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/bench.h"
#include "app/cli/commands/bench/baseline.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace sandbench::cli {
namespace {

constexpr const char* kNumpy = "import numpy; print(numpy.arange(10).sum())\n";
constexpr const char* kMatplotlib
    = "import matplotlib.pyplot as plt\nplt.plot([1, 4, 9, 16])\nplt.show()\n";
constexpr const char* kPlotly
    = "import plotly.graph_objects as go\ngo.Figure(go.Scatter(y=[1, 4, 9, 16])).show()\n";
constexpr const char* kHostMatplotlib
    = "import io, matplotlib; matplotlib.use('Agg'); import matplotlib.pyplot as plt; "
      "plt.plot([1, 4, 9, 16]); plt.savefig(io.BytesIO())";
constexpr const char* kHostPlotly
    = "import plotly.graph_objects as go; go.Figure(go.Scatter(y=[1, 4, 9, 16])).to_json()";

// The host needs a second and more for its drawing libraries: few repetitions say enough.
constexpr int kSlowBaseline = 3;
// Its goal is what it takes beyond the way there and back.
constexpr const char* kRoundTripsWith = "run_hello";
// Nobody sends one cell right behind the other; the copy before the next one is made meanwhile.
constexpr auto kBetweenCells = std::chrono::milliseconds(100);
constexpr auto kWarmUpLeast = std::chrono::seconds(2);
constexpr auto kWarmUpMost = std::chrono::seconds(20);

} // namespace

Bench::Bench(
    Composition& parts, Engine& engine, BenchKind kind, Baselines& baselines,
    const BenchOptions& options, std::stop_token stop)
    : m_parts(parts)
    , m_engine(engine)
    , m_kind(kind)
    , m_baselines(baselines)
    , m_options(options)
    , m_stop(std::move(stop))
{
}

bool Bench::wants(std::string_view id) const
{
    return m_options.only.empty() || m_options.only.contains(std::string(id));
}

int Bench::times(int full) const
{
    return m_options.quick ? std::max(1, full / 4) : full;
}

void Bench::attempt(const std::string& id, const Result<double>& milliseconds)
{
    Series& series = m_measured[id];
    if (milliseconds)
        series.values.push_back(*milliseconds);
    else
        series.problem = milliseconds.error().text();
}

void Bench::repeat(
    const std::string& id, int full, const Timed& work, const std::string& baselineId,
    const Timed& baseline)
{
    for (int i = -1; i < times(full) && !stopped(); ++i) {
        const auto took = work();
        const auto compared = baseline();
        if (i < 0 && took)
            continue;
        attempt(id, took);
        if (!took)
            return;
        attempt(baselineId, compared);
    }
}

Measured Bench::measure()
{
    // First, while this program is still as small as one that only keeps sessions, and forks as
    // quickly.
    if (m_kind == BenchKind::Embedded) {
        measureStart();
        say("idle sessions");
        measureIdle();
    }
    say("one program, one sandbox");
    measureOneShot();
    if (m_kind == BenchKind::Embedded) {
        measureChecks();
        measureGrading();
        measureBatch();
    }
    say("opening and closing");
    measureOpenAndClose();
    measureRuns();
    if (m_kind == BenchKind::Embedded) {
        measureLanguages();
        measureMcp();
        measureInstall();
    }
    if (m_kind == BenchKind::Embedded || m_kind == BenchKind::Container) {
        say("a pool");
        measurePoolHit();
    }
    if (m_kind == BenchKind::Embedded) {
        measureIdlePool();
        say("a hundred at once");
        measureManyAtOnce();
    }
    say("copies");
    measureCopies();
    say("output");
    measureStdout();
    if (m_kind == BenchKind::Embedded) {
        say("the code gate");
        measureScan();
        measureHistory();
        measureReport();
        measureActivity();
        say("undo");
        measureUndo();
        say("REST");
        measureRest();
    }
    if (m_kind == BenchKind::Container) {
        say("twenty at once");
        measureManyOpen();
        say("a matrix of runs");
        measureMatrix();
        say("a look into an image");
        measureProbe();
    }
    return std::move(m_measured);
}

void Bench::say(const char* step) const
{
    if (m_options.progress && !stopped())
        m_options.progress(step);
}

Result<std::unique_ptr<Session>> Bench::open(Warm warm)
{
    SessionSpec spec;
    spec.warm = warm;
    spec.sandbox.image = m_options.image;
    return Session::open(m_engine, spec, m_parts.languages(), m_parts.artifacts(), m_stop);
}

Result<double> Bench::timeRun(Session& session, const Step& step)
{
    RunRequest request;
    request.language = step.language;
    request.code = step.code;
    request.context = step.context;
    request.canBeUndone = step.canBeUndone;
    RunSink quiet;
    const auto begin = Clock::now();
    SANDBENCH_TRY(const RunRecord record, session.run(request, quiet, m_stop));
    const double took = since(begin);
    if (record.verdict != Verdict::Exited || record.exitCode != 0)
        return Error(
            ErrorCode::Unavailable,
            verdictSentence(record) + (record.error ? ": " + record.error->value : ""));
    const auto isWanted = [&](const Artifact& artifact) {
        return artifact.mime == step.mime && !artifact.storedPath.empty();
    };
    if (!step.mime.empty()
        && std::none_of(record.artifacts.begin(), record.artifacts.end(), isWanted))
        return Error(ErrorCode::Unavailable, "the run made no " + step.mime);
    return took;
}

Result<double> Bench::timeOpen(std::unique_ptr<Session>& session)
{
    const auto begin = Clock::now();
    SANDBENCH_TRY(session, open(Warm::WhenIdle));
    // What an engine's own API offers ends when the container runs; the others are compared with a
    // whole program, and with when a pod is ready.
    if (m_kind != BenchKind::Container)
        SANDBENCH_TRY_VOID(timeRun(*session, {.code = kPrintHello}));
    return since(begin);
}

void Bench::measureOpenAndClose()
{
    const char* id = m_kind == BenchKind::Container ? "open" : "open_hello";
    if (!wants(id) && !wants("close"))
        return;
    for (int i = -2; i < times(20) && !stopped(); ++i) {
        std::unique_ptr<Session> session;
        const auto opened = timeOpen(session);
        const auto closed = timed([&] { return session ? session->close() : Result<void>(); });
        if (i < 0)
            continue;
        if (wants(id)) {
            attempt(id, opened);
            attempt(m_baselines.bareId(), m_baselines.bare());
        }
        if (wants("close") && opened)
            attempt("close", closed);
    }
}

// Until the times settle: the interpreter with the libraries takes over when it is ready, and does
// not say so. That of a container is no process of ours, so that only the times tell of it.
void Bench::warmUp(Session& session, const Step& step)
{
    if (!timeRun(session, step))
        return;
    settle();
    const auto begin = Clock::now();
    std::vector<double> last;
    while (!stopped() && Clock::now() - begin < kWarmUpMost) {
        const auto took = timeRun(session, step);
        if (!took)
            return;
        last.push_back(*took);
        if (Clock::now() - begin < kWarmUpLeast || last.size() < 4)
            continue;
        const auto [least, most] = std::minmax_element(last.end() - 4, last.end());
        if (*most <= 1.5 * *std::min_element(last.begin(), last.end()) || *most <= *least * 1.2)
            return;
    }
}

void Bench::measureStep(Session& session, const Step& step)
{
    if (!wants(step.id) || stopped())
        return;
    say(step.id);
    warmUp(session, step);
    const auto baseline = m_baselines.pythonPrefix() + step.baseline;
    const auto code = step.hostCode.empty() ? std::string("pass") : step.hostCode;
    const int repetitions = times(step.repetitions);
    const int baselines = times(step.hostCode.empty() ? 20 : 4 * kSlowBaseline);
    const int every = std::max(1, repetitions / baselines);
    for (int i = 0; i < repetitions && !stopped(); ++i) {
        if (step.canBeUndone)
            std::this_thread::sleep_for(kBetweenCells);
        attempt(step.id, timeRun(session, step));
        if (m_kind == BenchKind::Far && std::string_view(step.id) == kRoundTripsWith)
            attempt(m_baselines.pythonPrefix() + "round_trip", m_baselines.roundTrip());
        if (!m_measured[step.id].problem.empty())
            return;
        if (i % every == 0)
            attempt(baseline, m_baselines.python(code, false));
    }
}

void Bench::measureRuns()
{
    const std::vector<Step> steps = {
        {"run_hello", "python", kPrintHello, "", "", "", 200},
        {"run_numpy", "numpy", kNumpy, kNumpy, "", "", 60},
        {"context_hello", "python", kPrintHello, "", "", "bench", 200},
        {"context_hello_undo", "python", kPrintHello, "", "", "undo", 60, "python", true},
        {"run_matplotlib", "matplotlib", kMatplotlib, kHostMatplotlib, "image/png", "", 24},
        {"run_plotly", "plotly", kPlotly, kHostPlotly, "application/vnd.plotly.v1+json", "", 24},
    };
    if (std::none_of(steps.begin(), steps.end(), [&](const Step& step) { return wants(step.id); }))
        return;
    auto session = open(Warm::Now);
    for (const auto& step : steps) {
        if (session)
            measureStep(**session, step);
        else if (wants(step.id))
            attempt(step.id, session.error());
    }
    if (session)
        (void)(*session)->close();
}

} // namespace sandbench::cli
