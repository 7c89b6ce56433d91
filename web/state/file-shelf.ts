/**
 * Files that the user brought, kept on this device (IndexedDB) so that a reload finds them by their SHA-256. The last
 * few are kept; where storage is forbidden or full, nothing is, and the page asks for the file again.
 */
const DATABASE = 'heapscope';
const STORE = 'files';
const KEPT = 4;

interface Kept {
  readonly sha256: string;
  readonly file: File;
  /** Order of arrival. */
  readonly at: number;
}

export async function keepFile(sha256: string, file: File): Promise<void> {
  try {
    const database = await open();
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
    const kept = (await done(store.getAll())) as Kept[];
    const at = Math.max(0, ...kept.map((entry) => entry.at)) + 1;
    const others = kept.filter((entry) => entry.sha256 !== sha256).sort((a, b) => b.at - a.at);
    for (const entry of others.slice(KEPT - 1)) store.delete(entry.sha256);
    await done(store.put({ sha256, file, at } satisfies Kept));
    database.close();
  } catch {
    // See above: a convenience, not a promise.
  }
}

export async function findFile(sha256: string): Promise<File | null> {
  try {
    const database = await open();
    const kept = (await done(database.transaction(STORE).objectStore(STORE).get(sha256))) as Kept | undefined;
    database.close();
    return kept?.file ?? null;
  } catch {
    return null;
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'sha256' });
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
