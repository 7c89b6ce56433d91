import type { ModelId } from '../../src/models/model';

/** What a trace of each model has lost of the program; see src/models. */
const lost: Readonly<Record<ModelId, string>> = {
  mean: 'Kept are three means. Lost is everything else: which sizes there are, which live long, and how the program changes.',
  cdf: 'Kept are the distributions of sizes, holding times and interarrival times. Lost is which size lives how long, what comes after what, and how the program changes.',
  size: 'Kept is how often each size comes and how long it lives on average. Lost is what comes after what, and how the program changes.',
  time: 'Kept is how sizes and times change from one part of the execution to the next. Lost is which sizes there are, and which live how long.',
  trans:
    'Kept is which size comes after which, and how long it lives on average. Lost is all that reaches back further than one allocation, and how the program changes.',
};

/** What is kept and what is lost, for a model's id; nothing for one that is unknown. */
export const lostIn = (id: string): string => (id in lost ? lost[id as ModelId] : '');
