// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/image_check/run_image_checks.h"
#include "core/image_check/secret_patterns.h"

#include <chrono>

namespace sandbench::image_check {

namespace {

constexpr std::size_t kMostListed = 200'000, kMostRead = 3000, kMostTold = 20;
constexpr int kWalkDepth = 12;
constexpr std::chrono::seconds kLongestWalk{60};

class SecretSearch
{
public:
    SecretSearch(const ImageFacts& facts, const std::stop_token& stop)
        : m_facts(facts)
        , m_stop(stop)
    {
    }

    Finding finding()
    {
        lookIntoDescription();
        const auto walked = lookIntoFiles();
        const std::string name = "no secrets";
        if (!m_found.empty())
            return Finding::failed(name, "no secret is found", listed(m_found));
        if (!walked)
            return Finding::notChecked(name, walked.error().text());
        if (!m_facts.info)
            return Finding::notChecked(
                name,
                "none in its files, but its variables and labels are not known: "
                    + m_facts.whyNoInfo);
        if (m_isCut)
            return Finding::notChecked(
                name, "it has more files than are looked into; in those there was none");
        if (!m_unread.empty())
            return Finding::notChecked(
                name, "could not be read: " + listed(m_unread) + "; in the others there was none");
        return Finding::passed(name);
    }

private:
    void found(std::string what)
    {
        if (m_found.size() < kMostTold)
            m_found.push_back(std::move(what));
    }

    void unread(std::string_view path)
    {
        constexpr std::size_t kMostUnread = 5;
        const bool isOfApt = path == "/var/cache/apt/archives/partial"
            || path == "/var/lib/apt/lists/partial"; // closed, and empty
        if (m_unread.size() < kMostUnread && !isOfApt)
            m_unread.push_back(oneLine(path, 120));
    }

    void lookIntoDescription()
    {
        if (!m_facts.info)
            return;
        for (const auto& variable : m_facts.info->env) {
            std::string_view value = variable;
            const auto name = takeUpTo(value, '=');
            const auto what = secretIn(value);
            if (!what.empty() || (isSecretName(name) && !value.empty()))
                found("the variable " + oneLine(name, 60));
        }
        for (const auto& [name, value] : m_facts.info->labels)
            if (!secretIn(value).empty())
                found("the label " + oneLine(name, 60));
    }

    Result<void> lookIntoFiles()
    {
        SANDBENCH_TRY(const auto top, m_facts.sandbox.list("/", 1, 1000, m_stop));
        m_isCut = top.isTruncated;
        for (const auto& entry : top.entries) {
            if (isHidden(entry.path))
                continue;
            look(entry);
            if (entry.type != "directory")
                continue;
            const auto below = m_facts.sandbox.list(entry.path, kWalkDepth, kMostListed, m_stop);
            if (below.failedAs(ErrorCode::ConnectionLost, ErrorCode::Cancelled))
                return below.error();
            if (!below) {
                unread(entry.path);
                continue;
            }
            m_isCut = m_isCut || below->isTruncated;
            for (const auto& file : below->entries)
                look(file);
        }
        return {};
    }

    /// Of somebody else, for whom only it is: root without capabilities is refused, and the list
    /// does not say so.
    static bool isClosed(const FileEntry& entry)
    {
        constexpr unsigned kOthersMayList = 05;
        return entry.type == "directory" && entry.uid != 0
            && (entry.mode & kOthersMayList) != kOthersMayList;
    }

    void look(const FileEntry& file)
    {
        if (isClosed(file))
            unread(file.path);
        const bool isWorthIt = file.type == "file" && !file.hasOddName && !isHidden(file.path)
            && mayHoldSecrets(file.path, file.bytes);
        if (!isWorthIt || m_stop.stop_requested())
            return;
        if (++m_read > kMostRead || std::chrono::steady_clock::now() - m_begin > kLongestWalk) {
            m_isCut = true;
            return;
        }
        const auto text = m_facts.sandbox.read(file.path, kMostSecretFile, m_stop);
        if (!text) {
            unread(file.path);
            return;
        }
        if (const auto what = secretIn(*text); !what.empty())
            found(what + " in " + oneLine(file.path, 120));
    }

    const ImageFacts& m_facts;
    const std::stop_token& m_stop;
    const std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::vector<std::string> m_found;
    std::vector<std::string> m_unread;
    std::size_t m_read = 0;
    bool m_isCut = false;
};

} // namespace

Finding checkSecrets(const ImageFacts& facts, const std::stop_token& stop)
{
    return SecretSearch(facts, stop).finding();
}

} // namespace sandbench::image_check
