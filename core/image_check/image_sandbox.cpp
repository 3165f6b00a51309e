// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/image_sandbox.h"

namespace sandbench::image_check {

namespace {

constexpr double kLongestWait = 600; ///< Units: seconds.

class SessionSandbox : public ImageSandbox
{
public:
    SessionSandbox(Session& session, std::function<void()> onClose)
        : m_session(session)
        , m_onClose(std::move(onClose))
    {
    }
    ~SessionSandbox() override
    {
        if (m_onClose)
            m_onClose();
    }
    SessionSandbox(const SessionSandbox&) = delete;
    SessionSandbox& operator=(const SessionSandbox&) = delete;

    Result<RunRecord> run(const RunRequest& request, std::stop_token stop) override
    {
        RunSink nobody;
        return m_session.run(request, nobody, std::move(stop));
    }
    Result<FileEntry> fileInfo(const std::string& path, std::stop_token stop) override
    {
        return m_session.fileInfo(path, std::move(stop));
    }
    Result<std::string>
    read(const std::string& path, std::uint64_t limit, std::stop_token stop) override
    {
        return m_session.readGuestFile(path, limit, std::move(stop));
    }
    Result<Session::FileList>
    list(const std::string& path, int depth, std::size_t limit, std::stop_token stop) override
    {
        return m_session.listFiles(path, depth, limit, std::move(stop));
    }
    IsolationReport isolation() const override { return m_session.isolation(); }

private:
    Session& m_session;
    std::function<void()> m_onClose;
};

} // namespace

std::unique_ptr<ImageSandbox> sandboxOf(Session& session, std::function<void()> onClose)
{
    return std::make_unique<SessionSandbox>(session, std::move(onClose));
}

RunRequest requestOf(std::vector<std::string> command, double timeout)
{
    RunRequest request;
    request.language.clear();
    request.command = std::move(command);
    request.limits.wallSeconds = std::min(timeout, kLongestWait);
    request.limits.outputBytes = 10 * kMostOutput;
    request.keepBytes = kMostOutput;
    return request;
}

bool isHidden(std::string_view path)
{
    for (const std::string_view own :
         {"/work", "/home/user", "/tmp", "/dev", "/proc", "/sys", "/run/sandbench", "/.sandbench",
          "/etc/hosts", "/etc/hostname", "/etc/resolv.conf"})
        if (path == own || (path.starts_with(own) && path[own.size()] == '/'))
            return true;
    return false;
}

} // namespace sandbench::image_check
