import { Fragment, useCallback, useEffect, useState } from 'react';
import { NumbersTable } from '../charts/numbers-table';
import { bytes, count } from '../format';
import { type KeepChoice, keepChoice, rememberChoice } from '../state/keeping';
import { deleteKept, findKept, type KeptFile, listKept, type Room, roomLeft } from '../state/kept-files';
import { useLab } from '../state/store';

interface Props {
  /** Opens a kept file. */
  readonly onOpen: (file: File) => void;
}

interface Shelf {
  readonly files: readonly KeptFile[];
  readonly room: Room | null;
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const ALL = 'all';

/** The button that asks takes the focus of the one that it replaces. */
const focused = (button: HTMLButtonElement | null) => button?.focus();

/** What is kept, and what can be done with it; `wrong` is what did not go. */
function useShelf(onOpen: Props['onOpen']) {
  const [shelf, setShelf] = useState<Shelf | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const keep = useLab((state) => state.keep?.kind);
  const refresh = useCallback(async () => {
    try {
      setShelf({ files: await listKept(), room: await roomLeft() });
      setWrong(null);
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that has just been kept changes the list
  useEffect(() => void refresh(), [refresh, keep]);
  const remove = async (hashes: readonly string[]) => {
    try {
      for (const sha256 of hashes) await deleteKept(sha256);
      await refresh();
    } catch (error) {
      await refresh();
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  const openKept = async ({ sha256, name }: KeptFile) => {
    const file = await findKept(sha256);
    if (file !== null) onOpen(file);
    else {
      await refresh();
      setWrong(`${name} is no longer there: the browser has cleared it`);
    }
  };
  return { shelf, wrong, remove, openKept };
}

/** The files that are kept in this browser: opens them, deletes them, and tells how much room there is. */
export function KeptList({ onOpen }: Props) {
  const { shelf, wrong, remove, openKept } = useShelf(onOpen);
  return (
    <section className="kept" aria-labelledby="kept-heading">
      <h3 id="kept-heading">Kept in this browser</h3>
      {wrong !== null && (
        <p className="wrong" role="alert">
          {wrong}.
        </p>
      )}
      {shelf !== null && shelf.files.length === 0 && wrong === null && (
        <p className="hint">Nothing. Files that are too large for a link can be kept here if you agree.</p>
      )}
      {shelf !== null && shelf.files.length > 0 && (
        <Files
          files={shelf.files}
          onOpen={(file) => void openKept(file)}
          onRemove={(hashes) => void remove(hashes)}
        />
      )}
      {shelf !== null && <RoomWords shelf={shelf} />}
      <ChoiceField />
    </section>
  );
}

interface FilesProps {
  readonly files: readonly KeptFile[];
  readonly onOpen: (file: KeptFile) => void;
  readonly onRemove: (hashes: readonly string[]) => void;
}

/** The files as a table; deletion waits for a second word. */
function Files({ files, onOpen, onRemove }: FilesProps) {
  /** Hash of the file, or all of them, whose deletion waits. */
  const [doomed, setDoomed] = useState<string | null>(null);
  const open = useLab((state) => (state.trace.kind === 'ready' ? state.trace.opened.sha256 : null));
  const sure = (hashes: readonly string[], words: string) => (
    <Sure
      words={words}
      onDelete={() => {
        setDoomed(null);
        onRemove(hashes);
      }}
      onLeave={() => setDoomed(null)}
    />
  );
  const all = files.map(({ sha256 }) => sha256);
  return (
    <>
      <NumbersTable
        label="Files kept in this browser"
        heading={['file', 'size', 'kept', 'delete']}
        keys={all}
        rows={files.map((file) => [
          <Fragment key="file">
            <button
              type="button"
              className="inline"
              title={`SHA-256 ${file.sha256}`}
              onClick={() => onOpen(file)}
            >
              {file.name}
            </button>
            {file.sha256 === open && <span className="hint"> open now</span>}
          </Fragment>,
          bytes(file.bytes),
          dates.format(file.at),
          doomed === file.sha256 ? (
            sure([file.sha256], 'For good?')
          ) : (
            <button
              key="delete"
              type="button"
              className="inline"
              aria-label={`Delete ${file.name}`}
              onClick={() => setDoomed(file.sha256)}
            >
              delete
            </button>
          ),
        ])}
      />
      {files.length > 1 &&
        (doomed === ALL ? (
          sure(all, `All ${count(files.length)} files, for good?`)
        ) : (
          <button type="button" className="button small" onClick={() => setDoomed(ALL)}>
            Delete all
          </button>
        ))}
    </>
  );
}

interface SureProps {
  readonly words: string;
  readonly onDelete: () => void;
  readonly onLeave: () => void;
}

function Sure({ words, onDelete, onLeave }: SureProps) {
  return (
    <span className="sure">
      {words}{' '}
      <button type="button" className="button small" ref={focused} onClick={onDelete}>
        Delete
      </button>{' '}
      <button type="button" className="button small" onClick={onLeave}>
        Leave
      </button>
    </span>
  );
}

/** How much there is, and how much more there may be. */
function RoomWords({ shelf: { files, room } }: { readonly shelf: Shelf }) {
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <p className="hint num" data-room>
      {files.length === 1 ? '1 file' : `${count(files.length)} files`}, {bytes(total)} in all.
      {room !== null && (
        <>
          {' '}
          The browser gives this page {bytes(room.quota)}; {bytes(room.usage)} are used.{' '}
          {files.length > 0 &&
            (room.lasting
              ? 'It keeps them until you delete them.'
              : 'It may clear them when the disk gets full.')}
        </>
      )}
    </p>
  );
}

function ChoiceField() {
  const [choice, setChoice] = useState(keepChoice);
  return (
    <label className="hint">
      Files too large for a link{' '}
      <select
        value={choice ?? 'ask'}
        onChange={({ target }) => {
          const chosen: KeepChoice =
            target.value === 'always' || target.value === 'never' ? target.value : null;
          rememberChoice(chosen);
          setChoice(chosen);
        }}
      >
        <option value="ask">are kept if I say so each time</option>
        <option value="always">are always kept</option>
        <option value="never">are never kept</option>
      </select>
    </label>
  );
}
