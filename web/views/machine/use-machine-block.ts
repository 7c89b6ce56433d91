import { useEffect, useState } from 'react';
import type { MachineBlock } from '../../../src/worker/machine-api';
import { askMachine, momentRequest, useMachine } from '../../state/machine';

/** The block of the machine's heap at an address; null while unknown. */
export function useMachineBlock(at: number | null): MachineBlock | null {
  const [block, setBlock] = useState<MachineBlock | null>(null);
  const moment = useMachine((state) => state.moment);
  useEffect(() => {
    let current = true;
    setBlock(null);
    const request = momentRequest();
    if (at === null || request === null || moment === null) return;
    void askMachine((worker) => worker.machineBlock(request, at)).then((found) => {
      if (current) setBlock(found);
    });
    return () => {
      current = false;
    };
  }, [at, moment]);
  return block;
}
