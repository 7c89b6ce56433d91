/** Installing programs of Debian and Ubuntu. */
import { find, run, Stop, say } from './shell.mjs';

/**
 * Installs packages with apt-get.
 * @param {string} what for the message
 * @param {readonly string[]} names
 * @throws Stop with the command to type where that may not or cannot be done here
 */
export async function install(what, names) {
  const command = `apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`;
  const prefix = await privilege();
  const missing = `${what} is missing.`;
  if (!find('apt-get'))
    throw new Stop(`${missing} Install it with your system's packages (Debian: ${command})`);
  if (prefix === null) throw new Stop(`${missing} Install it: sudo sh -c '${command}'`);
  say(`${what}: ${[...prefix, command].join(' ')}`);
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  const steps = [['update'], ['install', '-y', '--no-install-recommends', ...names]];
  for (const step of steps) {
    const [program, ...words] = [...apt, '-o', 'DPkg::Lock::Timeout=300', '-qq', ...step];
    const { status, output } = await run(program, words, { quiet: true });
    // An update may fail for a source that these packages do not come from.
    if (status !== 0 && step[0] === 'install')
      throw new Stop(`apt-get could not install ${what}:\n${output}\nThe command: ${command}`);
  }
}

/** Words before a command that needs root's rights; null where there is no way to get them without a person. */
async function privilege() {
  if (process.getuid?.() === 0) return [];
  const sudo = find('sudo');
  if (!sudo) return null;
  const { status } = await run(sudo, ['-n', 'true'], { quiet: true });
  return status === 0 ? [sudo, '-n'] : null;
}
