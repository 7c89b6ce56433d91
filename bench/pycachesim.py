"""pycachesim's batch call on the two-level hierarchy of bench/machine.ts: python pycachesim.py FILE PASSES SLICES.

Prints the first level's misses, then the nanoseconds of each slice of the file's addresses in its quickest pass.
"""
import array
import sys
import time

from cachesim import Cache, CacheSimulator, MainMemory


def main():
    words = array.array("I")
    with open(sys.argv[1], "rb") as file:
        words.frombytes(file.read())
    passes, count = int(sys.argv[2]), int(sys.argv[3])
    length = len(words) // 2 // count
    slices = [list(words[2 * i * length : 2 * (i + 1) * length : 2]) for i in range(count)]
    least, misses = [float("inf")] * count, 0
    for _ in range(passes):
        l2 = Cache("L2", 512, 16, 64, "LRU")
        l1 = Cache("L1", 64, 8, 64, "LRU", load_from=l2, store_to=l2)
        memory = MainMemory()
        memory.load_to(l2)
        memory.store_from(l2)
        simulator = CacheSimulator(l1, memory)
        for i, addresses in enumerate(slices):
            begin = time.perf_counter_ns()
            simulator.load(addresses, length=4)
            least[i] = min(least[i], time.perf_counter_ns() - begin)
        misses = l1.MISS_count
    print(misses, *least)


main()
