// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0

// A program of its own: this comes before it, by way of NODE_OPTIONS. What the program starts shall know nothing of us.

if (process.env.SANDBENCH_DISPLAY_FD) show.fd = Number(process.env.SANDBENCH_DISPLAY_FD);
if (process.env.SANDBENCH_HOOKED) process.env.NODE_OPTIONS = process.env.SANDBENCH_HOOKED;
else delete process.env.NODE_OPTIONS;
delete process.env.SANDBENCH_HOOKED;
delete process.env.SANDBENCH_DISPLAY_FD;
