#!/usr/bin/env python3
"""Writes tests/fixtures/machine/pycachesim.json: what pycachesim counts on generated streams.

    python3 -m venv VENV && VENV/bin/pip install pycachesim==0.3.1
    VENV/bin/python tests/tools/pycachesim_expected.py

A write is pycachesim's store(), a read its load(), with the access's length. Nothing is taken from our own model.
The streams are made again by tests/src/machine/streams.ts: change both together.
"""
import json
import pathlib
from importlib.metadata import version

from cachesim import Cache, CacheSimulator, MainMemory

MASK = (1 << 32) - 1


def xorshift32(seed):
    """Marsaglia's generator, as in streams.ts."""
    x = seed
    while True:
        x ^= (x << 13) & MASK
        x ^= x >> 17
        x ^= (x << 5) & MASK
        yield x


def sequential(count, rng, o):
    for i in range(count):
        yield (o["base"] + i * o["stride"]) % o["span"], o["bytes"], next(rng) % 100 < o["writes"]


def uniform(count, rng, o):
    for _ in range(count):
        address = o["base"] + next(rng) % o["span"]
        size = 1 + next(rng) % o["bytes"]
        yield address, size, next(rng) % 100 < o["writes"]


def hot(count, rng, o):
    """Nine of ten accesses go to a sixteenth of the span."""
    for _ in range(count):
        span = o["span"] // 16 if next(rng) % 10 else o["span"]
        yield o["base"] + next(rng) % span // 4 * 4, o["bytes"], next(rng) % 100 < o["writes"]


def headers(count, rng, o):
    """A walk over blocks of mixed sizes: the header is read, sometimes written, some bodies are filled."""
    address, made = o["base"], 0
    while made < count:
        size = 8 * (1 + next(rng) % 40)
        yield address, 8, next(rng) % 100 < o["writes"]
        made += 1
        if next(rng) % 4 == 0 and made < count:
            yield address + 8, size, True
            made += 1
        address += 8 + size
        if address > o["base"] + o["span"]:
            address = o["base"]


STREAMS = {"sequential": sequential, "uniform": uniform, "hot": hot, "headers": headers}


def stream(o):
    return STREAMS[o["kind"]](o["count"], xorshift32(o["seed"]), o)


def level(name, size, ways, line, policy):
    return {"name": name, "bytes": size, "ways": ways, "line": line, "policy": policy}


KIB = 1024
MACHINES = {
    "teaching-lru": [level("L1", 256, 2, 16, "lru")],
    "teaching-fifo": [level("L1", 256, 2, 16, "fifo")],
    "direct-mapped": [level("L1", 8 * KIB, 1, 32, "lru")],
    "fully-associative-lru": [level("L1", 2 * KIB, 32, 64, "lru")],
    "fully-associative-fifo": [level("L1", 2 * KIB, 32, 64, "fifo")],
    "bench": [level("L1", 32 * KIB, 8, 64, "lru"), level("L2", 512 * KIB, 16, 64, "lru")],
    "two-fifo": [level("L1", 4 * KIB, 4, 64, "fifo"), level("L2", 32 * KIB, 8, 64, "fifo")],
    "lru-over-fifo": [level("L1", 4 * KIB, 4, 64, "lru"), level("L2", 16 * KIB, 4, 64, "fifo")],
    "fifo-over-lru": [level("L1", 2 * KIB, 2, 32, "fifo"), level("L2", 16 * KIB, 8, 32, "lru")],
    "small-outer": [level("L1", 4 * KIB, 4, 64, "lru"), level("L2", 4 * KIB, 2, 64, "lru")],
    "longer-outer-lines": [level("L1", 2 * KIB, 4, 32, "lru"), level("L2", 16 * KIB, 4, 128, "lru")],
    "odd-sets": [level("L1", 3 * 4 * 64, 4, 64, "lru"), level("L2", 20 * 6 * 64, 6, 64, "fifo")],
    "three": [
        level("L1", 1 * KIB, 2, 64, "lru"),
        level("L2", 8 * KIB, 4, 64, "lru"),
        level("L3", 64 * KIB, 16, 64, "lru"),
    ],
    "three-mixed": [
        level("L1", 1 * KIB, 4, 32, "fifo"),
        level("L2", 4 * KIB, 8, 64, "lru"),
        level("L3", 32 * KIB, 16, 64, "fifo"),
    ],
}

WORKLOADS = [
    {"kind": "sequential", "seed": 1, "count": 6000, "base": 0, "span": 1 << 16, "stride": 8, "bytes": 8, "writes": 0},
    {"kind": "sequential", "seed": 2, "count": 6000, "base": 4, "span": 1 << 17, "stride": 68, "bytes": 4, "writes": 50},
    {"kind": "uniform", "seed": 3, "count": 8000, "base": 1 << 20, "span": 1 << 15, "bytes": 8, "writes": 0},
    {"kind": "uniform", "seed": 4, "count": 8000, "base": 12345, "span": 1 << 14, "bytes": 100, "writes": 35},
    {"kind": "uniform", "seed": 5, "count": 8000, "base": 1 << 30, "span": 3 << 10, "bytes": 16, "writes": 100},
    {"kind": "hot", "seed": 6, "count": 10000, "base": 1 << 16, "span": 1 << 18, "bytes": 4, "writes": 30},
    {"kind": "headers", "seed": 7, "count": 8000, "base": 1 << 16, "span": 40000, "bytes": 8, "writes": 40},
]


def count(levels, workload):
    outer = None
    for one in reversed(levels):
        sets = one["bytes"] // (one["ways"] * one["line"])
        outer = Cache(one["name"], sets, one["ways"], one["line"], one["policy"].upper(), load_from=outer, store_to=outer)
        if one is levels[-1]:
            last = outer
    memory = MainMemory()
    memory.load_to(last)
    memory.store_from(last)
    simulator = CacheSimulator(outer, memory)
    for address, size, write in stream(workload):
        # As lists of one: pycachesim 0.3.1 leaves half of a single address's 64 bits unset.
        (simulator.store if write else simulator.load)([address], length=size)
    return [
        {k: s[f"{n}_count"] for k, n in [("hits", "HIT"), ("misses", "MISS"), ("loads", "LOAD"), ("stores", "STORE"), ("evictions", "EVICT")]}
        for s in list(simulator.stats())[:-1]
    ]


def main():
    cases = [
        {"machine": name, "workload": index, "expected": count(levels, workload)}
        for name, levels in MACHINES.items()
        for index, workload in enumerate(WORKLOADS)
    ]
    out = {"pycachesim": version("pycachesim"), "machines": MACHINES, "workloads": WORKLOADS, "cases": cases}
    file = pathlib.Path(__file__).parent.parent / "fixtures" / "machine" / "pycachesim.json"
    file.write_text(json.dumps(out, indent=1) + "\n")
    print(f"{file}: {len(cases)} cases")


if __name__ == "__main__":
    main()
