/** Which runs an allocator gets: every choice, and both ends of every range or the values that its expectations name,
 * one parameter at a time. */
import type { AllocatorDescriptor } from '../../../src/allocators/descriptor';
import { expectations } from './expectations';

export interface Variant {
  /** "default" or "lists=1". */
  readonly name: string;
  /** Values by the parameter's name; what is left out has its default. */
  readonly parameters: Readonly<Record<string, number>>;
}

export function variantsOf(allocator: AllocatorDescriptor): Variant[] {
  const { parameters: base = {}, tried = {} } = expectations[allocator.id] ?? {};
  const variants: Variant[] = [{ name: 'default', parameters: base }];
  for (const parameter of allocator.parameters) {
    const ends = parameter.choices
      ? parameter.choices.map((_, value) => value)
      : [parameter.min, parameter.max];
    for (const value of new Set(tried[parameter.name] ?? ends)) {
      if (value === (base[parameter.name] ?? parameter.default)) continue;
      variants.push({ name: `${parameter.name}=${value}`, parameters: { ...base, [parameter.name]: value } });
    }
  }
  return variants;
}

/** The checker's options for a variant, as its command line takes them. */
export function optionsOf(allocator: AllocatorDescriptor, variant: Variant): string[] {
  const expected = expectations[allocator.id] ?? {};
  const holds = (rule: boolean | ((values: Record<string, number>) => boolean) | undefined) => {
    const defaults = Object.fromEntries(allocator.parameters.map((p) => [p.name, p.default]));
    return typeof rule === 'function' ? rule({ ...defaults, ...variant.parameters }) : rule === true;
  };
  const options = ['--align', String(allocator.alignment), '--cpus', allocator.kind ? '8' : '1'];
  if (holds(expected.bounded)) options.push('--bounded', '1');
  if (holds(expected.coalesces)) options.push('--coalesces', '1');
  if (expected.emptyIsNull) options.push('--empty-null', '1');
  if (expected.largest) options.push('--largest', String(expected.largest));
  for (const parameter of allocator.parameters) {
    const value = variant.parameters[parameter.name] ?? parameter.default;
    options.push('--set', `${parameter.index}=${value}`);
  }
  return options;
}
