import type { TimeWarpDocument } from '../../simulations/timewarp-setup';
import type { YawnsDocument } from '../../simulations/yawns-setup';
import type { SimulationExperiment } from '../document';
import { parseSimulation } from '../parse';

type Simulated =
  | { readonly kind: 'yawns'; readonly setup: YawnsDocument }
  | { readonly kind: 'timewarp'; readonly setup: TimeWarpDocument };

/** The run that stands for a figure, as an experiment. */
export const simulated = (title: string, simulation: Simulated): SimulationExperiment =>
  parseSimulation({ version: 1, title, simulation });
