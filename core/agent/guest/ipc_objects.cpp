// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/ipc_objects.h"

#include <dirent.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::guest {

namespace {

// semctl(2) wants its caller to define it.
union SemaphoreArgument {
    int value;
    semid_ds* one;
    seminfo* all;
};

void removeSharedMemory()
{
    shm_info info = {};
    const int last = ::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds*>(&info));
    shmid_ds one = {};
    for (int i = 0; i <= last && info.used_ids > 0; ++i)
        if (const int id = ::shmctl(i, SHM_STAT_ANY, &one); id >= 0)
            ::shmctl(id, IPC_RMID, nullptr);
}

void removeMessageQueues()
{
    msginfo info = {};
    const int last = ::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds*>(&info));
    msqid_ds one = {};
    for (int i = 0; i <= last && info.msgpool > 0; ++i)
        if (const int id = ::msgctl(i, MSG_STAT_ANY, &one); id >= 0)
            ::msgctl(id, IPC_RMID, nullptr);
}

void removeSemaphores()
{
    seminfo info = {};
    SemaphoreArgument argument = {};
    argument.all = &info;
    const int last = ::semctl(0, 0, SEM_INFO, argument);
    semid_ds one = {};
    argument.one = &one;
    for (int i = 0; i <= last && info.semusz > 0; ++i)
        if (const int id = ::semctl(i, 0, SEM_STAT_ANY, argument); id >= 0)
            ::semctl(id, 0, IPC_RMID, argument);
}

/// Whether they are those of the machine: PID 1 of a namespace may share all others with it.
/// Source: the number is PROC_IPC_INIT_INO of the kernel's linux/proc_ns.h.
bool areTheMachines()
{
    constexpr ino_t kFirstNamespace = 0xEFFFFFFF;
    struct stat own = {};
    return ::stat("/proc/self/ns/ipc", &own) != 0 || own.st_ino == kFirstNamespace;
}

/// Their names have no folders.
void removePosixObjects()
{
    constexpr int kMostAtOnce = 10'000; // the agent does nothing else meanwhile
    DIR* folder = ::opendir("/dev/shm");
    if (folder == nullptr)
        return;
    for (int i = 0; i < kMostAtOnce; ++i) {
        const dirent* entry = ::readdir(folder);
        if (entry == nullptr)
            break;
        ::unlinkat(::dirfd(folder), entry->d_name, 0);
    }
    ::closedir(folder);
}

} // namespace

void removeIpcObjects()
{
    if (areTheMachines())
        return;
    removePosixObjects();
    removeSharedMemory();
    removeMessageQueues();
    removeSemaphores();
}

} // namespace sandbench::guest
