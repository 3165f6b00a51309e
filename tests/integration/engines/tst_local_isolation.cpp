// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/engine/cgroup/cgroup_files.h"
#include "core/engine/local/uid_reservation.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;

namespace {

/// Python that tries one thing after another and prints a line for each that was possible.
const std::string kTry = R"py(
import os, errno, sys, ctypes, socket, struct
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, action):
    try:
        action()
    except OSError as e:
        return
    print('POSSIBLE', name)
def call(number, *args):
    ctypes.set_errno(0)
    if libc.syscall(number, *args) == -1:
        raise OSError(ctypes.get_errno(), 'refused')
def write_to(path):
    fd = os.open(path, os.O_WRONLY)
    os.close(fd)
)py";

} // namespace

/// Every finding of our own about bubblewrap, against the real thing.
class TestLocalIsolation : public QObject
{
    Q_OBJECT

private:
    QByteArray python(const std::string& code, RunLimits limits = {})
    {
        const auto record = runIn(*m_session, "python", code, limits);
        if (record.verdict != Verdict::Exited || record.exitCode != 0)
            return "VERDICT " + QByteArray::fromStdString(writeJson(toJson(record)));
        return QByteArray::fromStdString(record.stdoutBytes);
    }

    bool isApplied(std::string_view layer) const
    {
        const auto& layers = m_session->isolation().layers;
        return std::any_of(layers.begin(), layers.end(), [&](const std::string& name) {
            return name.starts_with(layer);
        });
    }

    TestEngine m_sessions{"local"};
    std::unique_ptr<Session> m_session;

private Q_SLOTS:
    void initTestCase()
    {
        if (const auto whyNot = m_sessions.whyNot(); !whyNot.empty())
            SKIP_WITHOUT("local", whyNot.c_str());
        SandboxLimits limits;
        limits.memoryBytes = 256U << 20;
        limits.pids = 40;
        limits.diskBytes = 64U << 20;
        m_session = m_sessions.open(limits);
        QVERIFY2(m_session, m_sessions.problem().c_str());
    }

    void knowsWhichCertificatesTheMachineTrusts()
    {
        const auto* bundle = "/etc/ssl/certs/ca-certificates.crt";
        if (!QFile::exists(bundle))
            SKIP_WITHOUT("certificates", "this machine has no package ca-certificates");
        // What pip 25 and requests do when they are imported.
        QCOMPARE(
            python(
                "import os, ssl\n"
                "context = ssl.create_default_context()\n"
                "context.load_verify_locations('"
                + std::string(bundle)
                + "')\n"
                  "print(len(context.get_ca_certs()) > 9, os.listdir('/etc/ssl/certs'))"),
            QByteArray("True ['ca-certificates.crt']\n"));
    }

    void cleanupTestCase()
    {
        if (m_session)
            QVERIFY(m_session->close());
        m_session.reset();
        QCOMPARE(leftovers(), std::vector<std::string>());
    }

    void runsAsAnUnprivilegedHostUser()
    {
        // The host's ids are visible outside only: /proc/self/uid_map inside shows 1000 <- our id.
        const auto map = python("print(open('/proc/self/uid_map').read().split())");
        QVERIFY2(map.startsWith("['1000', '"), map);
        if (::geteuid() != 0)
            return;
        const auto description = m_session->description();
        const auto at = description.find("uid ");
        QVERIFY(at != std::string::npos);
        const auto uid = static_cast<uid_t>(std::stoul(description.substr(at + 4)));
        QVERIFY(uid >= local::kFirstSandboxUid && uid <= local::kLastSandboxUid);
        QVERIFY2(local::isUidInUse(uid), "the sandbox's processes have another user id");
    }

    void hasNoPrivilegeAtAll()
    {
        const auto status
            = python("for l in open('/proc/self/status'):\n"
                     "  if l.startswith(('Cap','NoNew','Seccomp:','Groups')): print(l.split())");
        for (const char* line :
             {"['CapInh:', '0000000000000000']", "['CapPrm:', '0000000000000000']",
              "['CapEff:', '0000000000000000']", "['CapBnd:', '0000000000000000']",
              "['CapAmb:', '0000000000000000']", "['NoNewPrivs:', '1']", "['Seccomp:', '2']"})
            QVERIFY2(status.contains(line), status);
    }

    void cannotWriteKernelSettings()
    {
        const auto output = python(kTry + R"py(
for p in ['/proc/sys/kernel/core_pattern', '/proc/sys/vm/drop_caches', '/proc/sysrq-trigger', '/proc/sys/kernel/modprobe',
          '/proc/sys/user/max_user_namespaces', '/proc/kcore', '/proc/kmsg', '/proc/1/mem', '/proc/1/oom_score_adj',
          '/sys/kernel/uevent_helper', '/sys/fs/cgroup/release_agent', '/proc/irq/default_smp_affinity']:
    attempt('write ' + p, lambda: write_to(p))
for p in ['/proc/kcore', '/proc/kmsg', '/proc/1/mem']:
    attempt('read ' + p, lambda: open(p, 'rb').read(1) or (_ for _ in ()).throw(OSError('empty')))
print('done')
)py");
        QCOMPARE(output, QByteArray("done\n"));
    }

    void showsOfInterpretersSettingsWhatTheyNeed()
    {
        const auto output = python(R"py(
import glob, os
shown = [p for p in glob.glob('/etc/java-*/management') + glob.glob('/etc/R/*.site') + glob.glob('/etc/php/*/*')
         if os.path.basename(p) not in ('cli', 'mods-available')]
print(shown)
try: print(open('/proc/cmdline').read())
except PermissionError: print('closed')
)py");
        QCOMPARE(output, QByteArray("[]\nclosed\n"));
    }

    void showsNothingOfTheMachinesDevices()
    {
        const auto output = python(R"py(
import os
for p in ['acpi', 'scsi', 'asound', 'bus', 'fs', 'irq']:
    if os.path.exists('/proc/' + p) and os.listdir('/proc/' + p): print('SHOWS', p)
print('done')
)py");
        QCOMPARE(output, QByteArray("done\n"));
    }

    void keepsTheAgentsLimitsFromPrograms()
    {
        const auto output = python(R"py(
import resource
try: resource.prlimit(1, resource.RLIMIT_NOFILE, (4, 4))
except OSError as e: print(type(e).__name__)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
print(resource.getrlimit(resource.RLIMIT_NOFILE))
)py");
        QCOMPARE(output, QByteArray("PermissionError\n(64, 64)\n"));
        QCOMPARE(python("print('next')"), QByteArray("next\n"));
    }

    void showsNothingOfTheLaunchersEnvironment()
    {
        ::setenv("SANDBENCH_TEST_CANARY", "canary-value-4711", 1);
        auto other = m_sessions.open();
        ::unsetenv("SANDBENCH_TEST_CANARY");
        QVERIFY2(other, m_sessions.problem().c_str());
        const auto record = runIn(*other, "python", R"py(
import os, glob
seen = repr(dict(os.environ))
for p in glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/cmdline'):
    try: seen += repr(open(p, 'rb').read())
    except OSError: pass
print('canary-value' in seen, len(seen) > 2)
)py");
        QCOMPARE(record.stdoutBytes, std::string("False True\n"));
    }

    void capsProcessesPerSandboxAndNotPerUser()
    {
        const std::string fill = R"py(
import os, time, sys
n = 0
try:
    while n < 200:
        if os.fork() == 0:
            time.sleep(30); os._exit(0)
        n += 1
except OSError as e:
    pass
print(n); sys.stdout.flush()
)py";
        SandboxLimits limits;
        limits.pids = 40;
        auto second = m_sessions.open(limits);
        QVERIFY2(second, m_sessions.problem().c_str());
        const auto one
            = QByteArray::fromStdString(runIn(*m_session, "python", fill).stdoutBytes).toInt();
        const auto two
            = QByteArray::fromStdString(runIn(*second, "python", fill).stdoutBytes).toInt();
        QVERIFY2(one >= 25 && one < 40, qPrintable(QString::number(one)));
        QVERIFY2(two >= 25 && two < 40, qPrintable(QString::number(two)));
        // Both again: what the runs before left is gone.
        QCOMPARE(
            QByteArray::fromStdString(runIn(*m_session, "python", fill).stdoutBytes).toInt(), one);
    }

    void boundsEveryWritablePlace()
    {
        const auto output = python(R"py(
import os
def fill(path, most):
    written = 0
    try:
        with open(path, 'wb', buffering=0) as f:
            while written < most:
                written += f.write(b'x' * (1 << 20))
    except OSError: pass
    try: os.unlink(path)
    except OSError: pass
    return written >> 20
for p in ['/dev/foo', '/foo', '/usr/foo', '/etc/foo', '/home/foo', '/proc/foo', '/run/foo', '/var/foo', '/sys/foo', '/mnt/foo']:
    if fill(p, 1 << 20): print('WRITABLE', p)
for p, cap in [('/dev/shm/f', 17), ('/tmp/f', 17), ('/home/user/f', 17), ('/work/f', 65), ('/run/sandbench/f', 20)]:
    n = fill(p, 100 << 20)
    if not 0 < n <= cap: print('UNBOUNDED', p, n)
print('done')
)py");
        QCOMPARE(output, QByteArray("done\n"));
    }

    void chargesInodesToTheMemoryLimit()
    {
        if (!isApplied("memory limit"))
            SKIP_WITHOUT("cgroups", "inodes of a tmpfs are bounded by a memory control group only");
        SandboxLimits limits;
        limits.memoryBytes = 64U << 20;
        limits.diskBytes = 1U << 30;
        auto small = m_sessions.open(limits);
        QVERIFY2(small, m_sessions.problem().c_str());
        const auto record = runIn(*small, "python", R"py(
import os
for i in range(300000):
    os.close(os.open('/tmp/%d' % i, os.O_CREAT | os.O_WRONLY))
print('all')
)py");
        QVERIFY2(record.stdoutBytes != "all\n", "300000 inodes fit into 64 MiB");
    }

    void refusesNestedUserNamespaces()
    {
        const auto output = python(kTry + R"py(
for flag in [0x10000000, 0x20000, 0x02000000, 0x04000000, 0x08000000, 0x20000000, 0x40000000, 0x80]:
    attempt('unshare %x' % flag, lambda: call(272, flag))
    def clone():
        r = libc.syscall(56, flag | 17, 0, 0, 0, 0)
        if r == 0: os._exit(0)
        if r < 0: raise OSError('refused')
    if flag != 0x80: attempt('clone %x' % flag, clone)
attempt('clone3', lambda: call(435, 0, 0))
print('done')
)py");
        QCOMPARE(output, QByteArray("done\n"));
    }

    void refusesEveryListedSystemCall()
    {
        const auto output = python(kTry + R"py(
eperm = dict(ptrace=101, process_vm_readv=310, process_vm_writev=311, kcmp=312, perf_event_open=298, bpf=321,
  userfaultfd=323, syslog=103, keyctl=250, add_key=248, request_key=249, mount=165, umount2=166, pivot_root=155, chroot=161,
  swapon=167, swapoff=168, name_to_handle_at=303, open_by_handle_at=304, quotactl=179, fanotify_init=300, setns=308,
  reboot=169, kexec_load=246, kexec_file_load=320, init_module=175, finit_module=313, delete_module=176, iopl=172,
  ioperm=173, acct=163, vhangup=153, modify_ldt=154, sethostname=170, setdomainname=171, settimeofday=164,
  clock_settime=227, clock_adjtime=305, adjtimex=159)
enosys = dict(clone3=435, io_uring_setup=425, io_uring_enter=426, io_uring_register=427, move_mount=429, open_tree=428,
  fsopen=430, fsconfig=431, fsmount=432, fspick=433, mount_setattr=442, pidfd_getfd=438, unreviewed=455)
for wanted, calls in ((errno.EPERM, eperm), (errno.ENOSYS, enosys)):
    for name, number in calls.items():
        ctypes.set_errno(0)
        r = libc.syscall(number, 0, 0, 0, 0, 0, 0)
        if r != -1 or ctypes.get_errno() != wanted: print('WRONG', name, r, ctypes.get_errno())
print('done')
)py");
        QCOMPARE(output, QByteArray("done\n"));
    }

    void allowsOnlyThreeSocketFamilies()
    {
        const auto output = python(R"py(
import socket, ctypes
possible = []
for family in list(range(0, 70)) + [1 << 16, 0xffff]:
    for kind in (1, 2, 3):
        try: socket.socket(family, kind).close(); possible.append(family)
        except OSError: pass
print(sorted(set(possible)))
libc = ctypes.CDLL(None, use_errno=True)
print(libc.syscall(41, ctypes.c_ulong((1 << 32) | 16), 3, 0))
)py");
        QCOMPARE(output, QByteArray("[1, 2, 10]\n-1\n"));
    }

    void cannotTypeIntoATerminal()
    {
        const auto output = python(R"py(
import ctypes, errno, os, pty
libc = ctypes.CDLL(None, use_errno=True)
m, s = pty.openpty()
for request in (0x5412, 0x541C, 0x5412 | (1 << 32)):
    ctypes.set_errno(0)
    libc.ioctl(s, ctypes.c_ulong(request), b'x')
    print(ctypes.get_errno() == errno.EPERM)
)py");
        QCOMPARE(output, QByteArray("True\nTrue\nTrue\n"));
    }

    void keepsPersonalitiesAsTheyAre()
    {
        const auto output = python(R"py(
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
ask = lambda n: libc.syscall(135, ctypes.c_ulong(n))
print(ask(0xffffffff), ask(0), [n for n in (8, 0x40000, 0x400000, 0x20000, 0x80000000, 0xfffbffff) if ask(n) != -1])
)py");
        // It keeps the one that this program has: under TSan, without address randomisation.
        const QByteArray own = QByteArray::number(::personality(0xffffffff));
        QCOMPARE(output, own + ' ' + own + " []\n");
    }

    void killsForeignSystemCallInterfaces()
    {
        // x32: the same numbers with bit 30 set. Killed, or "no such call" where the kernel has
        // none.
        const auto record = runIn(
            *m_session, "python",
            "import ctypes\n"
            "r = ctypes.CDLL(None).syscall(0x40000000 + 39)\n"
            "print('POSSIBLE' if r > 0 else 'refused')");
        QVERIFY(record.stdoutBytes.find("POSSIBLE") == std::string::npos);
        QVERIFY(record.verdict == Verdict::Signaled || record.stdoutBytes == "refused\n");
    }

    void refusesThe32BitInterface()
    {
        // getpid of the 32-bit interface. Killed by the filter; a kernel without it kills as well.
        const auto record = runIn(*m_session, "python", R"py(
import ctypes, mmap
code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
code.write(b'\xb8\x14\0\0\0\xcd\x80\xc3')
at = ctypes.addressof(ctypes.c_char.from_buffer(code))
print('POSSIBLE', ctypes.CFUNCTYPE(ctypes.c_int)(at)())
)py");
        QVERIFY2(record.verdict == Verdict::Signaled, writeJson(toJson(record)).c_str());
        QVERIFY(record.signal == SIGSYS || record.signal == SIGSEGV);
    }

    void mayNotSwap()
    {
        if (!isApplied("memory limit"))
            SKIP_WITHOUT("cgroups", "swap is bounded by a memory control group only");
        int bounded = 0;
        for (const auto& group : controlGroups()) {
            const auto withSwap = cgroup::readNumber(group + "/memory.memsw.limit_in_bytes");
            const auto swap = cgroup::readNumber(group + "/memory.swap.max");
            const auto swappiness = cgroup::readNumber(group + "/memory.swappiness");
            bounded += withSwap == 256U << 20 || swap == 0U || (!withSwap && swappiness == 0U);
        }
        QCOMPARE(bounded, 1);
    }

    void reachesNoNetworkAndNoHostSocket()
    {
        // An abstract socket of the host: bound to the host's network namespace.
        const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        const auto name = "sandbench-test-" + std::to_string(::getpid());
        name.copy(address.sun_path + 1, sizeof address.sun_path - 1);
        const auto length
            = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
        QVERIFY(::bind(listener, reinterpret_cast<sockaddr*>(&address), length) == 0);
        QVERIFY(::listen(listener, 1) == 0);
        const auto output = python(
            kTry + R"py(
name = '\0' + )py"
            + "'" + name + "'" + R"py(
def unix(path):
    s = socket.socket(socket.AF_UNIX); s.settimeout(1); s.connect(path)
attempt('abstract', lambda: unix(name.encode()))
for p in ['/var/run/docker.sock', '/run/docker.sock', '/run/podman/podman.sock', '/run/dbus/system_bus_socket', '/tmp/.X11-unix/X0']:
    attempt(p, lambda: unix(p))
def inet(family, address):
    s = socket.socket(family); s.settimeout(1); s.connect(address)
for a in [('127.0.0.1', 22), ('169.254.169.254', 80), ('1.1.1.1', 53), ('10.0.0.1', 80)]:
    attempt(a, lambda: inet(socket.AF_INET, a))
attempt('ipv6', lambda: inet(socket.AF_INET6, ('2606:4700:4700::1111', 53)))
print(sorted(os.listdir('/sys')) if os.path.exists('/sys') else 'no sys', [l.split(':')[0].strip() for l in open('/proc/net/dev')][2:])
)py");
        ::close(listener);
        QCOMPARE(output, QByteArray("no sys ['lo']\n"));
    }

    void seesNoHostFilesAndNoHostProcesses()
    {
        const auto output = python(R"py(
import os
print(sorted(os.listdir('/')))
print(os.listdir('/home'), sorted(os.listdir('/run')), os.path.exists('/root'), os.path.exists('/var'), os.path.exists('/etc/shadow'))
print(max(int(p) for p in os.listdir('/proc') if p.isdigit()) < 100000 and len([p for p in os.listdir('/proc') if p.isdigit()]) < 10)
top = {l.split()[4]: l for l in open('/proc/self/mountinfo')}
bad = [l for l in top.values() if 'nosuid' not in l or ('nodev' not in l and not l.split()[4].startswith('/dev'))]
print(bad, [f for f in ['/proc/sys/fs/binfmt_misc'] if os.path.exists(f) and os.listdir(f)])
print(os.uname().nodename, os.getuid(), os.getgid())
)py");
        const auto lines = output.split('\n');
        QCOMPARE(lines.size(), 6);
        for (const char* hidden : {"root", "var", "mnt", "opt", "srv", "sys", "boot", "media"})
            QVERIFY2(!lines[0].contains(QByteArray("'") + hidden + "'"), lines[0]);
        QCOMPARE(lines[1], QByteArray("['user'] ['empty', 'sandbench'] False False False"));
        QCOMPARE(lines[2], QByteArray("True"));
        QCOMPARE(lines[3], QByteArray("[] []"));
        QCOMPARE(lines[4], QByteArray("sandbox 1000 1000"));
    }

    void seesItsOwnControlGroupAsTheRoot()
    {
        const auto output = python(R"py(
import glob
paths = set()
for p in glob.glob('/proc/[0-9]*/cgroup'):
    paths |= {line.rstrip('\n').split(':', 2)[2] for line in open(p)}
print(paths)
)py");
        QCOMPARE(output, QByteArray("{'/'}\n"));
        // Nor does any mount tell where on the host that root is.
        const auto mounts = runIn(*m_session, "bash", "grep -c cgroup /proc/self/mountinfo");
        QCOMPARE(mounts.stdoutBytes, std::string("0\n"));
    }

    void givesProgramsNoDescriptorOfOurs()
    {
        // The end of the host's stream, the agent's program, the filter: none of it may be there.
        const auto output = python(R"py(
import os
def target(fd):
    try: return os.readlink('/proc/self/fd/%d' % fd)
    except OSError: return None
# Descriptor 3 is the run's own display channel; the interpreter may hold files.
print([(fd, target(fd)) for fd in range(3, 1024) if (target(fd) or '/').startswith(('socket:', 'pipe:', '/memfd:', 'anon_inode'))
       and not (fd == 3 and target(fd).startswith('pipe:'))])
)py");
        QCOMPARE(output, QByteArray("[]\n"));
    }

    void saysWhatItAppliesAndWhatNot()
    {
        const auto& report = m_session->isolation();
        QVERIFY(!report.layers.empty());
        for (const auto& missing : report.missing)
            QVERIFY2(!missing.reason.empty() && !missing.remedy.empty(), missing.layer.c_str());
        if (::geteuid() == 0)
            QVERIFY(
                std::find(report.layers.begin(), report.layers.end(), "host user id of its own")
                != report.layers.end());
    }
};

SANDBENCH_TEST(TestLocalIsolation);
#include "tst_local_isolation.moc"
