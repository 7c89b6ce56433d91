import type { Figures } from '../../../src/worker/api';
import { bytes, exactBytes, percent, ratio } from '../../format';
import { ENOUGH_LIVE, external, footprintRatio, internal, scattered } from './shares';

const shown = (value: number | null, words: (value: number) => string): string =>
  value === null ? 'unknown' : words(value);

/** Each measure of fragmentation: its name, its value, how it is computed, in these numbers. */
export function Explanation({ figures }: { readonly figures: Figures }) {
  const { live, footprint, headerBytes, slackBytes, freeBytes, largestFree } = figures;
  const over = footprintRatio(figures);
  return (
    <dl className="explanation">
      <dt>internal</dt>
      <dd className="num">{shown(internal(figures), percent)}</dd>
      <dd>
        (headers {shown(headerBytes, bytes)} + slack {shown(slackBytes, bytes)}) ÷ footprint{' '}
        {bytes(footprint)}: inside taken blocks, beyond what was asked for
      </dd>
      <dt>external</dt>
      <dd className="num">{shown(external(figures), percent)}</dd>
      <dd>
        free {shown(freeBytes, bytes)} ÷ footprint {bytes(footprint)}: held, and of use only to requests that
        fit
      </dd>
      <dt>scattered</dt>
      <dd className="num">{shown(scattered(figures), percent)}</dd>
      <dd>
        1 − largest free block {shown(largestFree, bytes)} ÷ free {shown(freeBytes, bytes)}: 0 % when all free
        memory is one block
      </dd>
      <dt>footprint ÷ live</dt>
      <dd className="num">{over === null ? 'too little live memory' : ratio(over)}</dd>
      <dd>
        {over === null
          ? `${exactBytes(live)} are live; under ${exactBytes(ENOUGH_LIVE)} this ratio is that of the first page`
          : `${exactBytes(footprint)} ÷ ${exactBytes(live)}: the papers’ measure, of both kinds together`}
      </dd>
    </dl>
  );
}
