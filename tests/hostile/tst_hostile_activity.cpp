// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "tests/support/hostile_fixture.h"
#include "tests/support/test_program.h"

#include <algorithm>

using namespace sandbench;
using namespace sandbench::test;

/// Programs that know that somebody looks.
class TestHostileActivity : public HostileTest
{
    Q_OBJECT

private:
    static bool isSeen(const RunRecord& record)
    {
        const auto& missed = record.activity->notSeen;
        return std::none_of(missed.begin(), missed.end(), [](const std::string& sentence) {
            return sentence.starts_with("Programs, addresses");
        });
    }

private Q_SLOTS:
    void hammeringIsCounted()
    {
        const auto record = python(R"(
import socket, threading
def hammer(first):
  s = socket.socket(1, 2)
  for i in range(1000):
    try: s.connect('/tmp/%d-%d' % (first, i % 500))
    except OSError: pass
threads = [threading.Thread(target=hammer, args=(i,)) for i in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]; print('done')
)");
        QCOMPARE(out(record), QByteArray("done\n"));
        QVERIFY(record.activity);
        if (isSeen(record))
            QCOMPARE(record.activity->attempted, std::uint64_t(8000));
        QVERIFY(record.activity->attempts.size() <= 256);
    }

    void nobodyElseCanListen()
    {
        const auto record = python(R"(
import ctypes, errno, struct
libc = ctypes.CDLL(None, use_errno=True)
number = {'x86_64': 317, 'aarch64': 277}[__import__('os').uname().machine]
step = ctypes.create_string_buffer(struct.pack('HBBI', 6, 0, 0, 0x7fff0000))
program = struct.pack('HxxxxxxQ', 1, ctypes.addressof(step))
def install(flags):
  ctypes.set_errno(0)
  libc.syscall(number, 1, flags, program)
  return ctypes.get_errno()
listener, plain = install(8), install(0)
print(listener != 0, errno.errorcode.get(plain, plain))
)");
        QVERIFY(record.activity);
        if (isSeen(record))
            QCOMPARE(out(record), QByteArray("True 0\n"));
    }

    void argumentsThatChangeMeanwhileHarmNobody()
    {
        const auto record = python(R"(
import ctypes, os, threading
libc = ctypes.CDLL(None)
path = ctypes.create_string_buffer(b'/bin/true' + b'\0' * 4096)
going = True
def change():
  while going:
    path[0:4096] = b'/' * 4096; path[0:10] = b'/bin/true\0'
t = threading.Thread(target=change); t.start()
for i in range(50):
  pid = os.fork()
  if pid == 0:
    libc.execv(path, ctypes.byref(ctypes.c_void_p(ctypes.addressof(path)))); os._exit(1)
  os.waitpid(pid, 0)
going = False; t.join(); print('done')
)");
        QCOMPARE(out(record), QByteArray("done\n"));
        QVERIFY(record.activity);
    }

    void whatItLeavesIsNeverFollowedAndNeverTooMuch()
    {
        const auto record = python(R"(
import os
os.symlink('/', 'root'); os.symlink('.', 'loop')
for i in range(3000): open('\x1b]0;%d\u202e' % i + 'n' * 200, 'w')
deep = os.open('.', os.O_RDONLY)
for i in range(150):
  os.mkdir('d', dir_fd=deep); below = os.open('d', os.O_RDONLY, dir_fd=deep); os.close(deep); deep = below
os.mkfifo('pipe')
)");
        QVERIFY(record.activity);
        const auto& activity = *record.activity;
        QVERIFY(activity.created >= 3000);
        QVERIFY(activity.files.size() <= 1000);
        for (const auto& file : activity.files)
            QVERIFY2(
                !file.path.starts_with("root/") && !file.path.starts_with("loop/"),
                file.path.c_str());
        QVERIFY(writeJson(toJson(activity)).size() < 1U << 20);
        QVERIFY(std::any_of(
            activity.notSeen.begin(), activity.notSeen.end(),
            [](const std::string& sentence) { return sentence.starts_with("Some files"); }));
    }

    void argumentsWithoutEndAreCut()
    {
        const auto record = python(R"(
import subprocess
subprocess.run(['/bin/true', 'x' * 100000] + ['y'] * 5000); print('done')
)");
        QCOMPARE(out(record), QByteArray("done\n"));
        QVERIFY(record.activity);
        for (const auto& program : record.activity->programs)
            if (program.path == "/bin/true")
                QVERIFY(program.isCut && program.arguments.size() <= 64);
    }
};

SANDBENCH_TEST(TestHostileActivity);
#include "tst_hostile_activity.moc"
