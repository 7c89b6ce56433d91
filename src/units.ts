/** Numbers with a meaning. A brand keeps an address from being used as an event; it costs nothing at run time. */
type Unit<Name extends string> = number & { readonly unit?: Name };

/** A count of bytes. */
export type Bytes = Unit<'bytes'>;
/** A byte address in an allocator module's linear memory. */
export type Address = Unit<'address'>;
/** An index into a trace, from 0. */
export type EventIndex = Unit<'event'>;
/** An object's number: 0, 1, 2 … in order of allocation. */
export type ObjectId = Unit<'object'>;
/** A sub-step of one event, from 0. */
export type StepIndex = Unit<'step'>;
/** Ticks of a trace's own clock (`# clock:` names the unit). */
export type Ticks = Unit<'ticks'>;
/** Virtual time of a modelled processor. */
export type Cycles = Unit<'cycles'>;
/** Executed WebAssembly instructions as `wasm/observe` counts them. */
export type Instructions = Unit<'instructions'>;
