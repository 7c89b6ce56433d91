/** The module at an address that the bundler gave it. */
export async function fetchModule(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(url, import.meta.url));
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
