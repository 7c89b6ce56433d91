import type { LRParser } from '@lezer/lr';

/** Generated from script.grammar by `npm run grammar`. */
export declare const parser: LRParser;
