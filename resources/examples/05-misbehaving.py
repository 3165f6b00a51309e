# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What a program from a stranger might try. Every line says what became of it; the memory limit has the last word."""

import os
import signal
import socket

CHILDREN = 20


def connect():
    # An address that is reserved for documentation: even without a sandbox nobody answers there.
    with socket.create_connection(("192.0.2.1", 80), timeout=2):
        return "connected"


def read_shadow():
    with open("/etc/shadow") as file:
        return f"read {len(file.read())} characters"


def write_to_usr():
    with open("/usr/sandbench-was-here", "w") as file:
        file.write("hello")
    os.remove("/usr/sandbench-was-here")
    return "wrote a file"


def list_homes():
    found = [name for folder in ("/home", "/root") if os.path.isdir(folder) for name in os.listdir(folder)]
    return f"found {len(found)} names" if found else "nothing there"


def see_processes():
    return f"{sum(name.isdigit() for name in os.listdir('/proc'))} processes, its own sandbox only"


def kill_parent():
    os.kill(os.getppid(), signal.SIGTERM)
    return "signal sent, and this program still runs"


def become_root():
    os.setuid(0)
    return f"user number is {os.getuid()} inside its own sandbox"


def fork_children():
    children = []
    try:
        for _ in range(CHILDREN):
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
        return f"{len(children)} children, then asked to stop"
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


ATTEMPTS = [
    ("Call somebody on the network", connect),
    ("Read the password file", read_shadow),
    ("Write into /usr", write_to_usr),
    ("Look into the home folders", list_homes),
    ("Look at other processes", see_processes),
    ("Become root", become_root),
    ("Kill the parent process", kill_parent),
    (f"Fork {CHILDREN} children", fork_children),
]

print(f"{'Attempt':<32}What happened")
print("─" * 76)
for title, attempt in ATTEMPTS:
    try:
        outcome = attempt()
    except OSError as error:
        outcome = f"refused: {error.strerror or error}"
    print(f"{title:<32}{outcome}", flush=True)

print("\nAnd now all the memory there is:", flush=True)
hoard = []
while True:
    hoard.append(bytearray(os.urandom(1 << 20) * 16))
    if len(hoard) % 4 == 0:
        print(f"  {len(hoard) * 16:>6,} MiB", flush=True)
