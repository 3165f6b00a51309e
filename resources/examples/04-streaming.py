# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Output that arrives while the program runs: colours, a progress bar, and a line on stderr."""

import random
import sys
import time

BOLD, DIM, RED, GREEN, YELLOW, CYAN, RESET = (f"\033[{code}m" for code in (1, 2, 31, 32, 33, 36, 0))
STEPS = 60
DARTS = 5_000

print(f"{BOLD}Throwing darts at a square to measure π{RESET}")
print(f"{DIM}{STEPS} rounds of {DARTS:,} darts{RESET}\n")

random.seed(3)
inside = 0
started = time.perf_counter()
for step in range(1, STEPS + 1):
    inside += sum(random.random() ** 2 + random.random() ** 2 <= 1 for _ in range(DARTS))
    estimate = 4 * inside / (step * DARTS)
    filled = 30 * step // STEPS
    bar = f"{GREEN}{'█' * filled}{DIM}{'░' * (30 - filled)}{RESET}"
    print(f"\r  {bar} {100 * step // STEPS:3d} %   π ≈ {CYAN}{estimate:.5f}{RESET}", end="", flush=True)
    if step == STEPS // 2:
        print(f"\n{YELLOW}half way: {step * DARTS:,} darts thrown{RESET}", file=sys.stderr, flush=True)
    time.sleep(max(0.0, started + step * 4 / STEPS - time.perf_counter()))

error = abs(estimate - 3.141592653589793)
mark = f"{GREEN}✔ close{RESET}" if error < 0.005 else f"{RED}✘ unlucky{RESET}"
print(f"\n\n{BOLD}Result{RESET}   {estimate:.5f}   off by {error:.5f}   {mark}")

print("\nThe 256 colours:")
for row in range(6):
    print("  " + "".join(f"\033[48;5;{16 + 36 * row + column}m  " for column in range(36)) + RESET)
