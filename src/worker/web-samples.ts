import type { TraceSource } from '../trace/read';

/** A recording that lies beside the page: public/traces/NAME.trace.gz. */
export async function webSample(name: string): Promise<TraceSource> {
  const file = `${name}.trace.gz`;
  const url = new URL(`traces/${file}`, new URL(import.meta.env.BASE_URL, self.location.origin + pagePath()));
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: the server answered ${response.status}`);
  const body = response.body;
  return { name: file, size: Number(response.headers.get('content-length')) || null, stream: () => body };
}

/** Folder of the page: the worker's own script lies in assets/ below it. */
function pagePath(): string {
  return self.location.pathname.replace(/(assets|src\/worker)\/[^/]*$/, '');
}
