import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileSource } from '../../src/cli/file-source';
import { readTrace } from '../../src/trace/read';
import { summarise } from '../../src/trace/summary';
import { samples } from '../../web/state/samples';

const folder = new URL('../../public/traces/', import.meta.url).pathname;

describe('the samples', () => {
  it('are the recordings in public/traces, each once', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.trace.gz'));
    expect(samples.map(({ name }) => `${name}.trace.gz`).sort()).toEqual(files.sort());
  });

  it.each(samples)(
    '$name has the events and threads that its line says',
    async ({ name, events, threads }) => {
      const { events: read, cpus } = summarise(await readTrace(fileSource(`${folder}${name}.trace.gz`)));
      expect({ events: read, threads: cpus }).toEqual({ events, threads });
    },
  );
});
