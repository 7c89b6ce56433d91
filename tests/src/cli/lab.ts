/** Runs the command line as a person does: a process of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/lab.mjs', import.meta.url));

export interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function lab(...words: string[]): Promise<Answer> {
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** What a command prints with --json. @throws Error with the command's own words where it fails */
export async function labJson<Value>(...words: string[]): Promise<Value> {
  const { status, stdout, stderr } = await lab(...words, '--json');
  if (status !== 0) throw new Error(`lab ${words.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Value;
}

/** A folder for this test, gone at its end. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heapscope-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
