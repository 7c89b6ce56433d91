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
