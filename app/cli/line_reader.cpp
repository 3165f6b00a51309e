// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/line_reader.h"

#include "app/cli/line_history.h"
#include "app/cli/paste_filter.h"

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <histedit.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace sandbench::cli {

// What writes a whole file into a pipe has written on by then.
static constexpr int kMoreWithinMs = 100;

/// libedit, fed by our own reader, so that a signal taken by another thread can end the line.
class LineReader::Edit
{
public:
    Edit(LineReader& reader, std::string historyFile)
        : m_reader(reader)
        , m_kept(std::move(historyFile))
        , m_history(::history_init())
        , m_line(::el_init("sandbenchctl", stdin, stdout, stderr))
    {
        HistEvent event = {};
        ::history(m_history, &event, H_SETSIZE, static_cast<int>(LineHistory::kMostLines));
        ::history(m_history, &event, H_SETUNIQUE, 1);
        for (const auto& line : m_kept.read())
            ::history(m_history, &event, H_ENTER, line.c_str());
        ::el_set(m_line, EL_CLIENTDATA, this);
        ::el_set(m_line, EL_EDITOR, "emacs");
        // A Ctrl-D typed between the prompt and the switch to raw mode arrives as the NUL that the
        // terminal driver kept for it.
        el_set(m_line, EL_BIND, "^@", "em-delete-or-list", nullptr);
        el_set(m_line, EL_BIND, "^I", "ed-insert", nullptr); // code is indented
        el_set(m_line, EL_BIND, "^R", "em-inc-search-prev", nullptr);
        ::el_set(m_line, EL_SIGNAL, 0);
        ::el_set(m_line, EL_PROMPT, &Edit::promptOf);
        ::el_set(m_line, EL_HIST, ::history, m_history);
        ::el_set(m_line, EL_GETCFN, &Edit::readCharacter);
    }
    ~Edit()
    {
        ::el_end(m_line);
        ::history_end(m_history);
    }
    Edit(const Edit&) = delete;
    Edit& operator=(const Edit&) = delete;

    Outcome readLine(const std::string& prompt, std::string& into)
    {
        m_prompt = prompt;
        m_interrupted = false;
        int count = 0;
        const char* line = ::el_gets(m_line, &count);
        if (std::exchange(m_marksPastes, false))
            (void)writeAll(STDOUT_FILENO, PasteFilter::kTurnOff);
        if (m_interrupted || !line)
            m_at = m_ready.size();
        if (m_interrupted)
            return Outcome::Interrupted;
        if (!line || count <= 0)
            return Outcome::End;
        into.assign(line, static_cast<std::size_t>(count));
        if (into.ends_with('\n'))
            into.pop_back();
        HistEvent event = {};
        if (!into.empty())
            ::history(m_history, &event, H_ENTER, into.c_str());
        m_kept.add(into);
        return Outcome::Line;
    }
    bool isPasting() const { return m_isPaste && hasReady(); }

private:
    static Edit& self(EditLine* line)
    {
        void* data = nullptr;
        ::el_get(line, EL_CLIENTDATA, &data);
        return *static_cast<Edit*>(data);
    }
    static char* promptOf(EditLine* line) { return self(line).m_prompt.data(); }

    static int readCharacter(EditLine* line, wchar_t* into)
    {
        Edit& edit = self(line);
        std::mbstate_t state = {};
        for (;;) {
            if (const int n = edit.hasReady() ? 1 : edit.readMore(); n <= 0)
                return n;
            const char byte = edit.m_ready[edit.m_at++];
            const auto used = std::mbrtowc(into, &byte, 1, &state);
            if (used == static_cast<std::size_t>(-1))
                state = {}; // Not of the terminal's encoding: skipped.
            else if (used != static_cast<std::size_t>(-2))
                return 1;
        }
    }

    bool hasReady() const { return m_at < m_ready.size(); }
    /// Until there is something to hand on. 0 = the end; -1 = interrupted, or an error.
    int readMore()
    {
        // Behind the prompt, and only while we read: a program that runs is not told of it.
        if (!std::exchange(m_marksPastes, true))
            (void)writeAll(STDOUT_FILENO, PasteFilter::kTurnOn);
        m_ready.clear();
        m_at = 0;
        while (m_ready.empty()) {
            if (!m_reader.waitReadable()) {
                m_interrupted = !m_reader.m_stop.stop_requested();
                return -1;
            }
            char byte = 0;
            const auto n = ::read(STDIN_FILENO, &byte, 1);
            if (n < 0 && errno == EINTR)
                continue;
            if (n <= 0)
                return static_cast<int>(n);
            m_ready = m_pastes.feed(byte);
            m_isPaste = m_pastes.wasPaste();
        }
        return 1;
    }

    LineReader& m_reader;
    LineHistory m_kept;
    PasteFilter m_pastes;
    std::string m_ready; // for libedit, from m_at on
    std::size_t m_at = 0;
    bool m_isPaste = false; // what is ready
    bool m_marksPastes = false; // the terminal does
    std::string m_prompt;
    bool m_interrupted = false;
    History* m_history;
    EditLine* m_line;
};

LineReader::LineReader(std::stop_token stop, std::string historyFile)
    : m_stop(std::move(stop))
    , m_onStop(m_stop, [this] { m_wake.signal(); })
{
    if (::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO)) {
        std::setlocale(LC_CTYPE, "");
        m_edit = std::make_unique<Edit>(*this, std::move(historyFile));
    }
}

LineReader::~LineReader() = default;

bool LineReader::isPasting() const
{
    return m_edit && m_edit->isPasting();
}

bool LineReader::hasMore() const
{
    if (m_edit || m_atEnd || !m_pending.empty())
        return !m_pending.empty();
    pollfd wait = {STDIN_FILENO, POLLIN, 0};
    return ::poll(&wait, 1, kMoreWithinMs) > 0;
}

void LineReader::interrupt()
{
    m_wake.signal();
}

bool LineReader::waitReadable()
{
    for (;;) {
        pollfd waits[] = {{STDIN_FILENO, POLLIN, 0}, {m_wake.fd(), POLLIN, 0}};
        if (::poll(waits, 2, -1) < 0)
            continue;
        if (waits[1].revents) {
            m_wake.clear();
            return false;
        }
        return true;
    }
}

LineReader::Outcome LineReader::readLine(const std::string& prompt, std::string& into)
{
    into.clear();
    m_wake.clear();
    if (m_stop.stop_requested())
        return Outcome::End;
    return m_edit ? m_edit->readLine(prompt, into) : readPlain(into);
}

LineReader::Outcome LineReader::readPlain(std::string& into)
{
    for (;;) {
        const auto newline = m_pending.find('\n');
        if (newline != std::string::npos) {
            into = m_pending.substr(0, newline);
            m_pending.erase(0, newline + 1);
            return Outcome::Line;
        }
        if (m_atEnd && m_pending.empty())
            return Outcome::End;
        if (m_atEnd) {
            into = std::exchange(m_pending, {});
            return Outcome::Line;
        }
        if (!waitReadable())
            return m_stop.stop_requested() ? Outcome::End : Outcome::Interrupted;
        std::array<char, 4096> chunk = {};
        const auto n = ::read(STDIN_FILENO, chunk.data(), chunk.size());
        if (n > 0)
            m_pending.append(chunk.data(), static_cast<std::size_t>(n));
        else if (n == 0 || (errno != EINTR && errno != EAGAIN))
            m_atEnd = true;
    }
}

} // namespace sandbench::cli
