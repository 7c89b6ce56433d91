import './source.css';
import { useEffect, useRef, useState } from 'react';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';
import { useStep } from '../../state/use-step';
import { ColumnTabs } from '../column-tabs';
import { SourceLine } from './source-line';
import { hasSource, useSource } from './sources';

/** The C file of the active column's allocator; the line of the current sub-step is lit. */
export function SourceView() {
  const column = useLab((state) => state.active);
  const { id, descriptor } = useColumns()[column] ?? { id: '', descriptor: null };
  const files = (descriptor?.files ?? []).filter(hasSource);
  const { current } = useStep(column);
  const steppedFile = files[current?.file ?? 0] ?? files[0] ?? null;
  const [picked, setPicked] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step brings its own file back
  useEffect(() => setPicked(null), [current, id]);
  const file = picked !== null && files.includes(picked) ? picked : steppedFile;
  const lines = useSource(file);
  const line = current !== null && file === steppedFile ? current.line : null;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (lines === null || line === null) return;
    const element = list.current?.children[line - 1] as HTMLElement | undefined;
    const frame = list.current?.parentElement;
    if (!element || !frame) return;
    const top = element.offsetTop - frame.clientHeight / 2;
    frame.scrollTo({ top });
  }, [lines, line]);
  return (
    <Panel
      title="Source"
      className="source"
      note={
        files.length > 1 ? (
          <select aria-label="File" value={file ?? ''} onChange={(event) => setPicked(event.target.value)}>
            {files.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        ) : (
          file && <span className="mono">{file}</span>
        )
      }
      tools={<ColumnTabs />}
    >
      <ScrollArea className="source-frame" label={`Source ${file ?? ''}`}>
        {lines !== null && (
          <ol ref={list}>
            {lines.map((tokens, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
              <SourceLine key={i} number={i + 1} tokens={tokens} lit={i + 1 === line} />
            ))}
          </ol>
        )}
        {file === null && (
          <p className="hint">The lab does not have this allocator’s source: it came as a module.</p>
        )}
      </ScrollArea>
    </Panel>
  );
}
