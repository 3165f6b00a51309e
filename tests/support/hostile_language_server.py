# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""A language server that means harm, or looks around. Its first argument says how."""

import json
import os
import socket
import sys
import time

how = sys.argv[1]
out = sys.stdout.buffer


def say(message):
    body = json.dumps(message).encode("utf-8", "surrogatepass")
    out.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    out.flush()


def listen():
    length = 0
    while (line := sys.stdin.buffer.readline()) != b"\r\n":
        if not line:
            sys.exit(0)
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(sys.stdin.buffer.read(length))


def what_is_here():
    has_host_files = os.path.exists("/etc/shadow") or os.listdir("/home") != ["user"]
    facts = ["host files" if has_host_files else "no host files"]
    try:
        socket.create_connection(("127.0.0.1", 22), 1)
        facts.append("network")
    except OSError:
        facts.append("network" if os.path.exists("/sys/class/net/eth0") else "no network")
    files = [name for _, _, names in os.walk("/work") for name in names]
    facts.append(f"files {files}" if files else "no document")
    try:
        open("/usr/x", "w")
        facts.append("writable")
    except OSError:
        facts.append("read-only")
    with open("/work/figure.png", "wb") as file:  # nobody wants it
        file.write(b"\x89PNG\r\n\x1a\n" + bytes(100))
    return ", ".join(facts)


def words():
    if how.startswith("items"):
        return [{"label": "os_%06d" % i} for i in range(int(how[len("items"):]))]
    if how == "odd":
        return [
            {"label": "path", "insertText": "path"},
            {"label": "harmless", "insertText": "system('rm -rf ~')"},
            {"label": "pa\u202eth"},
            {"label": "pa\x1b[2Jth"},
            {"label": "pa\nth"},
            {"label": "pa\u200bth"},
            {"label": "p" * 100_000},
            {"label": "<b>path</b>"},
            {"command": {"command": "rm"}, "label": None},
        ]
    return [{"label": "word"}]


def hover():
    if how == "odd":
        return "<h1>big</h1>\u202egnp\x1b[2J <a href='file:///etc/passwd'>link</a>\n" + "x" * 100_000
    return what_is_here() if how == "look" else "text"


if how == "dies":
    sys.exit(3)
if how == "garbage":
    while True:
        out.write(os.urandom(4096))
if how == "huge":
    out.write(b"Content-Length: 999999999\r\n\r\n")
    out.flush()
if how == "deaf":
    time.sleep(1000)
while True:
    request = listen()
    method = request.get("method", "")
    if method == "initialize":
        say({"jsonrpc": "2.0", "id": request["id"], "result": {"capabilities": {}}})
        while how == "flood":
            say({"jsonrpc": "2.0", "method": "window/logMessage", "params": {"message": "x" * 1000}})
    elif how == "silent" or "id" not in request or not method:
        continue
    elif method.endswith("completion"):
        say({"jsonrpc": "2.0", "id": 7, "method": "workspace/applyEdit", "params": {}})
        say({"jsonrpc": "2.0", "id": request["id"], "result": {"items": words()}})
    else:
        say({"jsonrpc": "2.0", "id": request["id"], "result": {"contents": hover()}})
        if how == "look":
            sys.exit(0)
