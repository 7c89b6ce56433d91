import './block.css';
import { IconButton } from '../../controls/icon-button';
import { count } from '../../format';
import { setCursor } from '../../state/document';
import { useLab } from '../../state/store';
import { useBlock } from '../../state/use-block';
import { useColumns } from '../../state/use-columns';
import { BlockWords } from './block-words';

const letGo = () => useLab.setState({ selected: null });

/** The chosen block, and the way to where it was born and where it dies. */
export function BlockView() {
  const selected = useLab((state) => state.selected);
  const block = useBlock(selected);
  const columns = useColumns();
  if (selected === null) return null;
  return (
    <section className="panel block" aria-label="Chosen block">
      <header>
        <h3>Block</h3>
        <div className="note">{columns[selected.column]?.title}</div>
        <div className="tools">
          <IconButton icon="close" label="Let go of the block (Esc)" onClick={letGo} />
        </div>
      </header>
      <div className="panel-body block-words">
        {block === null ? (
          <p className="hint">No block stands here at this event.</p>
        ) : (
          <BlockWords block={block} />
        )}
        {block?.born != null && (
          <p className="row">
            <JumpTo event={block.born} words="where it was allocated" />
            {block.dies !== null && <JumpTo event={block.dies} words="where it is freed" />}
          </p>
        )}
      </div>
    </section>
  );
}

function JumpTo({ event, words }: { readonly event: number; readonly words: string }) {
  const said = `Go to event ${count(event)}, ${words}`;
  return (
    <button
      type="button"
      className="button small"
      aria-label={said}
      title={said}
      onClick={() => setCursor(event)}
    >
      → {count(event)}
    </button>
  );
}
