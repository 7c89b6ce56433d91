const query = matchMedia('(max-width: 900px)');

/** Whether columns stand one below the other: such a page scrolls, and there the wheel zooms with Ctrl only. */
export const isStacked = (): boolean => query.matches;
