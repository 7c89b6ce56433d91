/**
 * Files that the user agreed to keep in this browser: the origin-private file system, by SHA-256, each with a small file
 * beside it that holds name, size and date. Writing streams, and a file is there whole or not at all.
 */

const FOLDER = 'files';

export interface KeptFile {
  readonly sha256: string;
  readonly name: string;
  readonly bytes: number;
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
}

/** What the browser gives this page, in bytes; null where it does not say. */
export interface Room {
  readonly quota: number;
  readonly usage: number;
  /** Whether the browser has promised not to clear it when the disk gets full. */
  readonly lasting: boolean;
}

/** A file could not be kept; the message says why. */
export class KeepError extends Error {
  override readonly name = 'KeepError';
}

/** Whether this browser lets a page keep files. */
export const canKeep = (): boolean =>
  typeof navigator.storage?.getDirectory === 'function' &&
  typeof FileSystemFileHandle === 'function' &&
  'createWritable' in FileSystemFileHandle.prototype;

let opened: Promise<FileSystemDirectoryHandle> | null = null;

/** @throws KeepError where the browser refuses */
function folder(): Promise<FileSystemDirectoryHandle> {
  opened ??= (async () => {
    if (!canKeep()) throw new KeepError('this browser lets no page keep files');
    try {
      const root = await navigator.storage.getDirectory();
      const files = await root.getDirectoryHandle(FOLDER, { create: true });
      await takeOver(files);
      return files;
    } catch (error) {
      throw new KeepError(`this browser does not let the page keep files (${wordsOf(error)})`);
    }
  })();
  // A refusal may be a passing one.
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/**
 * Keeps a file.
 * @param onBytes told how much is written
 * @throws KeepError for want of room or leave; the signal's reason when aborted. Either leaves nothing behind.
 */
export async function keep(
  sha256: string,
  file: File,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const files = await folder();
  const room = await roomLeft();
  if (room !== null && file.size > room.quota - room.usage) throw noRoom(file, room);
  try {
    await write(files, { sha256, name: file.name, bytes: file.size, at: Date.now() }, file, signal, onBytes);
  } catch (error) {
    await drop(files, sha256);
    if (signal.aborted) throw signal.reason;
    throw (error as Error).name === 'QuotaExceededError'
      ? noRoom(file, await roomLeft())
      : new KeepError(`${file.name} could not be kept (${wordsOf(error)})`);
  }
  // Asked once there is something to lose; a browser that says no still keeps it while there is room.
  await navigator.storage.persist?.().catch(() => false);
}

/** What is kept, the newest first. @throws KeepError */
export async function listKept(): Promise<readonly KeptFile[]> {
  const files = await folder();
  const kept: KeptFile[] = [];
  for await (const name of files.keys()) {
    if (!name.endsWith('.json')) continue;
    const entry = await entryOf(files, name.slice(0, -5));
    if (entry !== null) kept.push(entry);
  }
  return kept.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1));
}

/** The file of a hash; null where it is not kept, or where nothing can be. */
export async function findKept(sha256: string): Promise<File | null> {
  try {
    const files = await folder();
    const entry = await entryOf(files, sha256);
    if (entry === null) return null;
    const file = await (await files.getFileHandle(sha256)).getFile();
    return new File([file], entry.name);
  } catch {
    return null;
  }
}

/** @throws KeepError */
export async function deleteKept(sha256: string): Promise<void> {
  await drop(await folder(), sha256);
}

export async function roomLeft(): Promise<Room | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota === undefined || usage === undefined) return null;
  return { quota, usage, lasting: (await navigator.storage.persisted?.()) ?? false };
}

async function write(
  files: FileSystemDirectoryHandle,
  entry: KeptFile,
  file: File,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const into = async (name: string) => (await files.getFileHandle(name, { create: true })).createWritable();
  // An entry counts only when its file has its size, so that whatever is interrupted here is not listed.
  const heading = await into(`${entry.sha256}.json`);
  await heading.write(JSON.stringify(entry));
  await heading.close();
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onBytes(bytes);
      controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
    },
  });
  await file
    .stream()
    .pipeThrough(counted)
    .pipeTo(await into(entry.sha256), { signal });
}

async function entryOf(files: FileSystemDirectoryHandle, sha256: string): Promise<KeptFile | null> {
  try {
    const heading = await (await files.getFileHandle(`${sha256}.json`)).getFile();
    const entry = JSON.parse(await heading.text()) as KeptFile;
    const file = await (await files.getFileHandle(sha256)).getFile();
    return file.size === entry.bytes ? entry : null;
  } catch {
    return null;
  }
}

async function drop(files: FileSystemDirectoryHandle, sha256: string): Promise<void> {
  for (const name of [sha256, `${sha256}.json`])
    await files.removeEntry(name).catch((error) => {
      if (error.name !== 'NotFoundError') throw new KeepError(`it could not be deleted (${wordsOf(error)})`);
    });
}

function noRoom(file: File, room: Room | null): KeepError {
  const words = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
  const had =
    room === null
      ? ''
      : `: the browser gives this page ${words(room.quota)}, of which ${words(room.usage)} are used`;
  return new KeepError(`there is no room to keep ${file.name} (${words(file.size)})${had}`);
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Database in which files were kept before, the last four of them. */
const OLD = 'heapscope';

/** Moves what the old database holds into the folder, as far as there is room, and ends the database. */
async function takeOver(files: FileSystemDirectoryHandle): Promise<void> {
  try {
    if (!(await indexedDB.databases()).some(({ name }) => name === OLD)) return;
    const database = await done(indexedDB.open(OLD));
    if (database.objectStoreNames.contains('files')) {
      const old = await done(database.transaction('files').objectStore('files').getAll());
      for (const { sha256, file } of old as { sha256: string; file: File }[]) {
        const entry = { sha256, name: file.name, bytes: file.size, at: Date.now() };
        const never = new AbortController().signal;
        await write(files, entry, file, never, () => undefined).catch(() => drop(files, sha256));
      }
    }
    database.close();
    await done(indexedDB.deleteDatabase(OLD));
  } catch {
    // It was a convenience: where it cannot be read, the page asks for the files again.
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
