import './over-time.css';
import { IconButton } from '../../controls/icon-button';
import { Segments } from '../../controls/segments';
import { useSize } from '../../controls/use-size';
import { count } from '../../format';
import { setMetric, setRange } from '../../state/document';
import { cursorOf, eventsOf, useLab } from '../../state/store';
import { chartNamed, timeCharts } from './charts';
import { stretched } from './stretched';
import { margin, TimePlot } from './time-plot';
import { useCurves } from './use-curves';

/** What the runs cost over the trace. Dragging over it moves the page's cursor. */
export function OverTimeView() {
  const metric = useLab((state) => state.experiment.view.metric);
  const range = useLab((state) => state.experiment.view.range);
  const events = useLab(eventsOf);
  const [ref, size] = useSize<HTMLDivElement>();
  const chart = chartNamed(metric);
  const [from, to] = range ?? [0, events];
  const buckets = Math.max(1, Math.min(to - from, (size?.width ?? 0) - margin.left - margin.right));
  const curves = useCurves(chart, from, Math.min(to, events), buckets);
  const stretch = (factor: number) =>
    setRange(stretched([from, to], cursorOf(useLab.getState()), factor, events));
  return (
    <section className="over-time" aria-label="Over time">
      <header>
        <Segments
          label="Curve"
          options={timeCharts.map(({ id, title }) => ({ value: id, title }))}
          chosen={chart.id}
          onChoose={setMetric}
        />
        <span className="note">{chart.axis} · over events</span>
        <span className="num range">
          {range !== null && `events ${count(from)} – ${count(to)}`}
          <IconButton
            icon="plus"
            label="Stretch the time axis about the cursor"
            onClick={() => stretch(0.5)}
          />
          <IconButton
            icon="minus"
            label="Shrink the time axis about the cursor"
            onClick={() => stretch(2)}
            disabled={range === null}
          />
          <IconButton
            icon="whole"
            label="Whole trace"
            onClick={() => setRange(null)}
            disabled={range === null}
          />
        </span>
      </header>
      <div className="plot-frame" ref={ref}>
        {curves !== null && size !== null && (
          <TimePlot curves={curves} width={size.width} height={size.height} />
        )}
      </div>
    </section>
  );
}
