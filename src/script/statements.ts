import type { SyntaxNode } from '@lezer/common';
import { type Expression, ExpressionCompiler, scopeAt, truth } from './expressions';
import { Names } from './names';
import { type Machine, MOST_STEPS, Task } from './task';
import type { Scope, Value } from './values';

/** A compiled statement. It gives way after every simple statement, so that threads take turns. */
export type Statement = (scope: Scope, task: Task) => Generator<void, void>;

const MOST_THREADS = 64;
const MOST_ELEMENTS = 10_000_000;

/** Compiles the statements of one script. */
export class StatementCompiler {
  private readonly expressions: ExpressionCompiler;

  constructor(
    source: string,
    private readonly fail: (reason: string, node: SyntaxNode) => never,
  ) {
    this.expressions = new ExpressionCompiler(source, fail);
  }

  /** Statements in a scope of their own. */
  block(node: SyntaxNode, names: Names): Statement {
    const inner = new Names(names);
    return this.sequence(node, inner);
  }

  sequence(node: SyntaxNode, names: Names): Statement {
    const statements = this.expressions
      .children(node)
      .filter(({ name }) => name !== '{' && name !== '}')
      .map((child) => this.compile(child, names));
    return function* (parent, task) {
      const scope: Scope = { slots: [], parent };
      for (const statement of statements) yield* statement(scope, task);
    };
  }

  private compile(node: SyntaxNode, names: Names): Statement {
    switch (node.name) {
      case 'Let':
        return this.simple(this.declaration(node, names), node);
      case 'Assign':
        return this.simple(this.assignment(node, names), node);
      case 'Do':
        return this.simple(this.expressions.compile(this.part(node, 0), names), node);
      case 'For':
        return this.forLoop(node, names);
      case 'Repeat':
        return this.repeat(node, names);
      case 'While':
        return this.whileLoop(node, names);
      case 'If':
        return this.condition(node, names);
      case 'Thread':
        return this.threads(node, names);
      default:
        return this.fail(`found ${this.expressions.text(node)}, expected a statement`, node);
    }
  }

  private part(node: SyntaxNode, index: number): SyntaxNode {
    return this.expressions.child(node, index);
  }

  private simple(run: (scope: Scope, task: Task) => unknown, node: SyntaxNode): Statement {
    const tick = this.ticker(node);
    return function* (scope, task) {
      tick(task);
      run(scope, task);
      yield;
    };
  }

  /** Counts a step and ends scripts that make too many. */
  private ticker(node: SyntaxNode): (task: Task) => void {
    return ({ machine }) => {
      if (++machine.steps > MOST_STEPS) {
        this.fail(
          `the script makes more than ${MOST_STEPS.toLocaleString('en')} steps: is this an endless loop?`,
          node,
        );
      }
    };
  }

  private declare(node: SyntaxNode, names: Names, array: boolean): number {
    const name = this.expressions.text(node);
    return names.declare(name, array) ?? this.fail(`${name} is declared in this block already`, node);
  }

  private declaration(node: SyntaxNode, names: Names): (scope: Scope, task: Task) => void {
    const [, name, second, value] = this.expressions.children(node);
    if (second?.name === 'Size') {
      const length = this.expressions.number(this.part(second, 1), names);
      const index = this.declare(name, names, true);
      return (scope, task) => {
        const count = length(scope, task);
        if (count < 0 || count > MOST_ELEMENTS)
          this.fail(`the array has ${count} elements, expected 0 to ${MOST_ELEMENTS}`, second);
        scope.slots[index] = { elements: new Array<Value>(count).fill(null) };
      };
    }
    const initial: Expression =
      second?.name === 'Equals' ? this.expressions.compile(value, names) : () => null;
    const index = this.declare(name, names, false);
    return (scope, task) => {
      scope.slots[index] = { value: initial(scope, task) };
    };
  }

  private assignment(node: SyntaxNode, names: Names): (scope: Scope, task: Task) => void {
    const target = this.part(node, 0);
    const value = this.expressions.compile(this.part(node, 2), names);
    if (target.name === 'Element') {
      const place = this.expressions.place(target, names);
      return (scope, task) => {
        const given = value(scope, task);
        const { elements, at } = place(scope, task);
        elements[at] = given;
      };
    }
    const { depth, index, array } = this.expressions.find(target, names);
    if (array) this.fail(`${this.expressions.text(target)} is an array: expected an element`, target);
    return (scope, task) => {
      const slot = scopeAt(scope, depth).slots[index];
      if ('value' in slot) slot.value = value(scope, task);
    };
  }

  private forLoop(node: SyntaxNode, names: Names): Statement {
    const [, name, , from, , to, body] = this.expressions.children(node);
    const [first, end] = [this.expressions.number(from, names), this.expressions.number(to, names)];
    const loop = new Names(names);
    this.declare(name, loop, false);
    const block = this.block(body, loop);
    const tick = this.ticker(node);
    return function* (parent, task) {
      const last = end(parent, task);
      for (let value = first(parent, task); value < last; value++) {
        tick(task);
        yield* block({ slots: [{ value }], parent }, task);
      }
    };
  }

  private repeat(node: SyntaxNode, names: Names): Statement {
    const times = this.expressions.number(this.part(node, 1), names);
    const block = this.block(this.part(node, 2), names);
    const tick = this.ticker(node);
    return function* (scope, task) {
      for (let left = times(scope, task); left > 0; left--) {
        tick(task);
        yield* block(scope, task);
      }
    };
  }

  private whileLoop(node: SyntaxNode, names: Names): Statement {
    const condition = this.expressions.compile(this.part(node, 1), names);
    const block = this.block(this.part(node, 2), names);
    const tick = this.ticker(node);
    return function* (scope, task) {
      while (truth(condition(scope, task))) {
        tick(task);
        yield* block(scope, task);
      }
    };
  }

  private condition(node: SyntaxNode, names: Names): Statement {
    const [, test, then, , otherwise] = this.expressions.children(node);
    const condition = this.expressions.compile(test, names);
    const yes = this.block(then, names);
    const no =
      otherwise &&
      (otherwise.name === 'If' ? this.condition(otherwise, names) : this.block(otherwise, names));
    const tick = this.ticker(node);
    return function* (scope, task) {
      tick(task);
      if (truth(condition(scope, task))) yield* yes(scope, task);
      else if (no) yield* no(scope, task);
    };
  }

  /** Threads take turns, a simple statement each; before and behind the block all processors wait for each other. */
  private threads(node: SyntaxNode, names: Names): Statement {
    const [, name, , count, body] = this.expressions.children(node);
    const number = this.expressions.number(count, names);
    const own = new Names(names);
    this.declare(name, own, false);
    const block = this.block(body, own);
    const { fail } = this;
    return function* (parent, task) {
      if (task.inThread) fail('a thread block cannot stand inside another', node);
      const threads = number(parent, task);
      if (threads < 1 || threads > MOST_THREADS)
        fail(`found ${threads} threads, expected 1 to ${MOST_THREADS}`, count);
      task.machine.recorder.barrier();
      const flows = Array.from({ length: threads }, (_, cpu) => {
        const own = new Task(task.machine, cpu, true);
        return { own, flow: block({ slots: [{ value: cpu }], parent }, own) };
      });
      takeTurns(task.machine, flows);
      task.machine.recorder.barrier();
      yield;
    };
  }
}

function takeTurns(machine: Machine, flows: { own: Task; flow: Generator<void, void> }[]): void {
  let running = flows;
  while (running.length > 0) {
    const ready = running.filter(({ own }) => !own.waiting);
    if (ready.length === 0) {
      machine.recorder.barrier();
      for (const { own } of running) own.waiting = false;
      continue;
    }
    const ended = new Set(ready.filter(({ flow }) => flow.next().done));
    if (ended.size > 0) running = running.filter((entry) => !ended.has(entry));
  }
}
