import { describe, expect, it } from 'vitest';
import { allocators } from '../../../src/allocators/list';
import { builtIn } from './build';
import { check } from './check';
import { optionsOf, variantsOf } from './variants';

const OPERATIONS = 40_000;

for (const allocator of allocators.filter((each) => each.walks))
  describe(`${allocator.id}, natively under AddressSanitizer and UBSan`, () => {
    for (const variant of variantsOf(allocator))
      it(`keeps every rule of memory (${variant.name})`, async () => {
        const options = optionsOf(allocator, variant);
        const result = await check(builtIn(allocator.files), options, 'random', 1, OPERATIONS);
        expect(result.operations).toBeGreaterThanOrEqual(OPERATIONS);
      }, 180_000);
  });
