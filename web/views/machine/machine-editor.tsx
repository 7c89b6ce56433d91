import { useState } from 'react';
import { MachineError, parseMachine } from '../../../src/machine/machine';
import { MACHINES } from '../../../src/machine/presets';
import { Dialog } from '../../controls/dialog';
import { setMachine } from '../../state/document';
import { machineIn } from '../../state/machine';
import { useLab } from '../../state/store';

/** The machine as a document that can be changed; what cannot be built is refused with the place and the reason. */
export function MachineEditor({ onClose }: { readonly onClose: () => void }) {
  const machine = machineIn(useLab.getState().experiment);
  const preset = MACHINES.find(({ id }) => id === machine);
  const [text, setText] = useState(() => JSON.stringify(preset?.document ?? machine, null, 2));
  const [reason, setReason] = useState<string | null>(null);
  const use = () => {
    const refusal = refusalOf(text);
    setReason(refusal);
    if (refusal !== null) return;
    setMachine(JSON.parse(text));
    onClose();
  };
  return (
    <Dialog title="The machine" onClose={onClose}>
      {preset && (
        <details>
          <summary>Where the figures of “{preset.title}” come from</summary>
          <ul className="sources">
            {preset.sources.map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ul>
        </details>
      )}
      <textarea
        className="machine-text mono"
        aria-label="Machine document (JSON)"
        aria-invalid={reason !== null}
        spellCheck={false}
        rows={18}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setReason(null);
        }}
      />
      {reason !== null && (
        <p role="alert" className="machine-failed">
          {reason}
        </p>
      )}
      <div>
        <button type="button" className="button primary" onClick={use}>
          Run on this machine
        </button>
      </div>
    </Dialog>
  );
}

/** Why a machine cannot be built of a text; null where it can. */
function refusalOf(text: string): string | null {
  try {
    parseMachine(JSON.parse(text));
    return null;
  } catch (error) {
    if (error instanceof MachineError || error instanceof SyntaxError) return error.message;
    throw error;
  }
}
