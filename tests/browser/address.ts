/** The page's address, which follows what is shown after a moment's quiet. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Experiment } from '../../src/experiment/document';
import { decodeLink } from '../../src/experiment/link';
import { fingerprintsOn } from './page';

export interface Address {
  /** With its `#`. */
  readonly fragment: string;
  readonly experiment: Experiment;
}

/** Waits until the address holds an experiment as `holds` wants it. */
export async function addressWhere(
  page: Page,
  holds: (experiment: Experiment) => boolean | Promise<boolean>,
): Promise<Address> {
  let address: Address | undefined;
  await expect
    .poll(
      async () => {
        const fragment = new URL(page.url()).hash;
        if (fragment === '') return false;
        address = { fragment, experiment: (await decodeLink(fragment)) as Experiment };
        return holds(address.experiment);
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  return address as Address;
}

/** Waits until the address holds the fingerprints that the columns show. */
export const addressOfRuns = (page: Page): Promise<Address> =>
  addressWhere(
    page,
    async ({ fingerprints }) => JSON.stringify(fingerprints) === JSON.stringify(await fingerprintsOn(page)),
  );
