# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""LangChain: a tool that runs code in a fresh sandbox of 'sandbenchctl serve', over REST.

Needs: pip install langchain-core
Without a model: python3 langchain_tool.py 'print(6 * 7)'
"""
import json
import os
import sys
import urllib.request

from langchain_core.tools import tool

URL = os.environ.get("SANDBENCH_URL", "http://127.0.0.1:8080")
TOKEN = os.environ.get("SANDBENCH_TOKEN")


@tool(response_format="content_and_artifact")
def run_code(code: str, language: str = "python") -> tuple[str, dict]:
    """Runs a program in a sandbox without a network and returns what it printed."""
    headers = {"Content-Type": "application/json"}
    if TOKEN:
        headers["Authorization"] = "Bearer " + TOKEN
    body = json.dumps({"lang": language, "code": code}).encode()
    with urllib.request.urlopen(urllib.request.Request(URL + "/execute", body, headers)) as answer:
        record = json.load(answer)
    text = f"{record['sentence']}\n{record['stdout']}{record['stderr']}"
    return text, record  # the text for the model, the whole record for the program


if __name__ == "__main__":
    # With a model: model.bind_tools([run_code])
    print(run_code.invoke({"code": sys.argv[1]}))
