/** Which of Kumar's five kinds an allocator is (Kumar, "Taxonomy of Memory Allocators"); null for sequential ones. */
export type HeapKind =
  | 'serial single heap'
  | 'concurrent single heap'
  | 'pure private heaps'
  | 'private heaps with ownership'
  | 'private heaps with thresholds';

/** One parameter of an allocator, set with `configure(index, value)` before the first call. */
export interface Parameter {
  /** Number that `configure` takes. */
  readonly index: number;
  /** Name on the command line (`--param name=value`) and in documents. */
  readonly name: string;
  /** What it does, in a sentence. */
  readonly about: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** The paper's value, and where it stands; null where the paper names none. */
  readonly paper: { readonly value: number; readonly where: string } | null;
  /** Names of the values 0, 1, 2 … where the parameter is a choice. */
  readonly choices?: readonly string[];
}

/** What the lab knows of a built-in allocator beside its C file. */
export interface AllocatorDescriptor {
  /** Name of the C file and of its modules: `wasm/allocators/ID.c`, `ID.wasm`. */
  readonly id: string;
  readonly title: string;
  /** A line under the title: the policy in a few words. */
  readonly about: string;
  /** Paper and section, or where the code comes from. */
  readonly source: string;
  readonly kind: HeapKind | null;
  /** C files by depth of inclusion: the allocator's own first, then the layer that it is built on. */
  readonly files: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Bytes to which every pointer is aligned. */
  readonly alignment: number;
  /** True where heap_walk and the steps LINK and UNLINK report every free block. */
  readonly walks: boolean;
  /** Names of the region kinds that heap_walk reports, by their number. */
  readonly regions: readonly string[];
  /** True where a program with threads has one mutex around it, because it has no locks of its own. */
  readonly mutex?: boolean;
  /** True for a module that a user brought. */
  readonly user?: boolean;
}
