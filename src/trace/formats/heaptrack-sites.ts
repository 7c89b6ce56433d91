import { AddressTable, NO_OBJECT } from '../addresses';
import type { Cursor } from '../cursor';
import { SiteTree, type TraceSites } from '../sites';

const SPACE = 32;
/** Longest symbol name that is kept; C++ templates run to kilobytes. */
const MAX_NAME = 400;

/** The call tree of an interpreted file: strings, instructions and tree nodes, each numbered by order of appearance. */
export class InterpretedSites {
  readonly tree = new SiteTree();
  private readonly strings: string[] = [''];
  private readonly labels: string[] = ['?'];

  /** `s LENGTH TEXT` */
  string(cursor: Cursor): boolean {
    if (!cursor.hex() || !cursor.eat(SPACE)) return false;
    cursor.end = Math.min(cursor.end, cursor.at + MAX_NAME);
    this.strings.push(cursor.rest());
    return true;
  }

  /** `i IP MODULE [FUNCTION [FILE LINE …]]` */
  instruction(cursor: Cursor): boolean {
    if (!cursor.hex()) return false;
    const ip = cursor.number;
    const fields: number[] = [];
    while (fields.length < 4 && cursor.eat(SPACE) && cursor.hex()) fields.push(cursor.number);
    const [module, name, file, line] = fields.map((field, at) => (at === 3 ? field : this.strings[field]));
    if (name) this.labels.push(file ? `${name} (${file}:${line})` : String(name));
    else this.labels.push(`${base(String(module ?? ''))} 0x${ip.toString(16)}`);
    return true;
  }

  /** `t INSTRUCTION PARENT` */
  node(cursor: Cursor): boolean {
    if (!cursor.hex()) return false;
    const label = cursor.number;
    if (label >= this.labels.length || !cursor.eat(SPACE) || !cursor.hex()) return false;
    return this.tree.add(label, cursor.number);
  }

  finish(): Omit<TraceSites, 'object'> {
    return this.tree.finish(this.labels);
  }
}

interface Module {
  readonly name: string;
  readonly start: number;
}

/** The call tree of a raw file, which has addresses only: they are told as module and offset. */
export class RawSites {
  readonly tree = new SiteTree();
  private readonly label = new AddressTable();
  private readonly ips: number[] = [0];
  private modules: Module[] = [];

  /** `m LENGTH PATH BASE …`; `m 1 -` starts the list anew. */
  module(cursor: Cursor): boolean {
    if (!cursor.hex() || !cursor.eat(SPACE)) return false;
    const length = cursor.number;
    const end = cursor.end;
    cursor.end = Math.min(end, cursor.at + length);
    const name = cursor.rest();
    cursor.at = cursor.end;
    cursor.end = end;
    if (name === '-') this.modules = [];
    else if (cursor.eat(SPACE) && cursor.hex()) this.modules.push({ name: base(name), start: cursor.number });
    return true;
  }

  /** `t IP PARENT` */
  node(cursor: Cursor): boolean {
    if (!cursor.hex()) return false;
    const { high, low, number } = cursor;
    let label = this.label.get(high, low);
    if (label === NO_OBJECT) {
      label = this.ips.length;
      this.ips.push(number);
      this.label.set(high, low, label);
    }
    return cursor.eat(SPACE) && cursor.hex() && this.tree.add(label, cursor.number);
  }

  finish(program: string): Omit<TraceSites, 'object'> {
    const modules = this.modules
      .map(({ name, start }) => ({ name: name === 'x' ? program : name, start }))
      .sort((a, b) => a.start - b.start);
    return this.tree.finish(this.ips.map((ip) => place(modules, ip)));
  }
}

/** An address as module and offset. */
function place(modules: readonly Module[], ip: number): string {
  let from = 0;
  let to = modules.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (modules[middle].start <= ip) from = middle + 1;
    else to = middle;
  }
  if (from === 0) return `0x${ip.toString(16)}`;
  const { name, start } = modules[from - 1];
  return `${name}+0x${(ip - start).toString(16)}`;
}

/** A path's last part. */
const base = (path: string): string => path.replace(/^.*\//, '');
