/** The one home of colours: meaning → colour, light and dark. Canvases read it, and style sheets through variables. */
export type Theme = 'light' | 'dark';

export interface Colours {
  readonly ground: string;
  readonly panel: string;
  readonly sunken: string;
  readonly ink: string;
  readonly ink2: string;
  readonly hairline: string;
  /** Edges of controls: 3 : 1 against the panel. */
  readonly edge: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly live: string;
  readonly liveOld: string;
  readonly header: string;
  readonly slack: string;
  readonly slackInk: string;
  readonly free: string;
  readonly freeInk: string;
  readonly cached: string;
  readonly cachedInk: string;
  readonly meta: string;
  readonly metaInk: string;
  readonly unused: string;
  readonly unusedInk: string;
  readonly unknown: string;
  readonly unknownInk: string;
  readonly event: string;
  readonly eventText: string;
  readonly eventSoft: string;
  readonly visited: string;
  readonly visitedText: string;
  readonly visitedSoft: string;
  readonly good: string;
  readonly bad: string;
  /** Columns of the comparison, in order; doubled by the dash of their line and by their name. */
  readonly column0: string;
  readonly column1: string;
  readonly column2: string;
  readonly keyword: string;
  readonly comment: string;
  readonly literal: string;
}

export const colours: Readonly<Record<Theme, Colours>> = {
  light: {
    ground: '#f4f6f8',
    panel: '#ffffff',
    sunken: '#f8f9fb',
    ink: '#1b2330',
    ink2: '#566171',
    hairline: '#dfe4ea',
    edge: '#8b95a3',
    accent: '#2f5f9f',
    onAccent: '#ffffff',
    live: '#3f6fb5',
    liveOld: '#9db7dc',
    header: '#1d2b44',
    slack: '#e9c050',
    slackInk: '#a8791a',
    free: '#edf0f4',
    freeInk: '#c2cad5',
    cached: '#d5ebe6',
    cachedInk: '#4fa596',
    meta: '#46506b',
    metaInk: '#8d97b3',
    unused: '#ffffff',
    unusedInk: '#dfe4ea',
    unknown: '#dcd9d2',
    unknownInk: '#c6c1b6',
    event: '#d1495b',
    eventText: '#b02a40',
    eventSoft: '#fbe6e9',
    visited: '#f08a24',
    visitedText: '#96500a',
    visitedSoft: '#fdeedd',
    good: '#1b7468',
    bad: '#b02a40',
    column0: '#167a6e',
    column1: '#7446b8',
    column2: '#6f6a12',
    keyword: '#2f5f9f',
    comment: '#5f6b7a',
    literal: '#8a4b12',
  },
  dark: {
    ground: '#0e131a',
    panel: '#151b25',
    sunken: '#11161f',
    ink: '#e6ebf2',
    ink2: '#9aa6b8',
    hairline: '#263142',
    edge: '#66758b',
    accent: '#7db0f5',
    onAccent: '#0e131a',
    live: '#6a9ce6',
    liveOld: '#36527f',
    header: '#c3d5f0',
    slack: '#c9982d',
    slackInk: '#5d4410',
    free: '#1c2532',
    freeInk: '#3c4b61',
    cached: '#17403c',
    cachedInk: '#3fa394',
    meta: '#8592b0',
    metaInk: '#4d5873',
    unused: '#151b25',
    unusedInk: '#2a3546',
    unknown: '#2c2a27',
    unknownInk: '#47433c',
    event: '#ff6b7d',
    eventText: '#ff8794',
    eventSoft: '#3b1f29',
    visited: '#ffa24d',
    visitedText: '#ffb366',
    visitedSoft: '#37281a',
    good: '#54cdbb',
    bad: '#ff8794',
    column0: '#48c7b6',
    column1: '#b79bff',
    column2: '#c9c558',
    keyword: '#7db0f5',
    comment: '#8c98aa',
    literal: '#f0b27a',
  },
};

/** Style-sheet variable of a colour: `liveOld` → `--live-old`. */
export const variable = (name: string): string => `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
