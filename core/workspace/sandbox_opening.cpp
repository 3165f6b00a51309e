// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/sandbox_opening.h"

#include "core/base/fd.h"
#include "core/base/private_folder.h"
#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/workspace/member_names.h"

#include <fcntl.h>
#include <utility>

namespace sandbench::workspace {
namespace {

constexpr std::size_t kLongestWord = 200;

/// Whether @p image is what @p platform asks for: "linux/arm64", of which "linux/arm64/v8" is one.
bool isFor(const ImageInfo& image, const std::string& platform)
{
    return platform.empty() || (image.platform + "/").starts_with(platform + "/");
}

/// "numpy, pandas"
std::string wordsOf(const InstallRequest& request)
{
    std::string words;
    const auto add = [&](const std::string& word) {
        words += (words.empty() ? "" : ", ") + oneLine(word, kLongestWord);
    };
    for (const auto& name : request.names)
        add(name);
    for (const auto& file : request.manifests)
        add("what " + file.destination + " lists");
    return words;
}

class SandboxOpener
{
public:
    SandboxOpener(Composition& parts, Engine& engine, SandboxOpening& opening, std::stop_token stop)
        : m_parts(parts)
        , m_engine(engine)
        , m_opening(opening)
        , m_stop(std::move(stop))
    {
    }

    Result<std::unique_ptr<Session>> open()
    {
        SANDBENCH_TRY_VOID(checkFits());
        SANDBENCH_TRY_VOID(prepareImage());
        const auto& phase = m_opening.request.installs;
        auto opened = phase.isEmpty() ? Session::open(
                          m_engine, m_opening.request.session, m_parts.languages(),
                          m_parts.artifacts(), m_stop)
                                      : openForInstalls(
                                          m_engine, m_opening.request.session, phase,
                                          m_parts.languages(), m_parts.artifacts(), m_stop);
        if (opened && !phase.isEmpty())
            SANDBENCH_TRY_VOID(install(**opened));
        return opened;
    }

private:
    void note(const std::string& line)
    {
        if (m_opening.onNote)
            m_opening.onNote(line);
    }

    OnImageProgress progress()
    {
        auto shown = m_opening.showImage ? m_opening.showImage() : OnImageProgress();
        return shown ? shown : [](const ImageProgress&) {};
    }

    Result<void> checkFits()
    {
        if (m_opening.request.limitNames.empty())
            return {};
        SANDBENCH_TRY(const auto machine, m_engine.capacity(m_stop));
        const auto fits
            = m_parts.sizes().checkFits(m_opening.request.session.sandbox.limits, machine);
        if (!fits)
            return Error(
                       // Nothing that ends there makes room.
                       m_opening.request.blamesRequest ? ErrorCode::InvalidArgument
                                                       : ErrorCode::ResourceExhausted,
                       fits.error().message())
                .within(m_opening.request.limitNames);
        return {};
    }

    Result<void> prepareImage()
    {
        auto& spec = m_opening.request.session.sandbox;
        ImageStore* images = m_engine.images();
        if (!images || !containerOf(spec).existing.empty())
            return {};
        if (!m_opening.request.buildFolder.empty())
            return build(*images, m_opening.request.buildFolder);
        if (!m_opening.request.dockerfile.empty())
            return buildOfText(*images);
        if (spec.image.empty() || m_opening.request.pull == Pull::Never)
            return {};
        if (m_opening.request.pull == Pull::Missing) {
            const auto there = images->inspect(spec.image, m_stop);
            // No registry has our own images; the store says how to get that.
            if (!there && (there.error().code() != ErrorCode::NotFound || isOwnImage(spec.image)))
                return there.error();
            const auto& platform = containerOf(spec).platform;
            if (there && (isOwnImage(spec.image) || isFor(*there, platform))) {
                containerOf(spec).keepTemplate = true; // it was not fetched for this
                return {};
            }
        }
        return fetch(*images);
    }

    Result<void> fetch(ImageStore& images)
    {
        const auto& spec = m_opening.request.session.sandbox;
        note("fetching " + oneLine(spec.image, kLongestWord));
        PullRequest request;
        request.image = spec.image;
        request.platform = containerOf(spec).platform;
        SANDBENCH_TRY_VOID(images.pull(request, progress(), m_stop));
        return {};
    }

    /// Nothing else is in its context.
    Result<void> buildOfText(ImageStore& images)
    {
        SANDBENCH_TRY(const auto folder, PrivateFolder::create("", "sandbench-dockerfile"));
        m_opening.buildName = "dockerfile";
        const UniqueFd file(
            ::openat(folder.fd(), "Dockerfile", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (!file)
            return Error::fromErrno(errno, "writing the Dockerfile");
        SANDBENCH_TRY_VOID(writeAll(file.get(), std::exchange(m_opening.request.dockerfile, {})));
        return build(images, folder.path());
    }

    Result<void> build(ImageStore& images, const std::string& folder)
    {
        auto& spec = m_opening.request.session.sandbox;
        BuildRequest request;
        request.contextFolder = folder;
        request.tag = spec.image;
        request.platform = containerOf(spec).platform;
        note("building " + folder);
        auto built = images.build(request, progress(), m_stop);
        if (!built)
            return std::move(built.error()).within(m_opening.buildName);
        if (spec.image.empty())
            spec.image = *std::move(built);
        return {};
    }

    Result<void> install(Session& session)
    {
        const auto& phase = m_opening.request.installs;
        if (m_opening.onInstalling)
            m_opening.onInstalling(session);
        for (const auto& request : phase.packages)
            note("installing " + wordsOf(request));
        auto installed = runInstalls(session, phase, m_stop);
        if (m_opening.onInstalled)
            m_opening.onInstalled();
        if (!installed && !phase.commands.empty())
            installed = std::move(installed.error()).within(m_opening.installName);
        if (!installed && m_opening.request.blamesRequest)
            return asWrongPackage(installed.error());
        return installed;
    }

    Composition& m_parts;
    Engine& m_engine;
    SandboxOpening& m_opening;
    const std::stop_token m_stop;
};

} // namespace

Result<std::unique_ptr<Session>>
openSandbox(Composition& parts, Engine& engine, SandboxOpening& opening, std::stop_token stop)
{
    return SandboxOpener(parts, engine, opening, std::move(stop)).open();
}

} // namespace sandbench::workspace
