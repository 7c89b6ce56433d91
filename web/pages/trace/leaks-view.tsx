import type { TraceReport } from '../../../src/worker/trace-api';
import { NumbersTable } from '../../charts/numbers-table';
import { Panel } from '../../controls/panel';
import { bytes, count, percent } from '../../format';
import { listBlocks } from '../../state/trace-page';
import { Bar } from './bar';
import { className, useClassColour } from './classes';

/** What was never freed, by size class. */
export function LeaksView({ report: { classes } }: { readonly report: TraceReport }) {
  const colour = useClassColour();
  const left = classes.filter(({ leftObjects }) => leftObjects > 0);
  const objects = left.reduce((sum, each) => sum + each.leftObjects, 0);
  const total = left.reduce((sum, each) => sum + each.leftBytes, 0);
  const most = Math.max(1, ...left.map((each) => each.leftBytes));
  return (
    <Panel title="Never freed" note={`${count(objects)} objects, ${bytes(total)}`}>
      {left.length === 0 ? (
        <p className="hint">Every object is freed.</p>
      ) : (
        <>
          <button
            type="button"
            className="button small"
            onClick={() => listBlocks({ state: 'left', order: 'size' })}
          >
            List the blocks
          </button>
          <NumbersTable
            label="What is never freed"
            heading={['size, bytes', 'objects', 'of its class', 'bytes', '']}
            rows={left.map((each) => [
              className(each.upTo),
              count(each.leftObjects),
              percent(each.leftObjects / each.objects),
              bytes(each.leftBytes),
              <Bar key="bar" share={each.leftBytes / most} colour={colour(each.upTo)} />,
            ])}
          />
        </>
      )}
    </Panel>
  );
}
