import { ErrorKey } from '../../charts/error-key';
import { errorTint } from '../../charts/tints';
import { ScrollArea } from '../../controls/scroll-area';
import { figure } from '../../format';
import type { ResultFigure } from './figures';
import { type Block, blocksOf, rampOf } from './tables';

/** Series of a table as the paper prints it, a block of rows each: ours above, the paper's below, tinted alike. */
export function ResultTable({ figure: { all, title, unit } }: { readonly figure: ResultFigure }) {
  const { columns, blocks } = blocksOf(all);
  const tint = unit === 'relative error' ? errorTint : rampOf(all);
  return (
    <>
      {unit === 'relative error' && <ErrorKey />}
      <p className="hint">
        {unit}; in each cell ours, and below it the paper’s
        {unit === 'relative error' ? '.' : '. The stronger the colour, the greater, on a logarithmic scale.'}
      </p>
      <div className="heat-blocks">
        {blocks.map((block) => (
          <HeatBlock
            key={block.name}
            block={block}
            columns={columns}
            tint={tint}
            scale={unit === 'relative error' ? 'error' : 'ramp'}
            label={`${title}${block.name === '' ? '' : `: ${block.name}`}, ${unit}`}
          />
        ))}
      </div>
    </>
  );
}

interface BlockProps {
  readonly block: Block;
  readonly columns: readonly string[];
  readonly tint: (value: number | null) => number | undefined;
  /** Which tints the numbers mean. */
  readonly scale: 'error' | 'ramp';
  readonly label: string;
}

function HeatBlock({ block: { name, rows }, columns, tint, scale, label }: BlockProps) {
  const attribute = scale === 'error' ? 'data-tint' : 'data-ramp';
  return (
    <ScrollArea className="heat-frame" label={label}>
      <table className="heat num in-file">
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column.replace(/^Mean Over .*/, 'mean')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name.replace(/^Mean Over .*/, 'mean')}</th>
              {columns.map((column, at) => {
                const [ours, paper] = [row.series.measured[at] ?? null, row.series.published[at] ?? null];
                if (at >= row.series.x.length) return <td key={column} />;
                return (
                  <td key={column}>
                    <span className="ours" {...{ [attribute]: tint(ours) }}>
                      {told(ours)}
                    </span>
                    <span className="paper" {...{ [attribute]: tint(paper) }}>
                      {told(paper)}
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

const told = (value: number | null): string =>
  value === null ? '–' : Math.abs(value) < 10 ? value.toFixed(3) : figure(value);
