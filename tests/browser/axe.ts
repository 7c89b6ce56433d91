import { readFileSync } from 'node:fs';
import type { Visit } from './page';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** Serious and critical findings of axe-core, as sentences. */
export async function seriousFindings({ page }: Visit): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: axe-core puts itself on the window
    async () => (await (globalThis as any).axe.run()).violations,
  );
  return violations
    .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
        `${id}: ${nodes.map((node) => `${node.html.slice(0, 120)} (${node.failureSummary})`).join(' | ')}`,
    );
}

/** Looks in which every page must be without flaws. */
export const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 844 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

/** What is wrong with a page as it stands: wider than the window, serious to axe-core, or said on the console. */
export async function flaws(visit: Visit): Promise<string[]> {
  const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth);
  const width = visit.page.viewportSize()?.width ?? 0;
  const tooWide = wide > width ? [`${wide} pixels wide in a window of ${width}`] : [];
  return [...tooWide, ...(await seriousFindings(visit)), ...visit.complaints];
}
