import { allocators } from '../../../src/allocators/list';
import {
  begin,
  cancelSimulation,
  choose,
  type SimulationModel,
  useSimulations,
} from '../../state/simulations';

const MODELS: readonly { readonly id: SimulationModel; readonly title: string }[] = [
  { id: 'life', title: 'Game of Life (YAWNS)' },
  { id: 'hypercube', title: 'Objects in a hypercube (YAWNS)' },
  { id: 'phold', title: 'PHOLD (Time Warp)' },
];
const PROCESSORS = [1, 2, 4, 8, 16, 32] as const;
/** Allocators that Time Warp is linked with: the first line of wasm/simulations/timewarp.c. */
const TIMEWARP_ALLOCATORS: readonly string[] = ['sysv', 'bsd', 'cacheaware', 'dlmalloc'];

/** Allocators that a model can run on. */
export const allocatorsFor = (model: SimulationModel) =>
  allocators.filter(({ id }) => model !== 'phold' || TIMEWARP_ALLOCATORS.includes(id));

/** What is simulated, on how many processors, over which allocator. */
export function SetupForm() {
  const { choice, going } = useSimulations();
  const { model } = choice;
  return (
    <div className="sim-tools">
      <label>
        Model{' '}
        <select
          value={model}
          onChange={({ target }) => {
            const chosen = target.value as SimulationModel;
            const possible = allocatorsFor(chosen);
            const kept = possible.some(({ id }) => id === choice.allocator);
            choose({ model: chosen, allocator: kept ? choice.allocator : possible[0].id });
          }}
        >
          {MODELS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        Allocator{' '}
        <select value={choice.allocator} onChange={({ target }) => choose({ allocator: target.value })}>
          {allocatorsFor(model).map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        Processors{' '}
        <select
          value={choice.processors}
          onChange={({ target }) => choose({ processors: Number(target.value) })}
        >
          {PROCESSORS.map((processors) => (
            <option key={processors} value={processors}>
              {processors}
            </option>
          ))}
        </select>
      </label>
      {model === 'life' && (
        <>
          <NumberField
            label="Cells a side"
            value={choice.side}
            min={8}
            max={256}
            set={(side) => choose({ side })}
          />
          <NumberField
            label="Steps"
            value={choice.steps}
            min={1}
            max={500}
            set={(steps) => choose({ steps })}
          />
          <label>
            Rule{' '}
            <select
              value={choice.rule}
              onChange={({ target }) => choose({ rule: target.value === 'conway' ? 'conway' : 'nicol' })}
            >
              <option value="nicol">Nicol: stays alive with 3</option>
              <option value="conway">usual: stays alive with 2 or 3</option>
            </select>
          </label>
        </>
      )}
      {model === 'hypercube' && (
        <>
          <NumberField
            label="Objects"
            value={choice.objects}
            min={1}
            max={16_384}
            set={(objects) => choose({ objects })}
          />
          <NumberField
            label="To time"
            value={choice.until}
            min={1}
            max={1000}
            set={(until) => choose({ until })}
          />
        </>
      )}
      {model === 'phold' && (
        <>
          <NumberField
            label="Logical processes"
            value={choice.lps}
            min={1}
            max={256}
            set={(lps) => choose({ lps })}
          />
          <NumberField
            label="To time"
            value={choice.horizon}
            min={1}
            max={1000}
            set={(horizon) => choose({ horizon })}
          />
          <label>
            State saving{' '}
            <select
              value={choice.saving}
              onChange={({ target }) => choose({ saving: target.value === 'copy' ? 'copy' : 'periodic' })}
            >
              <option value="copy">copy: every event</option>
              <option value="periodic">periodic, interval chosen as it runs</option>
            </select>
          </label>
        </>
      )}
      <NumberField
        label="Seed"
        value={choice.seed}
        min={0}
        max={Number.MAX_SAFE_INTEGER}
        set={(seed) => choose({ seed })}
      />
      {going === 'starting' ? (
        <button type="button" className="button" onClick={cancelSimulation}>
          Cancel
        </button>
      ) : (
        <button type="button" className="button primary" onClick={() => void begin()}>
          Set up
        </button>
      )}
    </div>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly set: (value: number) => void;
}

function NumberField({ label, value, min, max, set }: NumberProps) {
  return (
    <label>
      {label}{' '}
      <input
        className="num sim-number"
        type="number"
        min={min}
        max={max}
        value={value}
        onChange={({ target: { valueAsNumber: entered } }) => {
          if (Number.isSafeInteger(entered) && entered >= min && entered <= max) set(entered);
        }}
      />
    </label>
  );
}
