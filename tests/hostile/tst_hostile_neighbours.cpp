// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_fixture.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <future>

using namespace sandbench;
using namespace sandbench::test;

/// Prints every process but its own whose memory it could open for writing.
static constexpr auto kOpenMemory = R"(
import os
for pid in filter(str.isdigit, os.listdir('/proc')):
  if int(pid) == os.getpid(): continue
  try:
    os.close(os.open(f'/proc/{pid}/mem', os.O_RDWR))
    print('OPENED', pid, open(f'/proc/{pid}/comm').read().strip())
  except OSError: pass
print('done')
)";

/// The same for signals.
static constexpr auto kReachBySignals = R"(
import os
for pid in filter(str.isdigit, os.listdir('/proc')):
  if int(pid) == os.getpid(): continue
  try:
    os.kill(int(pid), 0)
    print('REACHED', pid, open(f'/proc/{pid}/comm').read().strip())
  except OSError: pass
print('done')
)";

/// Waits for processes that start, and tells each that it could open while it was still a copy of
/// the agent.
static constexpr auto kWatchStarts = R"(
import os, time
own = os.getpid()
end = time.monotonic() + 20
open('/work/watching', 'w').close()
while not os.path.exists('/work/enough') and time.monotonic() < end:
  for pid in range(own + 1, own + 200):
    try: memory = os.open(f'/proc/{pid}/mem', os.O_RDWR)
    except OSError: continue
    try: name = open(f'/proc/{pid}/comm').read().strip()
    except OSError: name = ''
    os.close(memory)
    if name not in ('true', 'bash', 'touch', 'sleep', 'python3'): print('OPENED', name, flush=True)
print('done')
)";

/// What programs of one session, all of one user, can do to each other, to the interpreters that
/// are kept for them, and to the agent.
class TestHostileNeighbours : public HostileTest
{
    Q_OBJECT

private Q_SLOTS:
    void cannotOpenTheMemoryOfServersAndOtherRuns()
    {
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        // An interpreter context, a preloaded server and another run stand beside it.
        const auto context = cell(*session, "secret = 41");
        QCOMPARE(context.exitCode, std::optional<int>(0));
        auto other = std::async(std::launch::async, [&session] {
            return runIn(
                *session, "bash", "touch other; while [ ! -e enough ]; do sleep 0.02; done");
        });
        const auto record = runIn(
            *session, "python",
            std::string("import os, time\n"
                        "while not os.path.exists('other'): time.sleep(0.01)\n")
                + kOpenMemory + "open('enough', 'w').close()\n");
        QCOMPARE(other.get().exitCode, std::optional<int>(0));
        QCOMPARE(out(record), QByteArray("done\n"));
        // The other way round: a cell is no better than a run.
        QCOMPARE(out(cell(*session, kOpenMemory)), QByteArray("done\n"));
        checkNextRun(*session);
    }

    void cannotSignalServersAndOtherRuns()
    {
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        QCOMPARE(cell(*session, "secret = 41").exitCode, std::optional<int>(0));
        const auto record = runIn(*session, "python", kReachBySignals);
        if (lacks(record, "no signals between runs"))
            QSKIP("this kernel's Landlock does not know signals");
        QCOMPARE(out(record), QByteArray("done\n"));
        checkNextRun(*session);
    }

    void cannotEnterAProgramBeforeItsFilterIsOn()
    {
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        // A folder that takes the kernel a while to find: each start is open to others for longer.
        const auto made = runIn(
            *session, "python",
            "import os\nfor i in range(18): os.symlink('./' * 1900 + f'l{i + 1}', f'l{i}')\n"
            "os.mkdir('l18')\n");
        QCOMPARE(made.exitCode, std::optional<int>(0));
        auto watcher = std::async(
            std::launch::async, [&session] { return runIn(*session, "python", kWatchStarts); });
        const auto first = runIn(
            *session, "bash", "while [ ! -e /work/watching ]; do sleep 0.02; done; echo there");
        QCOMPARE(out(first), QByteArray("there\n"));
        for (int i = 0; i < 40; ++i) {
            RunRequest request;
            request.command = {"/bin/true"};
            request.language.clear();
            request.folder = "/work/l0";
            RunSink sink;
            const auto started = runRequest(*session, request, sink);
            QVERIFY2(started.exitCode == 0, text(started));
        }
        runIn(*session, "bash", "touch /work/enough");
        QCOMPARE(out(watcher.get()), QByteArray("done\n"));
        checkNextRun(*session);
    }

    void cannotReplaceTheAgent()
    {
        const auto record = python(
            "import os\n"
            "open('/tmp/mine', 'w').write('#!/bin/sh\\n')\n"
            "for agent in ('/.sandbench/agent', '/sandbench-agent', "
            "'/usr/local/bin/sandbench-agent'):\n"
            "  folder = os.path.dirname(agent)\n"
            "  for change in (lambda: os.rename(agent, agent + '.old'), lambda: os.unlink(agent),\n"
            "                 lambda: open(agent, 'r+b'), lambda: os.truncate(agent, 0),\n"
            "                 lambda: os.chmod(folder, 0o700),\n"
            "                 lambda: open(folder + '/agent.part', 'w'),\n"
            "                 lambda: os.symlink('/tmp/mine', folder + '/link')):\n"
            "    try: change(); print('CHANGED', agent)\n"
            "    except OSError: pass\n"
            "os.makedirs('/work/d')\n"
            "open('/work/f', 'w').close()\n"
            "os.rename('/work/f', '/work/d/f')\n"
            "print('done')");
        QCOMPARE(out(record), QByteArray("done\n"));
        QVERIFY2(!lacks(record, "system-call filter"), text(record));
    }

    void cannotEndACellInItsContextsName()
    {
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        const auto first = cell(*session, R"(
import os, socket
if os.fork() == 0:
  os.setsid()
  found = []
  for fd in range(3, 256):
    try: one = socket.socket(fileno=os.dup(fd))
    except OSError: continue
    if one.type == socket.SOCK_SEQPACKET: found.append(one)
  open('/work/flooding', 'w').close()
  while True:
    for one in found:
      try: one.send(b'done\0code=0\0', socket.MSG_DONTWAIT)
      except OSError: pass
)");
        QCOMPARE(first.exitCode, std::optional(0));
        const auto second = cell(*session, R"(
import time
while not os.path.exists('/work/flooding'): time.sleep(0.01)
time.sleep(0.1)
raise SystemExit(7)
)");
        QCOMPARE(second.exitCode, std::optional(7));
        // And the record says whose word that is.
        QVERIFY2(second.evidence.find("interpreter") != std::string::npos, text(second));
    }

    void saysWhatKeepsRunsApart()
    {
        const auto record = python("pass");
        const auto& layers = record.isolation.layers;
        const bool isThere = std::any_of(layers.begin(), layers.end(), [](const auto& layer) {
            return layer.starts_with("Landlock domain of each run");
        });
        QVERIFY2(isThere != lacks(record, "Landlock domain of each run"), text(record));
    }

private:
    static RunRecord cell(Session& session, const std::string& code)
    {
        RunRequest request;
        request.code = code;
        request.context = "c";
        RunSink sink;
        return runRequest(session, request, sink);
    }
};

SANDBENCH_TEST(TestHostileNeighbours);
#include "tst_hostile_neighbours.moc"
