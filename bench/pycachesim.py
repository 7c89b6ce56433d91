"""pycachesim's batch call on the two-level hierarchy of bench/machine.ts: python pycachesim.py FILE ROUNDS.

Prints the nanoseconds of the quickest of several passes over the file's addresses, and the misses of the first level.
"""
import array
import sys
import time

from cachesim import Cache, CacheSimulator, MainMemory


def main():
    words = array.array("I")
    with open(sys.argv[1], "rb") as file:
        words.frombytes(file.read())
    addresses = list(words[::2])
    least, misses = float("inf"), 0
    for _ in range(int(sys.argv[2])):
        l2 = Cache("L2", 512, 16, 64, "LRU")
        l1 = Cache("L1", 64, 8, 64, "LRU", load_from=l2, store_to=l2)
        memory = MainMemory()
        memory.load_to(l2)
        memory.store_from(l2)
        simulator = CacheSimulator(l1, memory)
        begin = time.perf_counter_ns()
        simulator.load(addresses, length=4)
        least = min(least, time.perf_counter_ns() - begin)
        misses = l1.MISS_count
    print(least, misses)


main()
