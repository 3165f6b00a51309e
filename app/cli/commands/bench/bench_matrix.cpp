// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Three programs in six images of an engine, a fresh sandbox for each.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "app/cli/commands/bench/scratch_folder.h"
#include "core/engine/image_store.h"
#include "core/language/language.h"

#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kThisProgram = "/proc/self/exe";
constexpr int kMatrixPrograms = 3, kMatrixImages = 6;

/// Images that are made for a bench, on top of what it measures, and go with this.
class MatrixImages
{
public:
    explicit MatrixImages(ImageStore& store)
        : m_store(store)
    {
    }
    ~MatrixImages()
    {
        // Without the stop token: what was made goes also when the bench is cancelled.
        for (const auto& name : m_names)
            (void)m_store.remove(name, {}).has_value();
    }
    MatrixImages(const MatrixImages&) = delete;
    MatrixImages& operator=(const MatrixImages&) = delete;

    Result<void> make(const std::string& from, const std::stop_token& stop)
    {
        const ScratchFolder folder;
        for (int i = 0; i < kMatrixImages; ++i) {
            const auto number = std::to_string(i + 1);
            SANDBENCH_TRY_VOID(writeFile(
                folder.file("Dockerfile"), "FROM " + from + "\nLABEL bench=" + number + "\n"));
            BuildRequest request;
            request.contextFolder = folder.path();
            request.tag = "sandbench-bench-" + std::to_string(::getpid()) + ":" + number;
            SANDBENCH_TRY_VOID(m_store.build(request, {}, stop));
            m_names.push_back(request.tag);
        }
        return {};
    }

    std::string list() const
    {
        std::string text;
        for (const auto& name : m_names)
            text += (text.empty() ? "" : ",") + name;
        return text;
    }

private:
    ImageStore& m_store;
    std::vector<std::string> m_names;
};

} // namespace

void Bench::measureMatrix()
{
    constexpr const char* id = "matrix_3_by_6";
    auto* const store = m_engine.images();
    if (!wants(id) || !store)
        return;
    const ScratchFolder programs;
    auto made = Result<void>();
    for (int i = 0; i < kMatrixPrograms && made; ++i)
        made = writeFile(
            programs.file(("program-" + std::to_string(i) + ".py").c_str()),
            "print('hello', " + std::to_string(i) + ")\n");
    MatrixImages images(*store);
    if (made)
        made = images.make(
            m_options.image.empty() ? defaultImage(nullptr) : m_options.image, m_stop);
    if (!made)
        return attempt(id, made.error());
    std::vector<std::string> argv = {kThisProgram, "matrix", "--engine", m_options.engine,
                                     "--pull",     "never",  "--images", images.list()};
    if (!m_options.connection.empty())
        argv.insert(argv.end(), {"--connection", m_options.connection});
    argv.push_back(programs.path());
    const Command own = {std::move(argv)};
    for (int i = 0; i < times(4) && !stopped(); ++i)
        attempt(id, timeCommand(own));
}

void Bench::measureProbe()
{
    constexpr const char* id = "probe_image";
    if (!wants(id) || !m_engine.images())
        return;
    std::vector<std::string> argv = {kThisProgram, "check-image", "--engine", m_options.engine};
    if (!m_options.connection.empty())
        argv.insert(argv.end(), {"--connection", m_options.connection});
    argv.push_back(m_options.image.empty() ? defaultImage(nullptr) : m_options.image);
    const Command own = {std::move(argv)};
    for (int i = 0; i < times(6) && !stopped(); ++i)
        attempt(id, timeCommand(own));
}

} // namespace sandbench::cli
