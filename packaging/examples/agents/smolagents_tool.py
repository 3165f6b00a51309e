# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""smolagents: a tool that runs code in a fresh sandbox of 'sandbenchctl serve', over REST.

Needs: pip install smolagents
Without a model: python3 smolagents_tool.py 'print(6 * 7)'
"""
import json
import os
import sys
import urllib.request

from smolagents import tool

URL = os.environ.get("SANDBENCH_URL", "http://127.0.0.1:8080")
TOKEN = os.environ.get("SANDBENCH_TOKEN")


@tool
def run_code(code: str, language: str = "python") -> str:
    """Runs a program in a sandbox without a network and returns what it printed.

    Args:
        code: The whole program.
        language: Such as python, javascript or bash.
    """
    headers = {"Content-Type": "application/json"}
    if TOKEN:
        headers["Authorization"] = "Bearer " + TOKEN
    body = json.dumps({"lang": language, "code": code}).encode()
    with urllib.request.urlopen(urllib.request.Request(URL + "/execute", body, headers)) as answer:
        record = json.load(answer)
    return f"{record['sentence']}\n{record['stdout']}{record['stderr']}"


if __name__ == "__main__":
    # With a model: ToolCallingAgent(tools=[run_code], model=model).run(…)
    print(run_code(code=sys.argv[1]))
