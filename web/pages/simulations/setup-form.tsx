import type { SimulationDocument } from '../../../src/experiment/document';
import { NumberField } from '../../controls/number-field';
import { describedIn, configOf as userConfig } from '../../state/allocators';
import { report } from '../../state/problems';
import {
  configOf,
  modelOf,
  processorsIn,
  type SimulationModel,
  withAllocator,
  withModel,
  withProcessors,
  withSeed,
  withTimeWarp,
  withYawns,
} from '../../state/simulation-setup';
import { begin, cancelSimulation, choose, useSimulations } from '../../state/simulations';
import { useLab } from '../../state/store';
import { AllocatorChooser } from '../../views/allocator/allocator-chooser';
import { MoreSettings } from './more-settings';

const MODELS: readonly { readonly id: SimulationModel; readonly title: string }[] = [
  { id: 'life', title: 'Game of Life (YAWNS)' },
  { id: 'hypercube', title: 'Objects in a hypercube (YAWNS)' },
  { id: 'phold', title: 'PHOLD (Time Warp)' },
];
const PROCESSORS = [1, 2, 4, 8, 16, 32] as const;

/** What is simulated, on how many processors, over which allocator. */
export function SetupForm() {
  const { document, going } = useSimulations();
  const processors = processorsIn(document);
  return (
    <>
      <div className="sim-tools">
        <label>
          Model{' '}
          <select
            value={modelOf(document)}
            onChange={({ target }) => choose(withModel(document, target.value as SimulationModel))}
          >
            {MODELS.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <span className="sim-allocator">
          Allocator{' '}
          <AllocatorChooser
            id={document.setup.allocator.id}
            label="Allocator"
            onChange={(id) => chooseAllocator(document, id)}
            onFile={(file) => void chooseFile(document, file)}
          />
        </span>
        <label>
          Processors{' '}
          <select
            value={processors}
            onChange={({ target }) => choose(withProcessors(document, Number(target.value)))}
          >
            {[...PROCESSORS, ...(PROCESSORS.some((each) => each === processors) ? [] : [processors])].map(
              (each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ),
            )}
          </select>
        </label>
        <ModelFields document={document} />
        <NumberField
          label="Seed"
          value={document.setup.seed}
          min={0}
          max={Number.MAX_SAFE_INTEGER}
          onChange={(seed) => choose(withSeed(document, seed))}
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
      <MoreSettings document={document} />
    </>
  );
}

function chooseAllocator(document: SimulationDocument, id: string): void {
  const lab = useLab.getState();
  const user = describedIn(lab, id)?.user;
  choose(withAllocator(document, user ? userConfig(lab, id) : configOf(id, document)));
}

async function chooseFile(document: SimulationDocument, file: File): Promise<void> {
  try {
    const { bringModule } = await import('../../state/modules');
    choose(withAllocator(document, await bringModule(file)));
  } catch (error) {
    report(`Could not take ${file.name}`, error);
  }
}

function ModelFields({ document }: { readonly document: SimulationDocument }) {
  if (document.kind === 'timewarp') return <TimeWarpFields document={document} />;
  const { model } = document.setup;
  return model.kind === 'hypercube' ? (
    <HypercubeFields document={document} model={model} />
  ) : (
    <LifeFields document={document} model={model} />
  );
}

type TimeWarpDocument = Extract<SimulationDocument, { kind: 'timewarp' }>;
type YawnsDocument = Extract<SimulationDocument, { kind: 'yawns' }>;
type YawnsModel = YawnsDocument['setup']['model'];

interface FieldsOf<Kind extends YawnsModel['kind']> {
  readonly document: YawnsDocument;
  readonly model: Extract<YawnsModel, { kind: Kind }>;
}

function TimeWarpFields({ document }: { readonly document: TimeWarpDocument }) {
  const { lps, end, interval, kernels } = document.setup;
  return (
    <>
      <NumberField
        label="Logical processes"
        value={lps}
        min={kernels}
        max={256}
        onChange={(value) => choose(withTimeWarp(document, { lps: value }))}
      />
      <NumberField
        label="To time"
        value={end}
        min={1}
        max={1000}
        onChange={(value) => choose(withTimeWarp(document, { end: value }))}
      />
      <label>
        State saving{' '}
        <select
          value={interval === 'auto' ? 'auto' : 'every'}
          onChange={({ target }) =>
            choose(withTimeWarp(document, { interval: target.value === 'auto' ? 'auto' : 1 }))
          }
        >
          <option value="every">
            {interval === 'auto' || interval === 1 ? 'copy: every event' : `every ${interval} events`}
          </option>
          <option value="auto">periodic, interval chosen as it runs</option>
        </select>
      </label>
    </>
  );
}

function HypercubeFields({ document, model }: FieldsOf<'hypercube'>) {
  return (
    <>
      <NumberField
        label="Objects"
        value={model.objects}
        min={1}
        max={16_384}
        onChange={(objects) => choose(withYawns(document, { model: { ...model, objects } }))}
      />
      <NumberField
        label="To time"
        value={model.until}
        min={1}
        max={1000}
        onChange={(until) => choose(withYawns(document, { model: { ...model, until } }))}
      />
    </>
  );
}

function LifeFields({ document, model }: FieldsOf<'life'>) {
  const square = model.columns === model.rows;
  return (
    <>
      <NumberField
        label={square ? 'Cells a side' : 'Columns'}
        value={model.columns}
        min={8}
        max={512}
        onChange={(columns) =>
          choose(withYawns(document, { model: { ...model, columns, rows: square ? columns : model.rows } }))
        }
      />
      {!square && (
        <NumberField
          label="Rows"
          value={model.rows}
          min={8}
          max={512}
          onChange={(rows) => choose(withYawns(document, { model: { ...model, rows } }))}
        />
      )}
      <NumberField
        label="Steps"
        value={model.steps}
        min={1}
        max={500}
        onChange={(steps) => choose(withYawns(document, { model: { ...model, steps } }))}
      />
      <label>
        Rule{' '}
        <select
          value={model.rule}
          onChange={({ target }) =>
            choose(
              withYawns(document, {
                model: { ...model, rule: target.value === 'conway' ? 'conway' : 'nicol' },
              }),
            )
          }
        >
          <option value="nicol">Nicol: stays alive with 3</option>
          <option value="conway">usual: stays alive with 2 or 3</option>
        </select>
      </label>
    </>
  );
}
