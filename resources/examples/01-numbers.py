# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Are the primes fair? The last digits of consecutive primes, with the standard library alone."""

import statistics
from collections import Counter

LIMIT = 1_000_000


def primes_below(limit):
    """The sieve of Eratosthenes on one byte per number."""
    sieve = bytearray([1]) * limit
    sieve[:2] = b"\0\0"
    for number in range(2, int(limit**0.5) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, limit, number)))
    return [number for number in range(limit) if sieve[number]]


primes = primes_below(LIMIT)
gaps = [after - before for before, after in zip(primes, primes[1:])]
widest = gaps.index(max(gaps))

print(f"Primes below {LIMIT:,}: {len(primes):,}\n")
print(f"  largest prime      {primes[-1]:>12,}")
print(f"  mean gap           {statistics.mean(gaps):>12.3f}")
print(f"  median gap         {statistics.median(gaps):>12}")
print(f"  most common gap    {statistics.mode(gaps):>12}")
print(f"  widest gap         {max(gaps):>12}   from {primes[widest]:,} to {primes[widest + 1]:,}")
print(f"  twin primes        {gaps.count(2):>12,}")

print("\nHow far to the next prime?\n")
counts = Counter(gaps)
longest = max(counts.values())
for gap in range(2, 32, 2):
    bar = "█" * round(40 * counts[gap] / longest)
    print(f"  {gap:>3} │{bar:<40}│ {counts[gap]:>6,}")

print("\nAfter a prime that ends in …, the next one ends in … (percent; 25 would be fair)\n")
pairs = Counter((before % 10, after % 10) for before, after in zip(primes[3:], primes[4:]))
digits = (1, 3, 7, 9)
print("      │" + "".join(f"{digit:>8}" for digit in digits))
print("  ────┼" + "─" * 33)
for row in digits:
    total = sum(pairs[row, column] for column in digits)
    print(f"   {row}  │" + "".join(f"{100 * pairs[row, column] / total:>8.1f}" for column in digits))
print("\nNot fair at all: a prime avoids the last digit of the one before it.")
