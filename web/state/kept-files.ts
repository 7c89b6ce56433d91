/**
 * Files that the user agreed to keep in this browser: the origin-private file system, by SHA-256, each with a small file
 * beside it that holds name, size and date. Writing streams, and a file is there whole or not at all.
 */
import * as v from 'valibot';

const FOLDER = 'files';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const entrySchema = v.object({
  sha256: v.string(),
  name: v.string(),
  bytes: whole,
  /** When it was kept, in milliseconds since 1970. */
  at: whole,
});
export type KeptFile = Readonly<v.InferOutput<typeof entrySchema>>;

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
      return await root.getDirectoryHandle(FOLDER, { create: true });
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
    const entry = v.parse(entrySchema, JSON.parse(await heading.text()));
    const file = await (await files.getFileHandle(sha256)).getFile();
    return entry.sha256 === sha256 && file.size === entry.bytes ? entry : null;
  } catch {
    return null; // what was interrupted, or is not the lab's
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
