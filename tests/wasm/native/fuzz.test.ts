import { expect, it } from 'vitest';
import { allocators } from '../../../src/allocators/list';
import { builtIn } from './build';
import { check } from './check';
import { optionsOf, variantsOf } from './variants';

const OPERATIONS = 1_000_000;

for (const allocator of allocators.filter((each) => each.walks))
  it(`${allocator.id} keeps every rule over a million operations that libFuzzer finds`, async () => {
    const [base] = variantsOf(allocator);
    const options = optionsOf(allocator, base);
    const result = await check(builtIn(allocator.files), options, 'fuzz', 1, OPERATIONS);
    expect(result.operations).toBeGreaterThanOrEqual(OPERATIONS);
  }, 180_000);
