/** The figures of a machine one by one: what a form shows, and what a preset has to give a source for. */
import type { Machine, MachineDocument } from './machine';
import type { FigureSource } from './presets';

export type FigureValue = string | number | boolean;
/** Keys from the document down: `['levels', 0, 'bytes']`. */
export type FigurePath = readonly (string | number)[];

export interface MachineFigure {
  readonly path: FigurePath;
  readonly value: FigureValue;
}

/** A built machine as the document that it could have been built of, with nothing left out. */
export function documentOf({ levels, tlb, ...machine }: Machine): MachineDocument {
  const plain = <T extends { readonly sets: number }>({ sets: _, ...rest }: T) => rest;
  return { ...machine, levels: levels.map(plain), tlb: tlb.map(plain) };
}

/** As MachineError names a place: `levels[0].bytes`. */
export const pathText = (path: FigurePath): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

/** Every value of a machine but its names and its seed. */
export function figuresOf(machine: Machine): readonly MachineFigure[] {
  const figures: MachineFigure[] = [];
  const visit = (value: unknown, path: FigurePath) => {
    if (Array.isArray(value)) {
      value.forEach((each, i) => {
        visit(each, [...path, i]);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value))
        if (key !== 'name' && key !== 'seed') visit(each, [...path, key]);
    } else figures.push({ path, value: value as FigureValue });
  };
  visit(documentOf(machine), []);
  return figures;
}

/** Place in a preset's list of the source of a figure: the first that names it; −1 for none. */
export function sourceOf(sources: readonly FigureSource[], path: string): number {
  return sources.findIndex(({ of }) => of.some((pattern) => matches(pattern, path)));
}

/** `*` stands for any characters. */
function matches(pattern: string, path: string): boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[.[\]]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`).test(path);
}
