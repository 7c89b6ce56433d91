interface Declared {
  readonly name: string;
  readonly array: boolean;
}

/** The variables that are known at a place of the script, block by block; where each will stand when it runs. */
export class Names {
  private readonly declared: Declared[] = [];

  constructor(private readonly outer: Names | null = null) {}

  /** Adds a variable to this block. @returns its index; null when the block has one of that name already */
  declare(name: string, array: boolean): number | null {
    if (this.declared.some((entry) => entry.name === name)) return null;
    return this.declared.push({ name, array }) - 1;
  }

  /** How many blocks outwards a variable stands, and its index there. */
  find(name: string): { depth: number; index: number; array: boolean } | null {
    let depth = 0;
    for (let names: Names | null = this; names; names = names.outer, depth++) {
      const index = names.declared.findIndex((entry) => entry.name === name);
      if (index >= 0) return { depth, index, array: names.declared[index].array };
    }
    return null;
  }
}
