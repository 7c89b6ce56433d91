import '../../views/allocator/allocator.css';
import type { SimulationDocument } from '../../../src/experiment/document';
import { NumberField } from '../../controls/number-field';
import { describedIn } from '../../state/allocators';
import { withAllocator, withTimeWarp, withYawns } from '../../state/simulation-setup';
import { choose } from '../../state/simulations';
import { useLab } from '../../state/store';
import { ParameterField } from '../../views/allocator/parameter-field';

const MOST_BYTES = 2 ** 31;

/** What is rarely changed: the allocator's parameters, memory, states, and how often things are done. */
export function MoreSettings({ document }: { readonly document: SimulationDocument }) {
  const { allocator } = document.setup;
  const lab = useLab();
  const parameters = describedIn(lab, allocator.id)?.parameters ?? [];
  return (
    <details className="sim-more">
      <summary>More settings, and the allocator’s parameters</summary>
      <div className="sim-tools">
        {document.kind === 'yawns' ? <Yawns document={document} /> : <TimeWarp document={document} />}
      </div>
      {parameters.length > 0 && (
        <div className="parameters">
          {parameters.map((parameter) => (
            <ParameterField
              key={`${allocator.id} ${parameter.name}`}
              parameter={parameter}
              value={allocator.params[parameter.name] ?? parameter.default}
              onChange={(value) => {
                const { [parameter.name]: _, ...others } = allocator.params;
                const params = value === parameter.default ? others : { ...others, [parameter.name]: value };
                choose(withAllocator(document, { ...allocator, params }));
              }}
            />
          ))}
        </div>
      )}
    </details>
  );
}

function Yawns({ document }: { readonly document: Extract<SimulationDocument, { kind: 'yawns' }> }) {
  const { setup } = document;
  const { model } = setup;
  return (
    <>
      {model.kind === 'life' && (
        <NumberField
          label="Alive at first, 0 … 1"
          value={model.density}
          min={0}
          max={1}
          fractions
          onChange={(density) => choose(withYawns(document, { model: { ...model, density } }))}
        />
      )}
      {model.kind === 'life' && (
        <NumberField
          label="Words of a message"
          value={model.words}
          min={7}
          max={256}
          onChange={(words) => choose(withYawns(document, { model: { ...model, words } }))}
        />
      )}
      {model.kind === 'hypercube' && (
        <NumberField
          label="Dimensions"
          value={model.dimensions}
          min={1}
          max={10}
          onChange={(dimensions) => choose(withYawns(document, { model: { ...model, dimensions } }))}
        />
      )}
      <NumberField
        label="Heap of a processor, bytes (0: no limit)"
        value={setup.memoryBytes}
        min={0}
        max={MOST_BYTES}
        onChange={(memoryBytes) => choose(withYawns(document, { memoryBytes }))}
      />
      <label>
        <input
          type="checkbox"
          checked={setup.caches}
          onChange={({ target }) => choose(withYawns(document, { caches: target.checked }))}
        />{' '}
        simulate the caches, too (slow)
      </label>
    </>
  );
}

function TimeWarp({ document }: { readonly document: Extract<SimulationDocument, { kind: 'timewarp' }> }) {
  const { setup } = document;
  const { model, interval } = setup;
  return (
    <>
      <NumberField
        label="State, bytes"
        value={model.stateBytes}
        min={Math.max(64, model.touchedBytes)}
        max={1 << 20}
        onChange={(stateBytes) => choose(withTimeWarp(document, { model: { stateBytes } }))}
      />
      <NumberField
        label="Visited by an event, bytes"
        value={model.touchedBytes}
        min={1}
        max={model.stateBytes}
        onChange={(touchedBytes) => choose(withTimeWarp(document, { model: { touchedBytes } }))}
      />
      <NumberField
        label="Grows every … events (0: never)"
        value={model.growsEvery}
        min={0}
        max={100_000}
        onChange={(growsEvery) => choose(withTimeWarp(document, { model: { growsEvery } }))}
      />
      <NumberField
        label="Sent to oneself, 0 … 1"
        value={model.local}
        min={0}
        max={1}
        fractions
        onChange={(local) => choose(withTimeWarp(document, { model: { local } }))}
      />
      {interval !== 'auto' && (
        <NumberField
          label="Events from one saved state to the next"
          value={interval}
          min={1}
          max={10_000}
          onChange={(value) => choose(withTimeWarp(document, { interval: value }))}
        />
      )}
      <NumberField
        label="Events a kernel between GVT rounds"
        value={setup.gvtEvery}
        min={1}
        max={100_000}
        onChange={(gvtEvery) => choose(withTimeWarp(document, { gvtEvery }))}
      />
      <NumberField
        label="Caches divided by"
        value={setup.scale}
        min={1}
        max={64}
        onChange={(scale) => choose(withTimeWarp(document, { scale }))}
      />
    </>
  );
}
