/** A second run of the same document that looks inside windows and rounds, so that the first one can go on undisturbed. */
import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { Modules } from '../engine/modules';
import type { SimulationDocument } from '../experiment/document';
import { Slices } from '../slices';
import { type HeapMoment, type Inside, Probe } from './probe';
import { TimeWarpRun } from './timewarp';
import { type Recording, Watch } from './watch';
import { YawnsRun } from './yawns';

type Run =
  | { readonly kind: 'yawns'; readonly run: YawnsRun }
  | { readonly kind: 'timewarp'; readonly run: TimeWarpRun };

/** A window or round that has been recorded. */
interface Frame {
  readonly frame: number;
  readonly recording: Recording;
  readonly inside: Inside;
  /** YAWNS: state of every node at its beginning and at its end. */
  readonly nodes: { readonly before: Uint8Array; readonly after: Uint8Array } | null;
}

/** What stands just after a row of a frame's `Inside`. */
export interface FollowedMoment {
  readonly heap: HeapMoment;
  /** YAWNS: state of every node; null for Time Warp. */
  readonly nodes: Uint8Array | null;
}

/**
 * Looks into windows of YAWNS and rounds of Time Warp, block by block. Going on costs the frames in between; going back,
 * the run from its beginning.
 */
export class Follower {
  private run: Run | null = null;
  private watch = new Watch();
  /** Frames that the run is through. */
  private through = 0;
  private held: Frame | null = null;
  private probe: Probe | null = null;
  private begun: Recording | null = null;

  constructor(
    private readonly modules: Modules,
    private readonly document: SimulationDocument,
  ) {}

  /**
   * What was taken and given back in a frame: frame 0 is the beginning of a YAWNS model, or Time Warp's first round.
   * @param onFrame called with the frames that the run has come through on its way
   * @throws RangeError for a frame that the run does not have
   */
  async inside(frame: number, onFrame: (frames: number) => void = () => undefined): Promise<Inside> {
    return (await this.at(frame, onFrame)).inside;
  }

  /** The heap of the row's processor just after it. */
  async moment(frame: number, row: number): Promise<FollowedMoment> {
    const { recording, inside, nodes } = await this.at(frame, () => undefined);
    const probe = await this.probeOf();
    if (nodes === null || this.run?.kind !== 'yawns')
      return { heap: await probe.moment(recording, inside, row, []), nodes: null };
    const p = inside.processor[row];
    const { run } = this.run;
    const all = Array.from(nodes.after, (_, node) => node);
    const homes = all.map((node) => run.home(node));
    const mine = all.filter((node) => homes[node] === p);
    const heap = await probe.moment(recording, inside, row, mine);
    // Processors work one after the other here; what they do in a window does not matter to each other.
    const working = inside.event[row] >= 0;
    const picture = nodes.after.map((after, node) =>
      working && homes[node] > p ? nodes.before[node] : after,
    );
    mine.forEach((node, i) => {
      picture[node] = Math.min(255, heap.looked[i]);
    });
    return { heap, nodes: picture };
  }

  private async at(frame: number, onFrame: (frames: number) => void): Promise<Frame> {
    if (this.held?.frame === frame) return this.held;
    if (this.run === null || this.through > frame) await this.begin();
    const slices = new Slices();
    while (this.through < frame) {
      if (!this.advance()) throw new RangeError(`the run ends before frame ${frame}`);
      if (!slices.over) continue;
      onFrame(this.through);
      await slices.next();
    }
    const before = this.nodes();
    const recording = this.record();
    const after = this.nodes();
    const inside = await (await this.probeOf()).inside(recording);
    this.held = { frame, recording, inside, nodes: before && after && { before, after } };
    return this.held;
  }

  private async begin(): Promise<void> {
    this.watch = new Watch();
    this.through = 0;
    this.begun = null;
    const { watch, document } = this;
    if (document.kind === 'yawns') {
      this.run = { kind: 'yawns', run: await YawnsRun.create(this.modules, document.setup, { watch }) };
      this.begun = watch.close();
    } else {
      this.run = { kind: 'timewarp', run: await TimeWarpRun.create(this.modules, document.setup, { watch }) };
      watch.close();
    }
  }

  /** Goes on by a frame. False where there is none. */
  private advance(): boolean {
    const { run } = this;
    if (run === null) return false;
    if (run.kind === 'yawns' && this.through === 0) {
      this.begun = null;
      this.through++;
      return true;
    }
    for (;;) {
      if (run.run.done) return false;
      if (run.run.advance() !== null) {
        this.through++;
        return true;
      }
    }
  }

  private record(): Recording {
    if (this.begun !== null) {
      const { begun } = this;
      this.advance();
      return begun;
    }
    this.watch.open();
    const went = this.advance();
    const recording = this.watch.close();
    if (!went && recording.calls.length === 0) throw new RangeError('the run is over');
    return recording;
  }

  private nodes(): Uint8Array | null {
    return this.run?.kind === 'yawns' ? this.run.run.nodes() : null;
  }

  private async probeOf(): Promise<Probe> {
    if (this.run === null) throw new Error('no run to look into');
    const descriptor: AllocatorDescriptor = this.run.run.descriptor;
    this.probe ??= await Probe.create(
      this.modules,
      this.document.kind,
      descriptor,
      this.document.setup.allocator,
    );
    return this.probe;
  }
}
