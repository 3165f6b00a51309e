# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Sandboxes of Sandbench from Python.

``sandbench.llm_sandbox`` has the names of the library llm-sandbox. Below it are a client of ``sandbenchctl serve``
(``sandbench.client``) and the server that a process starts for itself (``sandbench.server``).
"""
