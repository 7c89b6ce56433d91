import type { SyntaxNode } from '@lezer/common';
import { builtins } from './builtins';
import type { Names } from './names';
import type { Task } from './task';
import { describeValue, type Scope, type Value } from './values';

/** A compiled expression. */
export type Expression = (scope: Scope, task: Task) => Value;

/** Compiles expressions of one script; the statements' compiler owns it. */
export class ExpressionCompiler {
  constructor(
    private readonly source: string,
    private readonly fail: (reason: string, node: SyntaxNode) => never,
  ) {}

  compile(node: SyntaxNode, names: Names): Expression {
    switch (node.name) {
      case 'Number': {
        const value = Number(this.text(node));
        if (!Number.isSafeInteger(value)) this.fail(`the number ${this.text(node)} is too large`, node);
        return () => value;
      }
      case 'Null':
        return () => null;
      case 'Variable':
        return this.variable(node, names);
      case 'Element':
        return this.element(node, names);
      case 'Group':
        return this.compile(this.child(node, 1), names);
      case 'Not': {
        const inner = this.compile(this.child(node, 1), names);
        return (scope, task) => (truth(inner(scope, task)) ? 0 : 1);
      }
      case 'Negative': {
        const inner = this.number(this.child(node, 1), names);
        return (scope, task) => -inner(scope, task);
      }
      case 'Call':
        return this.call(node, names);
      case 'Binary':
        return this.binary(node, names);
      default:
        return this.fail(`found ${this.text(node)}, expected an expression`, node);
    }
  }

  /** An expression whose value must be a number. */
  number(node: SyntaxNode, names: Names): (scope: Scope, task: Task) => number {
    const inner = this.compile(node, names);
    return (scope, task) => {
      const value = inner(scope, task);
      return typeof value === 'number'
        ? value
        : this.fail(`found ${describeValue(value)}, expected a number`, node);
    };
  }

  private variable(node: SyntaxNode, names: Names): Expression {
    const { depth, index, array } = this.find(node, names);
    if (array) this.fail(`${this.text(node)} is an array: expected ${this.text(node)}[…]`, node);
    return (scope) => {
      const slot = scopeAt(scope, depth).slots[index];
      return 'value' in slot ? slot.value : null;
    };
  }

  private element(node: SyntaxNode, names: Names): Expression {
    const place = this.place(node, names);
    return (scope, task) => {
      const { elements, at } = place(scope, task);
      return elements[at];
    };
  }

  /** Where an element stands. @param node an Element */
  place(node: SyntaxNode, names: Names): (scope: Scope, task: Task) => { elements: Value[]; at: number } {
    const { depth, index, array } = this.find(node, names);
    if (!array) this.fail(`${this.text(this.child(node, 0))} is no array`, node);
    const position = this.number(this.child(node, 2), names);
    return (scope, task) => {
      const slot = scopeAt(scope, depth).slots[index];
      const elements = 'elements' in slot ? slot.elements : [];
      const at = position(scope, task);
      if (at >= 0 && at < elements.length) return { elements, at };
      return this.fail(`the index is ${at}, expected 0 to ${elements.length - 1}`, node);
    };
  }

  /** The variable that a Variable or an Element names. */
  find(node: SyntaxNode, names: Names) {
    const name = this.text(this.child(node, 0));
    return names.find(name) ?? this.fail(`no variable is called ${name}`, node);
  }

  private call(node: SyntaxNode, names: Names): Expression {
    const name = this.text(this.child(node, 0));
    const builtin = builtins.find((entry) => entry.name === name);
    if (!builtin)
      return this.fail(
        `no function is called ${name}; there are ${builtins.map((entry) => entry.name).join(', ')}`,
        node,
      );
    const operands = this.children(node)
      .filter((child) => !'(),'.includes(child.name))
      .slice(1);
    if (operands.length < builtin.min || operands.length > builtin.max) {
      this.fail(`found ${operands.length} arguments, expected ${builtin.usage}`, node);
    }
    const values = operands.map((operand) => this.compile(operand, names));
    return (scope, task) => {
      const given = values.map((value) => value(scope, task));
      try {
        return builtin.call(task, given);
      } catch (error) {
        return this.fail(error instanceof Error ? error.message : String(error), node);
      }
    };
  }

  private binary(node: SyntaxNode, names: Names): Expression {
    const [left, operator, right] = this.children(node);
    const symbol = this.text(operator);
    if (symbol === '&&' || symbol === '||') {
      const [first, second] = [this.compile(left, names), this.compile(right, names)];
      const stops = symbol === '||';
      return (scope, task) =>
        truth(first(scope, task)) === stops ? Number(stops) : Number(truth(second(scope, task)));
    }
    if (symbol === '==' || symbol === '!=') {
      const [first, second] = [this.compile(left, names), this.compile(right, names)];
      const wanted = symbol === '==';
      return (scope, task) => Number((first(scope, task) === second(scope, task)) === wanted);
    }
    const [a, b] = [this.number(left, names), this.number(right, names)];
    const operate = ARITHMETIC[symbol];
    return (scope, task) => {
      const value = operate(a(scope, task), b(scope, task));
      return Number.isFinite(value) ? value : this.fail('division by zero', node);
    };
  }

  text(node: SyntaxNode): string {
    return this.source.slice(node.from, node.to);
  }

  child(node: SyntaxNode, index: number): SyntaxNode {
    return this.children(node)[index] ?? this.fail('the statement is not complete', node);
  }

  children(node: SyntaxNode): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.name !== 'Comment') found.push(child);
    }
    return found;
  }
}

/** Whole numbers: a quotient is cut off towards minus infinity, as `%` is never negative for positive divisors. */
const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.floor(a / b),
  '%': (a, b) => a - b * Math.floor(a / b),
  '<': (a, b) => Number(a < b),
  '<=': (a, b) => Number(a <= b),
  '>': (a, b) => Number(a > b),
  '>=': (a, b) => Number(a >= b),
};

/** 0 and null are false, all else is true. */
export const truth = (value: Value): boolean => value !== 0 && value !== null;

/** The scope so many blocks further out; the outermost one where there are fewer. */
export function scopeAt(scope: Scope, depth: number): Scope {
  let found = scope;
  for (let level = 0; level < depth && found.parent; level++) found = found.parent;
  return found;
}
